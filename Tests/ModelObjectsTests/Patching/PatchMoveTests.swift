import Foundation
import ModelObjects
import Testing

/// JSON patches that move objects: the result is that of RFC 6902 on the document, and no two places share a model.
struct PatchMoveTests {
    class Task: ModelObject {
        var id = 0
        var title: String?
        var sub: Task?
    }

    final class SpecialTask: Task { var done = false }

    struct Plain: Codable, Equatable {
        var id = 0
        var title: String?
    }

    final class Board: ModelObject {
        var current: Task?
        var next: Task?
        var always = Task()
        var present: Presence<Task> = .missing
        var special: SpecialTask?
        var history: [Task] = []
        var specials: [SpecialTask] = []
        var byName: [String: Task] = [:]
        var anything: [Any] = []
        var values: [String: Any] = [:]
        var plain: Plain?
        var plains: [Plain] = []
    }

    /// Documents before and after the operations.
    @Test(arguments: [
        // Another object comes to the place that a model left.
        (
            #"{"current":{"id":1,"title":"one"}}"#,
            #"[{"op":"move","from":"/current","path":"/history/-"},{"op":"add","path":"/current","value":{"id":9}}]"#,
            #"{"current":{"id":9},"history":[{"id":1,"title":"one"}]}"#
        ),
        (
            #"{"present":{"id":1,"title":"one"}}"#,
            #"[{"op":"move","from":"/present","path":"/byName/a"},{"op":"add","path":"/present","value":{"id":9}}]"#,
            #"{"byName":{"a":{"id":1,"title":"one"}},"present":{"id":9}}"#
        ),
        (
            #"{"always":{"id":1,"title":"one"}}"#,
            #"[{"op":"move","from":"/always","path":"/anything/-"},{"op":"add","path":"/always","value":{"id":9}}]"#,
            #"{"always":{"id":9},"anything":[{"id":1,"title":"one"}]}"#
        ),
        (
            #"{"current":{"id":1},"next":{"id":2}}"#,
            #"[{"op":"move","from":"/current","path":"/values/a"},{"op":"move","from":"/next","path":"/current"},"#
                + #"{"op":"add","path":"/next","value":{"id":3}}]"#,
            #"{"current":{"id":2},"next":{"id":3},"values":{"a":{"id":1}}}"#
        ),
        (
            #"{"current":{"id":1,"sub":{"id":2,"title":"two"}}}"#,
            #"[{"op":"move","from":"/current/sub","path":"/next"},"#
                + #"{"op":"replace","path":"/current","value":{"id":9,"sub":{"id":8}}}]"#,
            #"{"current":{"id":9,"sub":{"id":8}},"next":{"id":2,"title":"two"}}"#
        ),
        (
            #"{"current":{"id":1}}"#,
            #"[{"op":"move","from":"/current","path":"/history/-"},{"op":"copy","from":"/history/0","path":"/current"}]"#,
            #"{"current":{"id":1},"history":[{"id":1}]}"#
        ),
        // The place holds objects of another type.
        (
            #"{"history":[{"id":7,"title":"milk"}]}"#,
            #"[{"op":"move","from":"/history/0","path":"/specials/0"},{"op":"add","path":"/specials/0/done","value":true}]"#,
            #"{"specials":[{"done":true,"id":7,"title":"milk"}]}"#
        ),
        (
            #"{"current":{"id":7,"title":"milk"}}"#, #"[{"op":"move","from":"/current","path":"/special"}]"#,
            #"{"special":{"done":false,"id":7,"title":"milk"}}"#
        ),
        (
            #"{"current":{"id":7,"title":"milk"},"next":{"id":8}}"#,
            #"[{"op":"move","from":"/current","path":"/plain"},{"op":"move","from":"/next","path":"/plains/-"}]"#,
            #"{"plain":{"id":7,"title":"milk"},"plains":[{"id":8}]}"#
        ),
    ])
    func objectsMove(before: String, patch: String, after: String) throws {
        let board = try Board(json: before)
        try board.apply(jsonPatch: patch)
        let expected = try Board(json: after)
        #expect(try board.jsonString() == expected.jsonString())
        let models = [board.current, board.next, board.always, board.present.value, board.special]
        let places =
            models.compactMap { $0 } + board.history + board.specials + board.byName.values
            + (board.anything + board.values.values).compactMap { $0 as? ModelObject }
        #expect(Set(places.map { ObjectIdentifier($0) }).count == places.count)
    }

