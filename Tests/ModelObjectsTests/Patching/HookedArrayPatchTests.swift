import Foundation
import ModelObjects
import Testing

/// Exports and JSON patches of arrays whose elements an export hook leaves out, moves or changes.
struct HookedArrayPatchTests {
    class Step: ModelObject {
        var id = 0
        var title = ""
        var steps: [Step] = []
        var note = "n"
        required init() {}

        override class var propertyRules: [String: PropertyRule] { ["note": .notExported] }
    }

    /// Changes its array in one of the two hooks.
    class Hooked: Step {
        var isChangedAtTheEnd = false

        override class var propertyRules: [String: PropertyRule] { ["isChangedAtTheEnd": .ignored] }

        func change(_ steps: [[String: Any]]) -> [[String: Any]] { steps }

        override func exportedValue(_ value: Any, property: String) -> Any? {
            guard property == "steps", !isChangedAtTheEnd, let steps = value as? [[String: Any]] else {
                return value
            }
            return change(steps)
        }

        override func didExport(_ dictionary: inout [String: Any]) throws {
            guard isChangedAtTheEnd, let steps = dictionary["steps"] as? [[String: Any]] else { return }
            dictionary["steps"] = change(steps)
        }
    }
    final class LeavingOut: Hooked {
        override func change(_ steps: [[String: Any]]) -> [[String: Any]] {
            steps.filter { $0["title"] as? String != "" }
        }
    }
    final class Reversing: Hooked {
        override func change(_ steps: [[String: Any]]) -> [[String: Any]] { steps.reversed() }
    }
    final class Changing: Hooked {
        override func change(_ steps: [[String: Any]]) -> [[String: Any]] {
            steps.map { $0.merging(["title": "t"]) { $1 } }
        }
    }

    /// Exports null in place of a missing array, in an object.
    final class Marks: ModelObject {
        var marks: [Int?]?
        override class var propertyRules: [String: PropertyRule] { ["marks": .key("exam.marks").notExported] }
        override func didExport(_ dictionary: inout [String: Any]) throws {
            dictionary["exam"] = ["marks": marks.map { $0 as Any } ?? NSNull()]
        }
    }

    /// Counts how often it is mapped.
    final class Counted: ModelObject {
        var id = 0
        var count = 0
        override class var propertyRules: [String: PropertyRule] { ["count": .ignored] }
        override func didMap(_ json: [String: Any]) throws { count += 1 }
    }
    final class Counts: ModelObject {
        var list: [Counted] = []
        var byName: [String: Counted] = [:]
    }

    @Test func onlyChangedModelsAreMapped() throws {
        let counts = Counts()
        counts.list = [Counted(), Counted()]
        counts.byName = ["a": Counted(), "b": Counted()]
        try counts.apply(
            jsonPatch: #"""
                [{"op": "replace", "path": "/list/1/id", "value": 7}, {"op": "replace", "path": "/byName/b/id", "value": 7}]
                """#)
        #expect(counts.list.map(\.count) == [0, 1])
        #expect(counts.byName.mapValues(\.count) == ["a": 0, "b": 1])
    }

    @Test func nullBecomesAnArrayOfNull() throws {
        let (old, new) = (Marks(), Marks())
        new.marks = [nil]
        try old.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(old.marks == [nil])
    }

    private static let types: [Hooked.Type] = [LeavingOut.self, Reversing.self, Changing.self]

    private static func made(_ type: Hooked.Type, atTheEnd: Bool) throws -> Hooked {
        let made = try type.init(
            json: #"""
                {"id": 1, "steps": [
                    {"id": 2}, {"id": 3, "title": "c", "steps": [{"id": 4, "title": "d"}], "note": "kept"},
                    {"id": 5, "title": "e"}, {"id": 6, "title": "f"}]}
                """#)
        made.isChangedAtTheEnd = atTheEnd
        return made
    }

    @Test(arguments: types, [false, true])
    func elementsKeepTheOrderOfTheirMembers(type: Hooked.Type, atTheEnd: Bool) throws {
        let text = try Self.made(type, atTheEnd: atTheEnd).jsonString()
        let title = type == Changing.self ? "t" : "c"
        #expect(text.contains(#"{"id":3,"title":"\#(title)","steps":[{"id":4,"title":"d","steps":[]}]}"#))
    }

    @Test(arguments: types, [false, true])
    func aPatchChangesTheModelThatItsElementShows(type: Hooked.Type, atTheEnd: Bool) throws {
        let old = try Self.made(type, atTheEnd: atTheEnd)
        let third = old.steps[1]
        let new = old.copy()
        new.isChangedAtTheEnd = atTheEnd
        new.steps[1].id = 33
        new.steps[1].steps[0].title = "dd"
        try old.apply(jsonPatch: new.jsonPatch(since: old))
        // Mapping a reversed array does not give the same model.
        if type != Reversing.self { #expect(try old.jsonString() == new.jsonString()) }
        #expect(old.steps.contains { $0 === third })
        #expect(third.id == 33 && third.note == "kept" && third.steps.first?.title == "dd")
    }
}
