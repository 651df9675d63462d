// swift-format-ignore-file: NoLeadingUnderscores

import Foundation
import Testing

@testable import ModelObjects

/// Names with a leading underscore that the class declares itself.
struct HiddenNameTests {
    private final class Document: ModelObject {
        var _id = ""
        var _rev: String?
        var userName = ""
    }

    @Test(arguments: ExportOptions.KeyStyle.allCases)
    func aLeadingUnderscoreIsKept(style: ExportOptions.KeyStyle) throws {
        let document = try Document(json: #"{"_id": "5", "_rev": "1-a", "user_name": "ada"}"#)
        #expect(document._id == "5" && document._rev == "1-a")
        var options = ExportOptions()
        options.keyStyle = style
        let exported = try document.jsonObject(options: options)
        #expect(exported["_id"] as? String == "5" && exported["_rev"] as? String == "1-a")
        #expect(try Document(dictionary: exported) == document)
    }

    private final class Value: ModelObject { var wrappedValue = 1 }

    private final class Wrapping: ModelObject {
        var _value = Value()
        var _$cash = 2
    }

    @Test func aModelIsNoPropertyWrapper() throws {
        #expect(ModelSchema.of(Wrapping.self).properties.map(\.name) == ["_value", "_$cash"])
        let wrapping = try Wrapping(json: #"{"value": {"wrappedValue": 3}, "_$cash": 4}"#)
        #expect(try wrapping.jsonString() == #"{"_value":{"wrappedValue":3},"_$cash":4}"#)
    }

    private struct Wrapper: Codable { var wrappedValue = 1 }

    private final class Plain: ModelObject {
        var wrapper = Wrapper()
        var rating = 2
    }

    /// The storage of a wrapped property begins with an underscore.
    @Test func otherFirstLettersAreKept() throws {
        #expect(ModelSchema.of(Plain.self).properties.map(\.name) == ["wrapper", "rating"])
        #expect(try Plain().jsonString(options: ExportOptions(only: ["ating"])) == "{}")
    }

    private final class Invoice: ModelObject {
        var total = 1
        var _total = Wrapper()
    }

    @Test func aNameThatTheClassStoresTooIsNoWrapper() throws {
        let json = #"{"total":3,"_total":{"wrappedValue":4}}"#
        let invoice = try Invoice(json: json)
        #expect(invoice.total == 3 && invoice._total.wrappedValue == 4)
        #expect(try invoice.jsonString() == json)
    }

    private class Backed: ModelObject {
        private var _name = ""
        private var _secret = "s"
        private var _left = 0
        var name: String {
            get { _name }
            set { _name = newValue }
        }
        override class var propertyRules: [String: PropertyRule] {
            ["name": .key("title").required, "secret": .ignored]
        }
        override class var mappedProperties: Set<String>? { ["name", "secret", "_left"] }
    }

    private final class Renamed: Backed {
        override class var propertyRules: [String: PropertyRule] { ["_name": .key("heading")] }
    }

    @Test func rulesAndListsFindTheStoredProperty() throws {
        let backed = try Backed(json: #"{"title": "x", "secret": "y", "left": 3}"#)
        #expect(try backed.jsonString() == #"{"title":"x","_left":3}"#)
        #expect(throws: ModelError.self) { try Backed(json: "{}") }
        var options = ExportOptions()
        options.only = ["name"]
        #expect(try backed.jsonString(options: options) == #"{"title":"x"}"#)
        options.only = nil
        options.except = ["left"]
        #expect(try backed.jsonString(options: options) == #"{"title":"x"}"#)
        #expect(ModelSchema.of(Backed.self).properties.map(\.name) == ["_name", "_left"])
    }

    @Test func aSubclassRuleReplacesTheInheritedOne() throws {
        #expect(try Renamed(json: #"{"heading": "x"}"#).name == "x")
        #expect(try Renamed(json: #"{"title": "x"}"#).name == "")
    }

    private final class Both: ModelObject {
        var name = ""
        var _name = ""
        override class var propertyRules: [String: PropertyRule] {
            ["name": .key("n"), "_name": .key("u").required]
        }
    }

    @Test func twoStoredNamesHaveSeparateRules() throws {
        let both = try Both(json: #"{"n": "1", "u": "2"}"#)
        #expect(both.name == "1" && both._name == "2")
        var options = ExportOptions()
        options.only = ["name"]
        #expect(try both.jsonString(options: options) == #"{"n":"1"}"#)
    }

    private final class TwoRules: ModelObject {
        var _name = ""
        override class var propertyRules: [String: PropertyRule] {
            ["name": .key("other"), "_name": .key("own")]
        }
    }

    @Test func theRuleForTheStoredNameWins() throws {
        #expect(try TwoRules(json: #"{"own": "x", "other": "y"}"#)._name == "x")
    }

    // MARK: Archives

    private final class Old: ModelObject {
        var _name = "old"
        var _kept = 1
        override class var archiveName: String { "Hidden" }
    }

    private final class New: ModelObject {
        var name = ""
        var _kept = 0
        override class var archiveName: String { "Hidden" }
    }

    private final class Mixed: ModelObject {
        var name = ""
        var _name = ""
        override class var archiveName: String { "Hidden" }
        override class var propertyRules: [String: PropertyRule] { ["_name": .notArchived] }
    }

    private final class Twice: ModelObject {
        var name = "own"
        var _name = "other"
        override class var archiveName: String { "Hidden" }
    }

    private final class Migrating: ModelObject {
        var name = ""
        var kept = 0
        override class var archiveName: String { "Hidden" }
        override class var archiveVersion: Int { 2 }
        override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
            fields["kept"] = (fields["_kept"] as? Int ?? 0) + 1
        }
    }

    @Test func anArchiveKeyWithAnUnderscoreFillsTheName() throws {
        let old = try Old().archivedData()
        let new = try New.unarchive(data: old)
        #expect(new.name == "old" && new._kept == 1)
        let mixed = try Mixed.unarchive(data: old)
        #expect(mixed.name == "" && mixed._name == "")
        #expect(try New.unarchive(data: Twice().archivedData()).name == "own")
    }

    @Test func migratedFieldsFillTheName() throws {
        let migrated = try Migrating.unarchive(data: Old().archivedData())
        #expect(migrated.name == "old" && migrated.kept == 2)
    }
}
