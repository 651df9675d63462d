import Foundation
import ModelObjects
import Testing

/// The law of patches in random hierarchies with up to three discriminators: a patch from one object to another makes the
/// other one, or it cannot be made.
struct ClassPatchLawTests {
    /// Where the discriminators of a hierarchy are, and whether they have fallbacks.
    protocol Hierarchy {
        static var keys: [String] { get }
        /// The fallbacks of the three levels, as indices of the classes that `Made` lists.
        static var fallbacks: [Int?] { get }
    }

    enum Strict: Hierarchy {
        static let keys = ["method", "brand", "tier"]
        static let fallbacks: [Int?] = [nil, nil, nil]
    }
    enum ToItself: Hierarchy {
        static let keys = ["method", "brand", "tier"]
        static let fallbacks: [Int?] = [0, 1, 2]
    }
    enum LeadingOn: Hierarchy {
        static let keys = ["method", "brand", "tier"]
        static let fallbacks: [Int?] = [1, 2, 3]
    }
    enum Paths: Hierarchy {
        static let keys = ["x.y.z", "x.y.w", "v.u"]
        static let fallbacks: [Int?] = [nil, 1, nil]
    }
    enum ToLeaf: Hierarchy {
        static let keys = ["method", "x.brand", "x.tier"]
        static let fallbacks: [Int?] = [4, nil, 2]
    }

    class Payment<H: Hierarchy>: ModelObject {
        var amount = 0
        var color: String? = "red"
        override class var discriminator: Discriminator? {
            .key(
                H.keys[0], ["card": Card<H>.self, "plastic": Card<H>.self, "transfer": Transfer<H>.self],
                fallback: H.fallbacks[0].map { Made<H>.classes[$0] })
        }
    }
    class Card<H: Hierarchy>: Payment<H> {
        var number: Int?
        override class var discriminator: Discriminator? {
            .key(
                H.keys[1], ["visa": Visa<H>.self, "gold": Gold<H>.self],
                fallback: H.fallbacks[1].map { Made<H>.classes[$0] })
        }
    }
    class Visa<H: Hierarchy>: Card<H> {
        var next: Payment<H>?
        override class func willMap(_ json: [String: Any]) -> [String: Any]? { json }
        override class var discriminator: Discriminator? {
            .key(H.keys[2], ["gold": Gold<H>.self], fallback: H.fallbacks[2].map { Made<H>.classes[$0] })
        }
    }
    final class Gold<H: Hierarchy>: Visa<H> { var weight: Int? = 1 }
    final class Transfer<H: Hierarchy>: Payment<H> {
        var bank: String?
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    /// No discriminator names it.
    final class Cash<H: Hierarchy>: Payment<H> { var coins = 0 }

    enum Made<H: Hierarchy> {
        static var classes: [Payment<H>.Type] {
            [Payment<H>.self, Card<H>.self, Visa<H>.self, Gold<H>.self, Transfer<H>.self, Cash<H>.self]
        }
    }

    class Wallet<H: Hierarchy>: ModelObject {
        var p: Payment<H>?
        var card: Card<H>?
        var visa: Visa<H>?
        var always: Payment<H> = Gold<H>()
        var list: [Payment<H>] = []
        var cards: [String: Card<H>] = [:]
        var lists: [String: [Payment<H>]] = [:]
        var present: Presence<Payment<H>> = .null
        var part: Payment<H>?
        override class var propertyRules: [String: PropertyRule] { ["part": .key("in.part")] }
    }
    final class Hooked<H: Hierarchy>: Wallet<H> {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class WillMap<H: Hierarchy>: Wallet<H> {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? { json }
    }
    final class Exporting<H: Hierarchy>: Wallet<H> {
        override func didExport(_ json: inout [String: Any]) throws { json["extra"] = nil }
    }

    /// Random objects of a hierarchy.
    struct Maker<H: Hierarchy> {
        var random: SeededNumbers

        mutating func chance(_ share: Double = 0.5) -> Bool {
            Double.random(in: 0..<1, using: &random) < share
        }
        mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

        mutating func payment(_ depth: Int = 0) -> Payment<H> {
            let payment = Made<H>.classes[number(number(3) == 0 ? 6 : 5)].init()
            payment.amount = number(3)
            payment.color = chance() ? nil : chance() ? "red" : "blue"
            if let card = payment as? Card<H> { card.number = chance() ? nil : number(3) }
            if let visa = payment as? Visa<H>, depth < 2, chance() { visa.next = self.payment(depth + 1) }
            if let gold = payment as? Gold<H> { gold.weight = chance() ? nil : number(3) }
            if let transfer = payment as? Transfer<H> { transfer.bank = chance() ? nil : "b" }
            return payment
        }

