import Foundation
import ModelObjects
import Testing

/// Applying the patch from a to b to a copy of a gives an object whose export equals that of b.
struct PatchLawTests {
    private static let options = ExportOptions(nulls: .include, sortedKeys: true)

    private func export(_ model: ModelObject) throws -> String { try model.jsonString(options: Self.options) }

    @Test func mergePatches() throws {
        try check(seed: 11, merges: true) { new, old in
            try Patch(text: new.mergePatchData(since: old), isEmpty: new.mergePatch(since: old).isEmpty) {
                try $0.apply(mergePatch: $1)
            } applyTree: {
                try $0.apply(mergePatch: new.mergePatch(since: old))
            }
        }
    }

    @Test func jsonPatches() throws {
        try check(seed: 12, merges: false) { new, old in
            try Patch(text: new.jsonPatchData(since: old), isEmpty: new.jsonPatch(since: old).isEmpty) {
                try $0.apply(jsonPatch: $1)
            } applyTree: {
                try $0.apply(jsonPatch: new.jsonPatch(since: old))
            }
        }
    }

    /// A patch as text and as a tree.
    private struct Patch {
        let text: Data
        let isEmpty: Bool
        let applyText: (PatchNode, Data) throws -> Void
        let applyTree: (PatchNode) throws -> Void
    }

    private func check(
        seed: UInt64, merges: Bool, _ makePatch: (_ new: PatchNode, _ old: PatchNode) throws -> Patch
    ) throws {
        var nodes = PatchNodes(generator: SeededGenerator(seed: seed))
        for round in 0..<Effort.count(5_000, atLeast: 40, byDefault: 60) {
            let old = nodes.node(merges: merges)
            let new = old.copy()
            nodes.change(new, merges: merges, all: round % 4 == 0)
            let (before, after) = (try export(old), try export(new))
            let patch = try makePatch(new, old)
            let applications: [(PatchNode) throws -> Void] = [
                { try patch.applyText($0, patch.text) }, patch.applyTree,
            ]
            for apply in applications {
                let copy = old.copy()
                do {
                    try apply(copy)
                } catch {
                    Issue.record("\(error)\n\(before)\n\(String(decoding: patch.text, as: UTF8.self))")
                }
                #expect(
                    try export(copy) == after, "\(before)\n\(String(decoding: patch.text, as: UTF8.self))")
            }
            #expect(try export(old) == before)
            if before == after { #expect(patch.isEmpty) }
        }
    }
}
