import Foundation
import ModelObjects

extension Way {
    /// Checks one claim about a plausible document, or maps a small document with damaged bytes.
    func checkJSON(_ number: Int, seed: UInt64, _ random: inout Random, _ groups: Groups) throws {
        guard Groups.place(of: number).index == 0 else {
            groups.prepareDocument(number, seed: seed)
            var bytes = groups.bytes
            ByteDamage.json(&bytes, &random)
            return try checkDamaged(Data(bytes), &random)
        }
        let kind = random.below(8)
        var source = TreeSource(random)
        let tree = kind == 3 || kind == 4 ? source.pickyCreature() : source.creature()
        random = source.random
        var bytes = tree.bytes
        let isWhole = !random.oneIn(4)
        if !isWhole { ByteDamage.json(&bytes, &random) }
        let document = Document(data: Data(bytes), tree: isWhole ? tree : nil)

        switch kind {
        case 0: try document.goesTheSameWayThroughTheHook()
        case 1: try document.isInspectedAsItIsMapped()
        case 2: try document.comesBack()
        case 3: for _ in 0..<8 { try document.obeysOptions(MappingClaims.options(&random)) }
        case 4: try document.updatesAllOrNothing(MappingClaims.options(&random))
        case 5: try document.hasNoOrder(&random)
        case 6: try document.updatesOnce()
        default: try document.isItsDictionary()
        }
    }

    private func checkDamaged(_ data: Data, _ random: inout Random) throws {
        let plain = try? Speck(json: data)
        let claims = MappingClaims { shown(data) }
        switch random.below(8) {
        case 0:
            let hooked = try? HookedSpeck(json: data)
            try claim((plain == nil) == (hooked == nil), "the hook refuses otherwise", input: claims.input())
        case 1: try claims.same(plain, Speck.inspect(json: data).object, "inspect made something else")
        case 2:
            if let plain { try claims.comesBack(plain) }
        case 3:
            let speck = Speck()
            speck.next = Speck()
            try claims.failedUpdateChangesNothing(speck) { try $0.update(json: data, options: .strict) }
        default: break
        }
    }
}

/// JSON text, and the tree it was written from if it is intact.
private struct Document {
    let data: Data
    let tree: Tree?
    let claims: MappingClaims

    init(data: Data, tree: Tree?) {
        self.data = data
        self.tree = tree
        claims = MappingClaims { shown(data) }
    }

    /// The equivalent dictionary, if there is one: it has only the last value of a repeated key.
    private var dictionary: [String: Any]? {
        guard let tree, tree.numbersFitSwift, !tree.repeatsKeys else { return nil }
        return tree.swift as? [String: Any]
    }

    private func plain() throws -> Creature? {
        let plain = try? Creature(json: data)
        if tree != nil { try claim(plain != nil, "a document was refused", input: claims.input()) }
        return plain
    }

    func goesTheSameWayThroughTheHook() throws {
        let (plain, hooked) = (try plain(), try? HookedCreature(json: data))
        try claim((plain == nil) == (hooked == nil), "the hook refuses otherwise", input: claims.input())
        // The hook receives a fraction as a Double, and nested dictionaries with the last value of each key.
        guard let tree, tree.numbersFitSwift, !tree.repeatsKeys else { return }
        try claims.same(plain, inherited: hooked, "the hook changed something")
    }

    func isInspectedAsItIsMapped() throws {
        try claims.same(try plain(), Creature.inspect(json: data).object, "inspect made something else")
    }

    func comesBack() throws {
        if let plain = try plain() { try claims.comesBack(plain) }
    }

    func obeysOptions(_ options: MappingOptions) throws {
        let picky = try? PickyCreature(json: data, options: options)
        let inspected = PickyCreature.inspect(json: data, options: options).object
        try claims.same(picky, inspected, "inspect made something else by \(options)")
        try claims.sameExports(picky, inspected, "inspect kept something else by \(options)")
        if let dictionary {
            let other = try? PickyCreature(dictionary: dictionary, options: options)
            // A strict call with text rejects a value under `01` even if the value under `1` is used.
            if picky == nil, tree?.respellsIntegers == true { return }
            try claims.same(picky, other, "the dictionary gives something else by \(options)")
            try claims.sameExports(picky, other, "the dictionary keeps something else by \(options)")
        }
    }

    func updatesAllOrNothing(_ options: MappingOptions) throws {
        let before = PickyCreature()
        before.limb = Limb()
        before.child = Creature()
        try claims.failedUpdateChangesNothing(before) { try $0.update(json: data, options: options) }
    }

    /// The order of keys makes no difference.
    func hasNoOrder(_ random: inout Random) throws {
        _ = try? Creature.array(json: data)
        _ = try? Limb.dictionary(json: data)
        guard let tree else { return }
        var source = TreeSource(random)
        let shuffled = Data(source.shuffled(tree).bytes)
        try claims.same(
            try plain(), try? Creature(json: shuffled),
            "another order, \(String(decoding: shuffled, as: UTF8.self)), gives something else")
    }

    /// Repeating an update changes nothing.
    func updatesOnce() throws {
        let creature = Creature()
        do {
            try creature.update(json: data)
        } catch {
            try claims.same(creature, Creature(), "a failed update changed something")
            return
        }
        let once = creature.copy()
        try creature.update(json: data)
        try claims.same(once, creature, "the same update changed something the second time")
        guard let dictionary else { return }
        try creature.update(dictionary: dictionary)
        try claims.same(once, creature, "the same update from a dictionary changed something")
    }

    func isItsDictionary() throws {
        guard let dictionary else {
            _ = try plain()
            return
        }
        try claims.same(
            try plain(), try? Creature(dictionary: dictionary), "the dictionary gives something else")
    }
}
