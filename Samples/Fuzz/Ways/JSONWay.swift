import Foundation
import ModelObjects

extension Way {
    /// A document as somebody could have written it, in half of all cases with damaged bytes.
    func checkJSON(_ random: inout Random) throws {
        var source = TreeSource(random)
        let tree = source.creature()
        random = source.random
        var bytes = tree.bytes
        let isWhole = random.oneIn(2)
        if !isWhole { ByteDamage.json(&bytes, &random) }
        let data = Data(bytes)
        let claims = MappingClaims { shown(bytes) }

        let plain = try? Creature(json: data)
        let hooked = try? HookedCreature(json: data)
        if isWhole, tree.numbersFitSwift, !tree.repeatsKeys {
            try claims.sameExport(plain, hooked, "the hook changed something")
        }
        try claims.same(plain, Creature.inspect(json: data).0, "inspect made something else")
        if let plain { try claims.comesBack(plain) }

        let options = MappingClaims.options(&random)
        let picky = try? PickyCreature(json: data, options: options)
        try claims.same(
            picky, PickyCreature.inspect(json: data, options: options).0,
            "inspect made something else by \(options)")
        try claims.failedUpdateChangesNothing(picky ?? PickyCreature()) {
            try $0.update(json: data, options: options)
        }
        if let picky { _ = try? picky.jsonData() }
        _ = try? Creature.array(json: data)
        _ = try? Limb.dictionary(json: data)
        guard isWhole else { return }

        try claim(plain != nil, "a document was refused", input: claims.input())
        guard !tree.repeatsKeys, tree.numbersFitSwift, let dictionary = tree.swift as? [String: Any] else {
            return
        }
        try claims.same(plain, try? Creature(dictionary: dictionary), "the dictionary gives something else")
        try claims.same(
            picky, try? PickyCreature(dictionary: dictionary, options: options),
            "the dictionary gives something else by \(options)")
    }
}
