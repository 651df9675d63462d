import Foundation

#if canImport(Darwin)
import CoreFoundation
#endif

extension JSONValue {
    /// What a value of a dictionary is in a payload's terms.
    ///
    /// An Optional is unwrapped; NSNumber, NSString, NSArray and NSDictionary, which JSONSerialization and
    /// Objective-C code give, count as what they hold.
    init(_ value: Any) {
        // What JSONSerialization gives, before what costs more.
        if let string = inlineValue(value, as: String.self) {
            self = .string(string)
        } else if let integer = inlineValue(value, as: Int.self) {
            self = .integer(Int64(integer))
        } else if let number = inlineValue(value, as: NSNumber.self), type(of: number) == NSNumber.self {
            self.init(number)
        } else if let bool = inlineValue(value, as: Bool.self) {
            self = .bool(bool)
        } else if let double = inlineValue(value, as: Double.self) {
            self = .double(double)
        } else if boxedType(of: value) == NSNull.self {
            self = .null
        } else if let object = exactly(value, as: [String: Any].self) {
            self = .object(object)
        } else if let array = exactly(value, as: [Any].self) {
            self = .array(array)
        } else {
            self = Self.unusual(value)
        }
    }

    private static func unusual(_ value: Any) -> JSONValue {
        if let inner = exactly(value, as: Any.self) { return JSONValue(inner) }
        let valueType = Swift.type(of: value)
        // Only an object is asked for its class. On Linux such a cast of a Swift dictionary converts the
        // dictionary to an NSDictionary with all below it: a deep one was not done in 12 seconds.
        if let valueClass = valueType as? AnyClass { return object(value, valueClass) }
        if let optional = value as? any UnwrappableOptional {
            return optional.unwrapped.map { JSONValue($0) } ?? .null
        }
        if let hashable = exactly(value, as: AnyHashable.self) { return JSONValue(hashable.base) }
        if let number = exactly(value, as: Decimal.self) { return .decimal(number) }
        if let integer = value as? any BinaryInteger {
            if let exact = Int64(exactly: integer) { return .integer(exact) }
            if let exact = UInt64(exactly: integer) { return .unsigned(exact) }
            return .other(value)
        }
        if let float = exactly(value, as: Float.self) {
            // By its shortest text, as any number that went through a type of its own.
            return .double(Double(float.description) ?? Double(float))
        }
        if let substring = value as? Substring { return .string(String(substring)) }
        if let dictionary = value as? [String: Any] { return .object(dictionary) }
        if value is any Collection, !(value is any SetAlgebra), let array = value as? [Any] {
            return .array(array)
        }
        return .other(value)
    }

    private static func object(_ value: Any, _ valueClass: AnyClass) -> JSONValue {
        // Numbers first: on Linux every Bool of JSONSerialization is of a class of its own.
        if isSubclass(valueClass, of: NSNumber.self) {
            if isSubclass(valueClass, of: NSDecimalNumber.self), let number = value as? NSDecimalNumber {
                let decimal = number.decimalValue
                return decimal.isNaN ? .double(.nan) : exactInteger(decimal) ?? .decimal(decimal)
            }
            if let number = value as? NSNumber { return JSONValue(number) }
        }
        if value is ModelObject { return .other(value) }
        if value is NSNull { return .null }
        if let string = value as? NSString { return .string(String(describing: string)) }
        if let dictionary = value as? [String: Any] { return .object(dictionary) }
        if let array = value as? [Any] { return .array(array) }
        return .other(value)
    }

    private static func exactInteger(_ decimal: Decimal) -> JSONValue? {
        let text = decimal.description
        return Int64(text).map { .integer($0) } ?? UInt64(text).map { .unsigned($0) }
    }

    /// A number by its own type: `as? Bool` would take 1 for true as well.
    private init(_ number: NSNumber) {
        #if canImport(Darwin)
        if CFGetTypeID(number) == CFBooleanGetTypeID() {
            self = .bool(number.boolValue)
            return
        }
        #endif
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        #if !canImport(Darwin)
        case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .bool(number.boolValue)
        #endif
        case UInt8(ascii: "d"): self = .double(number.doubleValue)
        case UInt8(ascii: "f"): self = .double(Double(number.floatValue.description) ?? number.doubleValue)
        case UInt8(ascii: "Q"), UInt8(ascii: "L"), UInt8(ascii: "I"), UInt8(ascii: "S"), UInt8(ascii: "C"):
            self = Int64(exactly: number.uint64Value).map { .integer($0) } ?? .unsigned(number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }
}

/// Lets an Optional that hides in an Any be unwrapped.
private protocol UnwrappableOptional {
    var unwrapped: Any? { get }
}

extension Optional: UnwrappableOptional {
    fileprivate var unwrapped: Any? { map { $0 as Any } }
}
