// Invariant
// 1. NSNumber's objCType is a C string of at least one letter, alive as long as the process.

import Foundation

/// What an untyped value is to JSON.
enum AnyJSONValue {
    case string(String)
    case bool(Bool)
    case int(Int)
    case integer(any FixedWidthInteger)
    case double(Double)
    case float(Float)
    case decimal(Decimal)
    case array([Any])
    case object([String: Any])
    case null
    case unsupported

    init(_ value: Any) {
        // The type first: a comparison costs nothing beside a cast that fails. Objects go their own way,
        // since Objective-C's bridging would make a Bool of the NSNumber 1, and the reverse.
        let type = type(of: value)
        if type == String.self, let string = value as? String {
            self = .string(string)
        } else if type == Int.self, let integer = value as? Int {
            self = .int(integer)
        } else if type == Bool.self, let bool = value as? Bool {
            self = .bool(bool)
        } else if type == Double.self, let number = value as? Double {
            self = .double(number)
        } else if type is AnyClass {
            self.init(object: value)
        } else if let optional = value as? any OptionalValue {
            // An optional may hold another.
            self = optional.wrapped.map { AnyJSONValue($0) } ?? .null
        } else {
            switch value {
            case let elements as [Any]: self = .array(elements)
            case let members as [String: Any]: self = .object(members)
            case let integer as any FixedWidthInteger: self = .integer(integer)
            case let number as Float: self = .float(number)
            case let number as Decimal: self = .decimal(number)
            default: self = .unsupported
            }
        }
    }

    private init(object: Any) {
        switch object {
        case is NSNull:
            self = .null
        case let number as NSDecimalNumber:
            self = .decimal(number.decimalValue)
        case let number as NSNumber where type(of: number) == type(of: NSNumber(value: true)):
            self = .bool(number.boolValue)  // booleans have a class of their own, everywhere
        case let number as NSNumber:
            switch UInt8(bitPattern: unsafe number.objCType.pointee) {  // 1; the letters are those of @encode
            case UInt8(ascii: "d"): self = .double(number.doubleValue)
            case UInt8(ascii: "f"): self = .float(number.floatValue)
            case UInt8(ascii: "Q"): self = .integer(number.uint64Value)
            default: self = .integer(number.int64Value)
            }
        case is NSString:
            self = (object as? String).map { .string($0) } ?? .unsupported
        case is NSArray:
            self = (object as? [Any]).map { .array($0) } ?? .unsupported
        case is NSDictionary:
            self = (object as? [String: Any]).map { .object($0) } ?? .unsupported
        default:
            self = .unsupported
        }
    }
}

/// Any Optional, whatever it wraps.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}
