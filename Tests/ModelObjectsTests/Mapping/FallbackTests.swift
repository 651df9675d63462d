import Foundation
import ModelObjects
import Testing

/// Every use of a fallback is reported, and none rejects the object.
struct FallbackTests {
    enum State: String { case open, closed, unknown }
    enum Level: Int { case low, high }

    class Ticket: ModelObject {
        var state = State.open
        var level: Level?
        var history: [State] = []
        var byDay: [String: State] = [:]
        var secret = State.open
        override class var propertyRules: [String: PropertyRule] {
            [
                "state": .key("st").fallback(State.unknown), "level": .fallback(0),
                "history": .fallback(State.unknown), "byDay": .fallback("unknown"),
                "secret": .fallback(State.unknown).redacted,
            ]
        }
    }

    final class HookedTicket: Ticket {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    static let rows: [(json: String, sentences: [String])] = [
        (#"{"st":"closed","level":1,"history":["open"]}"#, []),
        (#"{"st":"stale"}"#, [#"Expected a raw value of State, found string "stale" at $.st."#]),
        (#"{"st":[]}"#, ["Expected State, found array at $.st."]),
        (#"{"level":7}"#, ["Expected a raw value of Level, found number 7 at $.level."]),
        (#"{"level":"x"}"#, [#"Expected Level, found string "x" at $.level."#]),
        (#"{"level":null}"#, []),
        (
            #"{"history":["open","x"]}"#,
            [#"Expected a raw value of State, found string "x" at $.history[1]."#]
        ),
        (#"{"byDay":{"a":"x"}}"#, [#"Expected a raw value of State, found string "x" at $.byDay.a."#]),
        (#"{"secret":"x"}"#, ["Expected a raw value of State, found string at $.secret."]),
    ]

    @Test(arguments: rows) func everyUseIsReported(_ json: String, _ sentences: [String]) throws {
        for type in [Ticket.self, HookedTicket.self] as [ModelObject.Type] {
            for base in [MappingOptions(), .strict] {
                var options = base
                options.includeValues = true
                for report in reports(json, type, options) {
                    let told = report.problems.map { $0.description.replacing(/\ \(line [^)]*\)/, with: "") }
                    #expect(told == sentences.map { "\($0.dropLast()); the fallback is used." })
                    #expect(report.problems.allSatisfy { $0.action == .usedFallback })
                    #expect(report.error == nil)
                }
                for (_, call) in ways(json, type) { try call(options) }
            }
        }
    }

    @Test func nullIsNotAnUnknownValue() throws {
        #expect(Ticket.inspect(json: #"{"st":null}"#).report.problems.map(\.action) == [.keptValue])
        let ticket = try Ticket(json: #"{"history":["null","x"],"byDay":{"a":"nil"}}"#)
        #expect(ticket.history == [.unknown] && ticket.byDay.isEmpty)
    }

    class Event: ModelObject {
        override class var discriminator: Discriminator? {
            .key("meta.kind", ["click": Click.self, "view": View.self], fallback: Other.self)
        }
    }
    class Click: Event {
        override class var discriminator: Discriminator? { .key("button", ["left": Left.self]) }
    }
    final class Left: Click {}
    class View: Event {}
    final class Other: Event {}

    class Page: ModelObject {
        var last: Event?
        var events: [Event] = []
        var byName: [String: Event] = [:]
    }
    final class HookedPage: Page {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    static let events: [(json: String, problem: (place: String, expected: String)?)] = [
        (#"{"meta":{"kind":"click"},"button":"left"}"#, nil),
        (#"{"meta":{"kind":"view"}}"#, nil),
        (#"{"meta":{"kind":null}}"#, nil),
        ("{}", nil),
        (#"{"meta":{"kind":"scroll"}}"#, (".meta.kind", #"one of "click", "view""#)),
        (#"{"meta":{"kind":"Click"}}"#, (".meta.kind", #"one of "click", "view""#)),
        (#"{"button":"right","META":{"Kind":"click"}}"#, (".button", #""left""#)),
    ]

    @Test(arguments: events)
    func everyValueThatADiscriminatorDoesNotListIsReported(
        _ json: String, _ problem: (place: String, expected: String)?
    ) {
        let text = #"{"last":\#(json),"events":[{"meta":{"kind":"view"}},\#(json)],"byName":{"a":\#(json)}}"#
        for type in [Page.self, HookedPage.self] as [ModelObject.Type] {
            for options in [MappingOptions(), .strict] {
                for report in reports(text, type, options) {
                    let expected = problem.map { problem in
                        ["$.last", "$.events[1]", "$.byName.a"].map {
                            "Unknown class at \($0)\(problem.place): expected \(problem.expected), "
                                + "found another string; the fallback is used."
                        }
                    }
                    let found = report.problems.map { $0.description.replacing(/\ \(line [^)]*\)/, with: "") }
                    #expect(found.sorted() == (expected ?? []).sorted())
                    #expect(report.error == nil)
                }
            }
        }
        let (list, report) = Event.inspectArray(json: "[\(json)]")
        #expect(list.count == 1 && report.problems.count == (problem == nil ? 0 : 1))
    }
}
