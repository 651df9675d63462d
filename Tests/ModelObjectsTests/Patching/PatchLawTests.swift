import Foundation
import ModelObjects
import Testing

/// The law of patches with random pairs of objects.
struct PatchLawTests {
    @Test func mergePatches() throws { try check(PatchLaw(kind: .merge), seed: 11) }

    @Test func jsonPatches() throws { try check(PatchLaw(kind: .operations), seed: 12) }

    private func check(_ law: PatchLaw, seed: UInt64) throws {
        let merges = law.kind == .merge
        var nodes = PatchNodes(generator: SeededGenerator(seed: seed))
        for round in 0..<Effort.count(5_000, atLeast: 40, byDefault: 60) {
            let old = nodes.node(merges: merges)
            let new = old.copy()
            nodes.change(new, merges: merges, all: round % 4 == 0)
            try law.check(from: old, to: new)
        }
    }

    @Test(arguments: [PatchLaw.Kind.merge, .operations])
    func objectsWithSets(kind: PatchLaw.Kind) throws {
        var bags = PatchBags(generator: SeededGenerator(seed: 13))
        let law = PatchLaw(kind: kind) { try PatchBags.text(of: $0) }
        for round in 0..<Effort.count(2_000, atLeast: 60) {
            let old = bags.bag()
            let new = old.copy()
            bags.change(new, share: round % 3 == 0 ? 0 : 0.3)
            bags.rebuildSets(new)
            try law.check(from: old, to: new)
        }
    }
}
