#if !canImport(Darwin)
import Foundation

/// A private scalar for each Character of several scalars in the names and the pattern of a DateFormatter, such as
/// those in Hindi month names.
///
/// When Foundation on Linux has read a text, it stops with a fatal error if the part that it could read ends inside a
/// Character. In a text whose Characters are single scalars, no part can, except inside a scalar of two units: ICU
/// compares literal text by units. So such scalars are replaced in the pattern, too. Names are compared by scalars.
struct CharacterReplacements {
    private var scalars: [Character: Unicode.Scalar] = [:]
    private var used: Range<Unicode.Scalar> = "\u{E000}"..<"\u{E000}"

    private static let names: [ReferenceWritableKeyPath<DateFormatter, [String]> & Sendable] = [
        \.eraSymbols, \.longEraSymbols,
        \.monthSymbols, \.shortMonthSymbols, \.veryShortMonthSymbols,
        \.standaloneMonthSymbols, \.shortStandaloneMonthSymbols, \.veryShortStandaloneMonthSymbols,
        \.weekdaySymbols, \.shortWeekdaySymbols, \.veryShortWeekdaySymbols,
        \.standaloneWeekdaySymbols, \.shortStandaloneWeekdaySymbols, \.veryShortStandaloneWeekdaySymbols,
        \.quarterSymbols, \.shortQuarterSymbols, \.standaloneQuarterSymbols, \.shortStandaloneQuarterSymbols,
    ]
    private static let halvesOfDay: [ReferenceWritableKeyPath<DateFormatter, String> & Sendable] = [
        \.amSymbol, \.pmSymbol,
    ]

    /// Replaces the Characters in `formatter`.
    ///
    /// Names of time zones and of parts of the day (`B`) can't be replaced, so those with such Characters can't be
    /// read.
    init(in formatter: DateFormatter) {
        for name in Self.names {
            let texts = formatter[keyPath: name]
            if !texts.allSatisfy(\.hasOneUnitPerCharacter) {
                formatter[keyPath: name] = texts.map { replacing($0) }
            }
        }
        for name in Self.halvesOfDay where !formatter[keyPath: name].hasOneUnitPerCharacter {
            formatter[keyPath: name] = replacing(formatter[keyPath: name])
        }
        if let pattern = formatter.dateFormat, !pattern.hasOneUnitPerCharacter {
            formatter.dateFormat = replacing(pattern, isPattern: true)
        }
    }

    /// Replaces all Characters of a name, and those of a pattern that are literal text.
    private mutating func replacing(_ text: String, isPattern: Bool = false) -> String {
        var result = ""
        var isLiteral = !isPattern
        for character in text {
            let first = character.unicodeScalars.first
            let isQuote = isPattern && first == "'"
            if isQuote { isLiteral.toggle() }
            let isText = !isQuote && (isLiteral || first?.isASCII == false)
            let isLong = isPattern ? character.utf16.count > 1 : character.unicodeScalars.count > 1
            let isReplaced = isText && isLong
            if isReplaced, scalars[character] == nil, let next = Unicode.Scalar(used.upperBound.value + 1) {
                scalars[character] = used.upperBound
                used = used.lowerBound..<next
            }
            result.append(isReplaced ? scalars[character].map(Character.init) ?? character : character)
        }
        return result
    }

    /// The text for the formatter; nil if the formatter can't read it, because other Characters have several scalars.
    func text(of text: String) -> String? {
        var result = ""
        for character in text {
            if character == "\r\n" {
                // To a formatter, every kind of space is the same.
                result.append("\n")
            } else if 2...64 ~= character.utf16.count, let scalar = scalars[character] {
                // The hash of a longer Character would take quadratic time.
                result.unicodeScalars.append(scalar)
            } else if character.unicodeScalars.count == 1 {
                // A private scalar in the text is not that of a Character.
                if character.unicodeScalars.contains(where: used.contains) { return nil }
                result.append(character)
            } else {
                return nil
            }
        }
        return result.count == result.unicodeScalars.count ? result : nil
    }
}

extension String {
    /// Whether each Character is a single UTF-16 unit.
    var hasOneUnitPerCharacter: Bool {
        utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\r") } || count == utf16.count
    }
}

extension DateFormatter {
    /// Whether Foundation on Linux finds the time zone; otherwise, it crashes when the formatter is used.
    ///
    /// It finds none whose offset rounds to 15 hours or more.
    var hasUsableOffset: Bool {
        guard let timeZone, timeZone.identifier.hasPrefix("GMT") else { return true }
        return timeZone.secondsFromGMT().magnitude < 15 * 3_600 - 30
    }
}
#endif
