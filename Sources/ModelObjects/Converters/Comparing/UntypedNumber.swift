import Foundation

/// A number inside an `Any`, normalized by value, regardless of its type.
///
/// JSON does not distinguish the Int 1 from the Double 1, so both are equal there.
enum UntypedNumber: Hashable {
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    /// Not an integer of 64 bits.
    case double(Double)
    /// A number whose digits none of the above can hold.
    case decimal(Decimal)
    case notANumber

    /// Nil if the value is not a number; a Bool is not one.
    init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number): self.init(number)
        case .decimal(let number): self.init(number)
        case .null, .bool, .string, .array, .object, .other: return nil
        }
    }

    init(_ number: Double) {
        self =
            number.isNaN
            ? .notANumber
            : Int64(exactly: number).map { .integer($0) } ?? UInt64(exactly: number).map { .unsigned($0) }
                ?? .double(number)
    }

    init(_ number: Decimal) {
        self =
            number.isNaN ? .notANumber : JSONValue.exact(number).flatMap { Self($0) } ?? .decimal(number)
    }
}
