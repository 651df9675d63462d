import Foundation
import Testing

@testable import ModelObjects

/// Null, which properties of most types ignore.
@Suite struct PropertySlotTests {
    final class Part: ModelObject { var number = 1 }

    enum Level: String { case low, high }

    final class Values: ModelObject {
        var text = "a"
        var integer = 1
        var small: Int8 = 2
        var double = 1.5
        var isOn = true
        var date = Date(timeIntervalSince1970: 1)
        var link = URL(fileURLWithPath: "/a")
        var level = Level.high
        var part = Part()
        var list = ["a"]
        var parts = [Part()]
        var byName = ["a": 1]
        var converted = "c"
        var any: Any = 5

        override class var propertyRules: [String: PropertyRule] {
            ["converted": .converted(from: { "\($0)" })]
        }
    }

    private static let names = [
        "text", "integer", "small", "double", "isOn", "date", "link", "level", "part", "list", "parts",
        "byName",
        "converted", "any",
    ]
    private static let json = "{\(names.map { "\"\($0)\":null" }.joined(separator: ","))}"

    @Test(arguments: [MappingOptions.Nulls.clearOptionals, .keep])
    func nullKeepsTheValue(nulls: MappingOptions.Nulls) throws {
        let options = MappingOptions(nulls: nulls)
        let model = try Values(json: Self.json, options: options)
        #expect(model == Values())
        #expect(Values.inspect(json: Self.json, options: options).object == Values())
    }

    private final class Secret: ModelObject {
        var pin = 1
        override class var propertyRules: [String: PropertyRule] { ["pin": .redacted] }
    }

    /// They have the fast paths, except the one that could show a value.
    @Test func redactedPropertiesAreCompiled() {
        let schema = ModelSchema.of(Secret.self)
        #expect(schema.compiled[0] != nil)
        #expect(schema.showing[0] == nil)
        #expect(ModelSchema.of(Part.self).showing[0] != nil)
    }

    @Test func aReportListsEachNull() {
        let report = Values.inspect(json: Self.json).report
        #expect(Set(report.problems.map(\.path)) == Set(Self.names.map { "$.\($0)" }))
    }

    @Test func strictOptionsRejectEachNull() {
        for name in Self.names {
            let json = "{\"\(name)\":null}"
            #expect(throws: ModelError.self, "\(name)") { try Values(json: json, options: .strict) }
            #expect(throws: ModelError.self, "\(name)") {
                try Values(dictionary: [name: NSNull()], options: .strict)
            }
        }
    }

    @Test func aDictionaryGivesTheSame() throws {
        let members = Self.names.dropLast().map { ($0, NSNull() as Any) }
        #expect(try Values(dictionary: Dictionary(uniqueKeysWithValues: members)) == Values())
    }
}
