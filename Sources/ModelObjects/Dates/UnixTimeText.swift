import Foundation

/// Unix times that a payload gives as a text.
enum UnixTimeText {
    /// The date of digits with or without a minus sign, by their magnitude; exactly eight digits are no Unix
    /// time.
    ///
    /// They look like 20240229, which is a day and is read as one.
    static func date(fromDigits text: Span<UInt8>) -> Date? {
        var scanner = DateTextScanner()
        let isNegative = scanner.skip(UInt8(ascii: "-"), in: text)
        guard let magnitude = scanner.magnitude(in: text), scanner.isAtEnd(of: text) else { return nil }
        if text.count == 8 && !isNegative { return nil }
        return UnixTimeUnit.inferred(fromMagnitude: magnitude)
            .instant(magnitude: magnitude, isNegative: isNegative)?.date
    }

    /// The date of any decimal number in a known unit: `-12`, `+5`, `1700000000.125`, `1.7e9`.
    static func date(from text: Span<UInt8>, unit: UnixTimeUnit) -> Date? {
        var scanner = DateTextScanner()
        let isNegative = scanner.skip(UInt8(ascii: "-"), in: text)
        if let magnitude = scanner.magnitude(in: text), scanner.isAtEnd(of: text) {
            return unit.instant(magnitude: magnitude, isNegative: isNegative)?.date
        }
        for index in 0..<text.count {
            switch text[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                continue
            default: return nil
            }
        }
        return Double(String(copying: text)).flatMap(unit.date(fromNumber:))
    }
}
