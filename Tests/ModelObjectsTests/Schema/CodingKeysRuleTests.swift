import Foundation
import ModelObjects
import Testing

/// `codingKeys(_:)`, and its finding.
struct CodingKeysRuleTests {
    class Keyed: ModelObject {
        var name = ""
        var joined: Date?
        var isSelected = false
        var dotted = 0
        let version = 1

        enum CodingKeys: String, CodingKey, CaseIterable {
            case name = "user_name"
            case joined
            case dotted = "a.b"
        }
        override class var propertyRules: [String: PropertyRule] {
            var rules: [String: PropertyRule] = .codingKeys(CodingKeys.self)
            rules["joined"] = rules["joined"]?.date(.unixSeconds)
            return rules
        }
    }

    final class KeyedChild: Keyed {
        var age = 0
    }

    final class KeyedOther: Keyed {
        var age = 0
        var hidden = 0

        enum OwnKeys: String, CodingKey, CaseIterable { case age = "years" }
        override class var propertyRules: [String: PropertyRule] { .codingKeys(OwnKeys.self) }
    }

    final class Unused: ModelObject {
        var name = ""

        enum CodingKeys: String, CodingKey { case name = "n" }
    }

    @Test func eachCaseGivesItsPropertyAKey() throws {
        let json =
            #"{"user_name": "a", "name": "b", "joined": 5, "isSelected": true, "a.b": 3, "a": {"b": 4}}"#
        let keyed = try Keyed(json: json)
        #expect(keyed.name == "a" && keyed.joined == Date(timeIntervalSince1970: 5) && keyed.dotted == 3)
        #expect(!keyed.isSelected)
        #expect(try keyed.jsonString() == #"{"user_name":"a","joined":5,"a.b":3}"#)
    }

    /// Foundation's `convertToSnakeCase` changes these keys, too.
    @Test func casesWithoutARawValueFollowTheKeyStyle() throws {
        final class Movie: ModelObject {
            var (originalTitle, imdbID) = ("", "")
            enum CodingKeys: String, CodingKey, CaseIterable { case originalTitle, imdbID = "imdbId" }
            override class var propertyRules: [String: PropertyRule] { .codingKeys(CodingKeys.self) }
        }
        let movie = try Movie(json: #"{"original_title": "M", "imdb_id": "1"}"#, options: .strict)
        #expect(try movie.jsonString() == #"{"originalTitle":"M","imdbId":"1"}"#)
        let options = ExportOptions(keyStyle: .snakeCase)
        #expect(try movie.jsonString(options: options) == #"{"original_title":"M","imdbId":"1"}"#)
        #expect(try movie.mergePatch(since: Movie(), options: options)["original_title"] as? String == "M")
    }

    @Test func casesCanBeRawIdentifiers() throws {
        final class Raw: ModelObject {
            var `first name` = ""
            enum CodingKeys: String, CodingKey, CaseIterable { case `first name` = "fn" }
            override class var propertyRules: [String: PropertyRule] { .codingKeys(CodingKeys.self) }
        }
        #expect(try Raw(json: #"{"fn": "a"}"#).jsonString() == #"{"fn":"a"}"#)
    }

    @Test func subclassPropertiesAreNotAffected() throws {
        let child = try KeyedChild(json: #"{"USER-NAME": "a", "age": 5, "isSelected": true}"#)
        #expect(child.name == "a" && child.age == 5 && !child.isSelected)
        let other = try KeyedOther(json: #"{"user_name": "a", "years": 5, "age": 6, "hidden": 1}"#)
        #expect(other.name == "a" && other.age == 5 && other.hidden == 0)
    }

    @Test func unusedCodingKeysAreReported() {
        #expect(Unused.audit().map(\.kind) == [.codingKeys])
        #expect(Unused.audit().first?.message.contains("CodingKeys of Unused") == true)
        #expect(Keyed.audit().isEmpty && KeyedChild.audit().isEmpty && KeyedOther.audit().isEmpty)
    }
}
