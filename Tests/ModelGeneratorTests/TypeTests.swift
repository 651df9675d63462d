import Foundation
import ModelObjects
import Testing

@testable import ModelGenerator

/// Which type the values of samples get.
struct TypeTests {
    @Test(arguments: [
        ("1", "var a = 0"), ("-9223372036854775808", "var a = 0"),
        ("9223372036854775808", "var a: UInt64 = 0"),
        ("18446744073709551616", "var a = Decimal(0)"),
        ("[-1, 18446744073709551615]", "var a: [Decimal] = []"),
        ("[0, 18446744073709551615]", "var a: [UInt64] = []"),
        ("1.5", "var a = 0.0"), ("1.0", "var a = 0.0"), ("1e3", "var a = 0.0"),
        ("[1, 0.5]", "var a: [Double] = []"),
        ("[9007199254740992, 0.5]", "var a: [Double] = []"),
        ("[9007199254740993, 0.5]", "var a: [Decimal] = []"), ("true", "var a = false"),
        // No Decimal is so large or so small.
        ("[1e30, 1e200]", "var a: [Double] = []"),
        ("[0.12345678901234567890123, 1e-200]", "var a: [Double] = []"),
        ("[-0, 1e30]", "var a: [Decimal] = []"),
        ("\"x\"", "var a = \"\""),
        ("\"17\"", "var a = \"\""), ("\"-17\"", "var a = \"\""), ("\"20240229\"", "var a = \"\""),
        ("\"01/02/2024\"", "var a = \"\""), ("\"2024-02-29\"", "var a = Date(timeIntervalSince1970: 0)"),
        ("[\"2024-02-29\", \"x\"]", "var a: [String] = []"),
        // A random default would differ between two objects.
        (
            "\"8a5c3f9e-7b1a-4a87-9c2d-1f4f6f2f9b11\"",
            "var a = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))"
        ),
        ("\"https://example.com/a\"", "var a = URL(fileURLWithPath: \"/\")"), ("\"/a\"", "var a = \"\""),
        ("\"ftp://example.com\"", "var a = \"\""), ("\"https://example.com/{id}\"", "var a = \"\""),
        ("\"https://example.com/%zz\"", "var a = \"\""), ("\"https:///a\"", "var a = \"\""),
        ("\" 2024-02-29\"", "var a = \"\""), ("\"2024-02-29 \"", "var a = \"\""),
        ("[1, null]", "var a: [Int?] = []"), ("[[1], [2.5]]", "var a: [[Double]] = []"),
        ("{\"17\": 1, \"18\": 2}", "var a: [String: Int] = [:]"),
        ("{\"17\": null, \"18\": 2}", "var a: [String: Int?] = [:]"),
        ("{\"b\": 1}", "var a = A()"), ("[{\"b\": 1}]", "var a: [A] = []"),
        ("[[{\"b\": 1}]]", "var a: [[A]] = []"), ("[{\"b\": 1}, null]", "var a: [A?] = []"),
        ("{\"17\": {\"b\": 1}, \"18\": {\"b\": 1}}", "var a: [String: A] = [:]"),
    ])
    func valuesDetermineTypes(value: String, property: String) {
        #expect(properties("{\"a\": \(value)}").first == property)
    }

    @Test(arguments: [
        ("17", "4"), ("2024-02-29", "2024-03-01"), ("1.0.0-beta.2", "v1.0.0"),
        ("/users/{id}", "https://a.b/c"),
        ("image/png", "src/a.js"), ("ann@example.com", "@types/node"), ("65f1c0ffee12", "DEADBEEF0"),
        ("8a5c3f9e-7b1a-4a87-9c2d-1f4f6f2f9b11", "192.168.0.1"),
        ("-NxKq8z1pQmT3vYw5abC", "-NxKq8z1pQmT3vYw5abD"),
        ("i-0abc123def4567890", "ami-0036fde1"), ("cus_NffrFeUfNV2Hib", "price_1MoBy5LkdIwHu7ix"),
    ])
    func identifiersAreKeysOfMaps(first: String, second: String) {
        #expect(properties("{\"a\": {\"\(first)\": 1, \"\(second)\": 2}}") == ["var a: [String: Int] = [:]"])
    }

