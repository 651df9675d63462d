import Foundation
import Testing

@testable import ModelObjects

@Suite struct JSONWriterStringsTests {
    private func text(_ string: String) -> String {
        var writer = JSONWriter(capacity: 0)
        writer.value(string)
        return writer.finishString()
    }

    @Test(arguments: [
        ("", #""""#), ("a", #""a""#), ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#),
        ("\n\r\t", #""\n\r\t""#), ("\u{8}\u{C}", #""\b\f""#), ("\u{0}", #""\u0000""#),
        ("\u{B}", #""\u000B""#),
        ("\u{1F}", #""\u001F""#), ("\u{10}", #""\u0010""#), (" !#", #"" !#""#), ("\u{7F}", "\"\u{7F}\""),
        ("é€😀", #""é€😀""#), ("\u{2028}", "\"\u{2028}\""), ("[]{},:", #""[]{},:""#),
    ])
    func aStringIsEscaped(string: String, expected: String) {
        #expect(text(string) == expected)
    }

    /// Tests every byte that needs an escape, and its neighbours that need none, at every offset.
    ///
    /// The lengths range from 1 byte to more than two pairs of words.
    @Test func bytesAreEscapedAtEveryOffset() {
        let escapes: [UInt8: String] = [
            0x00: "\\u0000", 0x01: "\\u0001", 0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r",
            0x0F: "\\u000F", 0x1A: "\\u001A", 0x1F: "\\u001F", 0x20: " ", 0x21: "!", 0x22: "\\\"", 0x23: "#",
            0x5B: "[",
            0x5C: "\\\\", 0x5D: "]", 0x7E: "~", 0x7F: "\u{7F}",
        ]
        for (byte, escape) in escapes {
            for length in 1...36 {
                for place in 0..<length {
                    var plain = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                    plain[place] = byte
                    let tail = String(repeating: "a", count: length - place - 1)
                    let expected = "\"" + String(repeating: "a", count: place) + escape + tail + "\""
                    let written = text(String(decoding: plain, as: UTF8.self))
                    if written != expected { Issue.record("\(byte) at \(place) of \(length): \(written)") }
                }
            }
        }
    }

    @Test func aStringOfOnlyEscapesFits() {
        for count in 0...100 {
            let written = text(String(repeating: "\u{1}", count: count))
            #expect(written == "\"" + String(repeating: "\\u0001", count: count) + "\"")
        }
    }

    @Test func everyScalarOfTheBasicPlaneRoundTrips() throws {
        for start in stride(from: UInt32(0), to: 0x11000, by: 0x40) {
            let scalars = (start..<start + 0x40).compactMap(Unicode.Scalar.init)
            for string in [String(String.UnicodeScalarView(scalars)), scalars.map { "\($0)-" }.joined()] {
                let back = try JSONSerialization.jsonObject(
                    with: Data(text(string).utf8), options: .fragmentsAllowed)
                let scalars = (back as? String)?.unicodeScalars.map(\.value)
                #expect(scalars == string.unicodeScalars.map(\.value), "from U+\(String(start, radix: 16))")
            }
        }
    }

    @Test(arguments: [31, 32] as [UInt64])
    func randomStringsRoundTrip(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let alphabet = Array("abcdefgh \"\\\n\u{0}\u{1F}/é€😀").map(String.init)
        for _ in 0..<3_000 {
            let count = Int.random(in: 0...60, using: &numbers)
            let letters = Int.random(in: 1...alphabet.count, using: &numbers)
            let string = (0..<count).map { _ in alphabet[Int.random(in: 0..<letters, using: &numbers)] }
                .joined()
            let back = try JSONSerialization.jsonObject(
                with: Data(text(string).utf8), options: .fragmentsAllowed)
            if back as? String != string { Issue.record("\(string.debugDescription), seed \(seed)") }
        }
    }

    @Test func stringsAreWrittenFromAPointer() {
        let strings = [
            "", "short", "fifteen bytes..", "sixteen bytes...", String(repeating: "long \"é\" ", count: 9),
        ]
        for string in strings {
            for wrapped in [string, Optional(string) as Any] {
                var writer = JSONWriter(capacity: 0)
                if var optional = wrapped as? String? {
                    unsafe withUnsafePointer(to: &optional) {
                        unsafe writer.value(stringAt: UnsafeRawPointer($0))
                    }
                }
                let written = writer.finishString()
                #expect(written == text(string))
            }
            var copy = string
            var writer = JSONWriter(capacity: 0)
            unsafe withUnsafePointer(to: &copy) { unsafe writer.value(stringAt: UnsafeRawPointer($0)) }
            let written = writer.finishString()
            #expect(written == text(string))
        }
    }

    @Test func foundationStringsAreWritten() {
        let foreign = NSString(string: "fo\u{e9}reign \"string\" that is long enough") as Any as? String
        #expect(text(foreign ?? "") == "\"foéreign \\\"string\\\" that is long enough\"")
    }
}
