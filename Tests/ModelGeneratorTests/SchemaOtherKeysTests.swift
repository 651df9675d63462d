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

    @Test func aSubclassDoesNotRepeatThatItKeepsKeys() {
        let source = schema(
            ##""a": {"allOf": [{"$ref": "#/$defs/B"}, {"properties": {"x": true}}]}"##,
            ##", "$defs": {"B": {"properties": {"b": true}, "additionalProperties": {"type": "string"}}}"##)
        #expect(source.contains("final class A: B {") && source.components(separatedBy: ".keep").count == 2)
    }
}
