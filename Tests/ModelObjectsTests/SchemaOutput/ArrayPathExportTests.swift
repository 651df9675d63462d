import Foundation
import Testing

@testable import ModelObjects

/// Classes whose keys or discriminators lead into arrays.
struct ArrayPathExportTests {
    private func check(
        _ model: ModelObject, in declared: ModelObject.Type? = nil,
        _ notFinite: ExportOptions.NotFinite = .error, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let options = ExportOptions(notFinite: notFinite)
        let schema = try (declared ?? type(of: model)).jsonSchema(options: options)
        let export = try model.jsonObject(options: options)
        #expect(
            SchemaValidator(root: schema).problems(of: export) == [],
            "\(canonical(export)) in \(canonical(schema))", sourceLocation: sourceLocation)
    }

    class Shape: ModelObject {
        var size = 0
        override class var propertyRules: [String: PropertyRule] { ["size": .key("m.0")] }
        override class var discriminator: Discriminator? { .key("m.1.t", ["circle": Circle.self]) }
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }
    final class Circle: Shape { var radius = 0 }
    final class Holder: ModelObject { var shape = Shape() }

    class Named: ModelObject {
        override class var discriminator: Discriminator? { .key("m.1.t", ["a": First.self]) }
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }
    final class First: Named { var v = 0 }

    @Test func objectsOfTheBaseClassFitItsSchema() throws {
        try check(Shape())
        try check(Circle(), in: Shape.self)
        try check(Holder())
        let holder = Holder()
        holder.shape = Circle()
        try check(holder)
        let other = try Shape(json: #"{"m":[1,null,2]}"#)
        try check(other)
    }

    /// Payloads can have an object in the place of an array.
    @Test(arguments: [
        (#"{"m":[{"x":1},{"t":"a","y":2},3]}"#, #"{"v":0,"m":[{"x":1},{"t":"a","y":2},3]}"#),
        (
            #"{"m":{"0":{"x":1},"1":{"t":"a","y":2},"z":3}}"#,
            #"{"v":0,"m":{"0":{"x":1},"1":{"t":"a","y":2},"z":3}}"#
        ),
    ])
    func keptValuesBesideTheNameOfTheClassAreExported(json: String, export: String) throws {
        let model = try Named.model(json: json)
        #expect(model is First)
        let options = ExportOptions(sortedKeys: true)
        let expected = try #require(ReferenceReader.read(export).swift as? [String: Any])
        #expect(canonical(try model.jsonObject(options: options)) == canonical(expected))
        #expect(try Named.model(json: model.jsonData()) is First)
    }

    final class Embedded: ModelObject {
        var double = Double.nan
        var float = Float.infinity
        var needed = Double.nan
        var maybe: Double? = .nan
        var date = Date(timeIntervalSince1970: .infinity)
        var list = [Double.nan]
        override class var propertyRules: [String: PropertyRule] {
            [
                "double": .embeddedJSON, "float": .embeddedJSON, "needed": .embeddedJSON.required,
                "maybe": .embeddedJSON, "date": .embeddedJSON, "list": .embeddedJSON,
            ]
        }
    }

    @Test(arguments: [ExportOptions.NotFinite.null, .omit])
    func embeddedNumbersThatAreNotFiniteFit(notFinite: ExportOptions.NotFinite) throws {
        try check(Embedded(), notFinite)
    }

    final class Item: ModelObject { var id = 0 }
    final class Combined: ModelObject {
        var all: [Any] = []
        override class var propertyRules: [String: PropertyRule] {
            [
                "all": .combined(keys: ["x", "y"]) { values -> [Any]? in
                    values.sorted { $0.key < $1.key }.map(\.value)
                }.elements(Item.self)
            ]
        }
    }

    @Test func combinedElementsHaveAnyForm() throws {
        try check(Combined(json: #"{"x":1,"y":"s"}"#))
    }

    final class Position: ModelObject {
        var longitude = 0
        var latitude = 0
        override class var propertyRules: [String: PropertyRule] {
            ["longitude": .key("at.0"), "latitude": .key("at.1")]
        }
    }

    @Test func findingsOfTwoElementsAreNotGrouped() throws {
        let json = #"{"at":["x","z"]}"#
        let report = Position.inspect(json: json).report
        #expect(report.summary.map(\.message).count == 2)
        #expect(!report.description.contains("[*]"))
        let findings = Position.audit(samples: [Data(json.utf8)])
        #expect(findings.map(\.properties) == [["longitude"], ["latitude"]])
        #expect(findings.map(\.path) == ["$.at[0]", "$.at[1]"])
    }
}
