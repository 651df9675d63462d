import Testing

@testable import ModelGenerator

/// The keys that a schema describes by a pattern or by a type only.
struct SchemaOtherKeysTests {
    private func schema(_ properties: String, _ more: String = "") -> String {
        classes(#"{"type": "object", "properties": {\#(properties)}\#(more)}"#, ["--schema"])
    }

    /// They have no property, and the class keeps them.
    @Test(arguments: [
        (#""additionalProperties": {"type": "string"}"#, true),
        (#""patternProperties": {"^x": {"type": "string"}}"#, true),
        (#""unevaluatedProperties": {"type": "string"}"#, true),
        (#""additionalProperties": true"#, false), (#""additionalProperties": false"#, false),
        (#""unevaluatedProperties": true"#, false), (#""unevaluatedProperties": false"#, false),
        // No key is left for the second keyword.
        (#""additionalProperties": true, "unevaluatedProperties": {"type": "string"}"#, false),
        (#""patternProperties": {"^x": {}}"#, true), (#""patternProperties": {"^x": true}"#, true),
        (#""patternProperties": {"^x": false}"#, false), (#""patternProperties": {}"#, false),
        // Schemas that describe only some objects.
        (#""anyOf": [{"required": ["a"]}, {"additionalProperties": {"type": "string"}}]"#, true),
        (#""if": {"required": ["a"]}, "else": {"unevaluatedProperties": {"type": "string"}}"#, true),
        (#""minProperties": 1"#, false),
    ])
    func otherKeysAreKept(keyword: String, isKept: Bool) {
        let source = schema(#""a": {"type": "integer"}"#, ", " + keyword)
        #expect(
            source.contains(
                "    override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }\n}\n"
            )
                == isKept)
    }

    /// A reference alone is the class that it names; with further keys beside it, another class inherits from that.
    @Test(arguments: [
        ##""$ref": "#/$defs/B", "KEYWORD": SCHEMA"##,
        ##""allOf": [{"$ref": "#/$defs/B"}], "KEYWORD": SCHEMA"##,
        ##""allOf": [{"$ref": "#/$defs/B"}, {"KEYWORD": SCHEMA}]"##,
    ])
    func otherKeysBesideAReferenceAreKept(schema: String) {
        for keyword in ["additionalProperties", "unevaluatedProperties"] {
            for (value, isKept) in [(#"{"type": "string"}"#, true), ("true", false), ("false", false)] {
                let property = schema.replacing("KEYWORD", with: keyword).replacing("SCHEMA", with: value)
                let source = self.schema(
                    #""a": {\#(property)}"#,
                    #", "$defs": {"B": {"properties": {"b": {"type": "integer"}}}}"#)
                let keeps = source.contains("final class A: B {\n    /// Keeps the keys")
                #expect(keeps == isKept && source.contains("var a: B?") != isKept, "\(property)")
            }
        }
    }

    /// The objects of an alternative without a constant have the base class.
    @Test func theBaseClassKeepsTheOtherKeysOfItsObjects() {
        let source = schema(
            ##"""
            "a": {"oneOf": [{"properties": {"t": {"const": "x"}}},
                {"properties": {"t": {}}, "additionalProperties": {"type": "string"}}]}
            """##)
        #expect(source.contains("\nclass A: ModelObject {") && source.contains("final class X: A {}"))
        #expect(source.components(separatedBy: ".keep").count == 2)
    }

    /// The class of an only alternative would lose the other keys.
    @Test(arguments: [
        (#""type": "object", "additionalProperties": {"type": "integer"}"#, "var a: [String: Int]?"),
        (#""type": "object", "unevaluatedProperties": {"type": "integer"}"#, "var a: [String: Any]?"),
        (#""type": "object", "additionalProperties": false"#, "var a: A?"),
        (#""unevaluatedProperties": {"type": "integer"}"#, "var a: Any?"),
        (#""unevaluatedProperties": true"#, "var a: A?"),
    ])
    func otherKeysBesideAnAlternativeAreKept(keywords: String, property: String) {
        let source = schema(
            #""a": {"anyOf": [{"properties": {"x": {"type": "integer"}}}, {"type": "null"}], \#(keywords)}"#)
        #expect(source.contains("    \(property)\n"), "\(source)")
    }

    @Test func aSubclassDoesNotRepeatThatItKeepsKeys() {
        let source = schema(
            ##""a": {"allOf": [{"$ref": "#/$defs/B"}, {"properties": {"x": true}}]}"##,
            ##", "$defs": {"B": {"properties": {"b": true}, "additionalProperties": {"type": "string"}}}"##)
        #expect(source.contains("final class A: B {") && source.components(separatedBy: ".keep").count == 2)
    }

    /// A schema can require a key that it doesn't describe.
    @Test func aRequiredKeyWithoutASchemaIsOfAnyType() {
        let uncertain = "// Uncertain: the schema allows several types, or any."
        let expected = ["var a = 0", "var c: String?", uncertain, "var b: Any?", uncertain, "var d: Any?"]
        #expect(
            properties(
                #"""
                {"properties": {"a": {"type": "integer"}, "none": false}, "required": ["a", "b", "none"],
                    "oneOf": [{"properties": {"c": {"type": "string"}}}, {"required": ["a"]}],
                    "allOf": [{"required": ["c", "b", "d"]}]}
                """#, ["--schema"]) == expected)
    }

    /// Many schemas require members of their base class.
    @Test func aSubclassMayRequireAnInheritedKey() {
        #expect(
            outline(
                ##"""
                {"allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"b": {"type": "string"}}, "required": ["b"]}],
                    "required": ["x"],
                    "$defs": {"Base": {"properties": {"a": {"type": "integer"}}, "required": ["x"]}}}
                """##, ["--schema"])
                == #"class Root: Base; var b = ""; class Base: ModelObject; var a: Int?; var x: Any?"#)
    }
}
