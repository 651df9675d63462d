import Foundation
import ModelObjects

/// A property of each numeric type, all filled from the same value.
class Meter: ModelObject {
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var float: Float?
    var double: Double?
    var doubles: [Double] = []
    var plainDouble = 7.0
    var cgFloat: CGFloat?
    var cgFloats: [CGFloat] = []
    var plainCGFloat: CGFloat = 7
    var decimal: Decimal?
    var number: NSNumber?
    var isOn: Bool?
    var any: Any?

    /// The name of each property, and whether it is an array.
    class var members: [(name: String, isArray: Bool)] {
        [
            "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float",
            "double", "plainDouble", "cgFloat", "plainCGFloat", "decimal", "number", "isOn", "any",
        ].map { ($0, false) } + [("doubles", true), ("cgFloats", true)]
    }

    /// The integers, each with the value that the property stores for an exact number, and with its limits.
    var integers: [IntegerReading] {
        [
            .init("int", int), .init("int8", int8), .init("int16", int16), .init("int32", int32),
            .init("int64", int64), .init("uint", uint), .init("uint8", uint8), .init("uint16", uint16),
            .init("uint32", uint32), .init("uint64", uint64),
        ]
    }
}

/// The same with 128-bit integers.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class WideMeter: Meter {
    var int128: Int128?
    var uint128: UInt128?

    override class var members: [(name: String, isArray: Bool)] {
        super.members + [("int128", false), ("uint128", false)]
    }

    override var integers: [IntegerReading] {
        super.integers + [.init("int128", int128), .init("uint128", uint128)]
    }
}

/// The value of an integer property, in decimal digits, and the limits of its type.
struct IntegerReading {
    let property: String
    let found: String?
    /// Converts decimal digits to this type and back; nil if the type cannot hold the value.
    let holding: (_ digits: String) -> String?
    let limits: (lowest: String, highest: String)

    init<Integer: FixedWidthInteger>(_ property: String, _ value: Integer?) {
        self.property = property
        found = value?.description
        holding = { Integer($0)?.description }
        limits = (Integer.min.description, Integer.max.description)
    }
}
