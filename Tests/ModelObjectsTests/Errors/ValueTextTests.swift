import Foundation
import Testing

@testable import ModelObjects

/// A value in a message is short, quoted and on one line; structures and their texts appear only by kind.
struct ValueTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let value: @Sendable () -> JSONValue
        let text: String?
        var testDescription: String { text ?? "by kind alone" }
        init(_ value: @autoclosure @escaping @Sendable () -> JSONValue, _ text: String?) {
            self.value = value
            self.text = text
        }
    }

    private static let rows: [Row] = [
        Row(.string("abc"), #""abc""#), Row(.string(""), #""""#), Row(.string(" x "), #"" x ""#),
        Row(.string("a\"b\\c"), #""a\"b\\c""#), Row(.string("a\nb\r\tc"), #""a\nb\r\tc""#),
        Row(.string("a\r\nb"), #""a\r\nb""#),
        Row(.string("\u{0}\u{7F}\u{85}"), #""\u{0}\u{7F}\u{85}""#),
        Row(.string("a\u{2028}b\u{2029}c"), #""a\u{2028}b\u{2029}c""#),
        Row(.string("\u{202E}abc\u{200D}\u{FEFF}"), #""\u{202E}abc\u{200D}\u{FEFF}""#),
        Row(.string("é日本😀"), #""é日本😀""#),
        Row(.string(String(repeating: "x", count: 40)), "\"\(String(repeating: "x", count: 40))\""),
        Row(.string(String(repeating: "x", count: 41)), "\"\(String(repeating: "x", count: 40))…\""),
        Row(
            .string("e" + String(repeating: "\u{301}", count: 9_000)),
            "\"e\(String(repeating: "\u{301}", count: 39))…\""),
        Row(.integer(-5), "-5"), Row(.unsigned(.max), "18446744073709551615"), Row(.double(1.5), "1.5"),
        Row(.double(3), "3"), Row(.double(.infinity), "inf"), Row(.bool(true), "true"),
        Row(.decimal(Decimal(string: "0.1") ?? 0), "0.1"),
        Row(.null, nil), Row(.array([1]), nil), Row(.object(["a": 1]), nil),
        Row(.other(Date.distantPast), nil),
        Row(.string(#"{"password": "x"}"#), nil), Row(.string(" \n[1]"), nil), Row(.string("{"), nil),
        Row(.string("{\u{301}a"), nil), Row(.string(" \u{FEFF}[\u{327}"), nil),
    ]

    @Test(arguments: rows) func valuesHaveTheExpectedText(_ row: Row) {
        let text = ValueText.of(row.value())
        #expect(text == row.text)
        #expect(text?.unicodeScalars.contains { $0.properties.generalCategory == .control } != true)
    }

    @Test func longNumbersAreShortened() {
        #expect(ValueText.shortened(String(repeating: "7", count: 40)).count == 40)
        #expect(
            ValueText.shortened(String(repeating: "7", count: 999)) == String(repeating: "7", count: 40) + "…"
        )
    }
}
