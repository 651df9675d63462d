import Foundation
import ModelObjects

extension Way {
    /// Checks a dictionary with JSON values and others, or a small one with a single value that JSON does not have.
    func checkDictionary(_ number: Int, seed: UInt64, _ random: inout Random, _ groups: Groups) throws {
        guard Groups.place(of: number).index == 0 else {
            groups.prepareDocument(number, seed: seed)
            return try checkReplaced(groups, &random)
        }
        var source = TreeSource(random)
        let tree = source.creature()
        var values = OddValues(source)
        let dictionary = values.odd(tree) as? [String: Any] ?? [:]
        random = values.source.random
        let claims = MappingClaims { String(describing: tree) }

        let options = MappingClaims.options(&random)
        switch random.below(6) {
        case 0:
            // A value that JSON does not have may reach the hook in a different form.
            _ = try? HookedCreature(dictionary: dictionary)
            _ = HookedCreature.inspect(dictionary: dictionary, options: options)
        case 1:
            let plain = try? Creature(dictionary: dictionary)
            let inspected = Creature.inspect(dictionary: dictionary).object
            if values.areEquatable { try claims.same(plain, inspected, "inspect made something else") }
        case 2:
            let plain = try? Creature(dictionary: dictionary)
            if values.areEquatable, let plain { try claims.isStable(plain) }
        case 3:
            let creature = PickyCreature()
            creature.limb = Limb()
            guard values.areEquatable else {
                _ = try? creature.update(dictionary: dictionary, options: options)
                return
            }
            try claims.failedUpdateChangesNothing(creature) {
                try $0.update(dictionary: dictionary, options: options)
            }
        case 4:
            _ = try? Creature.array(json: [dictionary, values.odd(.null), values.value()])
            _ = try? Creature.model(dictionary: dictionary, options: options)
        default:
            _ = try? Creature(dictionary: dictionary)
        }
    }

    private func checkReplaced(_ groups: Groups, _ random: inout Random) throws {
        var values = OddValues(TreeSource(random))
        var dictionary = groups.dictionary
        let (key, shape) = values.source.random.pick(Speck.keys)
        dictionary[key] = values.value(insteadOf: shape)
        random = values.source.random
        let plain = try? Speck(dictionary: dictionary)
        guard values.areEquatable else { return }
        let claims = MappingClaims { "\(groups.tree) with \(key): \(String(describing: dictionary[key]))" }
        switch random.below(8) {
        case 0:
            try claims.same(
                plain, Speck.inspect(dictionary: dictionary).object, "inspect made something else")
        case 1:
            let speck = Speck()
            speck.next = Speck()
            try claims.failedUpdateChangesNothing(speck) {
                try $0.update(dictionary: dictionary, options: .strict)
            }
        case 2:
            if let plain { try claims.isStable(plain) }
        default: break
        }
    }
}

extension MappingClaims {
    /// After one export and mapping, an object no longer changes.
    ///
    /// The first export drops values without a JSON form, such as a NaN, a key that is not a string, or a date out of
    /// range.
    func isStable<Model: ModelObject>(_ model: Model) throws {
        var options = ExportOptions()
        options.notFinite = .omit
        guard let first = try? model.jsonData(options: options) else { return }
        let mapped = try Model(json: first)
        let again = try Model(json: mapped.jsonData(options: options))
        try same(mapped, again, "what came back did not come back once more")
        try claim(model == model.copy(), "a copy is unequal", input: input())
    }
}
