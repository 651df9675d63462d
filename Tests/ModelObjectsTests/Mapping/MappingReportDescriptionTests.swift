import Foundation
import ModelObjects
import Testing

/// The output of `print(report)` and `print(finding)`.
struct MappingReportDescriptionTests {
    private final class ReportedUser: ModelObject {
        var userName = ""
        var age = 0
        var born: Int?
        let version = 1
    }

    private final class ReportedPlace: ModelObject {
        var cityName = ""
    }

    @Test func everyFindingIsASentenceOnItsOwnLine() {
        let report = ReportedUser.inspect(json: #"{"usr_name": "ada", "age": "36", "born": [], "zzz": 1}"#)
            .report
        #expect(
            report.description == """
                Expected Int, found array at $.born (line 1, column 42).
                No property for $.usr_name; the nearest is userName.
                No property for $.zzz.
                No key for userName.
                Converted string to Int at $.age.
                version isn't mapped: it is a let.
                """)
    }

    /// Also in nested models, whose unmapped properties no list of the report has.
    @Test func theKeyOfAPropertyThatIsNotMappedSaysWhy() {
        final class Owner: ModelObject {
            var pet = ""
            lazy var pets = [""]
            let version = 1
            var aversion = 0
        }
        final class House: ModelObject { var owners: [Owner] = [] }
        let owner = #"{"Pets": [], "version": 2, "pett": 1}"#
        let report = Owner.inspect(json: owner).report
        #expect(report.unmatchedKeys.map(\.nearest) == [nil, nil, "pet"])
        #expect(report.description.contains("No property for $.version: version is a let.\n"))
        #expect(report.description.contains("version isn't mapped: it is a let."))
        let houses = House.inspect(json: #"{"owners": [{"version": 1}, {"version": 3}]}"#).report
        #expect(
            houses.description
                == "No property for $.owners[*].version (2 times, first at line 1): version is a let.")
    }

