import Foundation
import Testing

@testable import ModelObjects

/// The export of a graph whose objects are shared on each level doubles with each level.
struct RepetitionTests {
    final class Pair: ModelObject {
        var a: Pair?
        var b: Pair?
        var list: [Pair] = []
    }

    private func shared(levels: Int) -> Pair {
        let root = Pair()
        var current = root
        for _ in 0..<levels {
            let next = Pair()
            (current.a, current.b) = (next, next)
            current = next
        }
        return root
    }

    @Test func sharedGraphsHaveALimit() throws {
        let data = try shared(levels: 60).archivedData()
        let root = try Pair.unarchive(data: data)
        #expect(root == shared(levels: 60) && data.count < 4_000)
        let exports: [(Pair) throws -> Void] = [
            { _ = try $0.jsonObject() }, { _ = try $0.jsonPatch(since: Pair()) },
            { try $0.apply(jsonPatch: "[]") },
        ]
        let texts: [(Pair) throws -> Void] = [
            { _ = try $0.jsonString() }, { _ = try ModelEncoder().encode($0) },
        ]
        for export in exports + (Effort.isFull ? texts : []) {
            let error = #expect(throws: ModelError.self) { try export(root) }
            #expect(error?.code == .limitExceeded)
        }
        #expect(try shared(levels: 12).jsonString().utf8.count > 4_096 * 10)
    }

    private func isExceeded(isText: Bool, _ objects: some Sequence<Pair>, outermost: Int = 0) -> Bool {
        var repetition = Repetition(isText: isText)
        repetition.outermostCount = outermost
        do throws(ExportFailure) {
            for object in objects { try repetition.count(ObjectIdentifier(object)) }
            return false
        } catch {
            return error.code == .limitExceeded
        }
    }

    @Test func repetitionsOfFewObjectsAreLimited() {
        let free = 512 << 10
        let few = (0..<10).map { _ in Pair() }
        func repeated(_ count: Int) -> some Sequence<Pair> { (0..<count).lazy.map { few[$0 % 10] } }
        #expect(!isExceeded(isText: false, repeated(free)))
        #expect(!isExceeded(isText: false, repeated(free + 640)))
        #expect(isExceeded(isText: false, repeated(free + 64 * 11)))
        #expect(!isExceeded(isText: true, repeated(free + 64 * 11)))
        // Each object of an array may refer to the few.
        #expect(!isExceeded(isText: false, repeated(free * 2), outermost: free * 2))
        // Different objects have no limit.
        let many = (0..<10_000).map { _ in Pair() }
        #expect(!isExceeded(isText: false, (0..<free + 500_000).lazy.map { many[$0 % 10_000] }))
    }
}
