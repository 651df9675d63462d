import Foundation
import ModelObjects
import Testing

/// Patches that name the class of a model, in hierarchies with several discriminators.
struct ClassPatchTests {
    class Payment: ModelObject {
        var amount = 0
        override class var discriminator: Discriminator? {
            .key("method", ["card": Card.self, "plastic": Card.self, "transfer": Transfer.self])
        }
    }
    class Card: Payment {
        var color: String? = "red"
        override class var discriminator: Discriminator? { .key("brand", ["visa": Visa.self]) }
    }
    final class Visa: Card { var number = 0 }
    final class Transfer: Payment { var bank: String? }

    class Wallet: ModelObject {
        var p: Payment?
        var card: Card?
        var byName: [String: Payment] = [:]
        var list: [Payment] = []
        var present: Presence<Payment> = .missing
        var anything: Any?
    }
    final class HookedWallet: Wallet {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class WillMapWallet: Wallet {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? { json }
    }
    final class ExportingWallet: Wallet {
        override func didExport(_ json: inout [String: Any]) throws { json["extra"] = nil }
    }

    static let wallets: [Wallet.Type] = [
        Wallet.self, HookedWallet.self, WillMapWallet.self, ExportingWallet.self,
    ]

    private func wallet(_ type: Wallet.Type, _ make: () -> Payment) -> Wallet {
        let wallet = type.init()
        (wallet.p, wallet.byName["a"], wallet.list, wallet.present, wallet.anything) = (
            make(), make(), [make()], .value(make()), make()
        )
        wallet.card = make() as? Card
        return wallet
    }

    private func visa() -> Visa {
        let visa = Visa()
        (visa.amount, visa.number) = (1, 4)
        return visa
    }

    private func models(_ wallet: Wallet) -> [Payment?] {
        [wallet.p, wallet.byName["a"], wallet.present.value]
    }

    private func name(_ model: ModelObject?) -> String { model.map { "\(type(of: $0))" } ?? "nil" }

