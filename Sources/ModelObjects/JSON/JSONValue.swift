import Foundation

/// A value of a payload in Swift's terms, one level deep: what a conversion starts from, whichever way the
/// value came in.
///
/// Numbers keep the type that holds them exactly: an integer is `integer` where Int64 can hold it,
/// else `unsigned`, else `decimal`; a number with a fraction or an exponent is `double`, or `decimal` where
/// its digits were asked for.
enum JSONValue {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case decimal(Decimal)
    case string(String)
    case array([Any])
    case object([String: Any])
    /// A Swift value that JSON does not have: a Date, a model, whatever a dictionary holds.
    case other(Any)

    var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The kind as messages name it.
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

    /// The value as hooks and `Any` properties get it: String, Int (UInt64 or Decimal where Int cannot hold
    /// it), Double, Bool, `[Any]`, `[String: Any]` or NSNull.
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

/// The kind of a JSON value.
enum JSONKind: String, Sendable {
    case null, bool, number, string, array, object
    case other = "another type"
}
