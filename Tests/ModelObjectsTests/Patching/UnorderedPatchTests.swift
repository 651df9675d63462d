import Foundation
import Testing

@testable import ModelObjects

/// Sets in Codable values encode themselves as arrays, each in its own order.
struct UnorderedPatchTests {
    struct Filter: Codable, Equatable {
        var tags: Set<String> = []
        var levels: [Level: Int] = [:]
        var limit = 10
    }
    enum Level: String, Codable { case low, middle, high }
    final class Search: ModelObject {
        var filter = Filter()
        var filters: [Filter] = []
    }

    /// They hold no Codable values, so their arrays keep their order.
    @Test func elementsOfArraysInUntypedValuesAreReplaced() throws {
        final class Bag: ModelObject {
            var any: Any?
            var list: [Any] = []
        }
        let old = try Bag(json: #"{"any": {"a": [1, 2, 3]}, "list": [[[1, 2]]]}"#)
        let new = try Bag(json: #"{"any": {"a": [1, 2, 4]}, "list": [[[1, 3]]]}"#)
        #expect(
            String(decoding: try new.jsonPatchData(since: old), as: UTF8.self)
                == #"[{"op":"replace","path":"/any/a/2","value":4},{"op":"replace","path":"/list/0/0/1","value":3}]"#
        )
    }

    /// The same set, with the order of another number of buckets.
    private func reordered(_ tags: Set<String>, capacity: Int) -> Set<String> {
        var copy = Set<String>(minimumCapacity: capacity)
        for tag in tags.sorted().reversed() { copy.insert(tag) }
        return copy
    }

    @Test(arguments: [2, 3, 5, 8, 12])
    func aSetInACodableValueIsReplaced(count: Int) throws {
        let old = Search()
        old.filter.tags = Set((0..<count).map { "tag \($0)" })
        old.filter.levels = [.low: 1, .middle: 2, .high: 3]
        old.filters = [Filter(), old.filter]
        let new = old.copy()
        for path in [\Search.filter, \Search.filters[1]] as [ReferenceWritableKeyPath<Search, Filter>] {
            new[keyPath: path].tags.remove("tag 0")
            new[keyPath: path].tags.insert("new")
            new[keyPath: path].levels[.low] = 7
        }
        let patch = try new.jsonPatchData(since: old)
        for capacity in [count, 100, 1000, 10_000] {
            let receiver = old.copy()
            receiver.filter.tags = reordered(old.filter.tags, capacity: capacity)
            receiver.filters[1].tags = receiver.filter.tags
            #expect(receiver == old)
            try receiver.apply(jsonPatch: patch)
            #expect(receiver == new)
        }
        let paths = try new.jsonPatch(since: old).compactMap { $0["path"] as? String }.sorted()
        #expect(paths == ["/filter/levels", "/filter/tags", "/filters/1/levels", "/filters/1/tags"])
    }

    final class Page: ModelObject {
        var search: Search? = Search()
        var list: [Int] = []
        var named: [String: Filter] = [:]
        override class var propertyRules: [String: PropertyRule] { ["named": .keys("a.b")] }
    }

    @Test(arguments: [2, 3, 5, 8, 12])
    func equalObjectsHaveEmptyPatches(count: Int) throws {
        let old = Page()
        let filter = Filter(
            tags: Set((0..<count).map { "tag \($0)" }), levels: [.low: 1, .middle: 2, .high: 3])
        old.search?.filter = filter
        old.search?.filters = [Filter(), filter]
        old.named = ["x": filter]
        for capacity in [count, 100, 1000, 10_000] {
            let new = old.copy()
            let other = Filter(tags: reordered(filter.tags, capacity: capacity), levels: filter.levels)
            new.search?.filter = other
            new.search?.filters[1] = other
            new.named["x"] = other
            #expect(new == old && new.changes(since: old).isEmpty)
            #expect(try new.jsonData(changedSince: old) == Data("{}".utf8))
            #expect(try new.jsonPatch(since: old).isEmpty)
            new.list = [1]
            #expect(try new.jsonData(changedSince: old) == Data(#"{"list":[1]}"#.utf8))
            #expect(try new.jsonPatch(since: old).count == 1)
        }
    }

    @Test func aSetIsTheArrayOfItsElements() throws {
        final class Untyped: ModelObject { var any: Any? }
        let (old, new, leaf) = (Untyped(), Untyped(), PatchLeaf())
        for (set, array) in [(Set([3, 1, 2]), [1, 2, 3]), (Set([leaf]), [leaf.copy()])] as [(Any, Any)] {
            (old.any, new.any) = (set, array)
            #expect(try new.jsonPatch(since: old).isEmpty && old.jsonPatch(since: new).isEmpty)
            #expect(try new.mergePatch(since: old).isEmpty && old.mergePatch(since: new).isEmpty)
        }
    }

    struct Order: Codable, Equatable { var steps: [String] = [] }
    final class Route: ModelObject { var order = Order() }

    @Test func anotherOrderOfAnArrayIsAChange() throws {
        let (old, new) = (Route(), Route())
        (old.order.steps, new.order.steps) = (["a", "b"], ["b", "a"])
        #expect(
            try new.jsonData(changedSince: old) == Data(#"{"order":{"steps":["b","a"]}}"#.utf8))
        #expect(try new.jsonPatch(since: old).count == 1)
    }
}
