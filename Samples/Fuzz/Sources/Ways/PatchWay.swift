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

    /// A random or damaged patch changes nothing or gives a model that can be exported.
    func damageDoesNoHarm(_ random: inout Random) throws {
        let options = random.maybe { MappingClaims.options(&$0) }
        if random.oneIn(2) {
            var patch = try patchBytes(&random, RandomPatch.mergePatch) { try new.mergePatchData(since: old) }
            if random.oneIn(4) { ByteDamage.json(&patch, &random) }
            try doesNoHarm(Data(patch), options) { try $0.apply(mergePatch: Data(patch), options: options) }
        } else {
            var patch = try patchBytes(&random, RandomPatch.jsonPatch) { try new.jsonPatchData(since: old) }
            if random.oneIn(2), !patch.isEmpty { patch[random.below(patch.count)] = random.byte }
            try doesNoHarm(Data(patch), options) { try $0.apply(jsonPatch: Data(patch), options: options) }
        }
    }

    /// A patch between the two states, or a random one.
    private func patchBytes(
        _ random: inout Random, _ other: (inout Random) -> Tree, _ between: () throws -> Data
    ) throws -> [UInt8] {
        guard random.oneIn(2) else { return other(&random).bytes }
        do {
            return Array(try between())
        } catch let error as ModelError where error.code == .notExportable {
            // A merge patch cannot contain every change.
            return other(&random).bytes
        }
    }

    private func doesNoHarm(
        _ patch: Data, _ options: MappingOptions?, _ apply: (Quilt) throws -> Void
    ) throws {
        let copy = old.copy()
        let before = try export(copy)
        let description = { "\(input(patch))\n  options: \(options.map { "\($0)" } ?? "none")" }
        do {
            try apply(copy)
        } catch {
            return try claim(
                export(copy) == before, "after \(error) the model has changed", input: description())
        }
        try claim((try? export(copy)) != nil, "the patched model cannot be exported", input: description())
    }
}

/// Random patches, most of which fail.
private enum RandomPatch {
    static func jsonPatch(_ random: inout Random) -> Tree { .array(random.many(5) { operation(&$0) }) }

    /// A merge patch for a `Quilt` and what it contains.
    static func mergePatch(_ random: inout Random) -> Tree { mergePatch(&random, depth: 0) }

    private static func mergePatch(_ random: inout Random, depth: Int) -> Tree {
        .object(
            random.many(5) { random in
                let isNested = depth < 4 && random.oneIn(2)
                return (
                    random.pick(keys),
                    isNested ? mergePatch(&random, depth: depth + 1) : random.pick(values)
                )
            })
    }

    private static func operation(_ random: inout Random) -> Tree {
        .object([
            ("op", .string(random.pick(["add", "remove", "replace", "move", "copy", "test", "other"]))),
            ("path", .string(pointer(&random))), ("from", .string(pointer(&random))),
            ("value", random.pick(values)),
        ])
    }

    private static func pointer(_ random: inout Random) -> String {
        random.many(4) { "/" + $0.pick(keys + ["-", "01", "~0", "~1", "~2", ""]) }.joined()
    }

    private static let keys = [
        "name", "tag", "label", "count", "price", "date", "presence", "inner", "always", "quilts", "numbers",
        "texts", "patches", "patchesByNumber", "anything", "meta", "deep", "list", "shape", "presentPatch",
        "id", "text", "kind", "width", "height", "a", "0", "1", "unknown",
    ]

    private static let values: [Tree] = [
        .null, .number("1"), .string("a"), .bool(true), .object([]), .array([]),
        .object([("id", .number("2"))]), .object([("kind", .string("blue"))]),
        .array([.object([("name", .string("q"))])]), .number("1.5"),
        .object([("name", .string("x")), ("inner", .object([("count", .number("3"))]))]),
        .object([("a", .null)]), .number("1e400"),
    ]
}
