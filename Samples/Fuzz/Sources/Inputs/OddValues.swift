import Foundation
import ModelObjects

/// Replaces values of a document by types of Swift and Foundation that JSON does not have.
struct OddValues {
    private enum Mood { case good, bad }
    private final class Unknown: NSObject {}

    var source: TreeSource
    /// False after the first value that is not Equatable, and so not equal even to itself.
    private(set) var areEquatable = true

    init(_ source: TreeSource) { self.source = source }

    mutating func odd(_ tree: Tree) -> Any {
        if source.random.oneIn(20) { return value() }
        switch tree {
        case .null:
            if source.random.oneIn(2) { return NSNull() }
            return source.random.oneIn(2) ? Optional<Int>.none as Any : Optional<Any?>.some(nil) as Any
        case .bool(let value):
            if source.random.oneIn(2) { return value }
            return source.random.oneIn(2) ? NSNumber(value: value) : Optional(value) as Any
        case .number: return number(tree.swift)
        case .string(let text): return self.text(text)
        case .array(let elements):
            let values = elements.map { odd($0) }
            return source.random.oneIn(6) ? NSArray(array: values) : values
        case .object(let members):
            let values = members.reduce(into: [String: Any]()) { $0[$1.key] = odd($1.value) }
            switch source.random.below(12) {
            case 0: return NSDictionary(dictionary: values)
            case 1: return values as [AnyHashable: Any]
            case 2: return values.mapValues { Optional($0) }
            default: return values
            }
        }
    }

    private mutating func number(_ value: Any) -> Any {
        guard source.random.oneIn(3) else { return value }
        let integer = source.random.integer
        let double = source.random.double
        switch source.random.below(22) {
        case 0: return Int8(truncatingIfNeeded: integer)
        case 1: return Int16(truncatingIfNeeded: integer)
        case 2: return Int32(truncatingIfNeeded: integer)
        case 3: return Int64(integer)
        case 4: return UInt(bitPattern: integer)
        case 5: return UInt8(truncatingIfNeeded: integer)
        case 6: return UInt16(truncatingIfNeeded: integer)
        case 7: return UInt32(truncatingIfNeeded: integer)
        case 8: return UInt64(bitPattern: Int64(integer))
        case 9: return Float(double)
        case 10: return double
        case 11: return Double.nan
        case 12: return -Double.infinity
        case 13: return Decimal(integer)
        case 14: return Decimal.nan
        case 15: return NSNumber(value: integer)
        case 16: return NSNumber(value: double)
        case 17: return NSNumber(value: UInt64.max)
        case 18: return NSDecimalNumber(value: integer)
        case 19: return NSDecimalNumber.notANumber
        case 20: return Optional(Optional(integer)) as Any
        default: return CGFloat(double)
        }
    }

    private mutating func text(_ text: String) -> Any {
        guard source.random.oneIn(3) else { return text }
        if source.random.oneIn(8) {
            areEquatable = false
            return text.utf8
        }
        switch source.random.below(7) {
        case 0: return NSString(string: text)
        case 1: return text.dropFirst()
        case 2: return NSMutableString(string: text)
        case 3: return text.first as Any
        case 4: return Optional(text) as Any
        case 5: return AnyHashable(text)
        default: return NSAttributedString(string: text)
        }
    }

    /// A value that a dictionary may hold in place of a number, a string or any other value.
    mutating func value(insteadOf shape: TreeSource.Shape) -> Any {
        switch shape {
        case .number: return number(Tree.number(source.number()).swift)
        case .text: return text(source.text())
        default: return value()
        }
    }

    /// Any value.
    mutating func value() -> Any {
        let double = source.random.double
        switch source.random.below(24) {
        case 0: return Date(timeIntervalSinceReferenceDate: double)
        case 1: return Date(timeIntervalSince1970: Double(source.random.below(4_000_000_000)))
        case 2: return URL(string: "a/b", relativeTo: URL(string: "x://y/")) ?? ""
        case 3: return UUID()
        case 4: return Data([source.random.byte])
        case 5: return Limb()
        case 6: return Square()
        case 7: return Creature()
        case 8: return [Limb(), Shape()]
        case 9: return Unknown()
        case 10, 11:
            areEquatable = false
            return source.random.oneIn(2) ? (1, "a") : { (number: Int) in number }
        case 12: return Set([1, 2, source.random.integer])
        case 13: return [1: "a", 2: "b"]
        case 14:
            return [AnyHashable(1): 1, AnyHashable("a"): Optional<Int>.none as Any] as [AnyHashable: Any]
        case 15: return Mood.bad
        case 16: return source.random.pick([Colour.green as Any, Level.high, Flags(rawValue: 9)])
        case 17: return Point(x: double, label: nil, inner: ["a": [nil]])
        case 18:
            areEquatable = false
            return Creature.self
        case 19: return [Optional<Int>.none, 1]
        case 20: return NSNumber(value: source.random.byte)
        case 21: return deep(source.random.oneIn(8) ? source.random.pick([511, 513, 3_000]) : 10)
        case 22: return AnyHashable([AnyHashable(1)])
        default:
            return ["a": Money(cents: 1), "b": NSSet(array: [1]), "c": Int?.none as Any] as [String: Any]
        }
    }

    private mutating func deep(_ count: Int) -> Any {
        var value: Any = 1
        let isArray = source.random.oneIn(2)
        for _ in 0..<count { value = isArray ? [value] : ["child": value] }
        return value
    }
}
