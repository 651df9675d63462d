import Foundation

/// A typical formatter for `Wed Sep 16 12:20:09 +0800 2015` with JSONDecoder.
func statusDateFormatter() -> DateFormatter {
    posixFormatter("EEE MMM dd HH:mm:ss Z yyyy")
}

/// A formatter for machine-readable dates, in UTC.
func posixFormatter(_ pattern: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = pattern
    return formatter
}

/// Parses `/Date(946684861000)/` by hand, for a JSONDecoder.
func dotNetDate(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard text.hasPrefix("/Date("), text.hasSuffix(")/"),
        let milliseconds = Int(text.dropFirst(6).dropLast(2))
    else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date: \(text)")
    }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
}

/// Parses the status date format by hand, for a JSONDecoder without a formatter.
func statusDate(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = statusDate(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date: \(text)")
    }
    return date
}

/// `Wed Sep 16 12:20:09 +0800 2015`, without a formatter.
func statusDate(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count == 30 else { return nil }
    func number(_ range: Range<Int>) -> Int? {
        range.reduce(0 as Int?) { result, index in
            let digit = Int(bytes[index]) - 48
            return (0...9).contains(digit) ? result.map { $0 * 10 + digit } : nil
        }
    }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let name = String(decoding: bytes[4..<7], as: UTF8.self)
    guard let month = months.firstIndex(of: name), let day = number(8..<10), let hour = number(11..<13),
        let minute = number(14..<16), let second = number(17..<19), let zoneHours = number(21..<23),
        let zoneMinutes = number(23..<25), let year = number(26..<30)
    else { return nil }
    let sign = bytes[20] == UInt8(ascii: "-") ? -1 : 1
    let local = ((days(year, month + 1, day) * 24 + hour) * 60 + minute) * 60 + second
    return Date(timeIntervalSince1970: Double(local - sign * (zoneHours * 60 + zoneMinutes) * 60))
}

/// Days since 1970-01-01 in the Gregorian calendar, for years from 1.
private func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
}
