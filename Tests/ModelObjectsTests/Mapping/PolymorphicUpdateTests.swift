import Foundation
import ModelObjects
import Testing

/// Updates an existing polymorphic model with a payload that does not name its class.
struct PolymorphicUpdateTests {
    class Base: ModelObject, @unchecked Sendable {
        var name = ""
        override class var discriminator: Discriminator? {
            .key("kind", ["a": A.self, "b": B.self], fallback: Base.self)
        }
    }
    class A: Base, @unchecked Sendable { var a = 0 }
    final class B: Base, @unchecked Sendable { var b = 0 }
    final class Unlisted: A, @unchecked Sendable {}

    /// The discriminator is at a path and has no fallback.
    class Closed: ModelObject {
        var name = ""
        override class var discriminator: Discriminator? { .key("meta.kind", ["a": ClosedA.self]) }
    }
    final class ClosedA: Closed { var a = 0 }

    class Coded: ModelObject {
        var name = ""
        override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? {
            dictionary["a"] as? Int == 0 ? Coded.self : nil
        }
    }
    final class CodedA: Coded { var a = 0 }

    class Heard: Base, @unchecked Sendable {
        var a = 0
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    class Willed: Base, @unchecked Sendable {
        var a = 0
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { dictionary }
    }

    class Holder: ModelObject {
        var base: Base?
        var byDefault: Base = A()
        var closed: Closed?
        var coded: Coded?
    }
    final class HeardHolder: Holder {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    private static let holders: [Holder.Type] = [Holder.self, HeardHolder.self]

    private func updates(_ json: String) -> [(Holder) throws -> Void] {
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        return [{ try $0.update(json: json) }, { try $0.update(dictionary: dictionary) }]
    }

