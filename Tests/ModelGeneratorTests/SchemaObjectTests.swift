import Testing

@testable import ModelGenerator

/// The classes of schemas that consist of others: `allOf`, `oneOf`, `anyOf`, and chains of references.
struct SchemaObjectTests {
    /// Classes and properties in order, with the superclass.
    @Test(arguments: [
        // A class inherits, and the class of the root is first.
        (
            ##"{"allOf": [{"$ref": "#/$defs/A"}, {"properties": {"x": {"type": "integer"}}}]}"##,
            "class Root: A; var x: Int?; class A: ModelObject; var a: Int?"
        ),
        (
            ##"{"$ref": "#/$defs/A", "properties": {"x": {"type": "integer"}}}"##,
            "class Root: A; var x: Int?; class A: ModelObject; var a: Int?"
        ),
        // What is inherited by a part of a class is not lost.
        (
            ##"{"allOf": [{"$ref": "#/$defs/B"}, {"$ref": "#/$defs/C"}]}"##,
            "class Root: ModelObject; var a: Int?; var b: Int?; var c: Int?"
        ),
        // A base class and its subclass refer to each other.
        (
            ##"{"$ref": "#/$defs/Node"}"##,
            "class Root: Base; var n: Int?; class Base: ModelObject; var id: Int?; var child: Root?"
        ),
        (
            ##"{"$ref": "#/$defs/Base"}"##,
            "class Root: ModelObject; var id: Int?; var child: Node?; class Node: Root; var n: Int?"
        ),
        // Alternatives inherit, and have one class wherever they are.
        (
            ##"{"properties": {"cat": {"$ref": "#/$defs/Cat"}, "pet": {"$ref": "#/$defs/Pet"}}}"##,
            "class Root: ModelObject; var cat: Cat?; var pet: Pet?; class Cat: Pet; var friend: Cat?; "
                + "class Pet: ModelObject; var a: Int?; var type: String?; class Dog: Pet; var b: Int?"
        ),
        // Properties beside alternatives are of the base class, and not of other objects of an alternative: Friend.
        (
            ##"{"properties": {"x": {"type": "integer"}}, "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]}"##,
            "class Root: ModelObject; var x: Int?; var a: Int?; var type: String?; "
                + "class Cat: Root; var friend: Friend?; class Dog: Root; var b: Int?; "
                + "class Friend: A; var type: String?; var friend: Friend?; "
                + "class A: ModelObject; var a: Int?"
        ),
        (
            ##"{"properties": {"x": {"type": "integer"}}, "anyOf": [{"type": "object", "required": ["x"]}]}"##,
            "class Root: ModelObject; var x: Int?"
        ),
        // An alternative without a text is the base class; what the others lack is Optional.
        (
            ##"{"oneOf": [{"$ref": "#/$defs/Cat"}, {"properties": {"id": {"type": "integer"}, "friend": {"const": 1}}, "required": ["id"]}]}"##,
            "class Root: ModelObject; var id: Int?; var friend: Any?; var type: String?; class Cat: Root; var a: Int?"
        ),
        // Without a discriminator, an object has the members of some alternatives.
        (
            ##"{"properties": {"x": true}, "anyOf": [{"$ref": "#/$defs/A"}, {"required": ["x"], "then": {"$ref": "#/$defs/C"}}]}"##,
            "class Root: ModelObject; var x: Any?; var a: Int?; var c: Int?"
        ),
        (
            ##"{"properties": {"x": true}, "oneOf": [{"properties": {"y": {"type": "integer"}}, "required": ["y"]}, {"properties": {"y": {"type": "number"}}}]}"##,
            "class Root: ModelObject; var x: Any?; var y: Double?"
        ),
        // A class that is no alternative does not inherit from a union's base class, which chooses among the alternatives.
        (
            ##"{"allOf": [{"$ref": "#/$defs/Pet"}], "properties": {"x": true, "pet": {"$ref": "#/$defs/Pet"}}}"##,
            "class Root: ModelObject; var x: Any?; var pet: Pet?; var a: Int?; var type: String?; "
                + "var friend: Cat?; var b: Int?; class Pet: ModelObject; var a: Int?; var type: String?; "
                + "class Cat: Pet; var friend: Cat?; class Dog: Pet; var b: Int?"
        ),
        // A required property of one part can be another part's.
        (
            ##"{"allOf": [{"properties": {"x": {"type": "integer"}}}, {"required": ["x"]}]}"##,
            "class Root: ModelObject; var x = 0"
        ),
        // A schema beside a reference describes the same objects.
        (
            ##"{"$ref": "#/$defs/A", "oneOf": [{"properties": {"x": {"type": "integer"}}}, {"required": ["a"]}]}"##,
            "class Root: A; var x: Int?; class A: ModelObject; var a: Int?"
        ),
        (
            ##"{"properties": {"x": {"$ref": "#/$defs/A", "required": ["a"]}}}"##,
            "class Root: ModelObject; var x: X?; class X: ModelObject; var a = 0"
        ),
        // What only some objects have is Optional; a condition leaves any other value.
        (
            ##"{"properties": {"x": {"type": "integer"}}, "dependentSchemas": {"x": {"$ref": "#/$defs/A"}}}"##,
            "class Root: ModelObject; var x: Int?; var a: Int?"
        ),
        (
            ##"{"properties": {"x": {"type": "integer"}}, "dependencies": {"x": {"$ref": "#/$defs/A"}, "y": ["x"]}}"##,
            "class Root: ModelObject; var x: Int?; var a: Int?"
        ),
        (
            ##"{"properties": {"x": true}, "if": {"properties": {"x": {"const": 1}, "y": {"const": "z"}}}, "else": {"$ref": "#/$defs/A"}}"##,
            "class Root: ModelObject; var x: Any?; var a: Int?; var y: Any?"
        ),
        // Definitions that consist of a schema with a discriminator are its alternatives.
        (
            ##"{"properties": {"event": {"$ref": "#/$defs/Event"}}}"##,
            "class Root: ModelObject; var event: Event?; class Event: ModelObject; var kind: String?; "
                + "class Start: Event; var at: Int?; class Stop: Event; var code: Int?"
        ),
        // Classes of alternatives that have no type in common are left out.
        (
            ##"{"properties": {"x": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "array", "items": {"$ref": "#/$defs/B"}}]}}}"##,
            "class Root: ModelObject; var x: Any?"
        ),
    ])
    func composedSchemasBecomeClasses(schema: String, expected: String) {
        let definitions = ##"""
            "$defs": {
                "A": {"properties": {"a": {"type": "integer"}}}, "C": {"properties": {"c": {"type": "integer"}}},
                "B": {"allOf": [{"$ref": "#/$defs/A"}], "properties": {"b": {"type": "integer"}}},
                "Base": {"properties": {"id": {"type": "integer"}, "child": {"$ref": "#/$defs/Node"}}},
                "Node": {"allOf": [{"$ref": "#/$defs/Base"}, {"properties": {
                    "n": {"type": "integer"}, "id": {"type": "integer"}}}]},
                "Event": {"properties": {"kind": {"type": "string"}}, "discriminator": {"propertyName": "kind"}},
                "Start": {"allOf": [{"$ref": "#/$defs/Event"}, {"properties": {"at": {"type": "integer"}}}]},
                "Stop": {"allOf": [{"$ref": "#/$defs/Event"}, {"properties": {"code": {"type": "integer"}}}]},
                "Pet": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
                "Cat": {"allOf": [{"$ref": "#/$defs/A"}], "properties": {
                    "type": {"const": "cat"}, "friend": {"$ref": "#/$defs/Cat"}}},
                "Dog": {"allOf": [{"$ref": "#/$defs/B"}, {"properties": {"type": {"enum": ["dog"]}}}]}}
            """##
        #expect(outline(schema.dropLast() + ", " + definitions + "}", ["--schema"]) == expected)
    }

    /// A class inherits only if it has the members as they are; schemas of one property are merged.
    @Test(arguments: [
        (
            #""a": {"type": "integer"}"#, #""a": {"type": "integer"}, "b": {}"#,
            "class Root: A; var b: Any?; class A: ModelObject; var a: Int?"
        ),
        (#""a": {"type": "number"}"#, #""a": {"type": "integer"}"#, "class Root: ModelObject; var a: Int?"),
        (
            #""a": {"type": "integer"}"#, #""a": {"type": "number"}"#,
            "class A: ModelObject; var a: Int?"
        ),
        (
            #""a": {"type": ["string", "integer"]}"#, #""a": {"type": "string"}"#,
            "class Root: ModelObject; var a: String?"
        ),
        (
            #""a": {"type": ["string", "null"]}"#, #""a": {"enum": ["x"]}"#,
            "class Root: ModelObject; var a: A?"
        ),
        (#""a": {"type": "string"}"#, #""a": {"default": "x"}"#, #"class Root: ModelObject; var a = "x""#),
        (
            #""a": {"type": "string"}"#, #""a": {"const": "x"}}, "required": ["a"], "x": {"#,
            #"class Root: ModelObject; var a = "x""#
        ),
        (
            #""a": {"type": "string"}"#, #""b": {"type": "integer"}}, "required": ["a"], "x": {"#,
            #"class Root: ModelObject; var a = ""; var b: Int?"#
        ),
        (
            #""a": {"type": "array"}"#, #""a": {"items": {"type": "string"}}"#,
            "class Root: ModelObject; var a: [String]?"
        ),
        (
            #""a": {"properties": {"x": {"type": "integer"}}}"#,
            #""a": {"properties": {"y": {"type": "integer"}}}"#,
            "class Root: ModelObject; var a: A?; class A: ModelObject; var x: Int?; var y: Int?"
        ),
        (
            #""a": {"type": "array", "items": {"properties": {"x": {"type": "integer"}}}}"#,
            #""a": {"items": {"properties": {"y": {"type": "integer"}}}}"#,
            "class Root: ModelObject; var a: [A]?; class A: ModelObject; var x: Int?; var y: Int?"
        ),
        // Of a schema and one that consists of it, the second describes all.
        (
            ##""a": {"$ref": "#/$defs/A"}"##, ##""a": {"$ref": "#"}"##,
            "class Root: ModelObject; var a: Root?"
        ),
        // Annotations make no class.
        (
            ##""a": {"$ref": "#/$defs/B"}"##, ##""a": {"description": "Text."}"##,
            "class A: ModelObject; var a: B?; class B: ModelObject; var b: B?"
        ),
        // Merged classes that contain themselves.
        (
            ##""a": {"$ref": "#/$defs/B"}"##, ##""a": {"$ref": "#/$defs/C"}"##,
            "class Root: ModelObject; var a: A?; class A: ModelObject; var b: A?"
        ),
    ])
    func redefinedPropertiesKeepAllMembers(base: String, own: String, expected: String) {
        let outer =
            ##"{"allOf": [{"$ref": "#/$defs/A"}, {"properties": {\##(own)}}], "$defs": {"A": {"properties": {\##(base)}}"##
        let other =
            ##", "B": {"properties": {"b": {"$ref": "#/$defs/B"}}}, "C": {"properties": {"b": {"$ref": "#/$defs/C"}}}}}"##
        #expect(outline(outer + other, ["--schema"]) == expected)
    }

    /// A base class has what its alternatives have, too: a type for all.
    @Test func alternativesCanNarrowTheMembersOfTheirBaseClass() {
        let source = classes(
            ##"""
            {"$ref": "#/$defs/Pet", "$defs": {
                "Pet": {"properties": {"kind": {"type": "string"}, "name": {"type": ["string", "integer"]}, "size": {"type": "number"}},
                    "required": ["kind", "size"], "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
                "Cat": {"allOf": [{"$ref": "#/$defs/Pet"}], "properties": {"kind": {"const": "cat"}, "name": {"type": "string"}}},
                "Dog": {"allOf": [{"$ref": "#/$defs/Pet"}], "properties": {"kind": {"enum": ["dog", "puppy"]}, "size": {"type": "integer"}}}}}
            """##, ["--schema"])
        #expect(source.contains("    var kind = \"\"\n"))
        #expect(source.contains("    var name: Any?\n    var size = 0.0\n"))
        #expect(source.contains("final class Cat: Root {}") && source.contains("final class Dog: Root {}"))
        #expect(
            ["\"cat\": Cat.self", "\"dog\": Dog.self", "\"puppy\": Dog.self"].allSatisfy(source.contains))
    }

    /// So that a property of the other's class can hold its objects.
    @Test(arguments: [
        (
            #""age": {"type": "integer"}"#,
            "class Dog: Pet; var bark: Int?; class Pet: ModelObject; var type: String?; "
                + "class Cat: Pet; var lives: Int?; class Puppy: Dog; var age: Int?"
        ),
        // It redefines a member.
        (
            #""bark": {"type": "string"}"#,
            "class Dog: Pet; var bark: Int?; class Pet: ModelObject; var type: String?; "
                + "class Cat: Pet; var lives: Int?; class Puppy: Pet; var bark: String?"
        ),
    ])
    func anAlternativeThatExtendsAnotherIsItsSubclass(members: String, classes: String) {
        let schema = ##"""
            {"properties": {"dog": {"$ref": "#/components/schemas/Dog"}, "pet": {"$ref": "#/components/schemas/Pet"}},
             "components": {"schemas": {
                "Pet": {"discriminator": {"propertyName": "type"}, "properties": {"type": {"type": "string"}}},
                "Dog": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"properties": {"bark": {"type": "integer"}}}]},
                "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"properties": {"lives": {"type": "integer"}}}]},
                "Puppy": {"allOf": [{"$ref": "#/components/schemas/Dog"}, {"properties": {\##(members)}}]}}}}
            """##
        #expect(
            outline(schema, ["--schema"]) == "class Root: ModelObject; var dog: Dog?; var pet: Pet?; "
                + classes)
    }

    @Test func discriminatorMappingsSelectClasses() {
        let source = classes(
            ##"""
            {"properties": {"pet": {"oneOf": [{"$ref": "#/definitions/Cat"}, {"$ref": "#/definitions/Dog"}], "discriminator": {
                "propertyName": "kind", "mapping": {"kitty": "#/definitions/Cat", "pup": "Dog", "dog": "Dog"}}}}, "definitions": {
                "Cat": {"properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}},
                "Dog": {"properties": {"kind": {"type": "string"}, "bark": {"type": "integer"}}}}}
            """##,
            ["--schema"])
        #expect(source.contains(#""kitty": Cat.self,\#n"#) && source.contains(#""pup": Dog.self,\#n"#))
        #expect(source.contains(#""dog": Dog.self,\#n"#) && source.contains("var kind: String?"))
    }

    /// An object without the key can only be of the alternative that doesn't require it.
    @Test(arguments: [(#""required": ["t"], "#, "A"), ("", "Root")])
    func theAlternativeThatDoesNotRequireTheKeyIsTheFallback(required: String, fallback: String) {
        let source = classes(
            ##"""
            {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}], "$defs": {
                "A": {"properties": {"t": {"const": "a", "default": "a"}, "x": {"type": "integer"}}},
                "B": {\##(required)"properties": {"t": {"const": "b"}, "y": {"type": "integer"}}}}}
            """##,
            ["--schema"])
        #expect(source.contains("], fallback: \(fallback).self)"), "\(source)")
    }

    /// A payload without the key fills the property's default object in place.
    @Test func propertiesHaveAnObjectOfTheFallback() {
        let source = properties(
            ##"""
            {"required": ["u"], "properties": {"u": {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}}, "$defs": {
                "A": {"required": ["t"], "properties": {"t": {"const": "a"}, "x": {"type": "integer"}}},
                "B": {"required": ["y"], "properties": {"t": {"const": "b"}, "y": {"$ref": "#/$defs/C"}}},
                "C": {"required": ["u"], "properties": {"u": {"$ref": "#/properties/u"}}}}}
            """##,
            ["--schema"])
        #expect(
            source == [
                "var u: U = B()", "var t: String?", "var x: Int?", "var y = C()", "var u: U?",
            ], "\(source)")
    }

    /// Payloads have the texts of an enum, and not the names of definitions.
    @Test func discriminatorsUseAllTextsOfAnEnum() {
        let source = classes(
            ##"""
            {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}], "discriminator": {"propertyName": "t"}, "$defs": {
                "A": {"properties": {"t": {"enum": ["x", "y"]}}}, "B": {"properties": {"t": {"const": "z"}}}}}
            """##,
            ["--schema"])
        #expect(["\"x\": A.self,", "\"y\": A.self,", "\"z\": B.self,"].allSatisfy(source.contains))
        #expect(!source.contains("\"A\""))
    }

    /// A schema that contains itself, but is not a class, allows any value.
    @Test(arguments: [
        (
            ##"{"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/T"}}]}"##,
            "var a: Any?"
        ),
        (##"{"type": "object", "additionalProperties": {"$ref": "#/$defs/T"}}"##, "var a: [String: Any]?"),
        (##"{"type": "array", "items": {"$ref": "#/$defs/T"}}"##, "var a: [Any]?"),
        (##"{"anyOf": [{"$ref": "#/$defs/T"}, {"type": "null"}]}"##, "var a: Any?"),
        (
            ##"{"properties": {"b": {"$ref": "#/$defs/T"}}, "oneOf": [{"$ref": "#/$defs/T"}, {}]}"##,
            "var a: T?"
        ),
        (##"{"allOf": [{"$ref": "#/$defs/T"}]}"##, "#/$defs/T: The schema consists of itself."),
        (
            ##"{"allOf": [{"$ref": "#/$defs/U"}], "properties": {"x": true}}"##,
            "#/$defs/T: The schema consists of itself."
        ),
    ])
    func recursiveSchemasTerminate(schema: String, expected: String) {
        let source = classes(
            ##"{"properties": {"a": {"$ref": "#/$defs/T"}}, "$defs": {"T": \##(schema), "U": {"allOf": [{"$ref": "#/$defs/T"}]}}}"##,
            ["--schema"])
        #expect(source.contains(expected), "\(source)")
    }

    /// A chain of classes can have any length; nested types and parts of classes have a depth limit.
    @Test(arguments: [
        (1_000, ##"{"properties": {"x": {"$ref": "#/$defs/NEXT"}}}"##, ""),
        (1_000, ##"{"type": "array", "items": {"$ref": "#/$defs/NEXT"}}"##, "nested deeper than 100 levels."),
        (
            1_000, ##"{"allOf": [{"$ref": "#/$defs/NEXT"}], "properties": {"x": true}}"##,
            "nested deeper than 100 levels."
        ),
        // There are 2^90 paths through these.
        (90, ##"{"anyOf": [{"$ref": "#/$defs/NEXT"}, {"$ref": "#/$defs/NEXT"}]}"##, ""),
        (90, ##"{"allOf": [{"$ref": "#/$defs/NEXT"}, {"$ref": "#/$defs/NEXT"}]}"##, ""),
    ])
    func onlyChainsOfClassesMayBeLong(count: Int, schema: String, error: String) {
        let chain = (0..<count).map { "\"A\($0)\": " + schema.replacing("NEXT", with: "A\($0 + 1)") }
        let definitions = chain.joined(separator: ",") + ", \"A\(count)\": {}"
        let result = run(
            ["--schema"],
            ##"{"properties": {"a": {"$ref": "#/$defs/A0"}}, "$defs": {\##(definitions)}}"##)
        #expect(error.isEmpty ? result.status == 0 : result.errors.contains(error))
    }

    /// The properties of a merged class are merged, too, so a few schemas could need thousands of classes.
    @Test(arguments: [
        (6, ""),
        (
            12,
            "standard input: error: #/$defs/S0/properties/a: Merging schemas that apply to the same values makes more than "
                + "1000 classes.\n"
        ),
    ])
    func mergingMakesALimitedNumberOfClasses(count: Int, error: String) {
        let chain = (1..<count).map {
            ##""S\##($0)": {"properties": {"a": {"$ref": "#/$defs/S\##($0 + 1)"}, "b": {"$ref": "#/$defs/S\##($0 + 1)"}}}"##
        }
        let result = run(
            ["--schema"],
            ##"""
            {"$ref": "#/$defs/S0", "$defs": {\##(chain.joined(separator: ",")), "S\##(count)": {"properties": {"c": true}},
                "S0": {"properties": {"a": {"allOf": [{"$ref": "#/$defs/S0"}, {"$ref": "#/$defs/S1"}]}, "b": {"$ref": "#/$defs/S0"}}}}}
            """##)
        #expect(result.errors == error && result.output.isEmpty == !error.isEmpty)
    }

    /// As in an OpenAPI document whose resources all redefine a property of their base class.
    @Test func largeDocumentsMayMergeManySchemas() {
        let resources = (0..<1_100).map {
            ##"{"allOf": [{"$ref": "#/$defs/A"}, {"properties": {"a": {"properties": {"b\##($0)": {"type": "integer"}}}}}]}"##
        }
        let definitions = resources.enumerated().map { "\"R\($0)\": \($1)" }
        let properties = resources.indices.map { ##""r\##($0)": {"$ref": "#/$defs/R\##($0)"}"## }
        let source = classes(
            ##"""
            {"properties": {\##(properties.joined(separator: ","))}, "$defs": {\##(definitions.joined(separator: ",")),
                "A": {"properties": {"a": {"properties": {"x": {"type": "integer"}}}}}}}
            """##, ["--schema"])
        #expect(source.components(separatedBy: "    var x: Int?\n    var b").count == 1_101)
    }
}
