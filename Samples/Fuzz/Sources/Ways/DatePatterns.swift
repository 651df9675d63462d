import Foundation
import ModelObjects

extension Way {
    private static let patterns: [(name: String, format: DateFormat)] = [
        pattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ"), pattern("dd.MM.yyyy"), pattern("yyyyMMddHHmmssSSS"),
        pattern("ZZZZZ:yyyy MM dd HH mm"), pattern("d MMMM yyyy h:mm a"), pattern("yyyy😀MM 'e\u{301}' dd"),
        pattern("yyyy-MM-dd HH:mm", zone: TimeZone(identifier: "EST")),
        pattern("yyyy-MM-dd HH:mm", zone: TimeZone(secondsFromGMT: 61)),
        pattern("d MMM y HH:mm", zone: TimeZone(secondsFromGMT: 15 * 3_600)),
        pattern("yyyy-MM-dd", zone: TimeZone(identifier: "America/Sao_Paulo")),
        pattern("EEEE, d MMMM y", locale: "hi_IN"), pattern("d MMM y G, h:mm a", locale: "my_MM"),
        pattern("dd.MM.yyyy HH:mm", locale: "ar_EG"),
        ("a DateFormatter", .formatter(formatter())),
    ]

    /// What is inserted in texts: digits of several scripts, and scalars that combine with their neighbours.
    private static let pieces = [
        "\u{301}", "\u{200D}", "\u{FE0F}", "\u{902}", "\u{600}", "ि", "e\u{301}", "👨‍👩‍👧", "🇩", "\r\n", "\u{0}",
        "\u{E000}", "\u{1D7CF}", "٣", "म", "मई", "각", "\u{11A8}", "9", "-1", ":", " ", "\u{A0}", "May", "PM",
        "00000000000000000000000000000000000", "E", "000000000", "E00000000",
        "٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣",
    ]

    private static func pattern(
        _ pattern: String, zone: TimeZone? = .gmt, locale: String = "en_US_POSIX"
    ) -> (name: String, format: DateFormat) {
        let zone = zone ?? .gmt
        let name = "\(pattern) in \(locale) and \(zone.identifier)"
        return (name, .format(pattern, timeZone: zone, locale: Locale(identifier: locale)))
    }

    private static func formatter() -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "yyyy HH:mm:ss.SSS"
        formatter.isLenient = true
        return formatter
    }

    /// Checks the text of a date in a pattern, damaged in three of four cases.
    func checkPattern(_ random: inout Random) throws {
        let (name, format) = random.pick(Self.patterns)
        let date = Date(timeIntervalSince1970: Double(random.below(2_000_000_000)))
        // On Linux, nothing is written with an offset of 15 hours.
        let valid = format.value(for: date) as? String
        let text = random.oneIn(4) ? valid : damaged(valid ?? "1 Jan 2024 12:00", &random)
        guard let text else { return }
        let input = { "\(name): \(text.debugDescription)" }

        let read = try Appointment(dictionary: ["at": text], options: MappingOptions(dateFormat: format)).at
        if let read {
            try claim(
                read.timeIntervalSinceReferenceDate.isFinite, "a date that is not finite", input: input())
            _ = format.value(for: read)
        }
        if text == valid {
            let written = read.flatMap { format.value(for: $0) as? String }
            try claim(written == text, "read and written as \(written ?? "nothing")", input: input())
        }
    }

    private func damaged(_ text: String, _ random: inout Random) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0...random.below(3) {
            let place = random.below(scalars.count + 1)
            switch random.below(5) {
            case 0: scalars.removeSubrange(place...)
            case 1: if place < scalars.count { scalars.remove(at: place) }
            default: scalars.insert(contentsOf: random.pick(Self.pieces).unicodeScalars, at: place)
            }
        }
        var damaged = String.UnicodeScalarView()
        damaged.append(contentsOf: scalars)
        return String(damaged)
    }
}
