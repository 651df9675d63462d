import Foundation
import ModelObjects
import Testing

/// `inspectArray`, `inspectDictionary`, and the groups of a report.
struct ListInspectionTests {
    private final class Show: ModelObject {
        var title = ""
        var seats = 0
        var prices: [String: Int] = [:]
        var actors: [String: Actor] = [:]
    }

    private final class Actor: ModelObject {
        var name = ""
        var roles: [String: [String]] = [:]

        override class var propertyRules: [String: PropertyRule] { ["roles": .key("work.roles")] }
    }

    private let list = """
        [{"title": "a", "seats": "1", "logo": 1, "actors": {"x": {"nmae": "n"}, "y": {"nmae": "m"}}},
        {"title": "b", "seats": [], "logo": 2, "prices": {"1st": "5", "2nd": "6"}},
        7]
        """

    @Test func aListHasOneReport() {
        let (shows, report) = Show.inspectArray(json: list)
        #expect(shows.map(\.title) == ["a", "b"] && shows[1].prices == ["1st": 5, "2nd": 6])
        #expect(
            report.description == """
                Expected Int, found array at $[1].seats (line 2, column 25).
                Expected Show, found number at $[2] (line 3, column 1).
                No property for $[*].logo (2 times, first at line 1).
                No property for $[*].actors[*].nmae (2 times, first at line 1); the nearest is name.
                Converted string to Int at $[0].seats.
                Converted string to Int at $[*].prices[*] (2 times, first at line 2).
                """)
        #expect(report.unmatchedKeys.count == 4 && report.matched.isEmpty && report.unfilled.isEmpty)
        #expect("\(report.type)" == "Show")
        #expect(Show.inspectArray(json: Data(list.utf8)).report.description == report.description)
    }

    @Test func theSummaryListsTheGroups() {
        let summary = Show.inspectArray(json: list).report.summary
        #expect(
            summary.map { "\($0.kind) \($0.path) \($0.count) \($0.first) \($0.line ?? 0)" } == [
                "problem $[*].seats 1 $[1].seats 2", "problem $[*] 1 $[2] 3",
                "unmatchedKey $[*].logo 2 $[0].logo 1",
                "unmatchedKey $[*].actors[*].nmae 2 $[0].actors.x.nmae 1",
                "conversion $[*].seats 1 $[0].seats 1", "conversion $[*].prices[*] 2 $[1].prices.1st 2",
            ])
        #expect(summary[2].message == "No property for $[*].logo (2 times, first at line 1).")
    }

    /// For example, to be alerted if a required value is missing.
    @Test func groupsOfProblemsHaveACode() {
        final class Ticket: ModelObject {
            var seat = 0
            override class var propertyRules: [String: PropertyRule] { ["seat": .required] }
        }
        let json = #"[{"seat": "x", "seat": 1, "zz": 1}, {}, {"seat": "2"}, {"seat": []}]"#
        let report = Ticket.inspectArray(json: json).report
        #expect(
            report.summary.map { "\($0.kind) \($0.code?.description ?? "-") \($0.path)" } == [
                "problem duplicateKey $[*].seat", "problem missingRequired $[*].seat",
                "problem typeMismatch $[*].seat", "problem missingRequired $[*].seat",
                "unmatchedKey - $[*].zz", "conversion - $[*].seat",
            ])
    }

    @Test func findingsHaveTheLineOfTheirValue() {
        let report = Show.inspectArray(json: list).report
        #expect(report.unmatchedKeys.map(\.line) == [1, 1, 1, 2])
        #expect(report.conversions.map(\.line) == [1, 2, 2])
        let untyped = Show.inspectArray(json: [["logo": 1, "seats": "1"]]).report
        #expect(untyped.unmatchedKeys.map(\.line) == [nil] && untyped.conversions.map(\.line) == [nil])
    }

    @Test func dictionariesAndUntypedListsAreReported() {
        let (shows, report) = Show.inspectDictionary(json: #"{"a": {"logo": 1}, "b": {"logo": 2}}"#)
        #expect(shows.keys.sorted() == ["a", "b"])
        #expect(report.description == "No property for $[*].logo (2 times, first at line 1).")
        #expect(Show.inspectDictionary(json: Data("{}".utf8)).objects.isEmpty)
        let untyped = Show.inspectArray(json: [["logo": 1], ["logo": 2], 5] as [Any])
        #expect(untyped.objects.count == 2)
        #expect(
            untyped.report.description
                == "Expected Show, found number at $[2].\nNo property for $[*].logo (2 times).")
        let members: [String: Any] = ["a": ["logo": 1], "b": ["logo": 2], "c": 5]
        let byKey = Show.inspectDictionary(json: members)
        #expect(byKey.objects.keys.sorted() == ["a", "b"])
        #expect(
            byKey.report.description
                == "Expected Show, found number at $.c.\nNo property for $[*].logo (2 times).")
    }

    @Test func aListThatCannotBeMappedHasAnError() {
        let (shows, report) = Show.inspectArray(json: "{}")
        #expect(shows.isEmpty && (report.error as? ModelError)?.code == .invalidRoot)
        #expect(Show.inspectArray(json: "[").report.error is JSONSyntaxError)
        #expect(Show.inspectDictionary(json: "[]").report.error != nil)
        let strict = Show.inspectArray(json: "[7, 8]", options: MappingOptions(elements: .reject))
        #expect(strict.objects.isEmpty && strict.report.problems.count == 2 && strict.report.error != nil)
    }

    @Test func dictionariesAtKeyPathsAreGrouped() {
        let json = #"{"data": {"shows": [{"actors": {"x": {"work": {"roles": {"r": [1], "s": [2, 3]}}}}}]}}"#
        let report = Show.inspectArray(json: json, options: MappingOptions(rootPath: "data.shows")).report
        #expect(
            report.description
                == "Converted number to String at $.data.shows[*].actors[*].work.roles[*][*] (3 times, first at line 1)."
        )
    }

    @Test func propertiesOfTheSameClassAreNotGrouped() {
        final class Homes: ModelObject {
            var first: Actor?
            var second: Actor?
        }
        let report = Homes.inspect(json: #"{"first": {"zip": 1}, "second": {"zip": 1}}"#).report
        #expect(report.summary.map(\.path) == ["$.first.zip", "$.second.zip"])
    }

    private class Event: ModelObject {
        override class var discriminator: Discriminator? {
            .key(
                "type",
                [
                    "a": Keyed.self, "b": Single.self, "c": Single.self, "d": Single.self, "e": Single.self,
                    "f": Single.self, "g": Single.self, "h": Single.self, "i": Single.self,
                ])
        }
    }
    private final class Keyed: Event { var data: [String: Actor] = [:] }
    private final class Single: Event { var data: Actor? }

    /// Even if the key of another subclass leads to a dictionary.
    @Test func keysWithoutAPropertyAreNotGrouped() {
        let single = Event.inspectArray(json: #"[{"type": "b", "data": {"logo": 1, "icon": 2}}]"#).report
        #expect(single.description == "No property for $[0].data.logo.\nNo property for $[0].data.icon.")
        let keyed = Event.inspectArray(
            json: #"[{"type": "a", "data": {"x": {"icon": 1}, "y": {"icon": 2}}}]"#
        )
        .report
        #expect(keyed.description == "No property for $[*].data[*].icon (2 times, first at line 1).")
    }

    @Test func longPathsThatDifferInTheMiddleAreTwoGroups() {
        final class Node: ModelObject {
            var left: Node?
            var right: Node?
            var size = 0
        }
        func nested(_ json: String) -> String { (0..<30).reduce(json) { json, _ in #"{"left": \#(json)}"# } }
        let leaf = nested(#"{"size": []}"#)
        let json = nested(#"{"left": \#(leaf), "right": \#(leaf)}"#)
        let report = Node.inspect(json: json).report
        #expect(report.summary.map(\.count) == [1, 1])
        #expect(Set(report.summary.map(\.path)).count == 2)
    }
}
