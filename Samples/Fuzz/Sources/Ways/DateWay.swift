import Foundation
import ModelObjects

/// A model with one date.
final class Appointment: ModelObject {
    var at: Date?
}

extension Way {
    /// The formats, each with the precision in seconds that it loses from a date read by another format.
    ///
    /// The precision is 0 if the format preserves every date that it reads.
    private static let formats: [(name: String, format: DateFormat, precision: Double)] = [
        // A Unix time can have more than nine decimal places; an ISO text cannot.
        ("automatic", .automatic, 1e-9), ("iso8601", .iso8601, 0), ("dotNet", .dotNet, 0),
        ("dotNet added", .dotNet(offset: .added), 0), ("dotNetSimple", .dotNetSimple, 0),
        ("dotNetWithTimeZone", .dotNetWithTimeZone, 0), ("unixSeconds", .unixSeconds, 0),
        ("unixMilliseconds", .unixMilliseconds, 0),
        ("secondsSinceReferenceDate", .secondsSinceReferenceDate, 0),
        ("first", .firstOf([.dotNet, .unixSeconds, .iso8601]), 1e-3),
        ("zone", .dotNetSimple(timeZone: TimeZone(identifier: "Europe/Zurich") ?? .gmt), 0),
    ]

    /// Checks the text of a date, mutated in three of four cases, with a format that may differ from its own.
    ///
    /// One text in four is that of a pattern.
    func checkDate(_ random: inout Random) throws {
        if random.oneIn(4) { return try checkPattern(&random) }
        let sample = DateTexts.sample(&random)
        var bytes = Array(sample.text.utf8)
        if !random.oneIn(4) { ByteDamage.text(&bytes, &random) }
        let text = String(decoding: bytes, as: UTF8.self)
        let suitable = Self.formats.filter { sample.formats.contains($0.name) }
        let (name, format, precision) = random.pick(
            suitable.isEmpty || random.oneIn(2) ? Self.formats : suitable)
        let input = { "\(name): \(text.debugDescription)" }

        let options = MappingOptions(dateFormat: format)
        let date = try Appointment(dictionary: ["at": text], options: options).at
        if random.oneIn(4) {
            let fromBytes = try Appointment(
                json: Data(Tree.object([("at", .string(text))]).bytes), options: options
            ).at
            try claim(
                fromBytes == date, "bytes give \(shown(fromBytes)), a dictionary \(shown(date))",
                input: input())
        }
        guard let date else {
            let mustBeRead = text == sample.text && sample.formats.contains(name)
            return try claim(!mustBeRead, "a valid text is not read", input: input())
        }
        try claim(date.timeIntervalSinceReferenceDate.isFinite, "a date that is not finite", input: input())

        // An offset, or a number, may give a year that the format cannot write.
        guard let written = try write(date, format) else {
            try claim(
                !(-62_135_596_800..<253_402_300_800).contains(date.timeIntervalSince1970),
                "\(shown(date)) cannot be written", input: input())
            return
        }
        let back = try Appointment(dictionary: ["at": written], options: options).at
        guard let back else { throw Violation(claim: "\(written) is not read again", input: input()) }
        // If a local time occurs twice, the format reads one of the two.
        let isAmbiguous = name == "zone" && abs(back.timeIntervalSince(date)) == 3_600
        // The last instant of a minute has more digits than .NET's seven.
        let tolerance = text.contains(":60") ? max(precision, 1e-7) : precision
        try claim(
            isAmbiguous || abs(back.timeIntervalSince(date)) <= tolerance, "\(written) is not \(shown(date))",
            input: input())
        try claim(
            try isAmbiguous || (write(back, format) as? AnyHashable) == (written as? AnyHashable),
            "\(written) is written otherwise when it was read", input: input())
    }

    private func write(_ date: Date, _ format: DateFormat) throws -> Any? {
        let appointment = Appointment()
        appointment.at = date
        var options = ExportOptions()
        options.dateFormat = format
        do {
            return try appointment.jsonObject(options: options)["at"]
        } catch let error as ModelError where error.code == .notExportable {
            return nil
        }
    }

    private func shown(_ date: Date?) -> String {
        date.map { "\($0.timeIntervalSinceReferenceDate) s after 2001" } ?? "nothing"
    }
}
