import Foundation
import Observation
import Testing

@testable import ModelObjects

/// The names of properties that the macro stores under different names.
struct ObservableClassTests {
    static let json = """
        {"NAME": "ada", "_id": "7", "born": 1815, "address": {"city": "London"}, "cache": 5}
        """

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func propertiesAreFilledByTheirNames() throws {
        let person = try ObservedPerson(json: Self.json)
        #expect(person.name == "ada" && person._id == "7" && person.birthYear == 1815)
        #expect(person.address?.city == "London")
        #expect(person._cache == 5)
        let pilot = try ObservedPilot(json: #"{"name": "amelia", "flight_hours": 2.5}"#)
        #expect(pilot.name == "amelia" && pilot.flightHours == 2.5)
        let passenger = try PlainPassenger(json: #"{"name": "x", "seat": "4A", "row": 4}"#)
        #expect(passenger.name == "x" && passenger.seat == "4A" && passenger._row == 4)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func theSchemaUsesTheSourceNames() {
        let names = ["name", "_id", "birthYear", "address", "cache"]
        #expect(ModelSchema.of(ObservedPerson.self).properties.map(\.name) == names)
        #expect(ModelSchema.of(ObservedPilot.self).properties.map(\.name) == names + ["flightHours"])
        #expect(ModelSchema.of(PlainPassenger.self).properties.map(\.name) == names + ["seat", "_row"])
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func reportsNameTheProperties() throws {
        let (_, report) = ObservedPerson.inspect(json: #"{"name": "ada", "nam": 1, "born": "1815"}"#)
        #expect(report.matched.map(\.property) == ["name", "birthYear"])
        #expect(report.unfilled == ["_id", "address", "cache"])
        #expect(report.unmappable.map(\.property) == ["constant", "friend"])
        #expect(report.unmatchedKeys.map(\.nearest) == ["name"])
        #expect(report.conversions.map(\.path) == ["$.born"])
        #expect(ObservedPerson.audit().isEmpty)
        #expect(ObservedPilot.audit().isEmpty)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func errorsNameTheProperties() throws {
        let missing = #expect(throws: ModelError.self) { try StrictPerson(json: #"{"age": 1}"#) }
        #expect(missing?.path == "$.name")
        let mismatch = #expect(throws: ModelError.self) {
            try StrictPerson(json: #"{"name": "ada", "age": "x"}"#)
        }
        #expect(mismatch?.path == "$.age")
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(arguments: [
        (ExportOptions.KeyStyle.declared, #"{"name":"ada","_id":"7","born":1815,"cache":0}"#),
        (.snakeCase, #"{"name":"ada","_id":"7","born":1815,"cache":0}"#),
        (.kebabCase, #"{"name":"ada","_id":"7","born":1815,"cache":0}"#),
        (.camelCase, #"{"name":"ada","_id":"7","born":1815,"cache":0}"#),
        (.pascalCase, #"{"Name":"ada","_id":"7","born":1815,"Cache":0}"#),
    ])
    func exportsUseTheNames(style: ExportOptions.KeyStyle, expected: String) throws {
        let person = ObservedPerson()
        (person.name, person._id, person.birthYear) = ("ada", "7", 1815)
        var options = ExportOptions()
        options.keyStyle = style
        #expect(try person.jsonString(options: options) == expected)
        options.sortedKeys = true
        #expect(try person.jsonObject(options: options).count == 4)
        let again = try ObservedPerson(json: person.jsonString(options: options))
        #expect(again == person)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func onlyAndExceptFindTheProperties() throws {
        let person = ObservedPerson()
        person.name = "ada"
        var options = ExportOptions()
        options.only = ["name", "_id"]
        #expect(try person.jsonString(options: options) == #"{"name":"ada","_id":""}"#)
        options.only = ["_name"]  // The stored name, which earlier versions required.
        #expect(try person.jsonString(options: options) == #"{"name":"ada"}"#)
        options.only = nil
        options.except = ["name", "cache", "birthYear"]
        #expect(try person.jsonString(options: options) == #"{"_id":""}"#)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func changesComparisonsAndCopiesWork() throws {
        let person = try ObservedPerson(json: Self.json)
        let copy = person.copy()
        #expect(copy == person && copy.hashValue == person.hashValue)
        copy.name = "grace"
        copy._id = "8"
        copy.address?.city = "Arlington"
        #expect(copy != person)
        #expect(copy.changes(since: person).map(\.path) == ["$.name", "$._id", "$.address.city"])
        person.merge(from: copy)
        #expect(person == copy)
        #expect(person.debugDescription.contains("name: \"grace\""))
        #expect(!person.debugDescription.contains("Registrar"))
        #expect(try JSONDecoder().decode(ObservedPerson.self, from: JSONEncoder().encode(person)) == person)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func hooksGetTheNames() throws {
        let exported = try NamingObserver(json: #"{"title": "x"}"#).jsonString()
        #expect(exported == #"{"k_title":"title"}"#)
        #expect(try NamingObserver(json: #"{"k_title": "y"}"#).title == "y")
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func archivesUseTheNames() throws {
        let person = try ObservedPilot(json: Self.json)
        #expect(try ObservedPilot.unarchive(data: person.archivedData()) == person)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func archivesWithStoredNamesStillOpen() throws {
        let person = try ObservedPerson.unarchive(data: PersonAsStored().archivedData())
        #expect(person.name == "ada" && person._id == "7" && person.birthYear == 1815)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable private final class NamingObserver: ModelObject {
    var title = ""

    required init() {}

    override class func declaredKey(for property: String) -> String? { "k_" + property }
    override func exportedValue(_ value: Any, property: String) -> Any? { property }
    override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
        dictionary["title"].map { ["k_title": $0] } ?? dictionary
    }
}
