import Foundation
public struct DateFormat: Sendable {
    public static let automatic = DateFormat()
    var needsAnyValue: Bool { false }
    func date(fromText text: Span<UInt8>) -> Date? { nil }
    func date(fromText text: String) -> Date? { nil }
    func date(fromInteger value: Int64) -> Date? { Date(timeIntervalSince1970: Double(value)) }
    func date(fromNumber value: Double) -> Date? { Date(timeIntervalSince1970: value) }
    func date(from value: Any) -> Date? { value as? Date }
}