    @Test(arguments: [
        #"{"base": {"a": 4}}"#, #"{"base": {"a": 4, "kind": null}}"#, #"{"base": {"a": 4, "KIND": null}}"#,
        #"{"BASE": {"a": 4}}"#,
    ])
    func aPayloadWithoutAClassFillsTheExistingModel(_ json: String) throws {
        for holderType in Self.holders {
            for make in [{ A() }, { Unlisted() }, { Heard() }, { Willed() }] as [() -> Base] {
                for update in updates(json) {
                    let (holder, base) = (holderType.init(), make())
                    base.name = "N"
                    try base.update(json: #"{"a": 3}"#)
                    holder.base = base
                    try update(holder)
                    #expect(holder.base === base && base.name == "N", "\(type(of: base)) \(json)")
                    #expect(try base.jsonObject()["a"] as? Int == 4, "\(type(of: base)) \(json)")
                }
            }
        }
    }

    @Test func theExistingModelIsFilledWithoutAFallback() throws {
        for json in [
            #"{"closed": {"a": 4}}"#, #"{"closed": {"a": 4, "meta": {}}}"#,
            #"{"closed": {"a": 4, "meta": {"kind": null}}}"#, #"{"closed": {"a": 4, "meta": 7}}"#,
        ] {
            for update in updates(json) {
                let (holder, closed) = (Holder(), ClosedA())
                closed.name = "N"
                holder.closed = closed
                try update(holder)
                #expect(holder.closed === closed && closed.a == 4 && closed.name == "N", "\(json)")
            }
        }
    }

    @Test func modelClassReturningNilKeepsTheClass() throws {
        for update in updates(#"{"coded": {"a": 4}}"#) {
            let (holder, coded) = (Holder(), CodedA())
            holder.coded = coded
            try update(holder)
            #expect(holder.coded === coded && coded.a == 4)
        }
        for update in updates(#"{"coded": {"a": 0}}"#) {
            let holder = Holder()
            holder.coded = CodedA()
            try update(holder)
            #expect(holder.coded.map { type(of: $0) } == Coded.self)
        }
    }

    @Test func anInitFillsTheDefaultModel() throws {
        let json = #"{"byDefault": {"a": 4, "name": "N"}}"#
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        for holderType in Self.holders {
            for holder in [
                try holderType.init(json: json), try holderType.init(dictionary: dictionary),
                try JSONDecoder().decode(holderType, from: Data(json.utf8)),
            ] {
                #expect((holder.byDefault as? A)?.a == 4 && holder.byDefault.name == "N")
            }
        }
    }

    @Test(
        arguments: [
            (#"{"base": {"kind": "zebra", "name": "Z"}}"#, Base.self),
            (#"{"base": {"kind": []}}"#, Base.self),
            (#"{"base": {"kind": "b", "b": 1}}"#, B.self),
        ] as [(String, Base.Type)])
    func thePayloadsDiscriminatorChoosesTheClass(_ json: String, _ type: Base.Type) throws {
        for update in updates(json) {
            let (holder, base) = (Holder(), A())
            holder.base = base
            try update(holder)
            #expect(holder.base.map { Swift.type(of: $0) } == type, "\(json)")
        }
    }

    @Test func anUnknownDiscriminatorIsRejectedWithoutAFallback() throws {
        for update in updates(#"{"closed": {"meta": {"kind": "zebra"}, "a": 4}}"#) {
            let (holder, closed) = (Holder(), ClosedA())
            holder.closed = closed
            try update(holder)
            #expect(holder.closed === closed && closed.a == 0)
        }
    }

    @Test func aNewModelNeedsAClassOrAFallback() throws {
        for update in updates(#"{"base": {"a": 4}, "closed": {"a": 4}}"#) {
            let holder = Holder()
            try update(holder)
            #expect(holder.base.map { type(of: $0) } == Base.self && holder.closed == nil)
        }
    }

    @Test func aFailedUpdateRollsBack() throws {
        for update in [
            { try $0.update(json: #"{"base": {"a": 4, "b": 1}}"#, options: .strict) },
            { try $0.update(dictionary: ["base": ["a": 4, "b": 1]], options: .strict) },
        ] as [(Holder) throws -> Void] {
            let (holder, a) = (Holder(), A())
            a.a = 3
            holder.base = a
            #expect(throws: ModelError.self) { try update(holder) }
            #expect(holder.base === a && a.a == 3)
        }
    }

    /// Filling an object in place reads the text exactly as creating one does.
    @Test(.knowsHooks) func fillingInPlaceReadsTheTextExactly() throws {
        class Shape: ModelObject, @unchecked Sendable {
            var area = Decimal(0)
            var width = 0
            override class var discriminator: Discriminator? {
                .key("type", ["rectangle": Rectangle.self, "hooked": HookedRectangle.self])
            }
        }
        final class Rectangle: Shape, @unchecked Sendable {}
        final class HookedRectangle: Shape, @unchecked Sendable {
            var calls: [String] = []
            override class var propertyRules: [String: PropertyRule] { ["calls": .ignored] }
            override func serializeValue(_ value: Any, key: String) {
                calls.append(key)
                super.serializeValue(value, key: key)
            }
        }
        class Chosen: ModelObject {
            var area = Decimal(0)
            override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? { nil }
        }
        final class Drawing: ModelObject {
            var background: Shape? = Rectangle()
            var chosen = Chosen()
        }
        func json(_ type: String) -> String {
            #"""
            {"background": {"type": "\#(type)", "width": 5, "area": 0.1234567890123456789012, "width": "x"}}
            """#
        }
        let drawing = Drawing()
        let before = drawing.background
        try drawing.update(json: json("rectangle"))
        #expect(drawing.background === before)
        #expect(drawing.background?.area == Decimal(string: "0.1234567890123456789012"))
        #expect(drawing.background?.width == 5)
        let hooked = HookedRectangle()
        drawing.background = hooked
        try drawing.update(json: json("hooked"))
        #expect(drawing.background === hooked)
        #expect(hooked.calls == ["type", "width", "area", "width"])

        let chosen = drawing.chosen
        try drawing.update(json: #"{"chosen": {"area": 0.1234567890123456789012}}"#)
        #expect(drawing.chosen === chosen)
        #expect(chosen.area == Decimal(string: "0.1234567890123456789012"))
    }

    /// The decoder reads values as the types that the filled class declares.
    @Test func aDecoderFillsTheDefaultModel() throws {
        class Event: ModelObject {
            override class var discriminator: Discriminator? { .key("kind", ["dated": Dated.self]) }
        }
        final class Dated: Event { var at: Date? }
        class Plain: ModelObject {}
        final class PlainDated: Plain { var at: Date? }
        final class Calendar: ModelObject {
            var event: Event = Dated()
            var plain: Plain? = PlainDated()
        }
        let calendar = try JSONDecoder().decode(
            Calendar.self, from: Data(#"{"event": {"at": 5}, "plain": {"at": 5}}"#.utf8))
        #expect((calendar.event as? Dated)?.at == Date(timeIntervalSinceReferenceDate: 5))
        #expect((calendar.plain as? PlainDated)?.at == Date(timeIntervalSinceReferenceDate: 5))
    }
}
