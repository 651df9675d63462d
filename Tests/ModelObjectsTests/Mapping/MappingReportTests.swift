import Foundation
import ModelObjects
import Testing

/// The keys, properties and order in a report, through every entry point.
struct MappingReportTests {
    class Person: ModelObject {
        var userName = ""
        var age = 0
        var email: String?
        var remoteID = 0
        var full = ""
        var city = ""
        var boss: Person?
        var team: [Person] = []
        var there: Desk? = Desk()
        let species = "homo"

        override class var propertyRules: [String: PropertyRule] {
            [
                "city": .keys("address.city", "city"),
                "full": .combined(keys: ["first", "last"]) { (parts: [String: Any]) -> String? in
                    "\(parts["first"] ?? "") \(parts["last"] ?? "")"
                },
            ]
        }
    }

    final class Desk: ModelObject { var height = 0 }

    final class HookedPerson: Person {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    final class WilledPerson: Person {
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { dictionary }
    }

    private static let types: [ModelObject.Type] = [Person.self, HookedPerson.self, WilledPerson.self]

    struct Row: Sendable, CustomTestStringConvertible {
        let json: String
        let matched: [String]
        var testDescription: String { json }
    }

    private static let rows: [Row] = [
        Row(json: "{}", matched: []),
        Row(json: #"{"userName": "a"}"#, matched: ["userName userName exact"]),
        Row(json: #"{"USERNAME": "a"}"#, matched: ["USERNAME userName caseInsensitive"]),
        Row(json: #"{"user_name": "a"}"#, matched: ["user_name userName fuzzy"]),
        Row(json: #"{"-US er_NAME": "a"}"#, matched: ["-US er_NAME userName fuzzy"]),
        Row(json: #"{"user_name": "a", "UserName": "b"}"#, matched: ["UserName userName caseInsensitive"]),
        Row(json: #"{"UserName": "b", "userName": "a"}"#, matched: ["userName userName exact"]),
        Row(json: #"{"id": 5}"#, matched: ["id remoteID namingRule"]),
        Row(json: #"{"ID": 5, "remote_id": 6}"#, matched: ["remote_id remoteID fuzzy"]),
        // An unusable value loses to a usable one; if none is usable, the best match is reported.
        Row(json: #"{"age": "x", "AGE": 5}"#, matched: ["AGE age caseInsensitive"]),
        Row(json: #"{"AGE": "x"}"#, matched: ["AGE age caseInsensitive"]),
        Row(json: #"{"AGE": "x", "age": "y?"}"#, matched: ["age age exact"]),
        Row(json: #"{"age": null}"#, matched: ["age age exact"]),
        Row(json: #"{"email": null, "EMAIL": null}"#, matched: ["email email exact"]),
        Row(json: #"{"age": 1, "age": 2}"#, matched: ["age age exact"]),
        Row(json: #"{"address": {"CITY": "a"}}"#, matched: ["address.CITY city caseInsensitive"]),
        Row(json: #"{"city": "b", "address": {"city": null}}"#, matched: ["city city exact"]),
        Row(
            json: #"{"last": "b", "First": "a"}"#, matched: ["First full caseInsensitive", "last full exact"]),
        Row(json: #"{"there": {"height": 1}}"#, matched: ["there there exact"]),
        Row(json: #"{"there": {"height": "x"}, "THERE": 5}"#, matched: ["there there exact"]),
        Row(
            json: #"{"boss": {"userName": "a"}, "team": [{"age": 1}]}"#,
            matched: ["boss boss exact", "team team exact"]),
        Row(json: #"{"team": [], "age": 1, "other": 1}"#, matched: ["age age exact", "team team exact"]),
    ]

    @Test(arguments: rows) func everyPropertyIsMatchedOrUnfilled(_ row: Row) {
        for type in Self.types {
            for report in reports(row.json, type, nil) {
                #expect(
                    report.matched.map { "\($0.key) \($0.property) \($0.rank)" } == row.matched, "\(type)")
                let all = ["userName", "age", "email", "remoteID", "full", "city", "boss", "team", "there"]
                let matched = report.matched.map(\.property)
                #expect(report.unfilled == all.filter { !matched.contains($0) }, "\(type)")
                #expect(report.unmappable.map(\.property) == ["species"])
            }
        }
    }

    @Test func duplicatesDoNotAffectTheRank() {
        // The rank of a repeated key comes from the comparison of its matches; the report looks up that of a single
        // key.
        for key in ["userName", "username", "UserName", "user_name", "USER NAME", "uSER-nAME", "user__name_"]
        {
            let once = Person.inspect(json: "{\"\(key)\": \"a\"}").report.matched
            let twice = Person.inspect(json: "{\"\(key)\": \"a\", \"\(key)\": \"b\"}").report.matched
            #expect(once.map(\.key) == [key] && once.map(\.rank) == twice.map(\.rank), "\(key)")
        }
    }

    @Test func rejectedObjectsAreReported() {
        let report = Person.inspect(json: #"{"age": "x"}"#, options: .strict)
        #expect(
            report.0 == nil && report.1.matched.map(\.property) == ["age"] && report.1.error is ModelError)
        let broken = Person.inspect(json: #"{"userName": "a", "age": }"#).report
        #expect(broken.error is JSONSyntaxError && broken.matched.isEmpty)
    }

    /// Also if a key is given twice, so that the problem belongs to a conflict.
    ///
    /// (A class that may override `willMap` is only mapped after its text was read.)
    @Test(.knowsHooks, arguments: [#"{"age": [], "userName": }"#, #"{"age": [], "age": {}, "userName": }"#])
    func theProblemsBeforeASyntaxErrorAreReported(json: String) {
        for report in [Person.inspect(json: json).report, HookedPerson.inspect(json: json).report] {
            let mismatches = report.problems.filter { $0.code == .typeMismatch }
            #expect(report.error is JSONSyntaxError && mismatches.first?.path == "$.age")
        }
    }

    // MARK: Order

    @Test func listsAreInTheOrderOfTheText() {
        let json = """
            {"address": {"city": []}, "zz": 1, "team": [{"age": "x", "b": 1}, 5], "age": "1", "there": {"height": "x",
             "c": 1}, "email": {}, "a": 1, "age": {}, "boss": {"age": "7"}}
            """
        for type in [Person.self, HookedPerson.self] as [ModelObject.Type] {
            for report in reports(json, type, nil).prefix(2) {
                #expect(
                    report.problems.map(\.path) == [
                        "$.address.city", "$.team[0].age", "$.team[1]", "$.age", "$.there.height", "$.email",
                        "$.age",
                    ], "\(type)")
                let positions = report.problems.map { ($0.line ?? 0) * 1000 + ($0.column ?? 0) }
                #expect(positions == positions.sorted() && !positions.contains(0))
                #expect(
                    report.unmatchedKeys.map(\.path) == ["$.zz", "$.team[0].b", "$.there.c", "$.a"], "\(type)"
                )
                #expect(report.conversions.last?.path == "$.boss.age")
            }
        }
    }

    @Test func reportsOfDictionariesAreSortedByPath() {
        let json =
            #"{"team": [{"age": "x"}, 5, {"age": "x", "AA": 1}], "age": {}, "email": {}, "zz": 1, "aa": 1}"#
        for type in Self.types {
            guard let report = reports(json, type, nil).last else { continue }
            #expect(
                report.problems.map(\.path) == [
                    "$.age", "$.email", "$.team[0].age", "$.team[1]", "$.team[2].age",
                ])
            #expect(report.unmatchedKeys.map(\.path) == ["$.aa", "$.team[2].AA", "$.zz"])
        }
    }

    @Test func theFirstHundredProblemsAreKeptAndTheRestCounted() throws {
        let bad = (0..<150).map { _ in #"{"age": "x"}"# }.joined(separator: ",")
        // The path's problem is found last, and is the first in the text.
        let json = #"{"address": {"city": []}, "team": [\#(bad)], "zz": 1}"#
        let expected = ["$.address.city"] + (0..<99).map { "$.team[\($0)].age" }
        for type in [Person.self, HookedPerson.self] as [ModelObject.Type] {
            for report in reports(json, type, nil) {
                #expect(report.problems.map(\.path) == expected, "\(type)")
                #expect(report.omittedProblems == 51)
            }
            for (way, call) in ways(json, type) {
                let error = try #require(throws: ModelError.self) { try call(.strict) }
                #expect(error.problems.map(\.path) == expected, "\(way)")
                // The unknown key is one more.
                #expect(error.omittedProblems == 52)
                #expect(error.path == "$.address.city")
            }
        }
    }

    final class Rewritten: ModelObject {
        var n = 0
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { dictionary }
    }

    final class Holder: ModelObject {
        var text: Rewritten?
        var model: Rewritten?
        override class var propertyRules: [String: PropertyRule] { ["text": .embeddedJSON] }
    }

    /// Not those that a dictionary's order in one process puts first.
    @Test(.knowsHooks) func theFirstProblemsInADictionaryAreThoseThatSortFirst() throws {
        let keys = (0..<150).map { "z\($0)" }
        let object = "{" + keys.map { #""\#($0)": 1"# }.joined(separator: ",") + #", "n": "x"}"#
        let embedded = object.replacingOccurrences(of: "\"", with: "\\\"")
        for (key, value) in [("model", object), ("text", "\"\(embedded)\"")] {
            let error = try #require(throws: ModelError.self) {
                try Holder(json: #"{"\#(key)": \#(value)}"#, options: .strict)
            }
            let first = (keys + ["n"]).sorted().prefix(100)
            #expect(error.problems.map(\.path).sorted() == first.map { "$.\(key).\($0)" })
            #expect(error.omittedProblems == 51)
        }
    }

    final class DeclaredTwins: ModelObject {
        var first = 0
        var second = 0
        override class var propertyRules: [String: PropertyRule] {
            ["first": .keys("userID", "USERID"), "second": .key("user_id")]
        }
    }

    @Test func anAmbiguousKeyIsReportedWithItsProperties() {
        let report = DeclaredTwins.inspect(json: #"{"USER-ID": 5}"#).report
        #expect(
            report.problems.map(\.description) == [
                #"Key $["USER-ID"] (line 1, column 2) matches several properties: first and second."#
            ])
    }

    /// Their errors contain the first hundred, as those of `array(json:)` and `dictionary(json:)` do.
    @Test func reportsOfListsContainAllProblems() throws {
        let elements = (0..<150).map { #"{"age": "x\#($0)", "zz": 1}"# }
        let members = elements.enumerated().map { #""k\#($0)": \#($1)"# }
        let array = "[\(elements.joined(separator: ","))]"
        let dictionary = "{\(members.joined(separator: ","))}"
        let strict = try #require(throws: ModelError.self) {
            try Person.array(json: array, options: .strict)
        }
        for (options, count) in [(MappingOptions(), 150), (.strict, 300)] {
            for report in [
                Person.inspectArray(json: array, options: options).report,
                Person.inspectDictionary(json: dictionary, options: options).report,
            ] {
                #expect(report.problems.count == count && report.omittedProblems == 0)
                #expect(report.unmatchedKeys.count == 150)
                #expect(report.summary.map(\.count).allSatisfy { $0 == 150 })
                guard let error = report.error as? ModelError else { continue }
                #expect(error.problems.count == 100 && error.omittedProblems == count - 100)
            }
        }
        let error = Person.inspectArray(json: array, options: .strict).report.error as? ModelError
        #expect(error?.problems.map(\.path) == strict.problems.map(\.path))
        #expect(error?.omittedProblems == strict.omittedProblems)
    }

    @Test func aByteOrderMarkDoesNotAffectPaths() {
        let report = Person.inspect(json: Data([0xEF, 0xBB, 0xBF] + #"{"age": "x", "zz": 1}"#.utf8)).report
        #expect(report.problems.map(\.path) == ["$.age"] && report.unmatchedKeys.map(\.path) == ["$.zz"])
    }

    @Test func aNestedModelCanBeInspectedByRootPath() {
        let (boss, report) = Person.inspect(
            json: #"{"boss": {"age": 5, "nmae": 1}}"#, options: MappingOptions(rootPath: "boss"))
        #expect(boss?.age == 5 && report.matched.map(\.key) == ["age"])
        #expect(report.unmatchedKeys.map(\.path) == ["$.boss.nmae"])
    }

    struct Office: Codable { var desk: Desk }

    /// The hook passes on a changed value, so the model in the Codable value is decoded from a text made for it.
    @Test func anUnmatchedKeyBelowACodableValueHasTheLineOfTheKey() {
        final class Company: ModelObject {
            var office: Office?
            override func serializeValue(_ value: Any, key: String) {
                let desk = (value as? [String: Any])?.filter { $0.key == "desk" }
                super.serializeValue(desk ?? value, key: key)
            }
        }
        let json = "{\"office\": {\"desk\": {\n\"hieght\":\n5}, \"floor\": 1}}"
        let keys = Company.inspect(json: json).report.unmatchedKeys
        #expect(keys.map(\.path) == ["$.office.desk.hieght"] && keys.map(\.line) == [2])
    }

    @Test func declaredKeysAreConsideredForSuggestions() {
        final class Declared: ModelObject {
            var a = 0
            override class var propertyRules: [String: PropertyRule] { ["a": .key("postal_code")] }
        }
        let keys = Declared.inspect(json: #"{"postlaCode": 1, "xyz": 1}"#).report.unmatchedKeys
        #expect(keys.map(\.nearest) == ["a", nil])
    }

    /// Properties without a key, and properties that can't be filled, are no findings.
    @Test(arguments: [
        ("{}", false), (#"{"age": 5}"#, false), (#"{"boss": {"age": 5}}"#, false),
        (#"{"age": "5"}"#, true), (#"{"boss": {"zz": 1}}"#, true), (#"{"team": [7]}"#, true),
        (#"{"age": 5, "AGE": 6}"#, true), ("[]", true), ("{", true),
    ])
    func aReportSaysWhetherItHasFindings(json: String, hasFindings: Bool) {
        #expect(Person.inspect(json: json).report.hasFindings == hasFindings)
    }

    /// A Codable type may catch the error that ends the filling of a model in it.
    @Test func aPartThatEndsEarlyIsNotTheOutermostObject() {
        final class Inner: ModelObject {
            var payload: Any?
            override class var propertyRules: [String: PropertyRule] { ["payload": .embeddedJSON] }
        }
        struct Link: Decodable {
            let inner: Inner?
            init(from decoder: any Decoder) throws {
                inner = try? decoder.singleValueContainer().decode(Inner.self)
            }
        }
        final class Outer: ModelObject {
            var link: Link?
            var name = ""
            var age = 0
        }
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let (outer, report) = Outer.inspect(json: #"{"link": {"payload": "\#(deep)"}, "name": "a"}"#)
        #expect(outer?.name == "a" && outer?.link != nil && outer?.link?.inner == nil)
        #expect(report.matched.map(\.property) == ["link", "name"] && report.unfilled == ["age"])
    }
}
