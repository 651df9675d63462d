import Foundation

/// The formats that `.automatic` reads; the first bytes of a text identify its family.
///
/// No family includes dates in which day and month could be swapped, so nothing is guessed.
enum AutomaticDates {
    static func date(from text: Span<UInt8>) -> Date? {
        guard text.count > 0 else { return nil }
        switch text[0] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            // A text without a hyphen after a year may be digits alone, 20240229T1200, or 2 Oct 2002 13:00 GMT.
            if text.count > 4, text[4] == UInt8(ascii: "-") {
                return DateTimeReader.date(iso8601: text, allowsSpace: true)
            }
            return UnixTimeUnit.date(fromDigits: text) ?? DateTimeReader.date(iso8601: text)
                ?? NamedMonthDates.date(from: text)
        case UInt8(ascii: "-"):
            return UnixTimeUnit.date(fromDigits: text)
        case UInt8(ascii: "/"), UInt8(ascii: "\\"):
            return DotNetDates.date(from: text, addingOffset: false)
        default:
            return NamedMonthDates.date(from: text)
        }
    }
}
