import Foundation
import ModelObjects
import Testing

/// What a report says of keys that gave way to others, by every way in.
struct PassedOverKeyTests {
    class Person: ModelObject {
        var userName = ""
        var age = 0
        var email: String?
        var remoteID = 0
        var full = ""
        var city = ""
        var boss: Person?
        var team: [Person] = []
        var there = Desk()
        var percent: Int?
        var cache = ""

        override class var propertyRules: [String: PropertyRule] {
            [
                "city": .keys("address.city", "city"),
                "full": .combined(keys: ["first", "name.last"]) { (parts: [String: Any]) -> String? in
                    "\(parts["first"] ?? "") \(parts["name.last"] ?? "")"
                },
                "percent": .keys("percent", "p").converted(from: { $0 as? Int }),
                "cache": .ignored,
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

    struct Row: Sendable, CustomTestStringConvertible {
        let json: String
        /// Sentences without their beginning: `userName, found one that gives way to userName at $.x (1:2)`.
        let problems: [String]
        var testDescription: String { json }
        init(_ json: String, _ problems: String...) { (self.json, self.problems) = (json, problems) }
    }

    private static let spellings: [Row] = [
        Row(#"{"userName":"1"}"#),
        Row(
            #"{"user_name":"1","userName":"2"}"#,
            "one key for userName, found one that gives way to userName at $.user_name (line 1, column 14)"),
        Row(
            #"{"userName":"2","user_name":"1"}"#,
            "one key for userName, found one that gives way to userName at $.user_name (line 1, column 29)"),
        Row(
            #"{"user_name":"1","UserName":"2","USER-NAME":"3"}"#,
            "one key for userName, found one that gives way to UserName at $.user_name (line 1, column 14)",
            #"one key for userName, found one that gives way to UserName at $["USER-NAME"] (line 1, column 45)"#
        ),
        Row(
            #"{"remote_id":1,"id":2}"#,
            "one key for remoteID, found one that gives way to remote_id at $.id (line 1, column 21)"),
        // An earlier declared key, also behind a path.
        Row(
            #"{"city":"a","address":{"city":"b"}}"#,
            "one key for city, found one that gives way to address.city at $.city (line 1, column 9)"),
        Row(
            #"{"address":{"CITY":"b","city":"c"}}"#,
            "one key for city, found one that gives way to address.city at $.address.CITY (line 1, column 20)"
        ),
        // What cannot be used has its own problem, unless it would not have been wanted.
        Row(#"{"age":"x","AGE":5}"#, "Int, found string at $.age (line 1, column 8)"),
        Row(
            #"{"AGE":"x","age":5}"#,
            "one key for age, found one that gives way to age at $.AGE (line 1, column 8)"),
        Row(
            #"{"AGE":"x","age":"y?"}"#, "Int, found string at $.AGE (line 1, column 8)",
            "Int, found string at $.age (line 1, column 18)"),
        // Nulls.
        Row(
            #"{"email":null,"EMAIL":"a"}"#,
            "one key for email, found one that gives way to EMAIL at $.email (line 1, column 10)"),
        Row(
            #"{"EMAIL":null,"email":null}"#,
            "one key for email, found one that gives way to email at $.EMAIL (line 1, column 10)"),
        Row(
            #"{"percent":null,"p":5}"#,
            "one key for percent, found one that gives way to p at $.percent (line 1, column 12)"),
        // Keys of a combination.
        Row(
            #"{"FIRST":"a","first":"b","name":{"last":"c","LAST":"d"}}"#,
            "one key for full, found one that gives way to first at $.FIRST (line 1, column 10)",
            "one key for full, found one that gives way to name.last at $.name.LAST (line 1, column 52)"),
        // Nested models, filled in place or made.
        Row(
            #"{"boss":{"AGE":1,"age":2},"there":{"Height":1,"height":2},"team":[{"age":1,"AGE":"x"}]}"#,
            "one key for age, found one that gives way to age at $.boss.AGE (line 1, column 16)",
            "one key for height, found one that gives way to height at $.there.Height (line 1, column 45)",
            "one key for age, found one that gives way to age at $.team[0].AGE (line 1, column 82)"),
        Row(
            #"{"there":{"Height":1,"height":2},"THERE":{"height":5,"HEIGHT":6}}"#,
            "one key for height, found one that gives way to height at $.there.Height (line 1, column 20)",
            "one key for there, found one that gives way to there at $.THERE (line 1, column 42)"),
        Row(
            #"{"BOSS":{"AGE":1,"age":2},"boss":{}}"#,
            "one key for boss, found one that gives way to boss at $.BOSS (line 1, column 9)"),
        // What is ignored or unknown is no contest.
        Row(#"{"cache":1,"CACHE":2,"zz":1,"ZZ":2}"#),
    ]

    private static let repetitions: [Row] = [
        Row(
            #"{"userName":"1","userName":"2"}"#,
            "each key once, found one that comes again at $.userName (line 1, column 13)"),
        Row(
            #"{"age":"x","age":2,"age":3}"#,
            "each key once, found one that comes again at $.age (line 1, column 8)"),
        Row(
            #"{"age":2,"age":"x"}"#,
            "each key once, found one that comes again at $.age (line 1, column 8)",
            "Int, found string at $.age (line 1, column 16)"),
        Row(
            #"{"AGE":1,"age":2,"AGE":3}"#,
            "each key once, found one that comes again at $.AGE (line 1, column 8)",
            "one key for age, found one that gives way to age at $.AGE (line 1, column 24)"),
        Row(
            #"{"address":{"city":"a"},"address":{"city":"b"}}"#,
            "each key once, found one that comes again at $.address (line 1, column 12)"),
        Row(
            #"{"first":"a","first":"b"}"#,
            "each key once, found one that comes again at $.first (line 1, column 10)"),
        Row(
            #"{"there":{"height":1},"there":{"height":2}}"#,
            "each key once, found one that comes again at $.there (line 1, column 10)"),
        Row(#"{"cache":1,"cache":2}"#),
        Row(#"{"zz":1,"zz":2}"#),
    ]

    /// Bytes know of a key twice in a path or in a nested model; what goes through a hook is a dictionary
    /// there.
    private static let innerRepetitions: [Row] = [
        Row(
            #"{"address":{"city":"a","city":"b"}}"#,
            "each key once, found one that comes again at $.address.city (line 1, column 20)"),
        Row(
            #"{"boss":{"age":1,"age":2}}"#,
            "each key once, found one that comes again at $.boss.age (line 1, column 16)"),
    ]

    @Test(arguments: spellings) func aKeyThatGivesWayIsTold(_ row: Row) {
        for type in [Person.self, HookedPerson.self] as [ModelObject.Type] {
            for report in reports(row.json, type, nil).prefix(2) {
                #expect(report.problems.map(\.description) == row.problems.map { "Expected \($0)." })
            }
        }
        // From a dictionary there are no lines, and another order.
        let expected = Set(row.problems.map { "Expected \($0.replacing(/\ \(line .*\)/, with: ""))." })
        for type in [Person.self, HookedPerson.self, WilledPerson.self] as [ModelObject.Type] {
            let problems = reports(row.json, type, nil).last?.problems.map(\.description) ?? []
            #expect(Set(problems) == expected && problems.count == expected.count)
        }
    }

    @Test(arguments: repetitions) func aKeyThatComesAgainIsTold(_ row: Row) {
        for type in [Person.self, HookedPerson.self] as [ModelObject.Type] {
            for report in reports(row.json, type, nil).prefix(2) {
                #expect(report.problems.map(\.description) == row.problems.map { "Expected \($0)." })
            }
        }
    }

    @Test(.knowsHooks, arguments: innerRepetitions) func soIsOneInsideAPathOrAModel(_ row: Row) {
        for report in reports(row.json, Person.self, nil).prefix(2) {
            #expect(report.problems.map(\.description) == row.problems.map { "Expected \($0)." })
        }
    }

    @Test func noOptionRejectsIt() throws {
        let json = #"{"user_name":"1","userName":"2","userName":"3"}"#
        for type in [Person.self, HookedPerson.self] as [ModelObject.Type] {
            for report in reports(json, type, .strict).prefix(2) {
                #expect(report.error == nil)
                #expect(report.problems.map(\.code) == [.duplicateKey, .duplicateKey])
                #expect(report.problems.allSatisfy { $0.action == .ignoredKey })
            }
            for (_, call) in ways(json, type) { try call(.strict) }
        }
    }

    @Test func anErrorKnowsNothingOfIt() throws {
        let json = #"{"user_name":"1","userName":"2","age":"x"}"#
        for (way, call) in ways(json, Person.self) {
            let error = try #require(throws: ModelError.self) { try call(.strict) }
            #expect(error.problems.map(\.path) == ["$.age"], "\(way)")
        }
        let report = Person.inspect(json: json, options: .strict).report
        #expect((report.error as? ModelError)?.problems.map(\.path) == ["$.age"])
        #expect(report.problems.map(\.path) == ["$.user_name", "$.age"])
    }

    @Test func theyCountAmongTheFirstHundred() {
        let team = (0..<150).map { #"{"age":\#($0),"AGE":1}"# }.joined(separator: ",")
        for report in reports(#"{"team":[\#(team)],"age":"x"}"#, Person.self, nil).prefix(2) {
            #expect(report.problems.map(\.path) == (0..<100).map { "$.team[\($0)].AGE" })
            #expect(report.omittedProblems == 51)
        }
    }

    @Test func whatAHookHandsOverTwiceIsItsOwnAffair() {
        final class Twice: Person {
            override func serializeValue(_ value: Any, key: String) {
                super.serializeValue(value, key: key)
                super.serializeValue("again", key: key)
            }
        }
        #expect(Twice.inspect(json: #"{"userName":"1"}"#).report.problems.isEmpty)
        #expect(
            Twice.inspect(json: #"{"userName":"1","userName":"2"}"#).report.problems.map(\.column) == [13])
    }
}
