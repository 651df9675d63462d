import Foundation
import ModelObjects
import Testing

/// Patches of a model that several places hold.
struct SharedModelPatchTests {
    final class Box: ModelObject {
        var limits: [String: Int] = ["old": 0]
        var nested: [String: [String: Int]] = ["k": ["old": 0]]
        var optional: [String: Int]? = [:]
        var presence: Presence<[Int: Int]> = .value([:])
        var any: Any? = ["k": ["old": 0]]
        var inner: Box?
        var count = 0
        var name: String?
    }
    final class Shelf: ModelObject {
        var a: Box?
        var b: Box?
        var list: [Box] = []
        var named: [String: Box] = [:]
    }

    private static let paths = [
        "a", "b", "list/0", "list/1", "named/x", "named/y", "a/inner", "b/inner", "list/1/inner",
        "named/x/inner",
    ]

    /// A shelf that has one box in many places.
    private static func shelf() -> Shelf {
        let (shelf, box, outer) = (Shelf(), Box(), Box())
        (shelf.a, shelf.b, shelf.list, shelf.named) = (
            outer, outer, [outer, outer], ["x": outer, "y": outer]
        )
        outer.inner = box
        return shelf
    }

    /// As a merge patch does.
    @Test(.knowsHooks) func operationsInSeveralPlacesAddTheirEntries() throws {
        for first in Self.paths {
            for second in Self.paths where first != second && first.hasSuffix("r") == second.hasSuffix("r") {
                let shelf = Self.shelf()
                let keys = ["limits", "nested/k", "optional", "presence", "any/k"]
                let operations = [(first, 1), (second, 2)].flatMap { path, number in
                    (keys + ["nested"]).map { key in
                        let value = key == "nested" ? [String(number): number] : number as Any
                        return ["op": "add", "path": "/\(path)/\(key)/\(number)", "value": value]
                    }
                }
                try shelf.apply(jsonPatch: operations)
                let box = try #require(first.hasSuffix("r") ? shelf.a?.inner : shelf.a)
                #expect(box.limits == ["old": 0, "1": 1, "2": 2], "\(first) \(second)")
                #expect(box.nested == ["k": ["old": 0, "1": 1, "2": 2], "1": ["1": 1], "2": ["2": 2]])
                #expect(box.optional == ["1": 1, "2": 2] && box.presence == .value([1: 1, 2: 2]))
                let any = (box.any as? [String: Any])?["k"] as? [String: Int]
                #expect(any == ["old": 0, "1": 1, "2": 2], "\(first) \(second)")
            }
        }
    }

    @Test(.knowsHooks) func mergePatchesInSeveralPlacesAddTheirEntries() throws {
        let shelf = Self.shelf()
        try shelf.apply(
            mergePatch: #"""
                {"a": {"limits": {"1": 1}, "nested": {"k": {"1": 1}}, "any": {"k": {"1": 1}}},
                 "b": {"limits": {"2": 2, "old": null}, "nested": {"k": {"2": 2}}, "any": {"k": {"2": 2}}}}
                """#)
        #expect(shelf.a === shelf.b && shelf.a?.limits == ["1": 1, "2": 2])
        #expect(shelf.a?.nested == ["k": ["old": 0, "1": 1, "2": 2]])
        let any = (shelf.a?.any as? [String: Any])?["k"] as? [String: Int]
        #expect(any == ["old": 0, "1": 1, "2": 2])
    }

    /// A whole value doesn't keep the entries that another place added.
    @Test func aWholeDictionaryReplacesTheEntries() throws {
        let shelf = Self.shelf()
        try shelf.apply(
            jsonPatch: #"""
                [{"op": "add", "path": "/a/limits/x", "value": 1},
                 {"op": "replace", "path": "/b/optional", "value": {"y": 1}},
                 {"op": "replace", "path": "/a/count", "value": 1}, {"op": "add", "path": "/b/name", "value": "n"}]
                """#)
        #expect(shelf.a?.limits == ["old": 0, "x": 1] && shelf.a?.optional == ["y": 1])
        #expect(shelf.a?.count == 1 && shelf.a?.name == "n")
        #expect(throws: ModelError.self) {
            try shelf.apply(jsonPatch: #"[{"op": "replace", "path": "/a/limits", "value": {"old": "x"}}]"#)
        }
        let options = MappingOptions(mismatches: .keepValue, elements: .skipBad)
        try shelf.apply(
            jsonPatch: #"[{"op": "replace", "path": "/a/presence", "value": {"1": "x", "2": 3}}]"#,
            options: options)
        #expect(shelf.a?.presence == .value([2: 3]))
    }
}
