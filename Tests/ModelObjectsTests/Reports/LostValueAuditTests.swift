import Foundation
import ModelObjects
import Testing

/// An audit of samples finds every value, element and nested model that the mapping leaves out.
struct LostValueAuditTests {
    class Vehicle: ModelObject {
        var wheels = 0
        override class var discriminator: Discriminator? { .key("t", ["car": Car.self]) }
    }
    final class Car: Vehicle {}

    final class Part: ModelObject {
        var id = 0
        var size = 0
        override class var propertyRules: [String: PropertyRule] { ["id": .required] }
    }

    struct Refused: Error {}

    final class Checked: ModelObject {
        var weight = 0
        override func validate() throws { if weight < 0 { throw Refused() } }
    }

    final class Choosy: ModelObject {
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
            dictionary["no"] == nil ? dictionary : nil
        }
    }

    final class Hooked: ModelObject {
        override func didMap(_ dictionary: [String: Any]) throws { throw Refused() }
    }

    final class Converted: ModelObject {
        var price = 0
        override class var propertyRules: [String: PropertyRule] {
            ["price": .converted(from: { (_: Any) throws -> Int? in throw Refused() })]
        }
    }

    final class Garage: ModelObject {
        var vehicles: [Vehicle] = []
        var parts: [Part] = []
        var partsByName: [String: Part] = [:]
        var spare: Part?
        var checked: Checked?
        var choosy: [Choosy] = []
        var hooked: Hooked?
        var converted: Converted?
        var count = 0
    }

    final class Values: ModelObject {
        var count = 0
        var list: [Int] = []
        override class var mappingOptions: MappingOptions { MappingOptions(includeValues: true) }
    }

    private func messages(_ type: any ModelClass.Type, _ samples: [String]) -> [String] {
        type.audit(samples: samples.map { Data($0.utf8) }).filter { $0.kind != .neverFed }
            .map { "\($0.kind) \($0.properties): \($0.message)" }
    }

    @Test func lostElementsAreFound() {
        #expect(
            messages(
                Garage.self,
                [#"{"vehicles": [{"t": "truck"}, {"t": "car"}, {"wheels": 1}, {"t": "bus"}]}"#]) == [
                    #"mismatch ["vehicles"]: Unknown class at $.vehicles[*].t: expected "car", found another string (2 times)."#,
                    #"mismatch ["vehicles"]: No discriminator `t` at $.vehicles[*]: expected "car"."#,
                ])
        #expect(
            messages(
                Garage.self, [#"{"parts": [{}, {"id": 1}, {"id": "x"}], "partsByName": {"a": {}, "b": {}}}"#])
                == [
                    #"mismatch ["parts"]: Missing required `id` at $.parts[*]."#,
                    #"mismatch ["parts"]: Expected Int, found string at $.parts[*].id."#,
                    #"mismatch ["parts"]: No usable value for required `id` at $.parts[*]: expected Int."#,
                    #"mismatch ["partsByName"]: Missing required `id` at $.partsByName[*] (2 times)."#,
                ])
    }

    @Test func lostModelsAreFound() {
        let json = #"""
            {"spare": {"size": 1}, "checked": {"weight": -1}, "choosy": [{"no": 1}, {}, {"no": 2}],
             "hooked": {}, "converted": {"price": 1}}
            """#
        #expect(
            messages(Garage.self, [json]) == [
                #"mismatch ["spare"]: Missing required `id` at $.spare."#,
                #"mismatch ["checked"]: Validation of Checked failed at $.checked."#,
                #"mismatch ["choosy"]: willMap of Choosy rejected the object at $.choosy[*] (2 times)."#,
                #"mismatch ["hooked"]: didMap of Hooked threw an error at $.hooked."#,
                #"mismatch ["converted"]: The converter of `price` threw an error at $.converted.price."#,
            ])
    }

    /// The finding about the sample is enough if there is no object at all.
    @Test func aRejectedSampleIsOneFinding() {
        #expect(
            messages(Checked.self, [#"{"weight": -1}"#]) == [
                "badSample []: Sample 1 can't be mapped: Validation of Checked failed at $ (line 1, column 1)."
            ])
        #expect(messages(Choosy.self, [#"{"no": 1}"#]).map { $0.prefix(9) } == ["badSample"])
        #expect(messages(Vehicle.self, [#"{}"#]).map { $0.prefix(9) } == ["badSample"])
    }

    @Test func shadowedAndRepeatedKeysAreNoFindings() {
        #expect(messages(Part.self, [#"{"id": 1, "ID": 2, "size": 1, "size": 2}"#]) == [])
    }

    @Test func noFindingContainsAValue() {
        let json = #"{"count": "secret", "list": ["secret"]}"#
        #expect(
            messages(Values.self, [json]) == [
                #"mismatch ["count"]: Expected Int, found string at $.count."#,
                #"mismatch ["list"]: Expected Int, found string at $.list[*]."#,
            ])
    }

    // MARK: Many problems

    final class Row: ModelObject {
        var userName = ""
        var n = 0
    }
    final class Table: ModelObject {
        var rows: [Row] = []
        var numbers: [Int] = []
        var x = 0
        var codable: [Coded] = []
    }
    struct Coded: Codable { var rows: [Row] }

    @Test func shadowedKeysHideNoFinding() {
        let rows = Array(repeating: #"{"userName": "a", "user_name": "b", "n": 1}"#, count: 120)
        #expect(
            messages(Table.self, [#"{"rows": [\#(rows.joined(separator: ", "))], "x": "bad"}"#]) == [
                #"mismatch ["x"]: Expected Int, found string at $.x."#
            ])
    }

    @Test func allProblemsAreCounted() {
        let bad = Array(repeating: #""bad""#, count: 150).joined(separator: ", ")
        let rows = Array(repeating: #"{"n": "bad", "N": "bad"}"#, count: 130).joined(separator: ", ")
        #expect(
            messages(
                Table.self,
                [
                    #"{"numbers": [\#(bad)], "numbers": [\#(bad)], "rows": [\#(rows)], "x": "bad"}"#,
                    #"{"codable": [{"rows": [\#(rows)]}], "x": []}"#,
                ]) == [
                    #"mismatch ["numbers"]: Expected Int, found string at $.numbers[*] (150 times)."#,
                    #"mismatch ["rows"]: Expected Int, found string at $.rows[*].n (130 times)."#,
                    #"mismatch ["rows"]: Expected Int, found string at $.rows[*].N (130 times)."#,
                    #"mismatch ["x"]: Expected Int, found string at $.x."#,
                    #"mismatch ["codable"]: Expected Int, found string at $.codable[*].rows[*].n (130 times)."#,
                    #"mismatch ["codable"]: Expected Int, found string at $.codable[*].rows[*].N (130 times)."#,
                    #"mismatch ["x"]: Expected Int, found array at $.x."#,
                ])
        // A report still has a limit.
        let report = Table.inspect(json: #"{"numbers": [\#(bad)], "x": "bad"}"#).report
        #expect(report.problems.count == 100 && report.omittedProblems == 51)
    }

    // MARK: Properties

    final class Needs: ModelObject {
        var i2 = 0
        var deep = 0
        var needed = 0
        override class var propertyRules: [String: PropertyRule] {
            ["deep": .keys("a.0.b", "c"), "needed": .key("must").required]
        }
    }

    @Test func aFindingNamesThePropertyThatAnotherKeyFilled() {
        #expect(
            messages(
                Needs.self,
                [
                    #"{"i2": "x", "I2": 1, "a": [{"b": "x"}], "c": 1, "must": 1}"#,
                    #"{"i2": 1, "deep": 1}"#,
                ]
            ).filter { $0.hasPrefix("mismatch") } == [
                #"mismatch ["i2"]: Expected Int, found string at $.i2."#,
                #"mismatch ["deep"]: Expected Int, found string at $.a[0].b."#,
                #"mismatch ["needed"]: Missing required `needed` (key `must`)."#,
            ])
    }
}
