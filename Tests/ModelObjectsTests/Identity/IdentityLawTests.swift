import Foundation
import ModelObjects
import Testing

/// What `==`, hashes, copies and changes have in common, for values that JSON doesn't have.
@Suite struct IdentityLawTests {
    enum State: Codable, CustomStringConvertible {
        case idle, stopped
        case running(Int)
        var description: String { "state" }
    }

    enum Level: String { case low = "a" }

    struct Name: Hashable, CustomStringConvertible {
        var text: String
        var description: String { "name" }
    }

    struct Mirrored: Codable, CustomReflectable {
        var number: Int
        var customMirror: Mirror { Mirror(self, children: ["number": "hidden"]) }
    }

    struct Spot: Codable, Equatable, CustomReflectable {
        var x: Double
        var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// In Codable form the same as a `Spot`.
    struct Place: Codable, Equatable { var x: Double }

    /// A value that exports itself, as one or several elements.
    struct Endless: ModelValue {
        var count: Int
        static func modelValue(from value: Any) -> Endless? { nil }
        var exportedValue: Any { Array(repeating: self, count: count) }
    }

    /// A class without `==`, which exports a text.
    final class Currency: ModelValue, Sendable {
        let code: String
        init(_ code: String) { self.code = code }
        static func modelValue(from value: Any) -> Self? { (value as? String).map { Self($0) } }
        var exportedValue: Any { code }
    }

    /// A value that exports another one.
    struct Money: ModelValue {
        var amount: Int
        var currency: Currency
        static func modelValue(from value: Any) -> Money? { nil }
        var exportedValue: Any { ["amount": amount, "currency": currency] }
    }

    final class Holder: ModelObject {
        var any: Any?
        var list: [Any] = []
        var map: [String: Any] = [:]
    }

    final class Item: ModelObject {
        var id = 0
        convenience init(_ id: Int) {
            self.init()
            self.id = id
        }
    }

    /// Groups of equal values.
    ///
    /// Values of different groups are unequal.
    static let groups: [@Sendable () -> [Any]] = [
        { [State.idle, State.idle] }, { [State.stopped] }, { [State.running(1), State.running(1)] },
        { [State.running(2)] },
        { [Date(timeIntervalSince1970: 1), NSDate(timeInterval: 1, since: Date(timeIntervalSince1970: 0))] },
        {
            [
                Date(timeIntervalSinceReferenceDate: .nan), NSDate(timeIntervalSinceReferenceDate: .nan),
                Date(timeIntervalSinceReferenceDate: -.nan),
            ]
        },
        { [Data([1, 2]), NSData(data: Data([1, 2]))] },
        { ([URL(string: "a:b"), NSURL(string: "a:b")] as [Any?]).compactMap(\.self) },
        {
            let text = "00000000-0000-0000-0000-000000000001"
            return ([UUID(uuidString: text), NSUUID(uuidString: text)] as [Any?]).compactMap(\.self)
        },
        { [Set([1, 2]), Set<AnyHashable>([1, 2.0])] },
        { [TimeZone(secondsFromGMT: 60) as Any, TimeZone(secondsFromGMT: 60) as Any] },
        { [[1: "x"], [1.0: "x"] as [Double: String], [UInt8(1): "x"]] },
        { [["1": "x"], NSDictionary(dictionary: ["1": "x"])] }, { [["1": "x"] as [Character: String]] },
        { [[1: "y"]] }, { [["a": "x"]] }, { [[Level.low: "x"]] },
        { [[Float(0.1): "x"]] }, { [[0.1: "x"]] },
        { [[Name(text: "a"): 1], [Name(text: "a"): 1]] }, { [[Name(text: "b"): 1]] },
        { [[Name(text: "a"): 1, Name(text: "b"): 2]] }, { [[Name(text: "a"): 2, Name(text: "b"): 1]] },
        { [[Item(1): 1, Item(2): 2, Item(3): 3], [Item(3): 3, Item(2): 2, Item(1): 1]] },
        { [[Item(1): 1, Item(2): 2, Item(4): 3]] },
        { [[Double.nan: 1], [-Double.nan: 1], [Float.nan: 1]] }, { [[Double.nan: 2]] },
        { [[Double.nan: 1, 1: 2], [-Double.nan: 1, 1: 2]] },
        {
            [
                [Date(timeIntervalSinceReferenceDate: .nan): 1],
                [Date(timeIntervalSinceReferenceDate: .nan): 1],
            ]
        },
        { [Presence<Int>.null, Presence<Int>.null] }, { [NSNull(), Int?.none as Any] },
        { [Presence<Int>.missing] }, { [Presence<Int>.value(1)] }, { [1, 1.0, Int?.some(1) as Any] },
        { [Presence<Item>.value(Item(1)), Presence<Item>.value(Item(1))] },
        { [Presence<Item>.value(Item(2))] }, { [Item(1), Item?.some(Item(1)) as Any] },
        { [Mirrored(number: 1), Mirrored(number: 1)] }, { [Mirrored(number: 2)] },
        { [Spot(x: .nan), Spot(x: .nan)] }, { [Spot(x: 1)] }, { [Place(x: .nan), Place(x: .nan)] },
        { [Endless(count: 1), Endless(count: 1)] }, { [Endless(count: 3), Endless(count: 3)] },
        { (0..<2).map { _ in Money(amount: 1, currency: Currency("EUR")) } },
        { [Money(amount: 1, currency: Currency("USD"))] },
    ]