    @Test func theNearestKeyIsGivenIfItDiffersFromTheName() {
        final class ReportedKeys: ModelObject {
            var kilo = 0
            var deep = 0
            var both = 0
            var made = ""
            override class var propertyRules: [String: PropertyRule] {
                [
                    "kilo": .key("kk"), "deep": .key("ext.deep"), "both": .keys("b_first", "both"),
                    "made": .combined(keys: ["quebec", "romeo"]) { _ -> String? in nil },
                ]
            }
        }
        let keys = ["kilo", "kkk", "deeep", "bothh", "b_fist", "made", "romoe", "ext.deep"]
        let json = "{" + keys.map { "\"\($0)\": 1" }.joined(separator: ",") + "}"
        let report = ReportedKeys.inspect(json: json).report
        #expect(
            report.description.split(separator: "\n").filter { $0.hasPrefix("No property") } == [
                "No property for $.kilo; the nearest is kilo, whose key is kk.",
                "No property for $.kkk; the nearest is kilo, whose key is kk.",
                "No property for $.deeep; the nearest is deep, whose key is ext.deep.",
                "No property for $.bothh; the nearest is both.",
                "No property for $.b_fist; the nearest is both, whose key is b_first.",
                "No property for $.made; the nearest is made, whose key is quebec.",
                "No property for $.romoe; the nearest is made, whose key is romeo.",
                #"No property for $["ext.deep"]; to fill deep, declare .literalKey("ext.deep")."#,
            ])
        let nearest = report.unmatchedKeys.map(\.nearest)
        #expect(nearest == ["kilo", "kilo", "deep", "both", "both", "made", "made", "deep"])
        #expect(report.unmatchedKeys.first?.nearestKey == "kk")
    }

    /// Two swapped letters count as one change, any other letter as one each.
    @Test func aSuggestionDiffersInAThirdOfItsLetters() {
        final class Short: ModelObject { var bxc = 0 }
        let report = Short.inspect(json: #"{"xbc": 1, "xac": 1, "bca": 1}"#).report
        #expect(report.unmatchedKeys.map(\.nearest) == ["bxc", nil, nil])
    }

    /// Letters before a name count as much as letters in it.
    @Test func aKeyThatOnlyContainsPartOfANameHasNoSuggestion() {
        final class Account: ModelObject { var identifier = 0 }
        let keys = Account.inspect(json: #"{"userIdentity": 1, "anIdentifier": 2}"#).report.unmatchedKeys
        #expect(keys.map(\.nearest) == [nil, "identifier"])
    }

    /// More would take seconds for a class of many properties.
    @Test func onlyTheFirstThousandDifferentKeysGetASuggestion() {
        final class Account: ModelObject { var identifier = 0 }
        let keys = (0...1_000).map { "\"identifier\($0)\": 1" }
        let json = "[{\(keys.joined(separator: ","))}, {\(keys[7]), \(keys[1_000])}]"
        let nearest = Account.inspectArray(json: json).report.unmatchedKeys.map(\.nearest)
        #expect(nearest == Array(repeating: "identifier", count: 1_000) + [nil, "identifier", nil])
    }

    @Test func aMissingObjectComesFirst() {
        final class ReportedUser: ModelObject {
            var name = ""
            var age = 0
            override class var propertyRules: [String: PropertyRule] { ["name": .required] }
        }
        let noObject = ReportedUser.inspect(json: "[]").report
        #expect(noObject.description == "No object: Expected object, found array at $ (line 1, column 1).")
        #expect(noObject.problems.count == 1)
        // The reason is not repeated among the other problems.
        #expect(
            ReportedUser.inspect(json: #"{"age": "x", "nmae": 1}"#).report.description == """
                No object: Missing required `name` at $ (line 1, column 1).
                Expected Int, found string at $.age (line 1, column 9).
                No property for $.nmae; the nearest is name.
                No key for name.
                """)
    }

    @Test func missingKeysAreNamed() {
        final class Renamed: ModelObject {
            var title = ""
            var count = 0
            var total = 0
            override class var propertyRules: [String: PropertyRule] {
                [
                    "title": .key("t"), "count": .keys("n", "data.count"),
                    "total": .combined(keys: ["x", "y"]) { $0["x"] as? Int },
                ]
            }
        }
        #expect(
            Renamed.inspect(json: "{}").report.description == """
                No key for title (key `t`).
                No key for count (keys `n`, `data.count`).
                No key for total (keys `x`, `y`).
                """)
        #expect(
            Renamed.audit(samples: [Data(#"{"n": 1, "x": 2}"#.utf8)]).map(\.message) == [
                "No sample fills title (key `t`)."
            ])
    }

    /// The kind of a value that `init(from:)` rejects was right.
    @Test func rejectingTypesAreNamed() {
        final class Clock: ModelObject {
            var zone: TimeZone?
            var place: Point?
        }
        let json = #"{"zone": {"identifier": "Nowhere"}, "place": [1]}"#
        #expect(
            Clock.inspect(json: json).report.problems.map(\.description) == [
                "Expected TimeZone, found object at $.zone (line 1, column 10): its `init(from:)` threw an error.",
                "Expected Point, found array at $.place (line 1, column 46).",
            ])
    }

    private final class ReportedPlan: ModelObject {
        enum Plan: String { case free, other }

        var plan = Plan.free
        var age = 0
        var name = ""
        override class var propertyRules: [String: PropertyRule] {
            ["plan": .fallback(Plan.other), "name": .required]
        }
    }

    /// Problems that the options tolerate can come before the one that they reject.
    @Test(arguments: [
        (#"{"name": "a", "plan": "gold", "nick": 1}"#, MappingOptions.strict, "Unknown key $.nick"),
        (
            #"{"name": "a", "age": "x", "nick": 1}"#, MappingOptions(unknownKeys: .reject),
            "Unknown key $.nick"
        ),
        (#"{"age": "x", "plan": "gold"}"#, MappingOptions(), "Missing required `name`"),
        (#"{"plan": "gold", "name": []}"#, MappingOptions(), "No usable value for required `name`"),
        (#"{"plan": "gold", "name": []}"#, .strict, "No usable value for required `name`"),
    ])
    func theReasonIsThatOfTheError(json: String, options: MappingOptions, reason: String) throws {
        let report = ReportedPlan.inspect(json: json, options: options).report
        let lines = report.description.split(separator: "\n")
        #expect(lines[0].hasPrefix("No object: \(reason)"))
        let error = try #require(throws: ModelError.self) { try ReportedPlan(json: json, options: options) }
        #expect(error.description.hasPrefix(lines[0].dropFirst("No object: ".count).dropLast()))
        let problems = report.problems.map(\.description)
        #expect(problems.allSatisfy { problem in lines.count { $0.hasSuffix(problem) } == 1 })
    }

    @Test func aKeyOfSeveralPropertiesHasOneLine() {
        final class Row: ModelObject {
            var userID = 0
            var user_id = ""
        }
        let report = Row.inspect(json: #"{"USER-ID": 1}"#).report
        #expect(
            report.description == """
                Key $["USER-ID"] (line 1, column 2) matches several properties: userID and user_id.
                No key for userID.
                No key for user_id.
                """)
        #expect(report.unmatchedKeys.count == 1)
    }

    @Test func aReportWithoutFindingsSaysSo() {
        let report = ReportedPlace.inspect(json: #"{"city_name": "Oslo"}"#).report
        #expect(report.description == "No findings.")
    }

    @Test(arguments: [(101, "And 1 more problem."), (103, "And 3 more problems.")])
    func omittedProblemsAreCounted(count: Int, line: String) {
        final class ReportedList: ModelObject { var numbers: [Int] = [] }
        let json = #"{"numbers": [\#(repeatElement("{}", count: count).joined(separator: ","))]}"#
        let report = ReportedList.inspect(json: json).report
        #expect(report.problems.count == 100 && report.description.hasSuffix("\n" + line))
    }

    @Test func findingsInAnArrayShareALine() {
        final class ReportedShow: ModelObject {
            var starts: Date?
            var seats = 0
        }
        final class ReportedSeason: ModelObject { var shows: [ReportedShow] = [] }
        let shows = (0..<3).map { #"{"starts": "1/\#($0)/2026", "seats": "\#($0)", "logo": 1}"# }
        let json = "{\n\"shows\": [\n\(shows.joined(separator: ",\n"))]}"
        #expect(
            ReportedSeason.inspect(json: json).report.description == """
                Expected Date, found string at $.shows[*].starts (3 times, first at line 3). Declare its format with `.date(.format("…"))`.
                No property for $.shows[*].logo (3 times, first at line 3).
                Converted string to Int at $.shows[*].seats (3 times, first at line 3).
                """)
        let dictionary: [String: Any] = ["shows": [["logo": 1], ["logo": 2]]]
        #expect(
            ReportedSeason.inspect(dictionary: dictionary).report.description
                == "No property for $.shows[*].logo (2 times).")
        #expect(
            ReportedSeason.inspect(json: #"{"shows": [{"starts": "x"}]}"#).report.description
                == "Expected Date, found string at $.shows[0].starts (line 1, column 23). Declare its format with "
                + "`.date(.format(\"…\"))`.")
    }

    @Test func aDateInAnotherFormatThanDeclaredIsDescribedSo() {
        final class ReportedDay: ModelObject {
            var day: Date?
            var days: [Date] = []
            override class var propertyRules: [String: PropertyRule] {
                ["day": .date(.format("yyyy-MM-dd")), "days": .date(.format("yyyy-MM-dd"))]
            }
        }
        final class OtherDay: ModelObject {
            var day: Date?
            var days: [Date] = []
        }
        let json = #"{"day": "13.1.2026", "days": [null, "x", true]}"#
        for report in [
            ReportedDay.inspect(json: json).report,
            OtherDay.inspect(json: json, options: MappingOptions(dateFormat: .format("yyyy-MM-dd"))).report,
            ReportedDay.inspect(
                dictionary: ["day": "13.1.2026", "days": [NSNull(), "x", true] as [Any]] as [String: Any]
            ).report,
        ] {
            let sentences = report.description.split(separator: "\n").map {
                $0.replacing(/\s\(.*?\)/, with: "")
            }
            #expect(
                sentences == [
                    "Expected Date, found string at $.day: it isn't in the declared format.",
                    "Expected Date, found null at $.days[0].",
                    "Expected Date, found string at $.days[1]: it isn't in the declared format.",
                    "Expected Date, found bool at $.days[2]: it isn't in the declared format.",
                ])
        }
    }

    @Test func aFindingIsDescribedByItsMessage() throws {
        final class ReportedPair: ModelObject {
            var userID = 0
            var user_id = 0
        }
        let finding = try #require(ReportedPair.audit().first)
        #expect("\(finding)" == finding.message)
    }
}
