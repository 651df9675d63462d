import Foundation
import ModelObjects

/// Replaces values of a document by what Swift and Foundation have besides.
struct OddValues {
    private enum Mood { case good, bad }
    private final class Unknown: NSObject {}

    var source: TreeSource
    /// False from the first value on that is equal to nothing, itself included: it is no Equatable.
    private(set) var areEquatable = true

    init(_ source: TreeSource) { self.source = source }

    mutating func odd(_ tree: Tree) -> Any {
        if source.random.oneIn(20) { return value() }
        switch tree {
        case .null:
            return source.random.pick([NSNull(), Optional<Int>.none as Any, Optional<Any?>.some(nil) as Any])
        case .bool(let value):
            return source.random.pick([value, NSNumber(value: value), Optional(value) as Any])
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
        return source.random.pick([
            Int8(truncatingIfNeeded: integer), Int16(truncatingIfNeeded: integer),
            Int32(truncatingIfNeeded: integer),
            Int64(integer), UInt(bitPattern: integer), UInt8(truncatingIfNeeded: integer),
            UInt32(truncatingIfNeeded: integer), UInt64(bitPattern: Int64(integer)), Float(double), double,
            Double.nan, -Double.infinity, Decimal(integer), Decimal.nan, NSNumber(value: integer),
            NSNumber(value: double), NSNumber(value: UInt64.max), NSDecimalNumber(value: integer),
            NSDecimalNumber.notANumber, Optional(integer) as Any, Optional(Optional(integer)) as Any,
            CGFloat(double),
        ])
    }

    private mutating func text(_ text: String) -> Any {
        guard source.random.oneIn(3) else { return text }
        if source.random.oneIn(8) {
            areEquatable = false
            return text.utf8
        }
        return source.random.pick([
            NSString(string: text), text.dropFirst(), NSMutableString(string: text), text.first as Any,
            Optional(text) as Any, AnyHashable(text), NSAttributedString(string: text),
        ])
    }

    /// Anything at all.
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
        case 21: return deep(source.random.pick([10, 511, 513, 3_000]))
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
