import Testing

@testable import ModelGenerator

struct SchemaReferenceTests {
    /// Draft 4 has `id`, which is also the name of a property.
    @Test func theIDOfDraft4IsTheBaseOfReferences() {
        let source = classes(
            ##"""
            {"id": "http://example.com/root.json", "properties": {
                "id": {"type": "string"}, "a": {"$ref": "http://example.com/root.json#/definitions/A"}},
                "definitions": {"A": {"type": "integer"}}}
            """##,
            ["--schema"])
        #expect(source.contains("    var id: String?\n    var a: Int?\n"))
    }

    /// A schema with others inside it that have a URI of their own, to which their references are relative.
    @Test(arguments: [
        // The reference of the root, and the $id of the schema inside it.
        ("/schemas/address", "/schemas/address"),
        ("address", "address"),
        ("address#", "address"),
        ("https://example.com/schemas/address", "/schemas/address"),
        ("address#/definitions/state/$parent", "address"),
        ("customer#/$defs/address", "address"),
        ("#/$defs/address", "address"),
        ("#home", "#home"),
        ("address#home", "address"),
    ])
    func schemasAreFoundByTheirURI(reference: String, identifier: String) {
        let schema = ##"""
            {
                "$id": "https://example.com/schemas/customer",
                "properties": {
                    "home": {"$ref": "\##(reference)"}, "state": {"$ref": "#/definitions/state"},
                    "default": {"$anchor": "default", "type": "boolean"}, "other": {"$ref": "#default"}
                },
                "definitions": {"state": {"type": "integer"}},
                "$defs": {
                    "address": {
                        "$id": "\##(identifier)",
                        "$anchor": "home",
                        "properties": {"state": {"$ref": "#/definitions/state"}, "next": {"$ref": "#"}},
                        "definitions": {"state": {"enum": ["CA", "NY"], "$parent": {"$ref": "#"}}}
                    }
                }
            }
            """##
        let result = run(["--schema", "--class", "Customer"], schema)
        #expect(result.errors.isEmpty)
        #expect(result.output.contains("    var home: Address?\n    var state: Int?"))
        #expect(result.output.contains("    var other: Bool?\n"))
        let isResource = !identifier.hasPrefix("#")
        #expect(result.output.contains(isResource ? "    var state: State?\n" : "    var state: Int?\n"))
        #expect(result.output.contains(isResource ? "    var next: Address?\n" : "    var next: Customer?\n"))
    }

    /// A slash or a tilde with a combining mark is another Character.
    @Test(arguments: [
        ("a/b", "a~1b"), ("a~1", "a~01"), ("A/\u{301}", "A~1\u{301}"), ("A~\u{301}", "A~0\u{301}"),
        ("A~\u{301}", "A~0%CC%81"), ("\u{301}A", "\u{301}A"),
    ])
    func pointersAreDividedAtCodePoints(key: String, step: String) {
        let schema = ##"{"properties": {"a": {"$ref": "#/\##(step)"}}, "\##(key)": {"type": "integer"}}"##
        let found = properties(schema, ["--schema"])
        #expect(found == ["var a: Int?"])
        let source = classes(
            ##"""
            {"$ref": "#/$defs/\##(step)", "$defs": {"\##(key)": {
                "$id": "inner", "properties": {"b": {"$ref": "#/$defs/B"}}, "$defs": {"B": {"type": "integer"}}}}}
            """##,
            ["--schema"])
        #expect(source.contains("    var b: Int?\n"))
    }

    /// RFC 6901, section 6: a fragment is decoded before it is divided into steps.
    @Test(arguments: ["#/$defs/B", "#/%24defs/B", "#/$defs%2FB"])
    func fragmentsArePercentDecoded(reference: String) {
        let schema =
            ##"{"properties": {"a": {"$ref": "\##(reference)"}}, "$defs": {"B": {"type": "integer"}}}"##
        #expect(properties(schema, ["--schema"]) == ["var a: Int?"])
    }
}
