import Foundation

/// A date pattern of numbers, an offset and literal text, such as `dd.MM.yyyy HH:mm`.
///
/// It reads most dates without a DateFormatter, which takes 300 times as long on Linux.
///
/// Source: Unicode Technical Standard #35, part 4, section "Date Format Patterns".
struct NumericDatePattern: Sendable {
    /// The letter of a number, from the largest unit to the smallest.
    private enum Field: Unicode.Scalar, CaseIterable {
        case year = "y"
        case month = "M"
        case day = "d"
        case hour = "H"
        case minute = "m"
        case second = "s"
        case fraction = "S"

        /// How often the letter is repeated: once for a number of one or two digits, otherwise once for each digit.
        var counts: ClosedRange<Int> {
            switch self {
            case .year: 4...4
            case .month, .day, .hour, .minute, .second: 1...2
            case .fraction: 3...3
            }
        }
    }

    private enum Part {
        case number(Field, letters: Int)
        /// `±hhmm`, or with a colon `±hh:mm` and `Z`.
        case offset(hasColon: Bool)
        case literal(UInt8)
    }

    private let parts: [Part]
    private let timeZone: TimeZone
    /// The seconds by which the time zone's clock is always ahead of UTC; nil if its clock can change.
    private let fixedOffset: Int?
    /// The years in which the Gregorian calendar applies, and systems agree on the offset of the time zone.
    private let years: ClosedRange<Int>

    /// Makes the pattern; nil if it has other parts, or lacks a year, a month or a day, or if a DateFormatter may have
    /// another offset for the time zone.
    init?(_ pattern: String, timeZone: TimeZone) {
        var parts: [Part] = []
        var fields: Set<Field> = []
        var isQuoted = false
        var rest = pattern.unicodeScalars[...]
        while let first = rest.popFirst() {
            if first == "'", rest.first == "'" {
                rest.removeFirst()
                parts.append(.literal(UInt8(ascii: "'")))
            } else if first == "'" {
                isQuoted.toggle()
            } else if !isQuoted, first.isASCII, first.properties.isAlphabetic {
                let count = 1 + rest.prefix { $0 == first }.count
                rest.removeFirst(count - 1)
                switch (first, count) {
                case ("Z", 1...3): parts.append(.offset(hasColon: false))
                case ("Z", 5), ("X", 3): parts.append(.offset(hasColon: true))
                default:
                    guard let field = Field(rawValue: first), field.counts ~= count,
                        fields.insert(field).inserted
                    else { return nil }
                    switch parts.last {
                    // Numbers without a separator must have a fixed number of digits.
                    case .number(_, let letters): if min(letters, count) == 1 { return nil }
                    // A DateFormatter reads a colon or digits after an offset as its seconds.
                    case .offset: return nil
                    case .literal, nil: break
                    }
                    parts.append(.number(field, letters: count))
                }
            } else {
                if first.properties.numericType != nil { return nil }
                if first == ":", case .offset? = parts.last { return nil }
                parts += String(first).utf8.map { .literal($0) }
            }
        }
        // A missing unit would be the formatter's default.
        guard !isQuoted, fields.contains(.day), fields == Set(Field.allCases.prefix(fields.count)) else {
            return nil
        }
        let name = timeZone.identifier
        let isUTC = name.hasPrefix("GMT") || name == "UTC"
        // DateFormatter drops seconds of an offset. It takes EST for a region with summer time, and ART for Argentina.
        guard isUTC ? timeZone.secondsFromGMT() % 60 == 0 : name.contains("/") else { return nil }
        (self.parts, self.timeZone) = (parts, timeZone)
        let isFixed = isUTC && timeZone != .autoupdatingCurrent
        fixedOffset = isFixed ? timeZone.secondsFromGMT() : nil
        years = isFixed ? 1583...9999 : 1970...2036
    }

    /// The date of a text; nil if only a DateFormatter can read it.
    ///
    /// Nil for numbers of fewer digits, days that don't exist, years in which the Julian calendar applies, and local times
    /// near a change of the clock.
    func date(from text: Span<UInt8>) -> Date? {
        var scanner = DateTextScanner()
        var fields = DateTimeFields(day: CalendarDay(year: 0, month: 0, day: 0))
        var offset: Int?
        for part in parts {
            switch part {
            case .literal(let byte):
                guard scanner.skip(byte, in: text) else { return nil }
            case .offset(let hasColon):
                offset =
                    hasColon && scanner.skip(UInt8(ascii: "Z"), in: text)
                    ? 0 : scanner.offset(allowsColon: hasColon, allowsHoursAlone: false, in: text)
                guard offset != nil else { return nil }
            case .number(let field, let letters):
                guard var number = scanner.number(digits: letters, in: text) else { return nil }
                if letters == 1, let digit = scanner.number(digits: 1, in: text) {
                    number = number * 10 + digit
                }
                switch field {
                case .year: fields.day.year = number
                case .month: fields.day.month = number
                case .day: fields.day.day = number
                case .hour: fields.hour = number
                case .minute: fields.minute = number
                case .second: fields.second = number
                case .fraction: (fields.nanoseconds, fields.fractionDigits) = (number * 1_000_000, 3)
                }
            }
        }
        guard scanner.isAtEnd(of: text), years.contains(fields.day.year), fields.hour < 24,
            fields.second < 60,
            let offset = offset ?? self.offset(at: fields)
        else { return nil }
        fields.offset = offset
        return fields.date
    }

    /// The offset from UTC at a local time; nil if the clock may change near it.
    private func offset(at local: DateTimeFields) -> Int? {
        if let fixedOffset { return fixedOffset }
        guard let date = local.date else { return nil }
        // The clock changes at most once in two days.
        let offset = timeZone.secondsFromGMT(for: date + 86_400)
        return timeZone.secondsFromGMT(for: date - 86_400) == offset ? offset : nil
    }
}
