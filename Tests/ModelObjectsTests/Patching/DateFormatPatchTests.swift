import Foundation
import ModelObjects
import Testing

/// Unchanged dates of a value that a merge patch changes in part are in the format in which they are read.
struct DateFormatPatchTests {
    struct Span: Codable, Equatable {
        var from: Date
        var to: Date

        init(_ from: Double, _ to: Double) {
            (self.from, self.to) = (Date(timeIntervalSince1970: from), Date(timeIntervalSince1970: to))
        }
    }

    final class Event: ModelObject {
        var span: Span?
        var spans: [String: Span] = [:]
    }

    final class Calendar: ModelObject {
        var event: Event?
        var events: [String: Event] = [:]
        override class var mappingOptions: MappingOptions { MappingOptions(dateFormat: .unixSeconds) }
    }

    private func event() -> Event {
        let event = Event()
        (event.span, event.spans["a"]) = (Span(1, 2), Span(1, 2))
        return event
    }

    @Test func theFormatOfAnEnclosingModel() throws {
        let calendar = Calendar()
        (calendar.event, calendar.events["x"]) = (event(), event())
        let change = #"{"span": {"from": 5}, "spans": {"a": {"from": 6}}}"#
        try calendar.apply(mergePatch: #"{"event": \#(change), "events": {"x": \#(change)}}"#)
        for event in [calendar.event, calendar.events["x"]] {
            #expect(event?.span == Span(5, 2) && event?.spans["a"] == Span(6, 2))
        }
    }

    @Test func theFormatOfTheCall() throws {
        let event = event()
        try event.apply(
            mergePatch: #"{"span": {"from": 5}, "spans": {"a": {"from": 6}}}"#,
            options: MappingOptions(dateFormat: .unixSeconds))
        #expect(event.span == Span(5, 2) && event.spans["a"] == Span(6, 2))
    }
}
