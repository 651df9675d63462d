import Foundation
import Testing

@testable import ModelObjects

/// A text and the seconds since 1970 that a format must read from it; nil if it must reject the text.
struct DateRow: CustomTestStringConvertible {
    let text: String
    let seconds: Double?

    init(_ text: String, _ seconds: Double?) {
        self.text = text
        self.seconds = seconds
    }

    var testDescription: String { "\"\(text)\"" }

    var date: Date? {
        seconds.map { Date(timeIntervalSince1970: $0) }
    }

    /// Checks the row through every entry point of a format.
    func check(_ format: DateFormat, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(format.date(fromText: text) == date, sourceLocation: sourceLocation)
        let read = Array(text.utf8).withSpan { format.date(fromText: $0) }
        #expect(read == date, sourceLocation: sourceLocation)
        #expect(format.date(from: text as Any) == date, sourceLocation: sourceLocation)
    }
}

extension DateFormat {
    /// The format's output as text, whatever its kind.
    func written(_ date: Date) -> String? {
        exported(date).map { "\($0.any)" }
    }

    func date(from value: Any) -> Date? { date(from: JSONValue(value)) }
    func date(fromInteger number: Int64) -> Date? { date(from: .integer(number)) }
    func date(fromNumber number: Double) -> Date? { date(from: .double(number)) }

    func written(secondsSince1970 seconds: Double) -> String? {
        written(Date(timeIntervalSince1970: seconds))
    }
}