    /// Objects with the value in different places.
    private static func holders(_ value: Any) -> [Holder] {
        let places: [(Holder) -> Void] = [
            { $0.any = value }, { $0.any = [7: [value]] }, { $0.list = [0, value] },
            { $0.map = ["k": value] },
            { $0.any = ["a": ["b": value]] },
        ]
        return places.map { fill in
            let holder = Holder()
            fill(holder)
            return holder
        }
    }

    @Test(arguments: groups.indices)
    func everyOperationAgrees(_ index: Int) {
        let values = Self.groups[index]()
        #expect(!values.isEmpty)
        for value in values {
            for other in values {
                for (left, right) in zip(Self.holders(value), Self.holders(other)) {
                    Self.check(left, right, areEqual: true)
                }
            }
        }
        for (otherIndex, others) in Self.groups.enumerated() where otherIndex != index {
            let (left, right) = (Self.holders(values[0]), Self.holders(others()[0]))
            let place = (index + otherIndex) % left.count
            Self.check(left[place], right[place], areEqual: false)
        }
    }

    final class Typed: ModelObject {
        var state = State.idle
        var states: [State] = []
        var byNumber: [Double: Int] = [:]
        var byFloat: [Float: Item] = [:]
        var twice: Item??
        var present: Presence<Item>?
        var list: [Item??] = []
        var open: Presence<Any> = .missing
        var mirrored: Mirrored?
        var endless: Endless?
        var money: Money?
        private(set) var changed: Set<String> = []
        override class var propertyRules: [String: PropertyRule] { ["changed": .ignored] }
        override func didChange(_ properties: Set<String>) { changed = properties }
    }

    /// Changes that each make objects unequal to objects with any other change.
    static let changes: [@Sendable (Typed) -> Void] = [
        { _ in }, { $0.state = .stopped }, { $0.state = .running(1) }, { $0.states = [.idle, .stopped] },
        { $0.states = [.stopped, .stopped] }, { $0.byNumber = [.nan: 1] }, { $0.byNumber = [.nan: 2] },
        { $0.byNumber = [.nan: 1, 2: 3] }, { $0.byFloat = [.nan: Item(1)] }, { $0.byFloat = [.nan: Item(2)] },
        { $0.byFloat = [2: Item(2)] }, { $0.twice = .some(nil) }, { $0.twice = Item(1) },
        { $0.present = .missing }, { $0.present = .null }, { $0.present = .value(Item(1)) },
        { $0.list = [nil] },
        { $0.list = [.some(nil)] }, { $0.list = [Item(1)] }, { $0.open = .null }, { $0.open = .value(1) },
        { $0.mirrored = Mirrored(number: 1) }, { $0.mirrored = Mirrored(number: 2) },
        { $0.endless = Endless(count: 2) }, { $0.endless = Endless(count: 3) },
        { $0.money = Money(amount: 1, currency: Currency("EUR")) },
        { $0.money = Money(amount: 1, currency: Currency("USD")) },
    ]

    @Test(arguments: changes.indices)
    func everyOperationAgreesAboutTypedProperties(_ index: Int) {
        for otherIndex in Self.changes.indices {
            let (one, other) = (Typed(), Typed())
            Self.changes[index](one)
            Self.changes[otherIndex](other)
            Self.check(one, other, areEqual: index == otherIndex)
        }
    }

    @Test func anotherCaseWithTheSameTextIsAChange() throws {
        let typed = Typed()
        try typed.update(json: #"{"state": {"stopped": {}}}"#)
        #expect(typed.changed == ["state"])
        try typed.update(json: #"{"states": [{"idle": {}}]}"#)
        try typed.update(json: #"{"state": {"stopped": {}}, "states": [{"stopped": {}}]}"#)
        #expect(typed.changed == ["states"])
    }

    private static func check(_ left: ModelObject, _ right: ModelObject, areEqual: Bool) {
        #expect((left == right) == areEqual, "\(left) \(right)")
        #expect(!areEqual || left.hashValue == right.hashValue, "\(left) \(right)")
        #expect(right.changes(since: left).isEmpty == areEqual, "\(right.changes(since: left))")
        let copy = left.copy()
        #expect(copy == left && copy.hashValue == left.hashValue, "\(left)")
        #expect(copy.changes(since: left).isEmpty, "\(copy.changes(since: left))")
    }
}