        mutating func some<Model: ModelObject>(_: Model.Type) -> Model? { payment() as? Model }

        /// The key with another normalization.
        func respelled(_ key: String) -> String { key == "\u{E9}" ? "e\u{301}" : key }

        mutating func change(_ wallet: Wallet<H>, share: Double) {
            if chance(share) { wallet.p = chance(0.2) ? nil : payment() }
            if chance(share) { wallet.card = some(Card<H>.self) }
            if chance(share) { wallet.visa = some(Visa<H>.self) }
            if chance(share) { wallet.always = payment() }
            if chance(share) { wallet.list = (0..<number(4)).map { _ in payment() } }
            if chance(share), !wallet.list.isEmpty { wallet.list[number(wallet.list.count)] = payment() }
            if chance(share) { wallet.cards["a"] = some(Card<H>.self) }
            if chance(share) { wallet.cards["\u{E9}"] = some(Card<H>.self) }
            if chance(share) { wallet.cards = .init(wallet.cards.map { (respelled($0), $1) }) { $1 } }
            if chance(share) { wallet.lists["a"] = (0..<number(3)).map { _ in payment() } }
            if chance(share) { wallet.present = chance(0.2) ? .null : .value(payment()) }
            if chance(share) { wallet.part = chance(0.2) ? nil : payment() }
            if chance(share) { wallet.p?.amount = number(3) }
            if chance(share) { wallet.list.first?.color = nil }
        }
    }

    private func check<H: Hierarchy>(_: H.Type, seed: UInt64) throws {
        var maker = Maker<H>(random: SeededNumbers(seed: seed))
        let types: [Wallet<H>.Type] = [Wallet<H>.self, Hooked<H>.self, WillMap<H>.self, Exporting<H>.self]
        var made = 0
        for round in 0..<Effort.count(1_000, byDefault: 100) {
            let old = types[round % types.count].init()
            maker.change(old, share: 0.4)
            let new = old.copy()
            maker.change(new, share: [0.1, 0.3, 0.9][round % 3])
            let texts = try [old, new].map { try $0.jsonString() }
            let isMapped = try [old, new].allSatisfy { wallet in
                let json = try wallet.jsonString(options: ExportOptions(nulls: .include))
                return try type(of: wallet).init(json: json, options: MappingOptions(nulls: .clearOptionals))
                    == wallet
            }
            for isMerge in [true, false] {
                let patched = old.copy()
                var patch = Data()
                do {
                    patch = isMerge ? try new.mergePatchData(since: old) : try new.jsonPatchData(since: old)
                } catch let error as ModelError where error.code == .notExportable {
                    #expect(error.description.hasPrefix("A patch cannot set another class ("))
                    #expect(!isMapped, "\(error): \(texts)")
                    continue
                }
                // A document that cannot be mapped cannot be applied either.
                if !isMapped { continue }
                made += 1
                if isMerge {
                    try patched.apply(mergePatch: patch, options: .strict)
                } else {
                    try patched.apply(jsonPatch: patch, options: .strict)
                }
                #expect(patched == new, "\(H.self) \(texts) \(String(decoding: patch, as: UTF8.self))")
            }
        }
        #expect(made > 0)
    }

    @Test func patchesMakeTheOtherObject() throws {
        try check(Strict.self, seed: 31)
        try check(ToItself.self, seed: 32)
        try check(LeadingOn.self, seed: 33)
        try check(Paths.self, seed: 34)
        try check(ToLeaf.self, seed: 35)
    }

    // MARK: Patches written by hand

    /// A random change of the text at a discriminator's key, as the value of a member.
    private static func change(
        _ path: ArraySlice<String>, _ text: String?, _ random: inout SeededNumbers
    ) -> (key: String, value: Any) {
        let key = path.first ?? ""
        // Null in the place of a whole object removes what is in it.
        if path.count == 1 || text == nil && Int.random(in: 0..<3, using: &random) == 0 {
            return (key, text ?? NSNull())
        }
        let inner = change(path.dropFirst(), text, &random)
        return (key, [inner.key: inner.value])
    }

