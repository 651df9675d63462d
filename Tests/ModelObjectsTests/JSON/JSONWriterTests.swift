import Foundation
import Testing

@testable import ModelObjects

@Suite struct JSONWriterTests {
    private func text(pretty: Bool = false, capacity: Int = 0, _ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(capacity: capacity)
        body(&writer)
        return pretty ? writer.prettyPrinted().finishString() : writer.finishString()
    }

    private func writeSample(_ writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("name")
        writer.value("Ann")
        writer.key(rendered: RenderedKey("tags"))
        writer.beginArray()
        writer.value(1)
        writer.beginArray()
        writer.endArray()
        writer.beginObject()
        writer.endObject()
        writer.beginObject()
        writer.key("a")
        writer.null()
        writer.endObject()
        writer.endArray()
        writer.key("ok")
        writer.value(true)
        writer.key("empty")
        writer.beginObject()
        writer.endObject()
        writer.endObject()
    }

    @Test func commasOnlySeparateValues() {
        #expect(
            text { writeSample(&$0) } == #"{"name":"Ann","tags":[1,[],{},{"a":null}],"ok":true,"empty":{}}"#)
    }

    @Test func prettyTextIsIndentedByTwoSpaces() {
        let expected = """
            {
              "name": "Ann",
              "tags": [
                1,
                [],
                {},
                {
                  "a": null
                }
              ],
              "ok": true,
              "empty": {}
            }
            """
        #expect(text(pretty: true) { writeSample(&$0) } == expected)
    }

    @Test func aSingleValueIsADocument() {
        #expect(text { $0.value(true) } == "true")
        #expect(text { $0.value(false) } == "false")
        #expect(text { $0.null() } == "null")
        #expect(text { $0.value(",") } == #"",""#)
        #expect(text(pretty: true) { $0.value("[") } == #""[""#)
        #expect(
            text(pretty: true) {
                $0.beginArray(); $0.endArray()
            } == "[]")
    }

    @Test func stringsMayLookLikeSyntax() {
        let strings = ["", ",", "[", "{", ":", " ", "\"", "\\"]
        for pretty in [false, true] {
            let written = text(pretty: pretty) { writer in
                writer.beginArray()
                for string in strings { writer.value(string) }
                writer.endArray()
            }
            #expect(decoded([String].self, written) == strings)
        }
    }

    @Test func nonFiniteNumbersAreNull() {
        let written = text { writer in
            writer.beginArray()
            writer.value(Double.nan)
            writer.value(-Double.infinity)
            writer.value(Float.infinity)
            writer.value(Decimal.nan)
            writer.endArray()
        }
        #expect(written == "[null,null,null,null]")
    }

    @Test func decimalsKeepEveryDigit() {
        for digits in [
            "0", "-1.5", "0.000001", "12345678901234567890123456789012345678", Decimal.pi.description,
        ] {
            #expect(text { $0.value(Decimal(string: digits) ?? .nan) } == digits)
        }
    }

    @Test func renderedTextIsWrittenUnchanged() {
        let written = text { writer in
            writer.beginArray()
            Array("\"x\"".utf8).withSpan { writer.value(rendered: $0) }
            Array("[1,2]".utf8).withSpan { writer.value(rendered: $0) }
            writer.endArray()
        }
        #expect(written == #"["x",[1,2]]"#)
    }

    @Test func keysOfEveryLengthAreRendered() {
        for length in 0..<70 {
            let key = String(repeating: "k", count: length)
            let written = text { writer in
                writer.beginObject()
                writer.key(rendered: RenderedKey(key))
                writer.value(length)
                writer.key(rendered: RenderedKey(key + "\"é\n"))
                writer.value(length)
                writer.endObject()
            }
            #expect(written == "{\"\(key)\":\(length),\"\(key)\\\"é\\n\":\(length)}")
        }
    }

    @Test func rewindingRemovesAMember() {
        let written = text(pretty: true) { writer in
            writer.beginObject()
            writer.key("a")
            writer.value(1)
            let before = writer.count
            writer.key("b")
            writer.rewind(to: before)
            writer.endObject()
        }
        #expect(written == "{\n  \"a\": 1\n}")
    }

    @Test func everyInitialCapacityGivesTheSameText() {
        func write(_ writer: inout JSONWriter) {
            writer.beginArray()
            for index in 0..<40 {
                writer.value(String(repeating: "x", count: index))
                writer.value(UInt64.max)
                writer.value(-Double.leastNormalMagnitude)
                writer.value(index % 2 == 0)
                writer.null()
                writer.beginObject()
                writer.key(rendered: RenderedKey("key"))
                writer.value("\u{1}\"")
                writer.endObject()
            }
            writer.endArray()
        }
        let expected = text(capacity: 100_000, write)
        for capacity in [0, 1] + Array(64..<200) { #expect(text(capacity: capacity, write) == expected) }
    }

    @Test func dataAndStringHaveTheSameBytes() {
        for count in [0, 1, 14, 15, 500, 511, 512, 513, 5_000, Effort.count(2_000_000, atLeast: 500_000)] {
            for capacity in [0, count + 3, 4 * count] {
                var writer = JSONWriter(capacity: capacity)
                writer.value(String(repeating: "y", count: count))
                let data = writer.finish()
                let expected = "\"" + String(repeating: "y", count: count) + "\""
                #expect(data == Data(expected.utf8), "\(count) bytes, capacity \(capacity)")
            }
        }
    }

    #if os(Linux)  // the platform on which a memory limit is enforced

    /// The buffers exceed the limit by far, and their contents are never requested.
    @Test(.disabled(if: Sanitizer.isOn, "A sanitizer keeps freed memory."))
    func droppedWritersLeakNothing() async {
        await #expect(processExitsWith: .success) {
            let text = String(
                decoding: [UInt8](repeating: UInt8(ascii: "z"), count: 4_000_000), as: UTF8.self)
            try limitThisProcess()
            for _ in 0..<Effort.count(200, byDefault: 60) {
                var writer = JSONWriter(capacity: 0)
                writer.value(text)
                #expect(writer.count == text.utf8.count + 3)
            }
        }
    }

    #endif

    private func decoded<T: Decodable>(_ type: T.Type, _ text: String) -> T? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
