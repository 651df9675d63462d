import Foundation
import ModelObjects
import Testing

struct UpdateInspectionTests {
    private class Person: ModelObject {
        var name = "ann"
        var age = 40
        var boss: Person?
        override func validate() throws { if age < 0 { throw CancellationError() } }
    }

    private final class Employee: Person {
        var desk = 1
    }

    private func employee() -> Employee {
        let person = Employee()
        person.boss = Person()
        return person
    }

    private let json = #"{"age": "41", "boss": {"age": "x"}, "dsk": 2, "NAME": 7}"#

    @Test func anUpdateIsReportedAndMade() {
        let person = employee()
        let boss = person.boss
        let report = person.updateWithReport(json: json)
        #expect(person.age == 41 && person.name == "7" && person.boss === boss && boss?.age == 40)
        #expect(
            report.description == """
                Expected Int, found string at $.boss.age (line 1, column 31).
                No property for $.dsk; the nearest is desk.
                Converted string to Int at $.age.
                Converted number to String at $.NAME.
                """)
        #expect(report.unfilled == ["desk"] && report.error == nil)
        #expect("\(report.type)" == "Employee")
        #expect(report.matched.map { "\($0.key) \($0.property)" } == ["NAME name", "age age", "boss boss"])
    }

    @Test func everyWayInGivesTheSameReport() throws {
        let dictionary = try #require(
            JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let expected = employee().updateWithReport(json: json).summary.map(\.path)
        #expect(employee().updateWithReport(json: Data(json.utf8)).summary.map(\.path) == expected)
        #expect(
            employee().updateWithReport(dictionary: dictionary).summary.map(\.path).sorted()
                == expected.sorted()
        )
    }

    @Test(arguments: [
        (#"{"name": "bob", "age": -1}"#, "Validation of Employee failed at $ (line 1, column 1)."),
        (#"{"name": "bob", "age": }"#, "Expected a value, found '}' at byte 23 (line 1, column 24)."),
        ("[]", "Expected object, found array at $ (line 1, column 1)."),
    ])
    func aFailedUpdateChangesNothing(json: String, reason: String) {
        let person = employee()
        let report = person.updateWithReport(json: json)
        #expect(person.name == "ann" && person.age == 40)
        #expect(report.description == "Not changed: \(reason)")
    }

    @Test func optionsApply() {
        let person = employee()
        let report = person.updateWithReport(json: #"{"name": "bob", "x": 1}"#, options: .strict)
        #expect(person.name == "ann")
        #expect((report.error as? ModelError)?.code == .unknownKey)
    }

    private let patch = #"{"age": "41", "boss": {"age": "x"}, "dsk": 2, "name": null}"#

    @Test func aMergePatchIsReportedAndApplied() throws {
        let dictionary = try #require(
            JSONSerialization.jsonObject(with: Data(patch.utf8)) as? [String: Any])
        let expected = ["$.age", "$.boss.age", "$.dsk"]
        for apply in [
            { (person: Employee) in person.applyWithReport(mergePatch: patch) },
            { $0.applyWithReport(mergePatch: Data(patch.utf8)) },
            { $0.applyWithReport(mergePatch: dictionary) },
        ] {
            let person = employee()
            person.name = "bob"
            let boss = person.boss
            let report = apply(person)
            #expect(person.age == 41 && person.name == "ann" && person.boss === boss && boss?.age == 40)
            #expect(report.summary.map(\.path).sorted() == expected)
            #expect(report.unfilled == ["desk"] && report.error == nil && "\(report.type)" == "Employee")
        }
    }

    @Test func aFailedMergePatchChangesNothing() {
        let person = employee()
        let report = person.applyWithReport(mergePatch: #"{"name": "bob", "age": -1}"#)
        #expect(person.name == "ann" && person.age == 40)
        #expect((report.error as? ModelError)?.code == .validationFailed)
        let strict = person.applyWithReport(mergePatch: #"{"x": 1}"#, options: .strict)
        #expect((strict.error as? ModelError)?.code == .unknownKey)
    }
}
