// Invariant
// 1. NSNumber's objCType is a C string of at least one letter, alive as long as the process.

import Foundation

#if canImport(Darwin)
import CoreFoundation
#endif

/// The content of an NSNumber that is not an NSDecimalNumber.
///
/// `as? Bool` would also read the number 1 as true, and a Bool has the Objective-C type of an Int8.
enum NSNumberContent {
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case float(Float)
    case double(Double)

    @inline(__always)
    init(_ number: NSNumber) {
        #if canImport(Darwin)
        if CFGetTypeID(number) == CFBooleanGetTypeID() {
            self = .bool(number.boolValue)
            return
        }
        #endif
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {  // 1; the letters are those of @encode
        #if !canImport(Darwin)
        case UInt8(ascii: "B"): self = .bool(number.boolValue)
        case UInt8(ascii: "c") where type(of: number) == Self.booleanClass: self = .bool(number.boolValue)
        case UInt8(ascii: "c"): self = Self.small(number)
        #endif
        case UInt8(ascii: "d"): self = .double(number.doubleValue)
        case UInt8(ascii: "f"): self = .float(number.floatValue)
        case UInt8(ascii: "Q"), UInt8(ascii: "L"), UInt8(ascii: "I"), UInt8(ascii: "S"), UInt8(ascii: "C"):
            self = .unsigned(number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }

    /// Whether this is the class of Foundation's numbers or, on Linux, of its Bools.
    ///
    /// False for other subclasses, such as NSDecimalNumber.
    @inline(__always)
    static func isUsual(_ numberClass: AnyClass) -> Bool {
        #if canImport(Darwin)
        numberClass == NSNumber.self
        #else
        numberClass == NSNumber.self || numberClass == booleanClass
        #endif
    }

    #if !canImport(Darwin)
    /// The class of the two Bools, which no number has.
    ///
    /// Nil if that is not the case.
    private static let booleanClass: AnyClass? = {
        let bool: AnyClass = type(of: NSNumber(value: true))
        let numbers = [
            NSNumber(value: 1 as Int8), NSNumber(value: 0 as Int8), NSNumber(value: 1), NSNumber(value: 0.5),
        ]
        let isBoolOnly =
            !numbers.contains { type(of: $0) == bool } && type(of: NSNumber(value: false)) == bool
        return isBoolOnly && RuntimeShortcuts.enabled.contains(.layout) ? bool : nil
    }()

    /// An Int8, or a Bool whose class does not identify it.
    @inline(never)
    private static func small(_ number: NSNumber) -> NSNumberContent {
        booleanClass == nil && isWrittenAsBool(number) ? .bool(number.boolValue) : .integer(number.int64Value)
    }

    /// Whether a property list writes a number as `<true/>` or `<false/>`.
    static func isWrittenAsBool(_ number: NSNumber) -> Bool {
        let list = try? PropertyListSerialization.data(fromPropertyList: [number], format: .xml, options: 0)
        guard let list else { return false }
        return list.range(of: Data("<true/>".utf8)) != nil || list.range(of: Data("<false/>".utf8)) != nil
    }
    #endif
}
