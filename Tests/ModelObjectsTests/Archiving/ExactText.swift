import Foundation

@testable import ModelObjects

/// A text that two values share only if they are identical to the last bit.
///
/// It distinguishes the types of scalars, the bits of floating-point numbers, the Unicode scalars of texts, the
/// bases of URLs, and nil at each level. It ignores the element types of containers and whether a value is in an
/// Optional: an `[Int?]` in an `Any` is unarchived as `[Any]`.
enum ExactText {
    static func of(_ value: Any) -> String {
        // Check the dynamic type first: casts unwrap Optionals, bridge, and convert most values to AnyHashable.
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            return mirror.children.first.map { some(of($0.value)) } ?? "nil"
        }
        if type(of: value) is AnyClass { return object(value) }
        if type(of: value) == AnyHashable.self { return of((value as? AnyHashable)?.base ?? value) }
        return switch value {
        case let value as String: text(value)
        case let value as Double: "Double " + String(value.bitPattern, radix: 16)
        case let value as Float: "Float " + String(value.bitPattern, radix: 16)
        case let value as Date: "Date " + String(value.timeIntervalSinceReferenceDate.bitPattern, radix: 16)
        case let value as Decimal: "Decimal \(value)"
        case let value as URL:
            "URL " + text(value.relativeString) + (value.baseURL.map { " in " + of($0) } ?? "")
        case let value as Data: "Data " + value.withUnsafeBytes { digits($0) }
        default: structure(value, mirror)
        }
    }

    private static func object(_ value: Any) -> String {
        switch value {
        case let model as ModelObject: "\(type(of: model)) \(ObjectIdentifier(model))"
        case is NSNull: "NSNull"
        case let value as NSNumber: number(value)
        case let value as NSString: "NSString " + text(String(describing: value))
        default: "\(type(of: value))"
        }
    }

    private static func text(_ value: String) -> String {
        var value = value
        return "\"" + value.withUTF8 { digits(UnsafeRawBufferPointer($0)) } + "\""
    }

    /// Bytes as hexadecimal digits; of many bytes, which would take long, their number and a hash.
    private static func digits(_ bytes: UnsafeRawBufferPointer) -> String {
        guard bytes.count > 1_000 else {
            return bytes.map { String($0, radix: 16) }.joined(separator: " ")
        }
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        return "\(bytes.count) bytes with the hash \(hasher.finalize())"
    }

    private static func number(_ value: NSNumber) -> String {
        if let value = value as? NSDecimalNumber { return "NSNumber " + of(value.decimalValue) }
        return switch NSNumberContent(value) {
        case .double(let double): "NSNumber " + of(double)
        case .float(let float): "NSNumber " + of(float)
        case let other: "NSNumber \(other)"
        }
    }

    /// An Optional in an `Any` has the text of its wrapped value, unless that is nil.
    private static func some(_ content: String) -> String {
        content == "nil" || content.hasPrefix("some(") ? "some(\(content))" : content
    }

    private static func structure(_ value: Any, _ mirror: Mirror) -> String {
        let parts = mirror.children.map { ($0.label.map { "\($0): " } ?? "") + of($0.value) }
        return switch mirror.displayStyle {
        case .collection: "[" + parts.joined(separator: ", ") + "]"
        case .set: "set [" + parts.sorted().joined(separator: ", ") + "]"
        case .dictionary: "{" + parts.sorted().joined(separator: ", ") + "}"
        case .tuple: "(" + mirror.children.map { of($0.value) }.joined(separator: " = ") + ")"
        case .struct where !parts.isEmpty: "\(type(of: value))(" + parts.joined(separator: ", ") + ")"
        default: "\(type(of: value)) \(value)"
        }
    }
}
