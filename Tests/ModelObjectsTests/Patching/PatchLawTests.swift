import Foundation
import ModelObjects
import Testing

/// Applying the patch from a to b to a copy of a gives an object whose export equals that of b.
struct PatchLawTests {
    private static let options = ExportOptions(nulls: .include, sortedKeys: true)

    private func export(_ model: ModelObject) throws -> String { try model.jsonString(options: Self.options) }

    @Test func mergePatches() throws {
        var nodes = PatchNodes(generator: SeededGenerator(seed: 11))
        for round in 0..<Effort.count(5_000, atLeast: 100) {
            let old = nodes.node(merges: true)
            let new = old.copy()
            if round % 4 == 0 {
                nodes.change(new, merges: true, all: true)
            } else {
                nodes.change(new, merges: true)
            }
            let (before, after) = (try export(old), try export(new))
            for isText in [true, false] {
                let copy = old.copy()
                let patch = try new.mergePatchData(since: old)
                do {
                    if isText {
                        try copy.apply(mergePatch: patch)
                    } else {
                        try copy.apply(mergePatch: new.mergePatch(since: old))
                    }
                } catch {
                    Issue.record("\(error)\n\(before)\n\(String(decoding: patch, as: UTF8.self))")
                }
                #expect(try export(copy) == after, "\(before)\n\(String(decoding: patch, as: UTF8.self))")
            }
            #expect(try export(old) == before)
            if before == after { #expect(try new.mergePatch(since: old).isEmpty) }
        }
    }

    @Test func jsonPatches() throws {
        var nodes = PatchNodes(generator: SeededGenerator(seed: 12))
        for round in 0..<Effort.count(5_000, atLeast: 100) {
            let old = nodes.node(merges: false)
            let new = old.copy()
            if round % 4 == 0 {
                nodes.change(new, merges: false, all: true)
            } else {
                nodes.change(new, merges: false)
            }
            let (before, after) = (try export(old), try export(new))
            let patch = try new.jsonPatchData(since: old)
            for isText in [true, false] {
                let copy = old.copy()
                do {
                    if isText {
                        try copy.apply(jsonPatch: patch)
                    } else {
                        try copy.apply(jsonPatch: new.jsonPatch(since: old))
                    }
                } catch {
                    Issue.record("\(error)\n\(before)\n\(String(decoding: patch, as: UTF8.self))")
                }
                #expect(try export(copy) == after, "\(before)\n\(String(decoding: patch, as: UTF8.self))")
            }
            if before == after { #expect(try new.jsonPatch(since: old).isEmpty) }
        }
    }
}
