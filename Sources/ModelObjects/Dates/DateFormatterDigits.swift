/// How many digits a DateFormatter may get.
///
/// ICU, on all platforms, keeps the fraction of a second in 32 bits. It reads wrong dates from more than nine digits,
/// and divides by zero if there are more than 34. These need not be in a row: a number can have an exponent, `0E0`.
enum DateFormatterDigits {
    /// The most digits that are read correctly as any number.
    static let correct = 9
    /// The most digits that crash no formatter.
    static let harmless = 34

    /// The most digits in a row that a text can need for a pattern: 17 for `yyyyMMddHHmmssSSS`, which divides them
    /// among several numbers.
    ///
    /// At least nine, at most 34. Of a fraction's letters, only nine count.
    static func most(inPattern pattern: String) -> Int {
        var most = correct
        var length = 0
        var fractionDigits = 0
        var isQuoted = false
        for scalar in pattern.unicodeScalars {
            if scalar == "'" {
                isQuoted.toggle()
            } else if isDigit(scalar) || !isQuoted && scalar.isASCII && scalar.properties.isAlphabetic {
                if scalar == "S" { fractionDigits += 1 }
                if scalar != "S" || fractionDigits <= correct { length += 1 }
                most = max(most, length)
            } else {
                (length, fractionDigits) = (0, 0)
            }
        }
        return min(most, harmless)
    }

    /// How many digits of any script a text has, and how many of them in the longest row.
    static func count(in text: String) -> (all: Int, inRow: Int) {
        var all = 0
        var longest = 0
        var length = 0
        for scalar in text.unicodeScalars {
            guard isDigit(scalar) else {
                length = 0
                continue
            }
            all += 1
            length += 1
            longest = max(longest, length)
        }
        return (all, longest)
    }

    /// An unassigned scalar counts as a digit, because ICU may know a later version of Unicode than the standard
    /// library.
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return "0"..."9" ~= scalar }
        let category = scalar.properties.generalCategory
        return category == .decimalNumber || category == .unassigned
    }
}