    @Test func aMovedModelStaysTheSameObject() throws {
        let board = try Board(json: #"{"current": {"id": 1}, "history": [{"id": 2}]}"#)
        let (first, second) = (board.current, board.history[0])
        try board.apply(
            jsonPatch: """
                [{"op": "move", "from": "/current", "path": "/byName/a"},
                 {"op": "move", "from": "/history/0", "path": "/current"},
                 {"op": "add", "path": "/byName/a/title", "value": "one"}]
                """)
        #expect(board.byName["a"] === first && first?.title == "one" && board.current === second)
    }

    /// The class of a new model says nothing about the classes of the models in it.
    @Test func aModelMovesIntoANewModelOfAnotherClass() throws {
        let board = try Board(json: #"{"current": {"id": 1}}"#)
        let first = try #require(board.current)
        try board.apply(
            jsonPatch: """
                [{"op": "add", "path": "/specials/0", "value": {"id": 2}},
                 {"op": "move", "from": "/current", "path": "/specials/0/sub"}]
                """)
        #expect(board.specials[0].sub === first)
    }

    /// Otherwise the containers around the model's old place would seem unchanged, and would keep it.
    @Test(arguments: [
        "/current/sub", "/history/0", "/byName/a", "/present/sub", "/anything/0", "/values/a/0",
    ])
    func anEqualValueTakesTheMovedModelsPlace(place: String) throws {
        let task = #"{"id": 1, "title": "one"}"#
        let board = try Board(
            json: """
                {"current": {"sub": \(task)}, "history": [\(task)], "byName": {"a": \(task)},
                 "present": {"sub": \(task)}}
                """)
        let (first, second) = (try Task(json: task), try Task(json: task))
        (board.anything, board.values) = ([first], ["a": [second]])
        try board.apply(
            jsonPatch: """
                [{"op": "move", "from": "\(place)", "path": "/next"},
                 {"op": "add", "path": "\(place)", "value": {"id": 1, "title": "one"}}]
                """)
        let next = try #require(board.next)
        next.title = "changed"
        let document = try board.jsonString()
        #expect(document.components(separatedBy: "changed").count == 2)
        #expect(document.components(separatedBy: #""title":"one""#).count == 7)
        try board.apply(
            jsonPatch: """
                [{"op": "move", "from": "\(place)", "path": "/special"},
                 {"op": "copy", "from": "/special", "path": "\(place)"},
                 {"op": "replace", "path": "/special/title", "value": "special"}]
                """)
        #expect(try board.jsonString().components(separatedBy: #""title":"special""#).count == 2)
    }

    @Test func theErrorForAModelInPlaceOfAnArrayNamesAnObject() throws {
        final class Grid: ModelObject {
            var task: Task?
            var rows: [[Any]] = [[]]
            override class var propertyRules: [String: PropertyRule] { ["rows": .elements(Task.self)] }
        }
        let grid = try Grid(json: #"{"task": {"id": 1}}"#)
        let error = try #require(throws: ModelError.self) {
            try grid.apply(jsonPatch: #"[{"op": "move", "from": "/task", "path": "/rows/0"}]"#)
        }
        #expect("\(error)".hasSuffix("Expected Array, found object at $.rows[0]."))
    }

    final class Book: ModelObject {
        var name: String?
        var author: String?
        var age: Int?
        var anything: [Any] = []
        var related: Book?
        override class var propertyRules: [String: PropertyRule] {
            ["author": .key("author.name"), "age": .key("author.age")]
        }
    }

    /// The object at the prefix of a path is no model.
    @Test func aPartOfAModelMovesAsAnObject() throws {
        let book = try Book(
            json: #"{"name": "Emma", "author": {"name": "Jane", "age": 40}, "related": {"name": "Other"}}"#)
        try book.apply(jsonPatch: #"[{"op": "move", "from": "/author", "path": "/related/author"}]"#)
        #expect(book.author == nil && book.name == "Emma")
        #expect(book.related?.author == "Jane" && book.related?.age == 40)
        try book.apply(jsonPatch: #"[{"op": "move", "from": "/related/author", "path": "/anything/-"}]"#)
        #expect(
            try book.jsonString()
                == #"{"name":"Emma","anything":[{"age":40,"name":"Jane"}],"related":{"name":"Other","anything":[]}}"#
        )
    }

    @Test func aModelMovesToThePrefixOfAPath() throws {
        let book = try Book(json: #"{"name": "Emma", "author": {"age": 40}, "related": {"name": "Jane"}}"#)
        try book.apply(
            jsonPatch:
                #"[{"op": "remove", "path": "/related/anything"}, {"op": "move", "from": "/related", "path": "/author"}]"#
        )
        #expect(try book.jsonString() == #"{"name":"Emma","author":{"name":"Jane"},"anything":[]}"#)
    }

    final class Embedding: ModelObject {
        var task: Task?
        override class var propertyRules: [String: PropertyRule] { ["task": .embeddedJSON] }
    }

    /// A text is a whole value, also if it is the text of an object.
    @Test func embeddedJSONIsReplaced() throws {
        for isMerge in [false, true] {
            let object = try Embedding(json: #"{"task": "{\"id\": 1, \"title\": \"one\"}"}"#)
            if isMerge {
                try object.apply(mergePatch: ["task": #"{"id":5}"#])
            } else {
                try object.apply(jsonPatch: [["op": "replace", "path": "/task", "value": #"{"id":5}"#]])
            }
            #expect(try object.jsonString() == #"{"task":"{\"id\":5}"}"#)
            let kept = object.task
            try object.apply(mergePatch: ["task": "no JSON"])
            #expect(object.task === kept && kept?.id == 5)
            try object.apply(mergePatch: ["task": "null"])
            #expect(object.task == nil)
        }
    }

    final class Converting: ModelObject {
        var count = 0
        override class var propertyRules: [String: PropertyRule] {
            ["count": .embeddedJSON.converted(from: { ($0 as? Int).map { $0 * 100 } })]
        }
    }

    @Test func embeddedJSONIsConverted() throws {
        let object = Converting()
        try object.apply(mergePatch: ["count": "14"])
        #expect(object.count == 1400)
        try object.apply(jsonPatch: [["op": "replace", "path": "/count", "value": "15"]])
        #expect(object.count == 1500)
    }

    final class Authors: ModelObject {
        var name: String?
        var authorName: String?
        var authorAge: Int?
        override class var propertyRules: [String: PropertyRule] {
            ["authorName": .key("authors.0.name"), "authorAge": .key("authors.0.age")]
        }
    }

    @Test func anArrayOfPartsIsReplacedAsAWhole() throws {
        for value in ["null", "[]", "[null]", #"[{}]"#] {
            let object = try Authors(json: #"{"name": "x", "authors": [{"name": "Jane", "age": 3}]}"#)
            try object.apply(jsonPatch: #"[{"op": "replace", "path": "/authors", "value": \#(value)}]"#)
            #expect(object.authorName == nil && object.authorAge == nil && object.name == "x", "\(value)")
        }
        for value in ["{}", "7", #""x""#] {
            let object = try Authors(json: #"{"authors": [{"name": "Jane"}]}"#)
            #expect(throws: ModelError.self) {
                try object.apply(jsonPatch: #"[{"op": "replace", "path": "/authors", "value": \#(value)}]"#)
            }
            #expect(object.authorName == "Jane")
        }
    }

    /// Only keys of which an export makes an array are indices; an export has an object with all others.
    @Test func numbersThatAreNotIndicesAreKeysOfObjects() throws {
        final class Visits: ModelObject {
            var year = 0
            var code = 0
            var sign = 0
            var first = 0
            var last = 0
            var kind = 0
            override class var propertyRules: [String: PropertyRule] {
                [
                    "year": .key("visits.2024"), "code": .key("codes.00"), "sign": .key("signs.-1"),
                    "first": .key("ends.0"), "last": .key("ends.300"), "kind": .key("kinds.0"),
                ]
            }
            override class var discriminator: Discriminator? { .key("kinds.type", ["a": Visits.self]) }
        }
        func values(_ visits: Visits) -> [Int] {
            [visits.year, visits.code, visits.sign, visits.first, visits.last, visits.kind]
        }
        let visits = Visits()
        let pointers = [
            "/visits/2024", "/codes/00", "/signs/-1", "/ends/0", "/ends/300", "/kinds/0",
        ]
        for (index, pointer) in pointers.enumerated() {
            try visits.apply(jsonPatch: [["op": "replace", "path": pointer, "value": index + 1]])
        }
        #expect(values(visits) == [1, 2, 3, 4, 5, 6])
        let new = Visits()
        try new.apply(jsonPatch: new.jsonPatchData(since: visits))
        for pointer in ["/visits", "/codes", "/signs", "/ends"] {
            let error = #expect(throws: ModelError.self) {
                try visits.apply(jsonPatch: [["op": "replace", "path": pointer, "value": [7]]])
            }
            #expect(error?.found == "the value is not an object", "\(pointer)")
        }
        try visits.apply(jsonPatch: [["op": "replace", "path": "/ends", "value": ["300": 9]]])
        #expect(values(visits) == [1, 2, 3, 0, 9, 6])
    }

    @Test func nilBelowAnArrayIsPatched() throws {
        let old = try Authors(json: #"{"authors": [{"name": "Jane", "age": 3}]}"#)
        let new = old.copy()
        new.authorName = nil
        let (merged, patched) = (old.copy(), old.copy())
        try merged.apply(mergePatch: new.mergePatchData(since: old))
        try patched.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(merged == new && patched == new)
    }

    /// A Set keeps a model that can be its member; of another model, it gets a copy.
    @Test func aModelMovesIntoASet() throws {
        final class Crew: ModelObject {
            var lead: Task?
            var tasks: Set<Task> = []
            var specials: Set<SpecialTask> = []
        }
        let (crew, task) = (Crew(), Task())
        (crew.lead, task.id) = (task, 5)
        try crew.apply(jsonPatch: [["op": "move", "from": "/lead", "path": "/tasks/0"]])
        #expect(crew.lead == nil && crew.tasks.first === task)
        try crew.apply(jsonPatch: [["op": "move", "from": "/tasks/0", "path": "/specials/0"]])
        #expect(crew.tasks.isEmpty && crew.specials.map(\.id) == [5])
    }
}
