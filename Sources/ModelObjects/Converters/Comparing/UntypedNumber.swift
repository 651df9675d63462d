import Foundation

/// A number inside an `Any`, in the one form that its value has whatever type held it: JSON cannot say
/// whether 1 was an Int or a Double, so both are equal there.
enum UntypedNumber: Hashable {
    case integer(Int64)
    /// Beyond Int64.
    case unsigned(UInt64)
    /// Not an integer of 64 bits.
    case double(Double)
    /// Nothing of the above holds all its digits.
    case decimal(Decimal)
    case notANumber

    /// Nil for what is not a number; a Bool is none.
    init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
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
        let text = number.description
        let double = Double(text).flatMap { Decimal(string: $0.description) == number ? $0 : nil }
        self =
            number.isNaN
            ? .notANumber
            : Int64(text).map { .integer($0) } ?? UInt64(text).map { .unsigned($0) }
                ?? double.map { .double($0) } ?? .decimal(number)
    }
}
