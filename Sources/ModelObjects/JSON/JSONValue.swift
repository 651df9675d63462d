import Foundation

/// A value of a payload as a Swift type, one level deep: the input of conversions from any source.
///
/// Numbers keep the type that holds them exactly: an integer is `integer` if Int64 can hold it, else `unsigned`, else
/// `decimal`. A number with a fraction or an exponent is `double`, or `decimal` if its digits were requested.
enum JSONValue {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    /// Not NaN, which is a `double`.
    case decimal(Decimal)
    case string(String)
    case array([Any])
    case object([String: Any])
    /// A Swift value that JSON does not have: a Date, a model, or any other value in a dictionary.
    case other(Any)

    var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// Whether it is a number that JSON doesn't have.
    var isNotFinite: Bool {
        if case .double(let number) = self { !number.isFinite } else { false }
    }

    /// The kind as named in messages.
    var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .integer, .unsigned, .double, .decimal: .number
        case .string: .string
        case .array: .array
        case .object: .object
        case .other: .other
        }
    }

    /// The value in the form that hooks and `Any` properties get: String, Int (Int64, UInt64 or Decimal if Int
    /// cannot hold it), Double, Bool, `[Any]`, `[String: Any]` or NSNull.
    var any: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .integer(let value): Int(exactly: value).map { $0 as Any } ?? value
        case .unsigned(let value): value
        case .double(let value): value
        case .decimal(let value): value
        case .string(let value): value
        case .array(let value): value
        case .object(let value): value
        case .other(let value): value
        }
    }
}

/// The kind of a value, by its name in messages.
enum JSONKind: String, Sendable {
    case null, bool, number, string, array, object
    case other = "another type"
}
