import Foundation
import Testing

@testable import ModelObjects

/// Patches follow the limits of the call and of the class, as updates do, but no root path.
struct PatchLimitTests {
    class Node: ModelObject {
        var text = ""
        var numbers: [Int] = []
        var child: Node?
    }

    final class ShortNode: Node {
        override class var mappingOptions: MappingOptions {
            MappingOptions(limits: MappingLimits(bytes: 100))
        }
    }

    final class FewNode: Node {
        override class var mappingOptions: MappingOptions {
            MappingOptions(limits: MappingLimits(elements: 5))
        }
    }

    private static let large =
        #"{"text":"\#(String(repeating: "x", count: 1_000))","numbers":[1,2,3,4,5,6,7,8,9],"#
        + #""child":{"child":{"child":{"child":{}}}}}"#

    private func tree(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    private func expectLimit(
        _ node: Node, _ options: MappingOptions?, text: String = large, trees: Bool = true
    ) throws {
        let operations = #"[{"op":"replace","path":"","value":\#(text)}]"#
        var attempts: [(Node) throws -> Void] = [
            { try $0.apply(mergePatch: text, options: options) },
            { try $0.apply(jsonPatch: operations, options: options) },
        ]
        if trees {
            let patch = try #require(try tree(text) as? [String: Any])
            let list = try #require(try tree(operations) as? [[String: Any]])
            attempts.append { try $0.apply(mergePatch: patch, options: options) }
            attempts.append { try $0.apply(jsonPatch: list, options: options) }
        }
        for (index, attempt) in attempts.enumerated() {
            let error = #expect(throws: ModelError.self, "\(index)") { try attempt(node) }
            #expect(error?.code == .limitExceeded, "\(index)")
            #expect(node.text == "" && node.numbers.isEmpty && node.child == nil)
        }
    }

    final class RootedNode: Node {
        override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "data") }
    }

    @Test(arguments: [nil, MappingOptions(), MappingOptions(rootPath: "child")])
    func aRootPathDoesNotApply(options: MappingOptions?) throws {
        let merge = #"{"text":"new","child":{"numbers":[1]}}"#
        let operations =
            #"[{"op":"replace","path":"/text","value":"new"},{"op":"add","path":"/child/numbers/0","value":1}]"#
        let attempts: [(Node) throws -> Void] = [
            { try $0.apply(mergePatch: merge, options: options) },
            { try $0.apply(mergePatch: #require(tree(merge) as? [String: Any]), options: options) },
            { try $0.apply(jsonPatch: operations, options: options) },
            { try $0.apply(jsonPatch: #require(tree(operations) as? [[String: Any]]), options: options) },
        ]
        for (index, attempt) in attempts.enumerated() {
            let node = RootedNode()
            node.child = RootedNode()
            try attempt(node)
            #expect(node.text == "new" && node.child?.numbers == [1], "\(index)")
        }
    }

    @Test func limitsOfTheCall() throws {
        try expectLimit(Node(), MappingOptions(limits: MappingLimits(bytes: 100)), trees: false)
        try expectLimit(Node(), MappingOptions(limits: MappingLimits(elements: 5)))
        try expectLimit(Node(), MappingOptions(limits: MappingLimits(depth: 3)))
    }

    @Test func limitsOfTheClass() throws {
        try expectLimit(ShortNode(), nil, trees: false)
        try expectLimit(FewNode(), nil)
    }

    @Test func aPatchWithinTheLimits() throws {
        let options = MappingOptions(limits: MappingLimits(depth: 3, bytes: 100, elements: 12))
        let node = Node()
        let value = #"{"child":{"child":{"text":"a"}}}"#
        try node.apply(mergePatch: value, options: options)
        try node.apply(jsonPatch: #"[{"op":"replace","path":"","value":\#(value)}]"#, options: options)
        #expect(node.child?.child?.text == "a")
    }

    private func nested(_ levels: Int) -> String {
        String(repeating: #"{"child":"#, count: levels) + "{}" + String(repeating: "}", count: levels)
    }

    @Test(.hasSmallFrames) func theDepthLimitCanBeRaised() throws {
        let options = MappingOptions(limits: MappingLimits(depth: 1_024))
        let export = ExportOptions(maxDepth: 1_024)
        let expected = try Node(json: nested(600), options: options)
        let operations = #"[{"op":"add","path":"/child","value":\#(nested(599))}]"#
        let attempts: [(Node) throws -> Void] = [
            { try $0.apply(mergePatch: nested(600), options: options) },
            { try $0.apply(jsonPatch: operations, options: options) },
            {
                try $0.apply(
                    mergePatch: expected.mergePatchData(since: Node(), options: export), options: options)
            },
            {
                try $0.apply(
                    jsonPatch: expected.jsonPatchData(since: Node(), options: export), options: options)
            },
        ]
        for attempt in attempts {
            let node = Node()
            try attempt(node)
            #expect(node == expected)
        }
    }

    @Test func mergePatchErrorsHaveALine() throws {
        let error = #expect(throws: ModelError.self) {
            try Node().apply(mergePatch: "{\n  \"child\": {\n    \"numbers\": 5}}", options: .strict)
        }
        #expect(error?.path == "$.child.numbers")
        #expect(error?.line == 3)
    }

    final class Lists: ModelObject {
        var a: [Int]?
        var b: [Int]?
    }

    /// Each move searches the array for parts of the model.
    @Test func movesOfLargeArraysAreLimited() throws {
        let lists = Lists()
        lists.a = Array(0..<100_000)
        let there = ["op": "move", "from": "/a", "path": "/b"]
        let back = ["op": "move", "from": "/b", "path": "/a"]
        try lists.apply(jsonPatch: [there, back, there])
        #expect(lists.a == nil && lists.b?.count == 100_000)
        let error = #expect(throws: ModelError.self) {
            try lists.apply(jsonPatch: Array(repeating: [back, there], count: 60).flatMap(\.self))
        }
        #expect(error?.found == "too many moved values" && lists.b?.count == 100_000)
    }

    /// Two objects that move into each other become deeper with each operation.
    @Test func movesToDeepPlacesAreLimited() {
        final class Pair: ModelObject {
            var a: [String: Any]? = [:]
            var b: [String: Any]? = [:]
        }
        let pair = Pair()
        let operations = [("a", "b"), ("b", "a")].flatMap { from, to in
            [
                ["op": "move", "from": "/\(from)", "path": "/\(to)/k"],
                ["op": "add", "path": "/\(from)", "value": [String: Any]()],
            ]
        }
        let error = #expect(throws: ModelError.self) {
            try pair.apply(jsonPatch: Array(repeating: operations, count: 300).flatMap(\.self))
        }
        #expect(error?.found == "nested deeper than 512 levels" && pair.a?.isEmpty == true)
    }

    /// Nothing in the value changes.
    @Test func movesAtOneDepthAreNotLimited() throws {
        final class Parts: ModelObject {
            var parts: [String: [Int]] = ["a": [1, 2, 3]]
        }
        let document = DocumentNode(try Export.tree(Parts(), ExportOptions()))
        var budget = PatchBudget(levels: 512)
        budget.movedValues = 0
        let move = try PatchOperation(json: ["op": "move", "from": "/parts/a", "path": "/parts/b"])
        try move.apply(to: document, index: 0, &budget)
        #expect(try document.node(at: ["parts", "b"]).value.count == 4)
    }

    /// A run of more than 256 elements is not searched for common ones.
    @Test func aLongRunIsReplaced() throws {
        let (old, new) = (Lists(), Lists())
        old.a = Array(0..<300)
        for (count, operations) in [(290, 1), (300, 300)] {
            new.a = Array(1_000..<1_000 + count)
            new.a?[150] = 7
            let patch = try new.jsonPatch(since: old)
            #expect(patch.count == operations && patch.allSatisfy { $0["op"] as? String == "replace" })
            let receiver = old.copy()
            try receiver.apply(jsonPatch: patch)
            #expect(receiver == new)
        }
    }

    /// Each copy of the document into itself is one level deeper.
    final class Tree: ModelObject {
        var list: [Tree] = []
        var byName: [String: Tree] = [:]
        var present: Presence<Tree> = .missing
        var number = 0
    }

    /// A patched model counts as often as one in a payload.
    @Test(.hasSmallFrames, arguments: Effort.some(of: ["list", "byName", "present"]))
    func modelsThatCanBeMappedCanBePatched(key: String) throws {
        let steps: [String: (prefix: String, suffix: String, levels: Int)] = [
            "list": ("[", "]", 2), "byName": (#"{"a":"#, "}", 2), "present": ("", "", 1),
        ]
        let (prefix, suffix, levels) = try #require(steps[key])
        let depth = 500 / levels
        func json(_ number: Int) -> String {
            String(repeating: #"{"\#(key)":\#(prefix)"#, count: depth) + #"{"number":\#(number)}"#
                + String(repeating: "\(suffix)}", count: depth)
        }
        let (old, new) = (try Tree(json: json(1)), try Tree(json: json(2)))
        for kind in [PatchLaw.Kind.merge, .operations] { try PatchLaw(kind: kind).check(from: old, to: new) }
    }

    @Test(.hasSmallFrames) func copiesAreLimitedInDepth() throws {
        let node = Node()
        let copy = ["op": "copy", "from": "", "path": "/child"]
        try node.apply(jsonPatch: Array(repeating: copy, count: 400))
        #expect(Array(sequence(first: node, next: \.child)).count == 401)
        let error = #expect(throws: ModelError.self) {
            try Node().apply(jsonPatch: Array(repeating: copy, count: 600))
        }
        #expect(error?.path == "$[510] /child", "\(error?.description ?? "")")
    }

    @Test func aMillionValuesCanBeCopied() throws {
        final class Copies: ModelObject {
            var large: [Int] = []
            var copy: [Int] = []
            var one = 1
            var other = 0
        }
        let copies = Copies()
        copies.large = Array(1..<100_000)
        let million = Array(repeating: #"{"op":"copy","from":"/large","path":"/copy"}"#, count: 10)
        try copies.apply(jsonPatch: "[\(million.joined(separator: ","))]")
        #expect(copies.copy == copies.large)
        let one = #"{"op":"copy","from":"/one","path":"/other"}"#
        let error = #expect(throws: ModelError.self) {
            try copies.apply(jsonPatch: "[\((million + [one]).joined(separator: ","))]")
        }
        #expect(error?.path == "$[10] /other" && copies.other == 0)
    }

    /// A long text counts as several values: copying it a few thousand times would take gigabytes in an export.
    @Test func copiedTextsAreLimitedByTheirLength() throws {
        final class Notes: ModelObject { var tags: [String] = [] }
        func copies(_ count: Int, ofLength length: Int) -> String {
            let copy = #"{"op":"copy","from":"/tags/0","path":"/tags/-"}"#
            let text = String(repeating: "s", count: length)
            let add = #"{"op":"add","path":"/tags","value":["\#(text)"]}"#
            return "[" + ([add] + Array(repeating: copy, count: count)).joined(separator: ",") + "]"
        }
        let notes = Notes()
        try notes.apply(jsonPatch: copies(100, ofLength: 100_000))
        #expect(notes.tags.count == 101)
        let error = #expect(throws: ModelError.self) {
            try notes.apply(jsonPatch: copies(1_000, ofLength: 100_000))
        }
        #expect(error?.code == .patchFailed && error?.path.hasPrefix("$[640]") == true)
        #expect(notes.tags.count == 101)
    }
}
