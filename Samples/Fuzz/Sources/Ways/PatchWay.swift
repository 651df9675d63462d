import Foundation
import ModelObjects

extension Way {
    /// Checks the claims about the patches between two states of a model, and about a damaged patch.
    func checkPatch(_ random: inout Random) throws {
        let old = Quilt.random(&random)
        let new = random.oneIn(4) ? Quilt.random(&random) : old.copy()
        for _ in 0..<random.below(6) { new.change(&random) }
        let claims = PatchClaims(old: old, new: new)
        try claims.mergePatchLeadsThere()
        try claims.jsonPatchLeadsThere()
        try claims.damageDoesNoHarm(&random)
    }
}

private struct PatchClaims {
    let old: Quilt
    let new: Quilt

    private static let options = ExportOptions(nulls: .include, sortedKeys: true)

    private func export(_ model: Quilt) throws -> String { try model.jsonString(options: Self.options) }

    private func input(_ patch: Data) -> String {
        "\((try? export(old)) ?? "")\n  to: \((try? export(new)) ?? "")\n  \(shown(patch))"
    }

    func mergePatchLeadsThere() throws {
        let patch: Data
        do {
            patch = try new.mergePatchData(since: old)
        } catch let error as ModelError {
            return try claim(error.code == .notExportable, "\(error)", input: input(Data()))
        }
        try leadsThere("a merge patch", patch) { try $0.apply(mergePatch: patch) }
    }

    func jsonPatchLeadsThere() throws {
        let patch = try new.jsonPatchData(since: old)
        try leadsThere("a JSON Patch", patch) { try $0.apply(jsonPatch: patch) }
    }

    private func leadsThere(_ kind: String, _ patch: Data, _ apply: (Quilt) throws -> Void) throws {
        let copy = old.copy()
        do {
            try apply(copy)
        } catch {
            throw Violation(claim: "\(kind) cannot be applied: \(error)", input: input(patch))
        }
        let there = try export(copy)
        try claim(there == export(new), "\(kind) leads to \(there)", input: input(patch))
    }

    /// A damaged patch changes nothing or gives a model that can be exported.
    func damageDoesNoHarm(_ random: inout Random) throws {
        var patch = [UInt8](
            random.oneIn(2) ? try new.jsonPatchData(since: old) : Data(RandomPatch.text(&random).utf8))
        if random.oneIn(2), !patch.isEmpty { patch[random.below(patch.count)] = random.byte }
        let copy = old.copy()
        let before = try export(copy)
        do {
            if random.oneIn(4) {
                try copy.apply(mergePatch: Data(patch.dropFirst().dropLast()))
            } else {
                try copy.apply(jsonPatch: Data(patch))
            }
            _ = try export(copy)
        } catch {
            try claim(
                export(copy) == before, "after \(error) the model has changed", input: input(Data(patch)))
        }
    }
}

/// The text of a patch with random operations, most of which fail.
private enum RandomPatch {
    static func text(_ random: inout Random) -> String {
        "[" + random.many(5) { operation(&$0) }.joined(separator: ",") + "]"
    }

    private static func operation(_ random: inout Random) -> String {
        let name = random.pick(["add", "remove", "replace", "move", "copy", "test", "other"])
        return
            #"{"op":"\#(name)","path":"\#(pointer(&random))","from":"\#(pointer(&random))","value":\#(value(&random))}"#
    }

    private static func pointer(_ random: inout Random) -> String {
        let steps = [
            "name", "tag", "count", "presence", "inner", "always", "id", "quilts", "numbers", "texts",
            "patches", "a", "0", "1",
            "-", "01", "~0", "~1", "~2", "", "meta", "deep", "list", "shape", "kind", "anything",
            "presentPatch",
        ]
        return random.many(4) { "/" + $0.pick(steps) }.joined()
    }

    private static func value(_ random: inout Random) -> String {
        random.pick([
            "null", "1", "\"a\"", "true", "{}", "[]", #"{"id":2}"#, #"{"kind":"blue"}"#, #"[{"name":"q"}]"#,
            "1.5",
            #"{"name":"x","inner":{"count":3}}"#, #"{"a":null}"#, "1e400",
        ])
    }
}