    @Test(arguments: [
        ("@type", "@id"), ("line1", "line2"), ("size-2x", "address_line1"), ("utf8", "md5"),
        ("sha_checksum256", "x"),
        ("v1", "v2"), ("dc:title", "xml:lang"), ("and/", "/"), ("total_2024", "total_2025"),
    ])
    func namesAreProperties(first: String, second: String) {
        #expect(properties("{\"a\": {\"\(first)\": 1, \"\(second)\": 2}}").first == "var a = A()")
    }

    /// Names of files and products, if their values are objects of one shape.
    @Test func keysWithDotsAreKeysOfMaps() {
        let files = #"{"a": {"ring.erl": {"size": 1, "type": "x"}, "hello_world.rb": {"size": 2}}}"#
        #expect(properties(files).first == "var a: [String: A] = [:]")
        for json in [#"{"a": {"ring.erl": {"size": 1}}}"#, #"{"a": {"app.name": "x", "app.version": "1"}}"#] {
            #expect(properties(json).first == "var a = A()")
        }
    }

    @Test(arguments: [
        ("null", "// Uncertain: always null in the samples.", "var a: Any?"),
        ("[]", "// Uncertain: always empty in the samples.", "var a: [Any] = []"),
        ("{}", "// Uncertain: always empty in the samples.", "var a: [String: Any] = [:]"),
        ("[null]", "// Uncertain: elements are always null in the samples.", "var a: [Any] = []"),
        ("[1, \"x\"]", "// Uncertain: elements are number or string in the samples.", "var a: [Any] = []"),
        // A Double would lose digits of the integer, and no Decimal is so large.
        (
            "[9007199254740993, 1e200]",
            "// Uncertain: elements are numbers that no one type holds in the samples.",
            "var a: [Any] = []"
        ),
        (
            "[123456789012345678901, 1e200]",
            "// Uncertain: elements are numbers that no one type holds in the samples.",
            "var a: [Any] = []"
        ),
        ("1e400", "// Uncertain: numbers that no one type holds in the samples.", "var a: Any?"),
        (
            "[[], [true, {}]]", "// Uncertain: elements are Bool or object in the samples.",
            "var a: [[Any]] = []"
        ),
    ])
    func uncertainTypesGetAComment(value: String, comment: String, property: String) {
        #expect(properties("{\"a\": \(value)}") == [comment, property])
    }

