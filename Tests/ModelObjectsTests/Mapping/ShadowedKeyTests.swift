import Foundation
import ModelObjects
import Testing

/// The shadowed keys in a report, through every entry point.
struct ShadowedKeyTests {
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
        var secret = ""
        var oid = ""
        var list: [Int] = []
        var scores: [String: Int] = [:]
        var names: [Int: String] = [:]
        var desks: [String: Desk] = [:]

        override class var propertyRules: [String: PropertyRule] {
            [
                "city": .keys("address.city", "city"),
                "oid": .keys("_key.$oid", "_key"),
                "list": .keys("data", "data.items"),
                "full": .combined(keys: ["first", "name.last"]) { (parts: [String: Any]) -> String? in
                    "\(parts["first"] ?? "") \(parts["name.last"] ?? "")"
                },
                "percent": .keys("percent", "p").converted(from: { $0 as? Int }),
                "cache": .ignored,
                "secret": .key("address.secret").ignored,
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
        /// The expected sentences, without their periods.
        let problems: [String]
        var testDescription: String { json }
        init(_ json: String, _ problems: String...) { (self.json, self.problems) = (json, problems) }
    }

    /// The object that contains the value of a better or a worse key is no value of the property.
    private static let containers: [Row] = [
        Row(#"{"_key":{"$oid":"1"}}"#),
        Row(#"{"_key":"1"}"#),
        Row(#"{"data":{"items":[1]}}"#),
        Row(#"{"data":[1]}"#),
        Row(
            #"{"data":{"items":"x"}}"#, "Expected Array, found object at $.data (line 1, column 9)",
            "Expected Array, found string at $.data.items (line 1, column 18)"),
    ]

    private static let spellings: [Row] = [
        Row(#"{"userName":"1"}"#),
        Row(
            #"{"user_name":"1","userName":"2"}"#,
            "Ignored $.user_name (line 1, column 14): $.userName is a better match"),
        Row(
            #"{"userName":"2","user_name":"1"}"#,
            "Ignored $.user_name (line 1, column 29): $.userName is a better match"),
        Row(
            #"{"user_name":"1","UserName":"2","USER-NAME":"3"}"#,
            "Ignored $.user_name (line 1, column 14): $.UserName is a better match",
            #"Ignored $["USER-NAME"] (line 1, column 45): $.UserName is a better match"#
        ),
        Row(
            #"{"remote_id":1,"id":2}"#,
            "Ignored $.id (line 1, column 21): $.remote_id is a better match"),
        // A key that is declared earlier, also at the end of a path.
        Row(
            #"{"city":"a","address":{"city":"b"}}"#,
            "Ignored $.city (line 1, column 9): $.address.city is a better match"),
        Row(
            #"{"address":{"CITY":"b","city":"c"}}"#,
            "Ignored $.address.CITY (line 1, column 20): $.address.city is a better match"
        ),
        // An unusable value has its own problem, unless its key is shadowed anyway.
        Row(#"{"age":"x","AGE":5}"#, "Expected Int, found string at $.age (line 1, column 8)"),
        Row(
            #"{"AGE":"x","age":5}"#,
            "Ignored $.AGE (line 1, column 8): $.age is a better match"),
        Row(
            #"{"AGE":"x","age":"y?"}"#, "Expected Int, found string at $.AGE (line 1, column 8)",
            "Expected Int, found string at $.age (line 1, column 18)"),
        // Nulls.
        Row(
            #"{"email":null,"EMAIL":"a"}"#,
            "Ignored null at $.email (line 1, column 10): $.EMAIL has a value"),
        Row(
            #"{"EMAIL":null,"email":null}"#,
            "Ignored $.EMAIL (line 1, column 10): $.email is a better match"),
        Row(
            #"{"percent":null,"p":5}"#,
            "Ignored null at $.percent (line 1, column 12): $.p has a value"),
        // Keys that are combined into one value.
        Row(
            #"{"FIRST":"a","first":"b","name":{"last":"c","LAST":"d"}}"#,
            "Ignored $.FIRST (line 1, column 10): $.first is a better match",
            "Ignored $.name.LAST (line 1, column 52): $.name.last is a better match"),
        // Nested models, filled in place or created.
        Row(
            #"{"boss":{"AGE":1,"age":2},"there":{"Height":1,"height":2},"team":[{"age":1,"AGE":"x"}]}"#,
            "Ignored $.boss.AGE (line 1, column 16): $.boss.age is a better match",
            "Ignored $.there.Height (line 1, column 45): $.there.height is a better match",
            "Ignored $.team[0].AGE (line 1, column 82): $.team[0].age is a better match"),
        Row(
            #"{"there":{"Height":1,"height":2},"THERE":{"height":5,"HEIGHT":6}}"#,
            "Ignored $.there.Height (line 1, column 20): $.there.height is a better match",
            "Ignored $.THERE (line 1, column 42): $.there is a better match"),
        Row(
            #"{"BOSS":{"AGE":1,"age":2},"boss":{}}"#,
            "Ignored $.BOSS (line 1, column 9): $.boss is a better match"),
        // Ignored and unknown keys do not compete.
        Row(#"{"cache":1,"CACHE":2,"zz":1,"ZZ":2}"#),
    ]

    private static let repetitions: [Row] = [
        Row(
            #"{"userName":"1","userName":"2"}"#,
            "Duplicate key $.userName (line 1, column 13); the last usable value is used"),
        Row(
            #"{"age":"x","age":2,"age":3}"#,
            "Duplicate key $.age (line 1, column 8); the last usable value is used"),
        Row(
            #"{"age":2,"age":"x"}"#,
            "Duplicate key $.age (line 1, column 8); the last usable value is used",
            "Expected Int, found string at $.age (line 1, column 16)"),
        Row(
            #"{"AGE":1,"age":2,"AGE":3}"#,
            "Duplicate key $.AGE (line 1, column 8); the last usable value is used",
            "Ignored $.AGE (line 1, column 24): $.age is a better match"),
        Row(
            #"{"address":{"city":"a"},"address":{"city":"b"}}"#,
            "Duplicate key $.address (line 1, column 12); the last usable value is used"),
        Row(
            #"{"first":"a","first":"b"}"#,
            "Duplicate key $.first (line 1, column 10); the last usable value is used"),
        Row(
            #"{"there":{"height":1},"there":{"height":2}}"#,
            "Duplicate key $.there (line 1, column 10); the last usable value is used"),
        Row(#"{"cache":1,"cache":2}"#),
        Row(#"{"zz":1,"zz":2}"#),
        Row(
            #"{"cache":1,"cache":2,"age":1,"age":2}"#,
            "Duplicate key $.age (line 1, column 28); the last usable value is used"),
    ]

    /// Mapping from bytes finds a repeated key in a path or in a nested model.
    ///
    /// A value that is passed to a hook is a dictionary, which holds each key once.
    private static let innerRepetitions: [Row] = [
        Row(
            #"{"address":{"city":"a","city":"b"}}"#,
            "Duplicate key $.address.city (line 1, column 20); the last usable value is used"),
        Row(
            #"{"name":{"last":"a","last":"b"}}"#,
            "Duplicate key $.name.last (line 1, column 17); the last usable value is used"),
        // Beside keys that fill no property.
        Row(
            #"{"address":{"zz":1,"zz":2,"city":"a","city":"b"}}"#,
            "Duplicate key $.address.city (line 1, column 34); the last usable value is used"),
        Row(#"{"address":{"secret":1,"secret":2,"city":"a"}}"#),
        Row(
            #"{"address":{"secret":1,"secret":2,"city":"a","city":"b"}}"#,
            "Duplicate key $.address.city (line 1, column 42); the last usable value is used"),
        Row(
            #"{"boss":{"age":1,"age":2}}"#,
            "Duplicate key $.boss.age (line 1, column 16); the last usable value is used"),
        Row(
            #"{"scores":{"a":1,"b":1,"a":2,"a":3}}"#,
            "Duplicate key $.scores.a (line 1, column 16); the last usable value is used"),
        Row(
            #"{"names":{"1":"a","1":"b"}}"#,
            "Duplicate key $.names.1 (line 1, column 15); the last usable value is used"),
        Row(
            #"{"desks":{"a":{"height":1},"a":{"height":2}}}"#,
            "Duplicate key $.desks.a (line 1, column 15); the last usable value is used"),
    ]

    @Test func aDuplicateKeyOfADictionaryOfObjectsIsReported() {
        let report = Desk.inspectDictionary(json: #"{"a": {"height": 1}, "a": {"height": 2}}"#).report
        #expect(
            report.problems.map(\.description)
                == ["Duplicate key $.a (line 1, column 7); the last usable value is used."])
    }

    @Test(arguments: spellings + containers) func aShadowedKeyIsReported(_ row: Row) {
        for type in [Person.self, HookedPerson.self] as [ModelObject.Type] {
            for report in reports(row.json, type, nil).prefix(2) {
                #expect(report.problems.map(\.description) == row.problems.map { "\($0)." })
            }
        }
        // Mapping from a dictionary gives no line numbers, and a different order.
        let expected = Set(row.problems.map { $0.replacing(/\ \(line [^\)]*\)/, with: "") + "." })
        for type in [Person.self, HookedPerson.self, WilledPerson.self] as [ModelObject.Type] {
            let problems = reports(row.json, type, nil).last?.problems.map(\.description) ?? []
            #expect(Set(problems) == expected && problems.count == expected.count)
        }
    }

    @Test(arguments: repetitions) func aDuplicateKeyIsReported(_ row: Row) {
        for type in [Person.self, HookedPerson.self] as [ModelObject.Type] {
            for report in reports(row.json, type, nil).prefix(2) {
                #expect(report.problems.map(\.description) == row.problems.map { "\($0)." })
            }
        }
    }

    @Test(.knowsHooks, arguments: innerRepetitions) func duplicatesInPathsAndModelsAreReported(_ row: Row) {
        for report in reports(row.json, Person.self, nil).prefix(2) {
            #expect(report.problems.map(\.description) == row.problems.map { "\($0)." })
        }
    }

    /// A converter that rejects an object with such a key doesn't hide the problems before it.
    @Test func aRejectedObjectKeepsItsProblems() throws {
        struct Refused: Error {}
        class Refusing: ModelObject {
            var n = 0, a = 0, c = 0
            override class var propertyRules: [String: PropertyRule] {
                ["c": .converted(from: { (_: Any) throws -> Int? in throw Refused() })]
            }
        }
        final class HookedRefusing: Refusing {
            override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
        }
        let options = MappingOptions(mismatches: .reject, elements: .skipBad)
        for keys in [#""a": 1"#, #""a": 1, "A": 2"#, #""a": "x", "A": 2"#] {
            let json = #"[{"n": "x", \#(keys), "c": 1}]"#
            #expect(throws: ModelError.self) { try Refusing.array(json: json, options: options) }
            #expect(throws: ModelError.self) { try HookedRefusing.array(json: json, options: options) }
        }
    }

    @Test func noOptionRejectsShadowedValuesOfPaths() throws {
        final class Part: ModelObject {
            var id = 0
            var tags: [Int] = []
            override class var propertyRules: [String: PropertyRule] {
                ["id": .keys("first.id", "second.id"), "tags": .keys("first.tags", "second.tags")]
            }
        }
        let json = #"{"second": {"id": "x", "tags": ["y"]}, "first": {"id": 1, "tags": [2]}}"#
        let part = try Part(json: json, options: .strict)
        #expect(part.id == 1 && part.tags == [2])
    }

    @Test func noOptionRejectsShadowedKeys() throws {
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

    /// A list keeps 100 problems; further ones of a shadowed key must not remain, either.
    @Test(arguments: [100, 101, 250])
    func noOptionRejectsManyProblemsOfAShadowedKey(count: Int) throws {
        let bad = "[" + repeatElement("{}", count: count).joined(separator: ",") + "]"
        let badModels = bad.replacingOccurrences(of: "{}", with: #"{"age":"x"}"#)
        for type in [Person.self, HookedPerson.self] as [ModelObject.Type] {
            for members in [
                [#""DATA":\#(bad)"#, #""data":[1]"#], [#""data":[1]"#, #""DATA":\#(bad)"#],
                [#""data":{"ITEMS":\#(bad),"items":[1]}"#],
                [#""TEAM":\#(badModels)"#, #""team":[{"age":1}]"#],
                [#""BOSS":{"team":\#(badModels)}"#, #""boss":{"age":1}"#],
            ] {
                for (_, call) in ways("{\(members.joined(separator: ","))}", type) { try call(.strict) }
                for index in 0...members.count {
                    let more = members[..<index] + [#""age":"x","unknown":1"#] + members[index...]
                    for (way, call) in ways("{\(more.joined(separator: ","))}", type) {
                        let error = try #require(throws: ModelError.self) { try call(.strict) }
                        #expect(error.problems.map(\.path).sorted() == ["$.age", "$.unknown"], "\(way)")
                        #expect(error.omittedProblems == 0, "\(way)")
                    }
                }
            }
            for json in [#"{"DATA":[1],"data":\#(bad)}"#, #"{"data":\#(bad),"DATA":[1]}"#] {
                for (way, call) in ways(json, type) {
                    let error = try #require(throws: ModelError.self) { try call(.strict) }
                    #expect(error.problems.count == 100, "\(way)")
                    #expect(error.omittedProblems == count - 100, "\(way)")
                }
            }
        }
    }

    @Test func noOptionRejectsProblemsOfShadowedCodableValues() throws {
        struct Point: Codable { var x = 0 }
        enum Shade: String, Codable { case light, dark }
        final class Drawing: ModelObject {
            var points: [Point] = []
            var shades: [Shade] = []
        }
        let json = #"{"POINTS":[1,{"x":1}],"points":[{"x":2}],"SHADES":["x","dark"],"shades":["light"]}"#
        for (_, call) in ways(json, Drawing.self) { try call(.strict) }
    }

    @Test func errorsDoNotListShadowedKeys() throws {
        let json = #"{"user_name":"1","userName":"2","age":"x"}"#
        for (way, call) in ways(json, Person.self) {
            let error = try #require(throws: ModelError.self) { try call(.strict) }
            #expect(error.problems.map(\.path) == ["$.age"], "\(way)")
        }
        let report = Person.inspect(json: json, options: .strict).report
        #expect((report.error as? ModelError)?.problems.map(\.path) == ["$.age"])
        #expect(report.problems.map(\.path) == ["$.user_name", "$.age"])
    }

    @Test func shadowedKeysCountTowardsTheProblemLimit() {
        let team = (0..<150).map { #"{"age":\#($0),"AGE":1}"# }.joined(separator: ",")
        for report in reports(#"{"team":[\#(team)],"age":"x"}"#, Person.self, nil).prefix(2) {
            #expect(report.problems.map(\.path) == (0..<100).map { "$.team[\($0)].AGE" })
            #expect(report.omittedProblems == 51)
        }
    }

    @Test func valuesPassedTwiceByAHookAreNotReported() {
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

    /// A key that two properties read, one of which has a better match.
    @Test func aSharedKeyIsMatchedPerProperty() throws {
        final class Shared: ModelObject {
            var userName = ""
            var code = 0
            override class var propertyRules: [String: PropertyRule] { ["code": .keys("userName", "alt")] }
        }
        for json in [#"{"user_name":"x","ALT":1}"#, #"{"ALT":1,"user_name":"x"}"#] {
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
            for made in [
                try? Shared(json: json, options: .strict),
                try? Shared(dictionary: object as? [String: Any] ?? [:], options: .strict),
            ] {
                #expect(made?.userName == "x" && made?.code == 1, "\(json)")
            }
        }
    }

    @Test func keysWithEqualTextsAndOtherBytesAreReported() {
        final class Place: ModelObject { var café = 0 }
        let json = "{\"cafe\u{301}\": 2, \"caf\u{E9}\": 1}"
        let (place, report) = Place.inspect(json: json)
        #expect(place?.café == 1 && report.problems.map(\.code) == [.duplicateKey])
    }
}
