import Testing

struct SchemaConstantTests {
    /// The type has all digits of each constant, as for samples with the same values.
    @Test(arguments: [
        (#"{"const": 12345678901234567890123}"#, "Decimal?"),
        (#"{"type": "integer", "const": 12345678901234567890123}"#, "Decimal?"),
        (#"{"const": 1.23456789012345678901}"#, "Decimal?"),
        (#"{"enum": [12345678901234567890123, 1, null]}"#, "Decimal?"),
        (#"{"enum": [1.5, 9007199254740993]}"#, "Decimal?"), (#"{"enum": [1.5, 2]}"#, "Double?"),
        (#"{"enum": [1, 18446744073709551615]}"#, "UInt64?"),
        (#"{"enum": [-1, 18446744073709551615]}"#, "Decimal?"),
        (#"{"anyOf": [{"const": 1.5}, {"const": 12345678901234567890123}]}"#, "Decimal?"),
        (#"{"enum": [true, null, false]}"#, "Bool?"), (#"{"enum": ["x", 1]}"#, "Any?"),
        (#"{"enum": [[1], 2]}"#, "Any?"), (#"{"const": 1e400}"#, "Any?"), (#"{"const": null}"#, "Any?"),
    ])
    func constantsKeepTheirDigits(schema: String, type: String) {
        let source = classes(#"{"properties": {"a": \#(schema)}}"#, ["--schema"])
        #expect(source.contains("var a: \(type)\n"), "\(source)")
    }
}
