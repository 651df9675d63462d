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

    @Test(.enabled(if: Effort.isFull)) func sharedGraphsHaveALimit() throws {
        let data = try shared(levels: 60).archivedData()
        let root = try Pair.unarchive(data: data)
        #expect(root == shared(levels: 60) && data.count < 4_000)
        let exports: [(Pair) throws -> Void] = [
            { _ = try $0.jsonObject() }, { _ = try $0.jsonPatch(since: Pair()) },
            { try $0.apply(jsonPatch: "[]") }, { _ = try $0.jsonString() },
            { _ = try ModelEncoder().encode($0) },
        ]
        for export in exports {
            let error = #expect(throws: ModelError.self) { try export(root) }
            #expect(error?.code == .limitExceeded)
        }
        #expect(try shared(levels: 12).jsonString().utf8.count > 4_096 * 10)
    }

    struct Ties: Codable { var list: [Knot] = [] }
    final class Knot: ModelObject { var ties = Ties() }

    /// Models in Codable values count, too.
    @Test(.enabled(if: Effort.isFull)) func modelsInCodableValuesAreCounted() {
        let root = Knot()
        var current = root
        for _ in 0..<30 {
            let next = Knot()
            current.ties.list = Array(repeating: next, count: 4)
            current = next
        }
        let error = #expect(throws: ModelError.self) {
            try root.apply(jsonPatch: "[]", options: MappingOptions(limits: MappingLimits(depth: 1_000)))
        }
        #expect(error?.code == .limitExceeded)
    }

    private func isExceeded(
        _ objects: some Sequence<(Pair, level: Int)>, usual: Int, outermost: Int = 0
    ) -> Bool {
        var repetition = Repetition(usual: usual)
        repetition.outermostCount = outermost
        do throws(ExportFailure) {
            for (object, level) in objects { try repetition.add(ObjectIdentifier(object), at: level) }
            return false
        } catch {
            return error.code == .limitExceeded
        }
    }

    @Test func repetitionsOfFewObjectsAreLimited() {
        let few = (0..<10).map { _ in Pair() }
        /// The objects, each in the one before.
        func chains(_ count: Int) -> some Sequence<(Pair, level: Int)> {
            (0..<count).lazy.map { (few[$0 % 10], $0 % 10) }
        }
        // The first ten are new, and in each later chain, nine are in a repeated object.
        #expect(!isExceeded(chains(1_010), usual: 1_000))
        #expect(!isExceeded(chains(1_790), usual: 1_000))
        #expect(isExceeded(chains(1_810), usual: 1_000))
        // Each object of an array may refer to the few.
        #expect(!isExceeded(chains(10_000), usual: 1_000, outermost: 10_000))
        // Objects that contain no others have no limit.
        #expect(!isExceeded(chains(10_000).map { ($0.0, 0) }, usual: 1_000))
        // Nor have different objects.
        let many = (0..<1_000).map { _ in Pair() }
        #expect(!isExceeded((0..<60_000).lazy.map { (many[$0 % 1_000], $0 % 10) }, usual: 1_000))
    }
}