    /// Null removes the text of a discriminator, and the patched document names the class.
    @Test(arguments: [
        (#"{"brand": null}"#, "Card", "red", false), (#"{"brand": null, "color": null}"#, "Card", nil, false),
        (#"{"BRAND": null, "color": "blue"}"#, "Card", "blue", false),
        (#"{"brand": "amex"}"#, "Card", "red", false), (#"{"method": "transfer"}"#, "Transfer", nil, false),
        (#"{"method": "transfer", "brand": null}"#, "Transfer", nil, false),
        (#"{"brand": "visa", "color": null}"#, "Visa", nil, true),
        (#"{"method": "plastic", "color": "blue"}"#, "Visa", "blue", true),
        (#"{"method": "plastic", "brand": "visa"}"#, "Visa", "red", true),
        // Nothing names a class: the object stays what it is.
        (#"{"method": null, "color": null}"#, "Visa", nil, true),
        // No class has this text.
        (#"{"method": "cash", "color": null}"#, "Visa", "red", true),
    ])
    func aMergePatchNamesTheClass(patch: String, type: String, color: String?, staysInPlace: Bool) throws {
        for holder in Self.wallets {
            for options in patch.contains("cash") ? [MappingOptions()] : [MappingOptions(), .strict] {
                let wallet = wallet(holder, visa)
                let before = models(wallet)
                try wallet.apply(
                    mergePatch: #"{"p": \#(patch), "byName": {"a": \#(patch)}, "present": \#(patch)}"#,
                    options: options)
                for (old, new) in zip(before, models(wallet)) {
                    #expect(name(new) == type, "\(holder)")
                    #expect((new as? Card)?.color == color, "\(holder)")
                    #expect((old === new) == staysInPlace, "\(holder)")
                }
            }
        }
    }

    /// A new object has the members that the patch has, and no others of the former object.
    @Test func aMergePatchMakesANewObjectOfItsMembers() throws {
        let wallet = wallet(Wallet.self, visa)
        try wallet.apply(mergePatch: #"{"p": {"brand": null}, "card": {"amount": 7}}"#)
        #expect(try wallet.p?.jsonString() == #"{"method":"card","amount":0,"color":"red"}"#)
        #expect(wallet.card is Visa && wallet.card?.amount == 7)
    }

    /// One model in two places becomes two models if only one place names another class.
    @Test func aSharedModelIsReplacedInOnePlace() throws {
        for holder in Self.wallets {
            let (wallet, visa) = (holder.init(), visa())
            (wallet.p, wallet.card) = (visa, visa)
            try wallet.apply(mergePatch: #"{"p": {"method": "transfer"}, "card": {"number": 5}}"#)
            #expect(wallet.p is Transfer && wallet.card === visa && visa.number == 5)
        }
    }

    /// The class that a JSON patch names, in each place that holds a model; nil for an error.
    @Test(arguments: [
        (#"{"op":"remove","path":"*/brand"}"#, "Card", true),
        (#"{"op":"replace","path":"*/brand","value":"amex"}"#, "Card", true),
        (#"{"op":"replace","path":"*/method","value":"plastic"}"#, "Visa", false),
        (#"{"op":"replace","path":"*/method","value":"transfer"}"#, "Transfer", true),
        (#"{"op":"replace","path":"*","value":{"method":"transfer","bank":"b"}}"#, "Transfer", true),
        (#"{"op":"replace","path":"*/brand","value":"visa"}"#, "Visa", false),
        (#"{"op":"replace","path":"*/method","value":"cash"}"#, nil, false),
        (#"{"op":"remove","path":"*/method"}"#, nil, false),
        (#"{"op":"replace","path":"*","value":{"amount":5}}"#, nil, false),
    ])
    func aJSONPatchNamesTheClass(operation: String, type: String?, isNew: Bool) throws {
        for holder in Self.wallets {
            for (place, index) in [("/p", 0), ("/byName/a", 1), ("/present", 2), ("/list/0", 3)] {
                func each(_ wallet: Wallet) -> Payment? { (models(wallet) + [wallet.list.first])[index] }
                let wallet = wallet(holder, visa)
                let before = each(wallet)
                let patch = "[\(operation.replacingOccurrences(of: "*", with: place))]"
                guard let type else {
                    let error = #expect(throws: ModelError.self, "\(holder) \(patch)") {
                        try wallet.apply(jsonPatch: patch)
                    }
                    #expect(error?.code == .patchFailed && each(wallet) === before)
                    continue
                }
                try wallet.apply(jsonPatch: patch)
                #expect(
                    name(each(wallet)) == type && (each(wallet) !== before) == isNew, "\(holder) \(patch)")
                if isNew, patch.contains("op\":\"re"), !patch.contains("bank") {
                    #expect(each(wallet)?.amount == 1, "\(holder) \(patch)")
                }
            }
        }
    }

    private func failure(_ model: ModelObject, _ patch: String) throws -> String? {
        let before = try model.jsonString()
        let error = #expect(throws: ModelError.self, "\(patch)") { try model.apply(jsonPatch: patch) }
        #expect(try model.jsonString() == before && error?.code == .patchFailed)
        return error?.description
    }

    /// The place asks only the discriminator of Card.
    @Test func aTextThatThePlaceDoesNotAskForFails() throws {
        let wallet = wallet(Wallet.self, visa)
        let reason = "failed: an operation cannot change the class of this object."
        #expect(
            try failure(
                wallet,
                #"[{"op":"test","path":"/card/amount","value":1},{"op":"replace","path":"/card/method","value":"transfer"}]"#
            )
                == "Operation 1 of the patch, at `/card/method`, \(reason)")
        // Another text of the same class, and a document that leaves the text out.
        let card = wallet.card
        try wallet.apply(
            jsonPatch: #"""
                [{"op":"replace","path":"/card/method","value":"plastic"},
                 {"op":"replace","path":"/card/number","value":6}]
                """#)
        try wallet.apply(
            jsonPatch: #"[{"op":"replace","path":"/card","value":{"brand":"visa","number":8}}]"#)
        #expect(wallet.card === card && (card as? Visa)?.number == 8)
        // A merge patch ignores it, as an update does.
        try wallet.apply(mergePatch: #"{"card":{"method":"transfer","number":7}}"#)
        #expect(wallet.card === card && (card as? Visa)?.number == 7)
    }

    @Test func theRootKeepsItsClass() throws {
        let reason = "failed: an operation cannot change the class of this object."
        for (operation, path) in [
            (#""op":"remove","path":"/brand""#, "/brand"),
            (#""op":"replace","path":"/method","value":"transfer""#, "/method"),
            (#""op":"replace","path":"/method","value":"cash""#, "/method"),
            (#""op":"replace","path":"/method","value":[]"#, "/method"),
        ] {
            #expect(
                try failure(visa(), #"[{\#(operation)},{"op":"replace","path":"/amount","value":5}]"#)
                    == "Operation 0 of the patch, at `\(path)`, \(reason)")
        }
        for value in ["7", "[]", "null"] {
            #expect(
                try failure(visa(), #"[{"op":"replace","path":"","value":\#(value)}]"#)
                    == "Operation 0 of the patch, at ``, failed: the value is not an object.")
        }
        let visa = visa()
        try visa.apply(
            jsonPatch: #"""
                [{"op":"replace","path":"/method","value":"plastic"},{"op":"replace","path":"/amount","value":5}]
                """#)
        #expect(visa.amount == 5)
    }

    // MARK: Fallbacks

    class Base: ModelObject {
        var amount = 0
        override class var discriminator: Discriminator? { .key("method", ["card": Plain.self]) }
    }
    class Plain: Base {
        override class var discriminator: Discriminator? {
            .key("brand", ["gold": Gold.self], fallback: Plain.self)
        }
    }
    final class Gold: Plain {}
    final class Purse: ModelObject {
        var card: Plain?
        var cards: [String: Plain] = [:]
        var unnamed: Card?
        var list: [Card] = []
        var anything: Any?
    }

    @Test func aFallbackTakesTheClassWhoseTextIsRemoved() throws {
        let (old, new) = (Purse(), Purse())
        (old.card, old.cards) = (Gold(), ["a": Gold()])
        (new.card, new.cards) = (Plain(), ["a": Plain()])
        let merge = try new.mergePatchData(since: old)
        let plain = #"{"method":"card","amount":0,"brand":null}"#
        #expect(String(decoding: merge, as: UTF8.self) == #"{"card":\#(plain),"cards":{"a":\#(plain)}}"#)
        let (merged, patched) = (old.copy(), old.copy())
        try merged.apply(mergePatch: merge)
        try patched.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(merged == new && patched == new)
        #expect(name(merged.card) == "Plain" && name(patched.cards["a"]) == "Plain")
    }

    /// A patch that would have no effect, or another one, is not made.
    @Test func aClassThatThePlaceDoesNotFindCannotBeSet() throws {
        func check(_ change: (_ old: Purse, _ new: Purse) -> Void, _ sentence: String) {
            let (old, new) = (Purse(), Purse())
            change(old, new)
            for make in [{ _ = try new.mergePatch(since: old) }, { _ = try new.jsonPatch(since: old) }] {
                let error = #expect(throws: ModelError.self) { try make() }
                #expect(error?.code == .notExportable && error?.description == sentence)
            }
        }
        let place = "A patch cannot set another class (Card) at $"
        check({ ($0.unnamed, $1.unnamed) = (Visa(), Card()) }, "\(place).unnamed.")
        check({ ($0.anything, $1.anything) = (Visa(), Card()) }, "\(place).anything.")
    }

    /// Whole values are sent as an export has them, whether or not a receiver finds their classes.
    @Test func aModelWhoseClassIsNotNamedCanBeSent() throws {
        let old = Purse()
        old.list = [Card(), Visa()]
        let new = old.copy()
        new.list[1].amount = 5
        new.unnamed = Card()
        let exported = try new.jsonObject(options: ExportOptions(only: ["list"]))
        let patch = try new.mergePatch(since: old)
        #expect((patch["list"] as? NSArray) == (exported["list"] as? NSArray) && patch["unnamed"] != nil)
        let operations = try new.jsonPatch(since: old).compactMap { $0["path"] as? String }
        #expect(operations.sorted() == ["/list/1/amount", "/unnamed"])
    }

    // MARK: Properties and kept values under the keys of discriminators

    class Motor: ModelObject {
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        override class var discriminator: Discriminator? {
            .key("kind", ["car": Car.self, "auto": Car.self, "gascar": GasCar.self])
        }
    }
    class Car: Motor {
        var fuel: String?
        var doors = 4
        override class var discriminator: Discriminator? { .key("fuel", ["gas": GasCar.self]) }
    }
    final class GasCar: Car {}
    final class Garage: ModelObject { var car: Motor? }

    /// The patched names are those of the document: the value of a property, or one that was kept.
    @Test func valuesOfTheObjectNameItsClass() throws {
        func check(_ json: String, _ patch: String, _ expected: ModelObject.Type, _ export: String) throws {
            let garage = try Garage(json: #"{"car":\#(json)}"#)
            try garage.apply(mergePatch: #"{"car":\#(patch)}"#)
            #expect(garage.car.map { type(of: $0) == expected } == true, "\(json) \(patch)")
            #expect(try garage.car?.jsonString() == export)
        }
        try check(
            #"{"kind":"gascar","fuel":"diesel"}"#, #"{"kind":"car","doors":2}"#, Car.self,
            #"{"fuel":"diesel","doors":2,"kind":"car"}"#)
        try check(
            #"{"kind":"auto","fuel":"gas"}"#, #"{"fuel":"diesel"}"#, Car.self,
            #"{"fuel":"diesel","doors":4,"kind":"auto"}"#)
        try check(
            #"{"kind":"gascar","fuel":"gas"}"#, #"{"fuel":"diesel"}"#, GasCar.self,
            #"{"fuel":"diesel","doors":4,"kind":"gascar"}"#)
        try check(
            #"{"kind":"car","fuel":"gas"}"#, #"{"kind":"auto"}"#, GasCar.self,
            #"{"fuel":"gas","doors":4,"kind":"auto"}"#)
    }

    // MARK: What a new object of another class cannot have

    class Letter: ModelObject {
        var note: Presence<Int> = .missing
        var texts: [String: String] = [:]
        override class var discriminator: Discriminator? {
            .key("kind", ["a": LetterA.self, "b": LetterB.self])
        }
    }
    final class LetterA: Letter {}
    final class LetterB: Letter {}
    final class Box: ModelObject { var letter: Letter? }

    @Test func aMergePatchRemovesWhatTheNewObjectDoesNotHave() throws {
        let (old, new, a, b) = (Box(), Box(), LetterA(), LetterB())
        (a.texts, b.texts) = (["a": "1", "b": "2"], ["b": "3"])
        (old.letter, new.letter) = (a, b)
        let patch = try new.mergePatchData(since: old)
        #expect(
            String(decoding: patch, as: UTF8.self) == #"{"letter":{"kind":"b","texts":{"b":"3","a":null}}}"#)
        try old.apply(mergePatch: patch)
        #expect(old == new)
        (old.letter, a.note) = (a, .value(1))
        let error = #expect(throws: ModelError.self) { try new.mergePatch(since: old) }
        #expect(error?.description == "A patch cannot set a value that is missing at $.letter.note.")
        try old.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(old == new)
    }

    // MARK: Classes that a rule or an option names

    final class Mapped: ModelObject {
        var ruled: [Any] = []
        var mapped: [Any] = []
        var one: Any?
        override class var mappingOptions: MappingOptions {
            MappingOptions(arrayMappings: ["mapped": Payment.self, "one": Payment.self])
        }
        override class var propertyRules: [String: PropertyRule] { ["ruled": .elements(Payment.self)] }
    }

    @Test func elementsOfUntypedArraysAreOfTheClassThatARuleNames() throws {
        let (old, new) = (Mapped(), Mapped())
        (old.ruled, old.mapped, old.one) = ([visa()], [visa()], visa())
        (new.ruled, new.mapped, new.one) = ([Transfer()], [Transfer()], Card())
        let (merged, patched) = (old.copy(), old.copy())
        try merged.apply(mergePatch: new.mergePatchData(since: old))
        try patched.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(merged == new && patched == new)
        #expect(patched.ruled.first is Transfer && name(patched.one as? ModelObject) == "Card")
    }

    /// The class is that of new models.
    @Test(arguments: [PatchLaw.Kind.merge, .operations])
    func aModelOfAnotherClassIsPatchedInPlace(kind: PatchLaw.Kind) throws {
        final class Labeled: ModelObject {
            var label: String? = "default"
            var number = 1
        }
        final class Holder: ModelObject {
            var any: Any?
            var byName: [String: Any] = [:]
            override class var mappingOptions: MappingOptions {
                MappingOptions(arrayMappings: ["any": Transfer.self, "byName": Payment.self])
            }
        }
        func holder(_ label: String?) throws -> Holder {
            let (holder, labeled) = (Holder(), Labeled())
            (labeled.label, labeled.number) = (label, 7)
            (holder.any, holder.byName) = (labeled.copy(), ["a": labeled])
            return holder
        }
        try PatchLaw(kind: kind).check(from: holder("a"), to: holder("b"))
        try PatchLaw(kind: kind).check(from: holder("a"), to: holder(nil))
    }
}