    /// A document after a merge patch (RFC 7396).
    private static func merged(_ patch: [String: Any], into document: [String: Any]) -> [String: Any] {
        var document = document
        for (key, value) in patch {
            if let inner = value as? [String: Any] {
                document[key] = merged(inner, into: document[key] as? [String: Any] ?? [:])
            } else {
                document[key] = value is NSNull ? nil : value
            }
        }
        return document
    }

    private func checkByHand<H: Hierarchy>(_: H.Type, seed: UInt64) throws {
        var maker = Maker<H>(random: SeededNumbers(seed: seed))
        let nulls = MappingOptions(nulls: .clearOptionals)
        let texts = ["card", "plastic", "transfer", "visa", "gold", "other", nil]
        var (changed, kept, refused) = (0, 0, 0)
        for round in 0..<Effort.count(2_000, byDefault: 60) {
            let wallet = [Wallet<H>.self, Hooked<H>.self, WillMap<H>.self][round % 3].init()
            let old = maker.payment()
            let document = try old.jsonObject(options: ExportOptions(nulls: .include))
            // The document has to tell all that there is.
            guard (try? Payment<H>.model(dictionary: document, options: nulls)) == old else { continue }
            (wallet.p, wallet.present) = (old, .value(old.copy()))
            var patch: [String: Any] = ["amount": 9]
            for key in H.keys where maker.chance() {
                let text = texts[maker.number(texts.count)]
                let change = Self.change(key.split(separator: ".").map(String.init)[...], text, &maker.random)
                patch = Self.merged([change.key: change.value], into: patch)
                if change.value is NSNull { patch[change.key] = NSNull() }
            }
            let patched = Self.merged(patch, into: document)
            let expected = try? Payment<H>.model(dictionary: patched, options: nulls)
            let message = "\(H.self) \(try old.jsonString()) \(patch)"
            try wallet.apply(mergePatch: ["p": patch, "present": patch])
            for (place, result) in [wallet.p, wallet.present.value].enumerated() {
                if let expected {
                    #expect(result.map { type(of: $0) } == type(of: expected), "\(message)")
                    #expect(result?.amount == 9, "\(message)")
                    if type(of: expected) == type(of: old) {
                        #expect(place == 1 || result === old, "\(message)")
                        #expect(result == expected, "\(message)")
                        kept += 1
                    } else {
                        changed += 1
                    }
                } else {
                    // Nothing names a class: the object is filled in place, or stays as it is if a text is wrong.
                    #expect(result.map { type(of: $0) } == type(of: old), "\(message)")
                    #expect(place == 1 || result === old, "\(message)")
                    refused += 1
                }
            }
            try checkOperation(old, document, patched, expected, message)
        }
        #expect(changed > 0 && kept > 0 && refused > 0 || H.fallbacks[0] != nil)
    }

    /// A JSON patch that replaces an object by the patched document.
    private func checkOperation<H: Hierarchy>(
        _ old: Payment<H>, _ document: [String: Any], _ patched: [String: Any], _ expected: Payment<H>?,
        _ message: String
    ) throws {
        let old = try Payment<H>.model(
            dictionary: document, options: MappingOptions(nulls: .clearOptionals))
        let wallet = Wallet<H>()
        wallet.p = old
        let operations: [[String: Any]] = [["op": "replace", "path": "/p", "value": patched]]
        guard let expected else {
            let error = #expect(throws: ModelError.self, "\(message)") {
                try wallet.apply(jsonPatch: operations)
            }
            #expect(error?.code == .patchFailed && wallet.p === old)
            return
        }
        let isKept = type(of: expected) == type(of: old)
        do {
            try wallet.apply(jsonPatch: operations)
            #expect(wallet.p == expected, "\(message)")
        } catch let error as ModelError {
            // An object that stays takes no keys that it does not export, such as those of other classes.
            let sentence = "Operation 0 of the patch, at `/p`, failed: no property has this key (`/p/"
            #expect(isKept && error.description.hasPrefix(sentence), "\(message)")
        }
        #expect((wallet.p === old) == isKept, "\(message)")
    }

    @Test func thePatchedDocumentNamesTheClass() throws {
        try checkByHand(Strict.self, seed: 41)
        try checkByHand(ToItself.self, seed: 42)
        try checkByHand(LeadingOn.self, seed: 43)
        try checkByHand(Paths.self, seed: 44)
        try checkByHand(ToLeaf.self, seed: 45)
    }
}