    @Test func samplesAreMerged() throws {
        let folder = try Folder([
            "user-1.json": #"{"id": 1, "name": "a", "age": null, "size": 1, "kind": 1}"#,
            "user-2.json": #"{"id": 2, "age": 5, "size": 2.5, "kind": "x"}"#,
        ])
        let output = run([folder.file("user-1.json"), folder.file("user-2.json")]).output
        #expect(
            output.hasSuffix(
                """
                final class User: ModelObject {
                    var id = 0
                    var name: String?
                    var age: Int?
                    var size = 0.0
                    // Uncertain: number or string in the samples.
                    var kind: Any?
                }

                """))
    }

    /// The class of an array at the root is that of its elements.
    @Test func objectsAndArraysAreMerged() throws {
        let folder = try Folder([
            "user.json": #"{"id": 1}"#, "users.json": #"[{"id": 2, "name": "x"}, {"id": 3}]"#,
        ])
        let files = ["user.json", "users.json"].map(folder.file)
        let expected = "final class User: ModelObject {\n    var id = 0\n    var name: String?\n}\n"
        #expect(run(files).output.hasSuffix(expected))
        #expect(run(files.reversed()).output.hasSuffix(expected))
    }

    /// The date format that preserves each spelling.
    @Test(
        arguments: [
            ("2024-02-29T12:30:59Z", nil), ("2024-02-29T12:30:59.5Z", nil),
            ("2024-02-29T12:30:59.120Z", ".format(\"yyyy-MM-dd'T'HH:mm:ss.SSS'Z'\")"),
            ("2024-02-29", ".format(\"yyyy-MM-dd\")"), ("2024-02-29T12:30:59", ".dotNetSimple"),
            ("/Date(1700000000000)/", ".dotNet"), ("2024-02-29 12:30:59", ".format(\"yyyy-MM-dd HH:mm:ss\")"),
            ("2024-02-29 12:30:59 UTC", ".format(\"yyyy-MM-dd HH:mm:ss' UTC'\")"),
            ("2024-02-29T12:30:59+0000", ".format(\"yyyy-MM-dd'T'HH:mm:ssxx\")"),
            (
                "2024-02-29T12:30:59+02:00",
                ".format(\"yyyy-MM-dd'T'HH:mm:ssxxx\", timeZone: TimeZone(secondsFromGMT: 7200) ?? .gmt)"
            ),
            ("20240229T123059Z", ".format(\"yyyyMMdd'T'HHmmss'Z'\")"),
            ("Thu, 29 Feb 2024 12:30:59 GMT", ".format(\"EEE, dd MMM yyyy HH:mm:ss zzz\")"),
            ("Thu Feb 29 12:30:59 +0000 2024", ".format(\"EEE MMM dd HH:mm:ss Z yyyy\")"),
            (
                "2024-02-29 12:30:59 +0200",
                ".format(\"yyyy-MM-dd HH:mm:ss xx\", timeZone: TimeZone(secondsFromGMT: 7200) ?? .gmt)"
            ),
            (
                "2024-02-29T12:30:59.123 +02:00",
                ".format(\"yyyy-MM-dd'T'HH:mm:ss.SSS xxx\", timeZone: TimeZone(secondsFromGMT: 7200) ?? .gmt)"
            ),
            ("2024-02-29 12:30 +0000", ".format(\"yyyy-MM-dd HH:mm xx\")"),
            ("2024-02-29 12:30:59 gmt", ".format(\"yyyy-MM-dd HH:mm:ss' gmt'\")"),
            ("01 Feb 2024 12:30:59 +0000", ".format(\"dd MMM yyyy HH:mm:ss Z\")"),
            ("1 Feb 2024 12:30:59 GMT", ".format(\"d MMM yyyy HH:mm:ss zzz\")"),
            (
                "Thu, 01 Feb 2024 12:30 +0200",
                ".format(\"EEE, dd MMM yyyy HH:mm Z\", timeZone: TimeZone(secondsFromGMT: 7200) ?? .gmt)"
            ),
            ("Thu, 1 Feb 2024 12:30:59 UTC", ".format(\"EEE, d MMM yyyy HH:mm:ss 'UTC'\")"),
            ("Thu Feb 1 12:30:59 GMT 2024", ".format(\"EEE MMM d HH:mm:ss zzz yyyy\")"),
            // No format writes these.
            ("THU, 29 FEB 2024 12:30:59 GMT", nil), ("Thu,29 Feb 2024 12:30:59 GMT", nil),
            ("Thu, 29 Feb 2024 12:30:59 +0100 (CET)", nil), ("Thu, 29 Feb 2024 12:30:59 -0000", nil),
            ("Thu, 29 Feb 2024 12:30:59 PST", nil),
            // These would lose digits of other dates.
            ("2024-02-29T12:30:59.50Z", nil), ("2024-02-29T12:30:59.000000Z", nil),
            ("2024-02-29 12:30:59.418000+00:00", nil), ("2024-02-29T12:30:59.1200000Z", nil),
        ] as [(String, String?)])
    func datesKeepTheirSpelling(text: String, format: String?) {
        #expect(DateSpelling([text])?.source == format.map { ".firstOf([\($0), .automatic])" })
    }

    /// Later payloads can have any spelling that a property without a rule reads.
    @Test func formatsReadAllDatesThatNeedNoFormat() {
        let texts = [
            "2024-02-29T12:30:59Z", "2024-02-29T12:30:59.125Z", "2024-02-29T12:30:59", "2024-02-29T12:30",
            "2024-02-29 12:30:59", "2024-02-29T12:30:59.120Z", "2024-02-29T12:30:59.120+02:00", "2024-02-29",
            "2024-02-29T12:30:59+00:00", "2024-02-29T12:30:59+0200", "2024-02-29 12:30:59 UTC",
            "20240229", "20240229T123059Z", "20240229T1230", "/Date(1700000000000)/", "1700000000",
            "Thu, 29 Feb 2024 12:30:59 GMT", "Thu, 29 Feb 2024 12:30:59 +0200",
            "Thu Feb 29 12:30:59 +0200 2024", "2024-02-29 12:30:59 +0200", "29 Feb 2024 12:30 +0200",
            "Thu, 29 Feb 2024 12:30:59 UTC", "Thu, 29 Feb 2024 12:30:59 EST",
        ]
        for sample in texts {
            guard let format = DateSpelling([sample])?.format else { continue }
            for text in texts {
                #expect(
                    format.date(from: text) == DateFormat.automatic.date(from: text),
                    "\(text) after \(sample)")
            }
            #expect(format.date(from: sample).flatMap(format.value) as? String == sample)
        }
    }

    /// Exports of a Date have at most seven digits.
    @Test(arguments: [
        ("\"2024-02-29T12:30:59.123456789Z\"", "var a = \"\""),
        ("[\"2024-02-29T12:30:59.5Z\", \"2024-02-29T12:30:59.123456789+01:00\"]", "var a: [String] = []"),
        ("\"2024-02-29T12:30:59.123456700Z\"", "var a = Date(timeIntervalSince1970: 0)"),
        ("\"2024-02-29T12:30:59,25+01:00\"", "var a = Date(timeIntervalSince1970: 0)"),
        ("\"Thu, 29 Feb 2024 12:30:59 GMT\"", "var a = Date(timeIntervalSince1970: 0)"),
    ])
    func datesKeepTheirDigits(value: String, property: String) {
        #expect(properties("{\"a\": \(value)}").first == property)
    }

    /// Later payloads can have other digits than zeros at the end of a fraction.
    @Test(arguments: 1...9, ["0", "418"])
    func laterDatesKeepTheirDigits(count: Int, digits: String) {
        for (mark, zone) in [("T", "Z"), ("T", ""), (" ", ""), (" ", " UTC"), ("T", "+00:00")] {
            func text(_ digits: String) -> String {
                let fraction = digits.padding(toLength: count, withPad: "0", startingAt: 0)
                return "2024-02-29\(mark)12:30:59.\(fraction)\(zone)"
            }
            let format = DateSpelling([text(digits)])?.format ?? .automatic
            let later = "1234567".prefix(count)
            let exported = format.date(from: text(String(later))).flatMap(format.value) as? String
            #expect(exported?.contains(".\(later)") == true, "\(text(digits)): \(exported ?? "nil")")
        }
    }

    /// Days with one digit and with two.
    @Test func aFormatWritesAllSamples() {
        let texts = ["9 Feb 2024 12:30:59 +0000", "10 Feb 2024 12:30:59 +0000"]
        #expect(DateSpelling(texts)?.source == ".firstOf([.format(\"d MMM yyyy HH:mm:ss Z\"), .automatic])")
    }

    @Test func mixedDateSpellingsHaveNoFormat() {
        #expect(DateSpelling(["2024-02-29T12:30:59+02:00", "2024-07-29T12:30:59+01:00"]) == nil)
        #expect(DateSpelling([]) == nil)
    }

    /// The compiler would take minutes for the type of 30 levels.
    @Test func deepArraysAreOfAny() {
        let deep = String(repeating: "[", count: 60) + "1" + String(repeating: "]", count: 60)
        let type = String(repeating: "[", count: 16) + "Any" + String(repeating: "]", count: 16)
        #expect(properties(#"{"a": \#(deep)}"#) == ["var a: \(type) = []"])
        #expect(properties(#"{"a": [[1], [null]]}"#) == ["var a: [[Int?]] = []"])
    }
}
