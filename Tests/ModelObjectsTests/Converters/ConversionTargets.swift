import Foundation
import ModelObjects

/// A property type, with the value that the property has before mapping.
protocol ConversionTarget: Equatable, Sendable {
    static var before: Self { get }
}

/// Properties that hold a type in every position where a value can appear.
class Box<Value: ConversionTarget>: ModelObject {
    var value = Value.before
    var optional: Value? = Value.before
    var list = [Value.before, Value.before]
    var optionalList: [Value?] = []
    var map: [String: Value] = ["before": Value.before]
}

/// A `Box` with a hook that records its keys and calls `super`.
final class HookedBox<Value: ConversionTarget>: Box<Value> {
    var hookKeys: [String] = []

    override class var propertyRules: [String: PropertyRule] { ["hookKeys": .ignored] }

    override func serializeValue(_ value: Any, key: String) {
        hookKeys.append(key)
        super.serializeValue(value, key: key)
    }
}

/// Nested boxes: an existing one, one that mapping creates, elements, and one with a hook.
final class Outer<Value: ConversionTarget>: ModelObject {
    var there = Box<Value>()
    var made: Box<Value>?
    var elements: [Box<Value>] = []
    var hooked: HookedBox<Value>?
}

enum Level: Int, ConversionTarget, Decodable {
    case low = 1, high = 3
    static var before: Level { .low }
}

enum Suit: String, ConversionTarget, Hashable {
    case hearts, spades, none, null
    static var before: Suit { .hearts }
}

struct Flags: OptionSet, ConversionTarget {
    let rawValue: UInt8
    static var before: Flags { Flags(rawValue: 64) }
}

struct Point: Codable, ConversionTarget {
    var x: Int
    var y: Int?
    static var before: Point { Point(x: 7, y: 7) }
}

struct Money: ModelValue, ConversionTarget {
    var cents: Int
    static var before: Money { Money(cents: 7) }
    static func modelValue(from value: Any) -> Money? { (value as? Int).map { Money(cents: $0) } }
    var exportedValue: Any { cents }
}

/// A Codable type that is one text.
struct Token: Codable, ConversionTarget {
    var text: String
    static var before: Token { Token(text: "before") }

    init(text: String) { self.text = text }
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

struct TokenName: RawRepresentable, ConversionTarget {
    var rawValue: Token
    static var before: TokenName { TokenName(rawValue: .before) }
}

struct Title: ModelValue, ConversionTarget {
    var text: String
    static var before: Title { Title(text: "before") }
    static func modelValue(from value: Any) -> Title? { (value as? String).map { Title(text: $0) } }
    var exportedValue: Any { text }
}

extension FixedWidthInteger where Self: ConversionTarget {
    static var before: Self { 7 }
}

extension Int: ConversionTarget {}
extension Int8: ConversionTarget {}
extension Int16: ConversionTarget {}
extension Int32: ConversionTarget {}
extension Int64: ConversionTarget {}
extension UInt: ConversionTarget {}
extension UInt8: ConversionTarget {}
extension UInt16: ConversionTarget {}
extension UInt32: ConversionTarget {}
extension UInt64: ConversionTarget {}

extension Double: ConversionTarget { static var before: Double { 7 } }
extension Float: ConversionTarget { static var before: Float { 7 } }
extension Bool: ConversionTarget { static var before: Bool { true } }
extension String: ConversionTarget { static var before: String { "before" } }
extension Decimal: ConversionTarget { static var before: Decimal { 7 } }
extension Date: ConversionTarget { static var before: Date { Date(timeIntervalSince1970: 7) } }
extension Data: ConversionTarget { static var before: Data { Data([7]) } }
extension UUID: ConversionTarget {
    static var before: UUID { UUID(uuid: (7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7)) }
}
extension URL: ConversionTarget { static var before: URL { URL(fileURLWithPath: "/before") } }
extension Array: ConversionTarget where Element: ConversionTarget {
    static var before: [Element] { [Element.before] }
}
extension Set: ConversionTarget where Element: ConversionTarget {
    static var before: Set<Element> { [Element.before] }
}
extension Dictionary: ConversionTarget where Key: ConversionTarget, Value: ConversionTarget {
    static var before: [Key: Value] { [:] }
}
