import Testing

@testable import ModelGenerator

struct SchemaTests {
    private func schema(_ properties: String, _ more: String = "") -> String {
        classes(#"{"type": "object", "properties": {\#(properties)}\#(more)}"#, ["--schema"])
    }

    @Test(arguments: [
        (#"{"type": "string", "format": "date-time"}"#, "var a: Date?"),
        (#"{"type": "integer"}"#, "var a: Int?"),
        (#"{"type": "string", "format": "uuid"}"#, "var a: UUID?"),
        (#"{"type": "number"}"#, "var a: Double?"),
        (#"{"type": "string", "format": "uri-reference"}"#, "var a: URL?"),
        (#"{"type": ["boolean", "null"]}"#, "var a: Bool?"),
        (#"{"type": "boolean", "default": true}"#, "var a = true"),
        (#"{"type": "integer", "minimum": 0, "maximum": 255, "default": 0}"#, "var a: UInt8 = 0"),
        // Int is the usual type, unless the limits are those of another one.
        (#"{"type": "integer", "minimum": 0}"#, "var a: Int?"),
        (#"{"type": ["integer", "null"], "minimum": 0.0}"#, "var a: Int?"),
        (
            #"{"type": "integer", "minimum": 0, "default": 9223372036854775808}"#,
            "var a: UInt64 = 9223372036854775808"
        ),
        (#"{"type": "integer", "minimum": 1}"#, "var a: Int?"),
        (#"{"type": "integer", "minimum": 0, "maximum": 100}"#, "var a: Int?"),
        (#"{"type": "integer", "minimum": 0, "exclusiveMaximum": 100}"#, "var a: Int?"),
        (#"{"type": "integer", "minimum": 0, "format": "int64"}"#, "var a: Int?"),
        (#"{"type": "array", "items": {"type": "string"}}"#, "var a: [String]?"),
        (#"{"type": "object"}"#, "var a: [String: Any]?"),
        (#"{"type": "object", "additionalProperties": {"type": "integer"}}"#, "var a: [String: Int]?"),
        (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "var a: String?"),
        (#"{"enum": ["x", "y"], "default": "y"}"#, "var a = A.y"), (##"{"$ref": "#"}"##, "var a: Root?"),
        (#"{"properties": {"b": {"type": "string"}}}"#, "var a: A?"),
        // An export must not have a constant that the payload lacks.
        (#"{"const": "x"}"#, "var a: String?"), (#"{"const": true}"#, "var a: Bool?"),
        (#"{"type": "string", "format": "iri"}"#, "var a: String?"),
        (#"{"type": "array", "items": {"type": "string"}, "uniqueItems": true}"#, "var a: [String]?"),
        (#"{"type": ["object", "null"], "properties": {"x": true}}"#, "var a: A?"),
        (#"{"type": "string", "properties": {"x": true}}"#, "var a: String?"),
        (#"{"type": "array", "prefixItems": [{"type": "number"}, {"type": "integer"}]}"#, "var a: [Double]?"),
        (#"{"type": "array", "items": [{"type": "number"}, {"type": "string"}]}"#, "var a: [Any]?"),
        (#"{"type": "array", "items": true}"#, "var a: [Any]?"),
        (#"{"type": "object", "patternProperties": {"^x": {"type": "integer"}}}"#, "var a: [String: Int]?"),
        (
            #"{"type": "object", "additionalProperties": false, "patternProperties": {"^x": {"type": "integer"}}}"#,
            "var a: [String: Int]?"
        ),
        (
            #"{"type": "object", "additionalProperties": true, "patternProperties": {"^x": {"type": "integer"}}}"#,
            "var a: [String: Any]?"
        ),
        (
            #"{"type": "object", "patternProperties": {"^x": {"type": "integer"}, "^y": {"type": "number"}}}"#,
            "var a: [String: Double]?"
        ),
        (#"{"type": "object", "unevaluatedProperties": {"type": "integer"}}"#, "var a: [String: Int]?"),
        (
            #"{"type": "object", "patternProperties": {"^x": {"type": "integer"}}, "unevaluatedProperties": {"type": "number"}}"#,
            "var a: [String: Double]?"
        ),
        (
            #"{"type": "object", "additionalProperties": {"type": "string"}, "unevaluatedProperties": {"type": "integer"}}"#,
            "var a: [String: String]?"
        ),
        (
            #"{"type": "array", "prefixItems": [{"type": "integer"}], "unevaluatedItems": {"type": "number"}}"#,
            "var a: [Double]?"
        ),
        (#"{"type": "array", "unevaluatedItems": {"type": "string"}}"#, "var a: [String]?"),
        (
            #"{"type": "array", "prefixItems": [{"type": "integer"}], "unevaluatedItems": false}"#,
            "var a: [Int]?"
        ),
        (
            #"{"type": "array", "items": {"type": "string"}, "unevaluatedItems": {"type": "integer"}}"#,
            "var a: [String]?"
        ),
        // Other schemas of the same value describe the rest.
        (
            #"{"type": "object", "allOf": [{"additionalProperties": {"type": "string"}}], "unevaluatedProperties": {"type": "integer"}}"#,
            "var a: [String: Any]?"
        ),
        (
            #"{"type": "object", "anyOf": [{"properties": {"x": {"type": "string"}}}, {"required": ["y"]}], "unevaluatedProperties": {"type": "integer"}}"#,
            "var a: [String: Any]?"
        ),
        (
            #"{"type": "array", "contains": {"type": "string"}, "unevaluatedItems": {"type": "integer"}}"#,
            "var a: [Any]?"
        ),
        (
            #"{"type": "array", "if": {"prefixItems": [{"type": "string"}]}, "unevaluatedItems": {"type": "integer"}}"#,
            "var a: [Any]?"
        ),
        (#"{"type": "string", "anyOf": [{"pattern": "a"}, {"minLength": 2}]}"#, "var a: String?"),
        (#"{"anyOf": [{"type": "string"}, {"enum": ["x", "y"]}]}"#, "var a: String?"),
        (#"{"anyOf": [{"enum": ["x"]}, {"const": "y"}], "default": "y"}"#, "var a = A.y"),
        (#"{"anyOf": [{"type": "string"}, {"const": null}]}"#, "var a: String?"),
        (
            #"{"oneOf": [{"type": ["object", "null"], "properties": {"t": {"const": "x"}}}, {"properties": {"t": {}}}]}"#,
            "var a: A?"
        ),
    ])
    func schemasDetermineTypes(schema: String, property: String) {
        #expect(properties(#"{"properties": {"a": \#(schema)}}"#, ["--schema"]).first == property)
    }

    /// Schemas list the cases of an enum at each of its properties.
    @Test func enumsWithOneNameAndEqualCasesAreOneEnum() {
        let cases = #""enum": ["x", "y"]"#
        let found = properties(
            #"""
            {"properties": {"status": {\#(cases)}, "statuses": {"type": "array", "items": {\#(cases)}},
                "user": {"properties": {"status": {\#(cases)}}}, "team": {"properties": {"status": {"enum": ["x", "z"]}}},
                "city": {"properties": {"status": {\#(cases), "description": "Of a city."}}}}}
            """#, ["--schema"])
        let types = found.filter { $0.contains("Status") }
        #expect(
            types == [
                "var status: Status?", "var statuses: [Status]?", "var status: Status?",
                "var status: TeamStatus?",
                "var status: CityStatus?",
            ])
    }

    /// A class would lose the values that are not objects.
    @Test(arguments: [
        #""type": ["object", "string"], "properties": {"x": true}"#,
        #""type": ["object", "array"], "properties": {"x": true}, "items": {"type": "string"}"#,
        #""properties": {"x": true}, "anyOf": [{"type": "object"}, {"type": "string"}]"#,
        #""allOf": [{"properties": {"x": true}}, {"type": ["object", "integer"]}]"#,
    ])
    func objectsAndOtherValuesAreAnyValue(schema: String) {
        let found = properties(#"{"properties": {"a": {\#(schema)}}}"#, ["--schema"])
        #expect(found == ["// Uncertain: the schema allows several types, or any.", "var a: Any?"])
    }

    /// A property that refers to the root can have its other values.
    @Test(arguments: [
        ##"{"type": ["object", "boolean"], "properties": {"x": {"$ref": "#"}}}"##,
        ##"{"type": "array", "items": {"type": ["object", "string"], "properties": {"x": {"$ref": "#/items"}}}}"##,
        ##"{"properties": {"x": {"$ref": "#"}}, "anyOf": [{"type": "object"}, {"type": "string"}]}"##,
        ##"{"allOf": [{"type": ["object", "boolean"], "properties": {"x": {"$ref": "#"}}}]}"##,
        ##"{"$ref": "#/$defs/A", "$defs": {"A": {"type": ["object", "null", "integer"], "properties": {"x": {"$ref": "#"}}}}}"##,
    ])
    func aRootOfObjectsAndOtherValuesIsAClass(schema: String) {
        #expect(outline(schema, ["--schema"]) == "class Root: ModelObject; var x: Any?")
    }

    @Test(arguments: [
        ("number", "1", "a = 1.0"), ("number", "-0", "a = -0.0"), ("number", "1e3", "a = 1000.0"),
        ("number", "1e400", "a: Double?"),
        ("number", "123456789012345678901234567890", "a = 1.2345678901234568e+29"),
        ("number", "0.12345678901234567890123", "a = 0.12345678901234568"), ("number", "\"1\"", "a: Double?"),
        ("integer", "1.0", "a = 1"), ("integer", "1e3", "a = 1000"), ("integer", "-0", "a = 0"),
        ("integer", "1e30", "a: Int?"), ("integer", "1.5", "a: Int?"), ("boolean", "1", "a: Bool?"),
        ("string", "1", "a: String?"), ("array", "[]", "a: [Any] = []"), ("array", "[1]", "a: [Any]?"),
        ("object", "{}", "a: [String: Any] = [:]"), ("object", #"{"x": 1}"#, "a: [String: Any]?"),
    ])
    func aDefaultHasTheTypeOfItsProperty(type: String, standard: String, property: String) {
        #expect(
            properties(
                #"{"properties": {"a": {"type": "\#(type)", "default": \#(standard)}}}"#, ["--schema"]
            ) == ["var " + property])
    }

    /// A missing key must not be exported with another value.
    @Test(arguments: [
        (#"{"type": "string", "format": "uri", "default": "https://a.b"}"#, "a: URL?"),
        (
            #"{"type": "string", "format": "uuid", "default": "8A5C3F9E-7B1A-4A87-9C2D-1F4F6F2F9B11"}"#,
            "a: UUID?"
        ),
        (#"{"type": "string", "format": "date", "default": "2020-01-01"}"#, "a: Date?"),
        (#"{"type": "string", "contentEncoding": "base64", "default": "AA=="}"#, "a: Data?"),
        (#"{"type": "string", "contentEncoding": "base64", "default": ""}"#, "a = Data()"),
        (#"{"enum": ["x", "y"], "default": "z"}"#, "a: A?"),
        (#"{"properties": {"y": {"type": "integer"}}, "default": {"y": 5}}"#, "a: A?"),
        (#"{"properties": {"y": {"type": "integer", "default": 5}}, "default": {"y": 5}}"#, "a = A()"),
        (#"{"properties": {"y": {"type": "integer"}}, "default": {}}"#, "a = A()"),
        (#"{"properties": {"y": {"type": "array", "default": [1]}}, "default": {"y": [1]}}"#, "a: A?"),
        (
            #"{"properties": {"y": {"properties": {"z": {"type": "integer"}}, "default": {}}}, "default": {"y": {}}}"#,
            "a = A()"
        ),
        (
            #"{"properties": {"y": {"properties": {"z": {"type": "integer"}}, "default": {}}}, "default": {"y": {"z": 1}}}"#,
            "a: A?"
        ),
        (#"{"properties": {"y": {"type": "integer"}}, "default": 1}"#, "a: A?"),
    ])
    func aDefaultWithoutALiteralIsOptional(schema: String, property: String) {
        #expect(
            properties(#"{"properties": {"a": \#(schema)}}"#, ["--schema"]).first == "var " + property)
    }

    @Test(arguments: [
        (#""minimum": 0, "maximum": 255"#, "300", "var a: UInt8?"),
        (#""minimum": 0, "maximum": 255"#, "255.0", "var a: UInt8 = 255"),
        (#""minimum": -128, "maximum": 127"#, "-128", "var a: Int8 = -128"),
        (#""format": "uint64""#, "-1", "var a: UInt64?"),
        (#""format": "uint64""#, "18446744073709551615", "var a: UInt64 = 18446744073709551615"),
        (#""minimum": 1, "maximum": 9223372036854775808"#, "5", "var a: UInt64 = 5"),
        (#""minimum": -1, "maximum": 9223372036854775808"#, "5", "var a: Decimal?"),
    ])
    func outOfRangeDefaultsAreDropped(limits: String, standard: String, property: String) {
        #expect(
            schema(#""a": {"type": "integer", \#(limits), "default": \#(standard)}"#).contains(
                property + "\n"))
    }

    /// A schema that allows any value becomes a property; one that allows none does not.
    @Test func booleanSchemasAreAnyValueOrNone() {
        let properties = properties(#"{"properties": {"any": true, "none": false}}"#, ["--schema"])
        #expect(properties == ["// Uncertain: the schema allows several types, or any.", "var any: Any?"])
    }

    @Test(arguments: [
        (#"{"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}"#, true),
        (#"{"type": "array", "items": {"type": "string", "format": "date"}}"#, true),
        (#"{"type": "object", "additionalProperties": {"type": "string", "format": "date"}}"#, true),
        (##"{"$ref": "#/$defs/Day"}"##, true), (#"{"type": "string", "format": "date-time"}"#, false),
        (
            #"{"oneOf": [{"type": "string", "format": "date"}, {"type": "string", "format": "date-time"}]}"#,
            false
        ),
    ])
    func dateOnlyStringsGetADateRule(schema: String, hasRule: Bool) {
        let source = self.schema(
            #""a": \#(schema)"#, #", "$defs": {"Day": {"type": "string", "format": "date"}}"#)
        #expect(source.contains("Date"))
        #expect(source.contains(#"["a": .date(.firstOf([.format("yyyy-MM-dd"), .automatic]))]"#) == hasRule)
    }

    /// A schema in the form in which the library exports its own.
    @Test func theLibrarysOwnSchemaFormIsUnderstood() {
        let source = schema(
            """
            "name": {"type": "string", "default": ""}, "role": {"type": ["string", "null"]},
            "id": {"type": "string", "format": "uuid"}, "car": {"$ref": "#/$defs/Car", "default": {"maker": ""}},
            "shape": {"$ref": "#/$defs/Shape", "default": {"type": ""}}
            """,
            """
            , "required": ["id"], "$defs": {
                "Car": {"type": "object", "properties": {"maker": {"type": "string", "default": ""}}},
                "Shape": {"oneOf": [
                    {"$ref": "#/$defs/Circle"},
                    {"type": "object", "properties": {"type": {"type": "string", "default": ""}},
                     "not": {"properties": {"type": {"enum": ["circle"]}}, "required": ["type"]}}]},
                "Circle": {"type": "object", "required": ["type"], "properties": {
                    "type": {"type": "string", "const": "circle"}, "radius": {"type": "number", "default": 0}}}}
            """)
        #expect(
            source == """
                final class Root: ModelObject {
                    var name = ""
                    var role: String?
                    var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
                    var car = Car()
                    var shape = Shape()

                    override class var propertyRules: [String: PropertyRule] {
                        ["id": .required]
                    }
                }

                final class Car: ModelObject {
                    var maker = ""
                }

                class Shape: ModelObject {
                    var type = ""

                    override class var discriminator: Discriminator? {
                        .key(
                            "type",
                            ["circle": Circle.self], fallback: Shape.self)
                    }
                }

                final class Circle: Shape {
                    var radius = 0.0
                }

                """)
    }

    /// What a schema says of one property doesn't change the others.
    @Test func aPropertyThatNeedNotBeThereIsOptional() {
        let source = schema(
            """
            "nickname": {"type": ["string", "null"]}, "age": {"type": "integer"},
            "token": {"type": "string", "format": "uuid"}, "size": {"type": "integer", "default": 3}
            """)
        #expect(
            ["nickname: String?", "age: Int?", "token: UUID?", "size = 3"].allSatisfy {
                source.contains("    var \($0)\n")
            }, "\(source)")
    }

    /// The discriminator is the key that all alternatives have and require, in any order of the properties.
    @Test(arguments: [
        ##"{"properties": {"unit": {"const": "cm"}, "type": {"const": "sepa"}, "a": {}}}"##,
        ##"{"properties": {"unit": {"const": "cm"}, "type": {"const": "sepa"}, "a": {}}, "required": ["unit", "type"]}"##,
    ])
    func theBestDiscriminatorIsUsed(alternative: String) {
        let source = schema(
            ##"""
            "pay": {"oneOf": [\##(alternative), {
                "properties": {"unit": {"type": "string"}, "type": {"const": "card"}, "b": {}}, "required": ["type"]}]}
            """##)
        #expect(source.contains("\"sepa\": Sepa.self") && source.contains("\"card\": Card.self"), "\(source)")
    }

    @Test func descriptionsAreDocComments() {
        #expect(
            schema(
                #""a": {"type": "string", "description": "One\nline."}"#,
                #", "title": "T", "description": "D.""#) == """
                    /// T
                    ///
                    /// D.
                    final class Root: ModelObject {
                        /// One
                        /// line.
                        var a: String?
                    }

                    """)
    }

    @Test func allOfBecomesInheritance() {
        let source = schema(
            ##""a": {"allOf": [{"$ref": "#/$defs/B"}, {"properties": {"y": {"type": "integer"}}}]}"##,
            #", "$defs": {"B": {"properties": {"x": {"type": "integer"}}}}"#)
        #expect(source.contains("class B: ModelObject {\n    var x: Int?\n}"))
        #expect(source.contains("final class A: B {\n    var y: Int?\n}"))
    }

    /// A cycle of required properties would create an endless chain of new objects.
    @Test func requiredCyclesAreBroken() {
        let source = schema(
            ##""a": {"$ref": "#/$defs/A"}"##,
            ##", "required": ["a"], "$defs": {"A": {"properties": {"b": {"$ref": "#"}}, "required": ["b"]}}"##
        )
        #expect(source.contains("var a = A()") && source.contains("var b: Root?"))
    }

    @Test(arguments: [
        ("[]", "A JSON Schema is an object; this is not."),
        (
            #"{"type": "string"}"#,
            "The root of the schema describes neither an object with properties nor an array of such objects."
        ),
        (
            #"{"type": ["string", "boolean"], "properties": {"a": true}}"#,
            "The root of the schema describes neither an object with properties nor an array of such objects."
        ),
        (
            #"{"oneOf": [{"properties": {"a": true}}, {"properties": {"b": true}}]}"#,
            "The root of the schema describes neither an object with properties nor an array of such objects. "
                + "It is a choice: for subclasses, each alternative needs another constant text at one key."
        ),
        (
            #"{"$defs": {"Name": {"type": "string"}, "User": {"properties": {"a": true}}}}"#,
            "The root of the schema describes neither an object with properties nor an array of such objects. "
                + "Add a reference to a definition, such as \"$ref\": \"#/$defs/User\"."
        ),
        (
            #"{"openapi": "3.1.0", "components": {"schemas": {"User": {"properties": {"a": true}}}}}"#,
            "The root of the schema describes neither an object with properties nor an array of such objects. "
                + "Add a reference to a definition, such as \"$ref\": \"#/components/schemas/User\"."
        ),
        (
            #"{"properties": {"a": {"$ref": "b.json#/c"}}}"#,
            "#/properties/a: The $ref \"b.json#/c\" leads to another file; only references inside of a schema are followed."
        ),
        (
            ##"{"properties": {"a": {"$ref": "#/$defs/x"}}}"##,
            "#/properties/a: The $ref \"#/$defs/x\" leads to nothing."
        ),
        (##"{"properties": {"a": {"$ref": "#b"}}}"##, "#/properties/a: The $ref \"#b\" leads to nothing."),
        (##"{"$ref": "#"}"##, "#: The $ref \"#\" leads back to itself."),
    ])
    func badSchemasAreRejected(schema: String, error: String) {
        let result = run(["--schema"], schema)
        #expect(result.errors == "standard input: error: \(error)\n" && result.status == 1)
    }

    @Test func aFileHasOneSchema() {
        let result = run(["--schema"], #"{"properties": {"a": {}}} {}"#)
        #expect(
            result.errors == "standard input:1:27: error: Expected the end of the input, found '{'.\n")
        #expect(result.status == 1 && result.output.isEmpty)
    }
}
