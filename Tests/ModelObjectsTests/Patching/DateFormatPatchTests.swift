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

    @Test func theFormatOfARule() throws {
        final class Dated: ModelObject {
            var span: Span?
            var spans: [String: Span] = [:]
            override class var propertyRules: [String: PropertyRule] {
                ["span": .date(.unixSeconds), "spans": .date(.unixSeconds)]
            }
        }
        let dated = Dated()
        (dated.span, dated.spans) = (Span(1, 2), ["a": Span(1, 2)])
        let patch = #"{"span": {"from": 5}, "spans": {"a": {"from": 6}}}"#
        try dated.apply(mergePatch: patch, options: MappingOptions(mismatches: .reject))
        #expect(dated.span == Span(5, 2) && dated.spans == ["a": Span(6, 2)])
    }

    final class Formatted: ModelObject {
        var span: Span?
        var day = Date(timeIntervalSince1970: 3)
        var list = [Span(1, 2), Span(3, 4)]
        override class var mappingOptions: MappingOptions { MappingOptions(dateFormat: .iso8601) }
    }

    /// It takes precedence over that of the class.
    @Test func theFormatOfTheCall() throws {
        let options = MappingOptions(dateFormat: .unixSeconds, mismatches: .reject)
        let event = event()
        try event.apply(
            mergePatch: #"{"span": {"from": 5}, "spans": {"a": {"from": 6}}}"#, options: options)
        #expect(event.span == Span(5, 2) && event.spans["a"] == Span(6, 2))
        let operations = #"[{"op": "replace", "path": "/span/from", "value": 7}]"#
        try event.apply(jsonPatch: operations, options: options)
        #expect(event.span == Span(7, 2))
        let formatted = Formatted()
        formatted.span = Span(1, 2)
        try formatted.apply(mergePatch: #"{"span": {"from": 5}}"#, options: options)
        #expect(formatted.span == Span(5, 2))
        let test = #"[{"op": "test", "path": "/day", "value": 3}, "#
        let list = #", {"op": "replace", "path": "/list/1/from", "value": 8}]"#
        try formatted.apply(jsonPatch: test + operations.dropFirst().dropLast() + list, options: options)
        #expect(formatted.span == Span(7, 2) && formatted.list == [Span(1, 2), Span(8, 4)])
    }
}
