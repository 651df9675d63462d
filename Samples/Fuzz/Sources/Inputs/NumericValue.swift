import Foundation

/// A value for properties of numeric types: a JSON value, or one that only a dictionary can hold.
struct NumericValue {
    /// The value in a payload; nil if only a dictionary can hold it.
    let json: Tree?
    let value: Any
    /// The value by the rules of the reference, as digits or as a word; nil if it is not a number.
    let text: String?
    let isString: Bool

    private init(json: Tree) {
        self.json = json
        value = json.swift
        switch json {
        case .number(let text): (self.text, isString) = (text, false)
        case .string(let text): (self.text, isString) = (text, true)
        case .bool(let isTrue): (text, isString) = (isTrue ? "1" : "0", false)
        default: (text, isString) = (nil, false)
        }
    }

    private init(_ value: Any, _ text: String) {
        json = nil
        self.value = value
        self.text = text
        isString = false
    }

    static func random(_ source: inout TreeSource) -> NumericValue {
        switch source.random.below(8) {
        case 0, 1: return boxed(&source.random)
        case 2, 3, 4: return NumericValue(json: .number(source.number()))
        case 5: return NumericValue(json: .string(source.text()))
        case 6: return NumericValue(json: .bool(source.random.oneIn(2)))
        default:
            let number = source.random.pick(["", "", " ", "+", "00", "-", "\n"]) + source.number()
            guard source.random.oneIn(3) else { return NumericValue(json: .string(number)) }
            var bytes = Array(number.utf8)
            ByteDamage.text(&bytes, &source.random)
            return NumericValue(json: .string(String(decoding: bytes, as: UTF8.self)))
        }
    }

    private static func boxed(_ random: inout Random) -> NumericValue {
        switch random.below(16) {
        case 0: return boxed(Int8(truncatingIfNeeded: random.integer)) { NSNumber(value: $0) }
        case 1: return boxed(Int16(truncatingIfNeeded: random.integer)) { NSNumber(value: $0) }
        case 2: return boxed(Int32(truncatingIfNeeded: random.integer)) { NSNumber(value: $0) }
        case 3: return boxed(Int64(random.integer)) { NSNumber(value: $0) }
        case 4: return boxed(UInt8(truncatingIfNeeded: random.integer)) { NSNumber(value: $0) }
        case 5: return boxed(UInt16(truncatingIfNeeded: random.integer)) { NSNumber(value: $0) }
        case 6: return boxed(UInt32(truncatingIfNeeded: random.integer)) { NSNumber(value: $0) }
        case 7: return boxed(UInt64(truncatingIfNeeded: random.integer)) { NSNumber(value: $0) }
        case 8: return boxed(random.integer) { NSNumber(value: $0) }
        case 9: return boxed(UInt(bitPattern: random.integer)) { NSNumber(value: $0) }
        case 10:
            return boxed(Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))) { NSNumber(value: $0) }
        case 11: return boxed(random.double) { NSNumber(value: $0) }
        case 12:
            let value = random.double
            return NumericValue(CGFloat(value), "\(value)")
        case 13: return boxed(Decimal(random.integer) / 1_000) { NSDecimalNumber(decimal: $0) }
        case 14:
            let value = random.oneIn(2)
            return NumericValue(NSNumber(value: value), value ? "1" : "0")
        default:
            let value = random.pick([Double.infinity, -.infinity, .nan])
            return NumericValue(random.oneIn(2) ? value : NSNumber(value: value), "\(value)")
        }

        func boxed<Value>(_ value: Value, _ box: (Value) -> NSNumber) -> NumericValue {
            NumericValue(random.oneIn(2) ? value : box(value), "\(value)")
        }
    }
}
