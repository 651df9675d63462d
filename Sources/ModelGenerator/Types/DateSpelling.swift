import Foundation
import ModelObjects

/// A date format that writes dates in the spelling of samples, and reads all dates that `.automatic` reads.
struct DateSpelling {
    /// The format in source code.
    let source: String
    let format: DateFormat

    /// Nil if the default format keeps the spelling, or if no format does.
    init?(_ texts: [String]) {
        let texts = Set(texts).sorted()
        guard let first = texts.first, !Self.keeps(texts, .automatic),
            let found = Self.candidates(first).first(where: { Self.keeps(texts, $0.format) })
        else { return nil }
        self = found
    }

    /// The days of JSON Schema's format `date`.
    static let day = DateSpelling(".format(\"yyyy-MM-dd\")", .format("yyyy-MM-dd"))

    /// The type of texts that are dates: String if a Date would lose digits of a fraction.
    static func type(of texts: [String]) -> ValueType {
        if let spelling = DateSpelling(texts) { return .date(spelling) }
        let areKept = texts.allSatisfy { text in
            let date = DateFormat.automatic.date(from: text)
            return date.flatMap { written($0, .automatic) }.map(fraction) == fraction(text)
        }
        return areKept ? .date(nil) : .text
    }

    private static func written(_ date: Date, _ format: DateFormat) -> String? {
        format.value(for: date) as? String
    }

    /// The digits of the seconds' fraction, without zeros at the end.
    private static func fraction(_ text: String) -> String {
        let digits = text.drop { $0 != "." && $0 != "," }.dropFirst().prefix(while: \.isNumber)
        return String(digits.reversed().drop { $0 == "0" }.reversed())
    }

    private init(_ source: String, _ format: DateFormat) {
        self.source = ".firstOf([\(source), .automatic])"
        self.format = .firstOf([format, .automatic])
    }

    /// Whether a format reads each text as `.automatic` does, and writes it unchanged.
    private static func keeps(_ texts: [String], _ format: DateFormat) -> Bool {
        texts.allSatisfy { text in
            guard let date = DateFormat.automatic.date(from: text), format.date(from: text) == date
            else { return false }
            return written(date, format) == text
        }
    }

    private static func candidates(_ text: String) -> [DateSpelling] {
        let fixed = [
            DateSpelling(".dotNet", .dotNet), DateSpelling(".dotNetSimple", .dotNetSimple),
        ]
        if text.hasPrefix("/") || text.hasPrefix("\\") { return fixed }
        let patterns = numericPattern(text).map { [$0] } ?? namedPatterns(text)
        let zone = offset(text)
        return fixed
            + patterns.flatMap { pattern -> [DateSpelling] in
                let source = "\"\(pattern)\""
                let plain = DateSpelling(".format(\(source))", .format(pattern))
                guard let zone, zone != 0, let timeZone = TimeZone(secondsFromGMT: zone) else {
                    return [plain]
                }
                let zoned = DateSpelling(
                    ".format(\(source), timeZone: TimeZone(secondsFromGMT: \(zone)) ?? .gmt)",
                    .format(pattern, timeZone: timeZone))
                return [zoned, plain]
            }
    }

    /// The pattern of `2024-02-29 12:30:59.123+01:00`, and of its parts.
    private static func numericPattern(_ text: String) -> String? {
        var pattern = ""
        var rest = Substring(text)
        func digits(_ letters: String) -> Bool {
            guard rest.prefix(letters.count).allSatisfy(\.isNumber), rest.count >= letters.count else {
                return false
            }
            rest.removeFirst(letters.count)
            pattern += letters
            return true
        }
        func take(_ mark: Character, as written: String? = nil) -> Bool {
            guard rest.first == mark else { return false }
            rest.removeFirst()
            pattern += written ?? String(mark)
            return true
        }
        guard digits("yyyy") else { return nil }
        _ = take("-")
        guard digits("MM") else { return nil }
        _ = take("-")
        guard digits("dd") else { return nil }
        guard take("T", as: "'T'") || take("t", as: "'t'") || take(" ") else {
            return rest.isEmpty ? pattern : nil
        }
        guard digits("HH") else { return nil }
        _ = take(":")
        guard digits("mm") else { return nil }
        if take(":") || rest.first?.isNumber == true { _ = digits("ss") }
        if take(".") || take(",") {
            // DateFormatter keeps only milliseconds. A pattern with fewer digits would drop those of other dates.
            guard digits("SSS"), rest.first?.isNumber != true else { return nil }
        }
        if [" UTC", " GMT"].contains(rest.uppercased()) { return pattern + "'\(rest)'" }
        _ = take(" ")
        switch rest.count {
        case 0: break
        case 1: pattern += rest == "Z" ? "'Z'" : "'z'"
        case 3: pattern += "x"
        case 5: pattern += "xx"
        case 6: pattern += "xxx"
        default: return nil
        }
        return pattern
    }

    /// The patterns of `Thu, 29 Feb 2024 12:30:59 +0100`, with or without its weekday, and of
    /// `Thu Feb 29 12:30:59 +0100 2024`: with two digits for each day, and with as many as it needs.
    private static func namedPatterns(_ text: String) -> [String] {
        let words = text.split(separator: " ")
        var fields = ["d", "MMM", "yyyy", "HH:mm", "Z"]
        if words.first?.last == "," {
            fields.insert("EEE,", at: 0)
        } else if words.first?.first?.isLetter == true {
            fields = ["EEE", "MMM", "d", "HH:mm", "Z", "yyyy"]
        }
        guard words.count == fields.count else { return [] }
        for (index, word) in words.enumerated() {
            switch fields[index] {
            case "HH:mm" where word.count > 5: fields[index] = "HH:mm:ss"
            case "Z" where word == "GMT": fields[index] = "zzz"
            case "Z" where word.first?.isLetter == true: fields[index] = "'\(word.filter(\.isLetter))'"
            default: break
            }
        }
        return ["dd", "d"].map { day in fields.map { $0 == "d" ? day : $0 }.joined(separator: " ") }
    }

    /// The offset from GMT in seconds at the end of a text, or before its year.
    private static func offset(_ text: String) -> Int? {
        let ends = [6, 5, 3].map { text.suffix($0) }
        for part in ends + text.split(separator: " ") where part.first == "+" || part.first == "-" {
            let digits = part.dropFirst().filter(\.isNumber)
            guard digits.count == 2 || digits.count == 4, digits.count >= part.count - 2,
                let hours = Int(digits.prefix(2)),
                let minutes = Int(digits.dropFirst(2).isEmpty ? "0" : digits.dropFirst(2))
            else { continue }
            return (part.first == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
        }
        return nil
    }
}
