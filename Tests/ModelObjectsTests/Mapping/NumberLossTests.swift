import Foundation
import ModelObjects
import Testing

/// Every entry point reports what `MappingOptions.numbers` drops as a conversion.
struct NumberLossTests {
    class Sample: ModelObject {
        var int = 0
        var small = Int8(0)
        var unsigned = UInt64(0)
        var optional: Int?
        var list: [Int] = []
        var map: [String: Int16] = [:]
        var level = Level.low
    }

    enum Level: Int { case low, high }

    final class HookedSample: Sample {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let json: String
        let truncated: [String]
        let clamped: [String]
        var testDescription: String { json }
        init(_ json: String, _ truncated: [String], _ clamped: [String]? = nil) {
            (self.json, self.truncated, self.clamped) = (json, truncated, clamped ?? truncated)
        }
    }

    private static let rows: [Row] = [
        Row(
            #"{"int":1,"small":2.0,"unsigned":1e3,"list":[-0.0,18446744073709551615]}"#, [],
            ["number out of range to Int at $.list[1]"]),
        Row(#"{"int":1.9}"#, ["number with a fraction to Int at $.int"]),
        Row(#"{"int":-0.5}"#, ["number with a fraction to Int at $.int"]),
        Row(#"{"optional":1.25}"#, ["number with a fraction to Int at $.optional"]),
        Row(#"{"list":[2.5,3,4.0]}"#, ["number with a fraction to Int at $.list[0]"]),
        Row(#"{"map":{"a":2.5}}"#, ["number with a fraction to Int16 at $.map.a"]),
        Row(#"{"int":1234567890123.5}"#, ["number with a fraction to Int at $.int"]),
        Row(#"{"small":300}"#, [], ["number out of range to Int8 at $.small"]),
        Row(#"{"small":-300.5}"#, [], ["number out of range to Int8 at $.small"]),
        Row(#"{"unsigned":-1}"#, [], ["number out of range to UInt64 at $.unsigned"]),
        Row(#"{"unsigned":1e30}"#, [], ["number out of range to UInt64 at $.unsigned"]),
        // More digits than a Decimal can hold.
        Row(
            "{\"int\":\"20.\(String(repeating: "0", count: 60))1\"}",
            ["string with a fraction to Int at $.int"]),
        // For a string, the conversion from string is reported too.
        Row(#"{"int":"1.0"}"#, ["string to Int at $.int"]),
        Row(#"{"int":"1.9"}"#, ["string with a fraction to Int at $.int"]),
        Row(#"{"small":"300"}"#, [], ["string out of range to Int8 at $.small"]),
        Row(#"{"int":true}"#, ["bool to Int at $.int"]),
        // A raw value is converted like any other integer if it matches a case.
        Row(#"{"level":1.9}"#, ["number with a fraction to Int at $.level"]),
        Row(#"{"level":"1"}"#, ["string to Int at $.level"]),
        Row(#"{"level":7.5}"#, []),
    ]

    @Test(arguments: rows) func everyLossIsReported(_ row: Row) {
        for type in [Sample.self, HookedSample.self] as [ModelObject.Type] {
            for (numbers, expected) in [
                (MappingOptions.Numbers.truncate, row.truncated), (.clamp, row.clamped),
            ] {
                for report in reports(row.json, type, MappingOptions(numbers: numbers)) {
                    let lines = report.conversions.map { "\($0.from) to \($0.to) at \($0.path)" }
                    #expect(lines == expected, "\(type) \(numbers)")
                }
            }
        }
    }
}
