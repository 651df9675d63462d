import Foundation
import ModelObjects

extension Way {
    /// A dictionary of values that JSON has, and of those that it has not.
    func checkDictionary(_ random: inout Random) throws {
        var source = TreeSource(random)
        let tree = source.creature()
        var values = OddValues(source)
        let dictionary = values.odd(tree) as? [String: Any] ?? [:]
        random = values.source.random
        let claims = MappingClaims { String(describing: tree) }

        let plain = try? Creature(dictionary: dictionary)
        let options = MappingClaims.options(&random)
        let picky = try? PickyCreature(dictionary: dictionary, options: options)
        // What the hook gets of values that JSON has not need not be what was there.
        _ = try? HookedCreature(dictionary: dictionary)
        if values.areEquatable {
            if let plain {
                // Not where a value is too deep: a report may leave out a candidate that it has no use for.
                try claims.same(
                    plain, Creature.inspect(dictionary: dictionary).0, "inspect made something else")
                try claims.isStable(plain)
            }
            try claims.failedUpdateChangesNothing(picky ?? PickyCreature()) {
                try $0.update(dictionary: dictionary, options: options)
            }
        }
        _ = try? Creature.array(json: [dictionary, values.odd(.null), values.value()])
        _ = try? Creature.model(dictionary: dictionary, options: options)
    }
}

extension MappingClaims {
    /// A value such as a NaN, a key that is not text, or a date out of range has no JSON: what of an object
    /// has, comes back from then on.
    func isStable(_ model: Creature) throws {
        var options = ExportOptions()
        options.notFinite = .omit
        guard let first = try? model.jsonData(options) else { return }
        let mapped = try Creature(json: first)
        let again = try Creature(json: mapped.jsonData(options))
        try same(mapped, again, "what came back did not come back once more")
        try claim(model == model.copy(), "a copy is unequal", input: input())
    }
}
