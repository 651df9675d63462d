import Foundation
import Testing

@testable import ModelObjects

struct JSONPatchTests {
    final class Document: ModelObject {
        var value: Any?
    }

    /// RFC 6902, appendix A, and JSON Pointer's escapes: the document, the patch and the result; nil for an error.
    @Test(arguments: [
        (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"baz":"qux","foo":"bar"}"#),
        (
            #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
            #"{"foo":["bar","qux","baz"]}"#
        ),
        (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
        (#"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#, #"{"foo":["bar","baz"]}"#),
        (
            #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
            #"{"baz":"boo","foo":"bar"}"#
        ),
        (
            #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
            #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
            #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
        ),
        (
            #"{"foo":["all","grass","cows","eat"]}"#, #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
            #"{"foo":["all","cows","eat","grass"]}"#
        ),
        (
            #"{"baz":"qux","foo":["a",2,"c"]}"#,
            #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2.0}]"#,
            #"{"baz":"qux","foo":["a",2,"c"]}"#
        ),
        (#"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#, nil),
        (
            #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
            #"{"child":{"grandchild":{}},"foo":"bar"}"#
        ),
        (
            #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
            #"{"baz":"qux","foo":"bar"}"#
        ),
        (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, nil),
        (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, #"{"/":9,"~1":10}"#),
        (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#, nil),
        (
            #"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
            #"{"foo":["bar",["abc","def"]]}"#
        ),
        (#"{"a":1}"#, #"[{"op":"copy","from":"/a","path":"/b"}]"#, #"{"a":1,"b":1}"#),
        (#"{"a":null}"#, #"[{"op":"test","path":"/a","value":null}]"#, #"{"a":null}"#),
        (#"{"a":[1]}"#, #"[{"op":"replace","path":"/a/01","value":2}]"#, nil),
        (#"{"a":[1]}"#, #"[{"op":"replace","path":"/a/1","value":2}]"#, nil),
        (#"{"a":[1]}"#, #"[{"op":"add","path":"/a/2","value":2}]"#, nil),
        (#"{"a":[1]}"#, #"[{"op":"replace","path":"/a/99999999999999999999","value":2}]"#, nil),
        (#"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#, nil),
        (#"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a","path":"/a"}]"#, #"{"a":{"b":1}}"#),
        (#"{"a":1}"#, #"[{"op":"replace","path":"/b","value":2}]"#, nil),
        (#"{"a":1}"#, #"[{"op":"remove","path":"/b"}]"#, nil),
        (#"{"a":1}"#, #"[{"op":"nothing","path":"/a"}]"#, nil),
        (#"{"a":1}"#, #"[{"op":"add","path":"a","value":1}]"#, nil),
        (#"{"a":1}"#, #"[{"op":"add","path":"/a~2","value":1}]"#, nil),
        (#"{"a":1}"#, #"[{"op":"add","path":"/a"}]"#, nil),
        (#"{"a":1}"#, #"[{"path":"/a","value":1}]"#, nil),
        (#"{"a":1}"#, #"[7]"#, nil),
        (#"{"a":1}"#, #"{}"#, nil),
        (#"{"a":true}"#, #"[{"op":"test","path":"/a","value":1}]"#, nil),
    ])
    func examplesOfRFC6902(original: String, patch: String, result: String?) throws {
        let document = try Document(json: #"{"value":\#(original)}"#)
        // The standard's documents are the value here, so the pointers begin at it.
        let inner = patch.replacingOccurrences(of: #""path":"/"#, with: #""path":"/value/"#)
            .replacingOccurrences(of: #""from":"/"#, with: #""from":"/value/"#)
        let options = ExportOptions(sortedKeys: true)
        guard let result else {
            #expect(throws: ModelError.self) { try document.apply(jsonPatch: inner) }
            #expect(try document.jsonString(options: options) == #"{"value":\#(original)}"#)
            return
        }
        try document.apply(jsonPatch: inner)
        #expect(try document.jsonString(options: options) == #"{"value":\#(result)}"#)
    }

    private func node() -> PatchNode {
        let node = PatchNode()
        node.nodes = (0..<3).map { index in
            let inner = PatchNode()
            inner.count = index
            return inner
        }
        node.leaves = ["x": PatchLeaf()]
        node.presence = .value(1)
        node.nickname = "n"
        return node
    }

    @Test func changesBecomeOperations() throws {
        let old = node()
        let new = old.copy()
        new.nickname = nil
        new.motto = nil
        new.presence = .missing
        new.nodes.remove(at: 0)
        new.nodes[1].name = "x"
        new.leaves["a/b"] = PatchLeaf()
        #expect(
            String(decoding: try new.jsonPatchData(since: old), as: UTF8.self)
                == #"[{"op":"remove","path":"/nickname"},{"op":"remove","path":"/slogan"},{"op":"remove","path":"/presence"},"#
                + #"{"op":"replace","path":"/nodes/2/name","value":"x"},{"op":"remove","path":"/nodes/0"},"#
                + #"{"op":"add","path":"/leaves/a~1b","value":{"id":0}}]"#)
    }

    @Test func modelsStayInPlace() throws {
        let node = node()
        let nodes = node.nodes
        let leaf = node.leaves["x"]
        leaf?.hidden = 5
        try node.apply(
            jsonPatch: #"""
                [{"op": "remove", "path": "/nodes/1"}, {"op": "replace", "path": "/nodes/1/name", "value": "last"},
                 {"op": "add", "path": "/nodes/0", "value": {"name": "first"}},
                 {"op": "move", "from": "/leaves/x", "path": "/leaves/y"}, {"op": "copy", "from": "/leaves/y", "path": "/leaves/z"},
                 {"op": "remove", "path": "/presence"}, {"op": "add", "path": "/presentLeaf", "value": null},
                 {"op": "replace", "path": "/always", "value": {"id": 4}}]
                """#)
        #expect(node.nodes.map(\.name) == ["first", "", "last"])
        #expect(node.nodes[1] === nodes[0] && node.nodes[2] === nodes[2])
        #expect(node.leaves["y"] === leaf && node.leaves["z"] !== leaf && node.leaves["x"] == nil)
        #expect(node.presence == .missing && node.presentLeaf == .null && node.always.id == 4)
    }

    @Test func replacingTheDocumentResetsMissingProperties() throws {
        let node = node()
        try node.apply(jsonPatch: #"[{"op": "replace", "path": "", "value": {"name": "new"}}]"#)
        let expected = PatchNode()
        expected.name = "new"
        expected.motto = nil
        #expect(node == expected)
    }

    final class Pair: ModelObject {
        var first: String?
        var size: Int?
        var second: String?

        override class var propertyRules: [String: PropertyRule] {
            ["first": .key("p.0.name"), "size": .key("p.0.size"), "second": .key("p.1.name")]
        }
    }

    @Test(arguments: [
        (#"[{"op":"add","path":"/p/0/size","value":1}]"#, "a 1 b"),
        (#"[{"op":"remove","path":"/p/0/name"}]"#, "- - b"), (#"[{"op":"remove","path":"/p/1"}]"#, "a - -"),
        (#"[{"op":"remove","path":"/p/0"}]"#, "b - -"),
        (#"[{"op":"replace","path":"/p/0","value":null}]"#, "- - b"),
        (
            #"[{"op":"add","path":"/p/0","value":{"name":"c","size":2}},{"op":"remove","path":"/p/2"}]"#,
            "c 2 a"
        ),
        (#"[{"op":"replace","path":"/p/0","value":{"size":2}}]"#, "- 2 b"),
        (#"[{"op":"move","from":"/p/1","path":"/p/0"}]"#, "b - a"),
        (#"[{"op":"remove","path":"/p"}]"#, "- - -"),
    ])
    func operationsOnAnArrayOfParts(patch: String, expected: String) throws {
        let pair = try Pair(json: #"{"p":[{"name":"a"},{"name":"b"}]}"#)
        try pair.apply(jsonPatch: patch)
        let parts = [pair.first, pair.size.map(String.init), pair.second]
        #expect(parts.map { $0 ?? "-" }.joined(separator: " ") == expected)
    }

    @Test func aRequiredPropertyCannotBeRemoved() throws {
        let model = MergePatchTests.Required()
        let error = #expect(throws: ModelError.self) {
            try model.apply(
                jsonPatch: #"[{"op":"add","path":"/inner","value":{"id":1}},{"op":"remove","path":"/name"}]"#)
        }
        #expect(error?.path == "$[1] /name")
        #expect(model.inner == nil && model.name == "n")
    }

    /// Each of these patches is short, and would make a document that is too large or too deep.
    @Test func copiesOfCopiesAreLimited() throws {
        let start = #"{"op":"add","path":"/value","value":[1]}"#
        let doubling = Array(repeating: #"{"op":"copy","from":"/value","path":"/value/0"}"#, count: 60)
        let document = Document()
        let wide = #expect(throws: ModelError.self) {
            try document.apply(jsonPatch: "[\(([start] + doubling).joined(separator: ","))]")
        }
        #expect(wide?.description.hasSuffix("failed: too many copied values.") == true)
        var deepening = [#"{"op":"add","path":"/value","value":[[]]}"#]
        for power in 1..<17 {
            let leaf = String(repeating: "/0", count: 1 << power - 1)
            deepening.append(#"{"op":"copy","from":"/value","path":"/value\#(leaf)/0"}"#)
        }
        let deep = #expect(throws: ModelError.self) {
            try document.apply(jsonPatch: "[\(deepening.joined(separator: ","))]")
        }
        #expect(deep?.code == .patchFailed)
        #expect(document.value == nil)
    }

    /// With the object of the model, a document has at most 512 levels, whatever the innermost one is.
    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")]) func theDepthOfTheDocumentIsLimited(
        open: String, close: String
    ) throws {
        for (leaf, count) in [("1", 511), ("[]", 510), ("{}", 510)] {
            for (levels, fits) in [(count, true), (count + 1, false)] {
                let value =
                    String(repeating: open, count: levels) + leaf + String(repeating: close, count: levels)
                let patch = #"[{"op":"add","path":"/value","value":\#(value)}]"#
                let result = onLargeStack { Result { try Document().apply(jsonPatch: patch) } }
                #expect(((try? result.get()) != nil) == fits, "\(levels) levels around \(leaf)")
            }
        }
    }

    @Test(.disabled(if: Sanitizer.isOn, "Its frames are larger.")) func aDeepDocumentOnASmallStack() throws {
        let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let document = try onLargeStack { Result { try Document(json: #"{"value":\#(text)}"#) } }.get()
        let patches: [() throws -> Void] = [
            { try document.apply(jsonPatch: #"[{"op":"add","path":"/value/0","value":1}]"#) },
            { try document.apply(mergePatch: #"{"value":\#(text)}"#) },
            { _ = try document.jsonPatch(since: Document()) },
            { _ = try document.mergePatch(since: Document()) },
        ]
        for (index, patch) in patches.enumerated() {
            let result = onStack(kilobytes: 256) { Result { try patch() } }
            guard case .failure(let error) = result else { continue }
            #expect((error as? ModelError)?.code == .limitExceeded, "patch \(index): \(error)")
        }
        // This stack has room to export the document, but perhaps not to compare it.
        for patch in [patches[0], patches[2], patches[3]] {
            let error = #expect(throws: ModelError.self) { try onSmallStack { Result { try patch() } }.get() }
            #expect(error?.code == .limitExceeded)
        }
    }

    class Shape: ModelObject {
        var name = ""
        override class var discriminator: Discriminator? {
            .key("type", ["circle": Circle.self, "square": Square.self])
        }
    }
    final class Circle: Shape { var radius = 1.0 }
    final class Square: Shape { var side = 1.0 }
    final class Drawing: ModelObject {
        var shape: Shape?
        var shapes: [Shape] = []
    }

    @Test(arguments: [0, 1, 2], [1, 2])
    func aModelMayChangeItsClass(from: Int, to: Int) throws {
        func shape(_ kind: Int) -> Shape {
            let shape = [Shape.init, Circle.init, Square.init][kind]()
            shape.name = "n"
            return shape
        }
        let old = Drawing()
        (old.shape, old.shapes) = (shape(from), [shape(from), shape(1)])
        let new = old.copy()
        (new.shape, new.shapes) = (shape(to), [shape(to), shape(1)])
        try old.apply(jsonPatch: new.jsonPatch(since: old))
        #expect(old == new)
    }

    @Test func changingTheClassKeepsOtherMembers() throws {
        let drawing = Drawing()
        let circle = Circle()
        circle.name = "n"
        (drawing.shape, drawing.shapes) = (circle, [circle.copy()])
        try drawing.apply(
            jsonPatch: #"""
                [{"op":"remove","path":"/shape/radius"},{"op":"replace","path":"/shape/type","value":"square"},
                {"op":"remove","path":"/shapes/0/radius"},{"op":"replace","path":"/shapes/0/type","value":"square"}]
                """#)
        #expect(drawing.shape is Square && drawing.shape?.name == "n")
        #expect(drawing.shapes[0] is Square && drawing.shapes[0].name == "n")
    }

    /// Checking the depth of a moved value takes time proportional to its size.
    @Test func largeMovesAreLimited() throws {
        let count = Effort.count(100_000)
        let zeros = Array(repeating: "0", count: count).joined(separator: ",")
        let moves = Array(
            repeating:
                #"{"op":"move","from":"/value","path":"/a/value"},{"op":"move","from":"/a/value","path":"/value"}"#,
            count: 1_000)
        let patch =
            [#"{"op":"add","path":"/a","value":{}},{"op":"add","path":"/value","value":[\#(zeros)]}"#] + moves
        let text = "[\(patch.joined(separator: ","))]"
        guard count < 100_000 else {
            let error = #expect(throws: ModelError.self) { try Document().apply(jsonPatch: text) }
            #expect(error?.description.hasSuffix("failed: too many moved values.") == true)
            return
        }
        // With fewer values, the limit is lower.
        let document = DocumentNode(try Export.tree(Document(), ExportOptions()))
        var budget = PatchBudget(levels: 512)
        #expect(budget.movedValues == 100 * 100_000)
        budget.movedValues = 100 * count
        let operations = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])
        let failure = #expect(throws: PatchFailure.self) {
            for operation in operations {
                try PatchOperation(json: operation).apply(to: document, index: 0, &budget)
            }
        }
        #expect(failure?.reason == "too many moved values")
    }

    final class Paths: ModelObject {
        var a: Int? = 1
        var b = "b"
        var c = 2
        override class var propertyRules: [String: PropertyRule] {
            ["a": .key("p.a"), "b": .key("p.q.b"), "c": .key("list.0")]
        }
    }

    @Test func enclosingObjectsOnlyTakeObjectsOrNull() throws {
        let paths = Paths()
        (paths.a, paths.b) = (5, "x")
        for value in ["[1]", "[]", "7", #""s""#, "true"] {
            for path in ["/p", "/p/q"] {
                let error = #expect(throws: ModelError.self, "\(path) \(value)") {
                    try paths.apply(jsonPatch: #"[{"op":"replace","path":"\#(path)","value":\#(value)}]"#)
                }
                #expect(
                    error?.description
                        == "Operation 0 of the patch, at `\(path)`, failed: the value is not an object.")
            }
        }
        try paths.apply(jsonPatch: #"[{"op":"replace","path":"/list","value":[9]}]"#)
        #expect(paths.a == 5 && paths.b == "x" && paths.c == 9)
        try paths.apply(jsonPatch: #"[{"op":"replace","path":"/p/q","value":null}]"#)
        #expect(paths.a == 5 && paths.b == "b")
        try paths.apply(jsonPatch: #"[{"op":"replace","path":"/p","value":null}]"#)
        #expect(paths.a == nil && paths.b == "b")
    }

    @Test func theRootKeepsItsClass() throws {
        let circle = PatchCircle()
        let error = #expect(throws: ModelError.self) {
            try circle.apply(
                jsonPatch: #"""
                    [{"op":"replace","path":"/type","value":"square"},{"op":"test","path":"/radius","value":1}]
                    """#)
        }
        #expect(
            error?.description
                == "Operation 0 of the patch, at `/type`, failed: an operation cannot change the class of this object."
        )
    }

    /// A slash is a code point, also before a combining character.
    @Test(arguments: ["\u{301}abc", "\u{FE0F}", "\u{200D}x", "\u{20E3}", "\u{1F3FD}", "a/\u{301}~\u{301}"])
    func keysThatStartWithACombiningCharacterAreFound(key: String) throws {
        let old = PatchNode()
        old.texts = ["z": "1"]
        let new = old.copy()
        new.texts[key] = "2"
        let patched = old.copy()
        try patched.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(patched == new)
        try patched.apply(jsonPatch: old.jsonPatchData(since: new))
        #expect(patched == old)
    }

    @Test func valuesOfPropertyTypesAreStoredAsTheyAre() throws {
        let node = PatchNode()
        node.born = Date(timeIntervalSince1970: 5)
        let (day, leaf, link) = (Date(timeIntervalSince1970: 7), PatchLeaf(), URL(fileURLWithPath: "/tmp"))
        leaf.id = 3
        try node.apply(jsonPatch: [
            ["op": "replace", "path": "/born", "value": day],
            ["op": "replace", "path": "/always", "value": leaf],
            ["op": "add", "path": "/anything", "value": ["link": link, "max": UInt64.max]],
            ["op": "test", "path": "/anything/max", "value": UInt64.max],
        ])
        #expect(node.born == day)
        #expect(node.always.id == 3)
        let members = node.anything as? [String: Any]
        #expect(members?["link"] as? URL == link && members?["max"] as? UInt64 == .max)
        #expect(throws: ModelError.self) {
            try node.apply(jsonPatch: [["op": "replace", "path": "/count", "value": day]])
        }
        final class Other {}
        let error = #expect(throws: ModelError.self) {
            try node.apply(jsonPatch: [["op": "replace", "path": "/anything", "value": Other()]])
        }
        #expect(
            error?.description
                == "Operation 0 of the patch, at `/anything`, failed: `value` has a Other, which JSON cannot represent."
        )
    }
}
