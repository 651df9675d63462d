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
        if number.isNaN {
            self = .notANumber
        } else if let integer = Int64(exactly: number) {
            self = .integer(integer)
        } else if let unsigned = UInt64(exactly: number) {
            self = .unsigned(unsigned)
        } else {
            self = .double(number)
        }
    }

    init(_ number: Decimal) {
        let text = number.description
        if number.isNaN {
            self = .notANumber
        } else if let integer = Int64(text) {
            self = .integer(integer)
        } else if let unsigned = UInt64(text) {
            self = .unsigned(unsigned)
        } else if let double = Double(text), Decimal(string: double.description) == number {
            self = .double(double)
        } else {
            self = .decimal(number)
        }
    }
}
