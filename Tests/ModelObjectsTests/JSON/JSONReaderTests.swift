import Foundation
import ModelObjects
import Testing

/// The reader accepts exactly the JSON of RFC 8259, and reports the offset of a syntax error.
struct JSONReaderTests {
    final class Target: ModelObject {
        var a = 7
        var b = 7.5
        var name = "before"
        var any: Any = 7
        var list: [Int] = [7]
        var map: [String: String] = [:]
        var flag = true
        var child: Target?
        var children: [Target] = []
        var state: String {
            "\(a) \(b) \(name) \(shown(any)) \(list) \(map) \(flag) \(child?.state ?? "nil") \(children.map(\.state))"
        }
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let json: String
        let offset: Int
        var testDescription: String { json.debugDescription }
    }

    private static let forbidden: [Bad] = [
        Bad(json: "", offset: 0), Bad(json: " ", offset: 1), Bad(json: "x", offset: 0),
        Bad(json: "{", offset: 1),
        Bad(json: "}", offset: 0), Bad(json: "{}}", offset: 2), Bad(json: "{} x", offset: 3),
        Bad(json: "{}{}", offset: 2),
        Bad(json: #"{"a":1,}"#, offset: 7), Bad(json: #"{,"a":1}"#, offset: 1),
        Bad(json: #"{"a":1 "b":2}"#, offset: 7),
        Bad(json: #"{"a" 1}"#, offset: 5), Bad(json: #"{"a"}"#, offset: 4), Bad(json: #"{"a":}"#, offset: 5),
        Bad(json: "{a:1}", offset: 1), Bad(json: "{'a':1}", offset: 1), Bad(json: #"{"a":'1'}"#, offset: 5),
        Bad(json: #"{1:1}"#, offset: 1), Bad(json: #"{"x":[1,]}"#, offset: 8),
        Bad(json: #"{"x":[,1]}"#, offset: 6),
        Bad(json: #"{"x":[1 2]}"#, offset: 8), Bad(json: #"{"x":[1}"#, offset: 7),
        Bad(json: #"{"x":[1"#, offset: 7),
        Bad(json: #"{"a":01}"#, offset: 5), Bad(json: #"{"a":-01}"#, offset: 6),
        Bad(json: #"{"a":00}"#, offset: 5),
        Bad(json: #"{"a":+1}"#, offset: 5), Bad(json: #"{"a":.5}"#, offset: 5),
        Bad(json: #"{"a":1.}"#, offset: 7),
        Bad(json: #"{"a":1.e5}"#, offset: 7), Bad(json: #"{"a":1e}"#, offset: 7),
        Bad(json: #"{"a":1e+}"#, offset: 8),
        Bad(json: #"{"a":-}"#, offset: 6), Bad(json: #"{"a":--1}"#, offset: 6),
        Bad(json: #"{"a":0x10}"#, offset: 6),
        Bad(json: #"{"a":1_000}"#, offset: 6), Bad(json: #"{"a":1,000}"#, offset: 7),
        Bad(json: #"{"a":NaN}"#, offset: 5),
        Bad(json: #"{"a":Infinity}"#, offset: 5), Bad(json: #"{"a":-Infinity}"#, offset: 6),
        Bad(json: #"{"a":nan}"#, offset: 6),
        Bad(json: #"{"a":True}"#, offset: 5), Bad(json: #"{"a":tru}"#, offset: 8),
        Bad(json: #"{"a":truex}"#, offset: 9),
        Bad(json: #"{"a":nul"#, offset: 8), Bad(json: #"{"a":undefined}"#, offset: 5),
        Bad(json: "{/* c */}", offset: 1),
        Bad(json: "{} // c", offset: 3), Bad(json: "# c\n{}", offset: 0),
        Bad(json: "{\"name\":\"a\tb\"}", offset: 10),
        Bad(json: "{\"name\":\"a\nb\"}", offset: 10), Bad(json: "{\"name\":\"a\u{0}b\"}", offset: 10),
        Bad(json: "{\"name\":\"\u{1F}\"}", offset: 9), Bad(json: #"{"name":"\x"}"#, offset: 9),
        Bad(json: #"{"name":"\'"}"#, offset: 9),
        Bad(json: #"{"name":"\u12"}"#, offset: 13), Bad(json: #"{"name":"\u12G4"}"#, offset: 13),
        Bad(json: #"{"name":"\U0041"}"#, offset: 9),
        Bad(json: #"{"name":"\ud800"}"#, offset: 9), Bad(json: #"{"name":"\udc00"}"#, offset: 9),
        Bad(json: #"{"name":"\ud800\u0041"}"#, offset: 9), Bad(json: #"{"name":"\ud800x"}"#, offset: 9),
        Bad(json: #"{"name":"abc"#, offset: 12), Bad(json: #"{"name":"abc\"#, offset: 13),
        Bad(json: "{\u{A0}}", offset: 1),
        Bad(json: "{\u{0C}}", offset: 1), Bad(json: "{\u{0}}", offset: 1),
        Bad(json: "{\n\n  \"a\": tru\n}", offset: 13),
    ]

    @Test(arguments: forbidden) func invalidJSONIsRejected(_ bad: Bad) throws {
        try verifyRejected(Data(bad.json.utf8), at: bad.offset)
        // Skipped values are checked just as strictly. (White space is the content of an empty array.)
        guard bad.json.contains(where: { !$0.isWhitespace }) else { return }
        let skipped = "{\"unknown\":[\(bad.json)]}"
        #expect(throws: JSONSyntaxError.self) { try Target(json: skipped) }
    }

    private func verifyRejected(_ data: Data, at offset: Int? = nil) throws {
        let target = Target()
        let state = target.state
        for way in 0..<3 {
            let error = try #require(throws: JSONSyntaxError.self) {
                switch way {
                case 0: try target.update(json: data)
                case 1: _ = try Target.model(json: data)
                default: _ = try Watched(json: data)
                }
            }
            if let offset { #expect(error.offset == offset, "\(error)") }
            #expect(error.line == 1 + data.prefix(error.offset).count { $0 == 10 })
            let lineStart = data.prefix(error.offset).lastIndex(of: 10).map { $0 + 1 } ?? 0
            #expect(error.column == error.offset - lineStart + 1)
            let isSentence = ["Expected ", "Not JSON: found `"].contains { error.description.hasPrefix($0) }
            #expect(isSentence, "\(error)")
        }
        #expect(target.state == state)
    }

    final class Watched: ModelObject {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    private static let document = """
        {"a": -12, "b": 1.5e-3, "name": "a\\u00e9\\n\\ud83d\\ude00é😀", "any": {"x": [true, false, null, ""]},
         "list": [1, 2], "map": {"k": "v"}, "flag": false, "child": {"a": 1, "unknown": [{}]}, "children": [{"a": 2}, {}]}
        """

    @Test func everyPrefixIsRejectedAndChangesNothing() throws {
        let data = Data(Self.document.utf8)
        for count in 0..<data.count {
            let target = Target()
            let state = target.state
            let error = try #require(throws: JSONSyntaxError.self) {
                try target.update(json: data.prefix(count))
            }
            #expect(error.offset <= count, "prefix of \(count): \(error)")
            #expect(target.state == state)
        }
        _ = try Target(json: data)
    }

    final class Pathed: ModelObject {
        var city = "before"
        var first = 7

        override class var propertyRules: [String: PropertyRule] {
            ["city": .key("address.city"), "first": .key("list.0.x")]
        }
    }

    /// A truncated document is an error, even though the value at a path may be missing.
    @Test func everyPrefixIsRejectedWithPathRules() throws {
        let json = Array(#"{"address": {"city": "Oslo"}, "list": [{"x": 1}]}"#.utf8)
        for count in 1..<json.count {
            let pathed = Pathed()
            #expect(throws: JSONSyntaxError.self) { try pathed.update(json: Data(json.prefix(count))) }
            #expect(pathed.city == "before" && pathed.first == 7)
        }
    }

    final class LastByOtherKey: ModelObject {
        var firstName = "before"
        var secondName = "before"
        var third = 7
        var last = 7

        override class var propertyRules: [String: PropertyRule] {
            ["third": .keys("a.b", "y"), "last": .keys("a.c", "z")]
        }
    }

    /// After a property that has no expected key, the reader looks up the next key.
    @Test(arguments: ["firstName", "first_name", "FIRST-NAME", "secondName", "SecondName", "second name"])
    func anyKeyMayFollowTheLastPropertysKey(key: String) throws {
        for other in ["z", "y", "Z"] {
            let json = #"{"\#(other)": 1, "\#(key)": "Ada", "third": 0}"#
            let model = try LastByOtherKey(json: json)
            #expect(model.third + model.last == 8)
            #expect((model.firstName == "Ada") != (model.secondName == "Ada"))
            #expect(model == (try LastByOtherKey(dictionary: [other: 1, key: "Ada"])))
        }
    }

    final class OnlyByOtherKey: ModelObject {
        var city = "before"

        override class var propertyRules: [String: PropertyRule] {
            ["city": .keys("address.city", "home_town")]
        }
    }

    /// The class has no expected keys, whatever their style.
    @Test(arguments: ["home_town", "homeTown", "home-town", "HOME_TOWN"])
    func aClassWithoutExpectedKeysIsFilled(key: String) throws {
        let model = try OnlyByOtherKey(json: #"{"\#(key)": "Oslo", "more": 1, "\#(key)": "Bergen"}"#)
        #expect(model.city == "Bergen")
    }

    @Test func changedBytesAreRejectedOrValidForFoundation() throws {
        let data = Data(Self.document.utf8)
        let original = try Target(json: data).state
        let others: [UInt8] = [
            0, 9, 32, 34, 44, 45, 46, 48, 58, 69, 91, 92, 93, 110, 123, 125, 127, 0x80, 0xC0, 0xED, 0xFF,
        ]
        var refused = 0
        for position in data.indices {
            for byte in Effort.some(of: others, atLeast: 10) {
                var changed = data
                changed[position] = byte
                let target = Target()
                let state = target.state
                do {
                    try target.update(json: changed)
                    let isText = String(validUTF8: changed) != nil
                    #expect(isText, "byte \(position) as \(byte) is not UTF-8")
                    #expect(
                        (try? JSONSerialization.jsonObject(with: changed)) != nil,
                        "byte \(position) as \(byte)")
                } catch {
                    refused += 1
                    #expect(target.state == state)
                    if let error = error as? JSONSyntaxError { #expect(error.offset <= data.count) }
                }
            }
        }
        #expect(refused > 1000)
        #expect(try Target(json: data).state == original)
    }

    @Test func utf8ValidationMatchesTheStandardLibrary() throws {
        var bytes: [[UInt8]] = []
        for first in UInt8(0x20)...255 where first != 0x22 && first != 0x5C {
            bytes.append([first])
            for second: UInt8 in [0x20, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF] {
                bytes.append([first, second])
                for third: UInt8 in [0x41, 0x80, 0xBF, 0xC0] {
                    bytes.append([first, second, third])
                    bytes.append([first, second, third, 0x80])
                    bytes.append([first, second, third, 0xC0])
                }
            }
        }
        for sequence in Effort.some(of: bytes, atLeast: 600) {
            for padding in ["", "0123456789"] {
                let json = Array("{\"name\":\"\(padding)".utf8) + sequence + Array("\(padding)\"}".utf8)
                let expected = String(
                    validUTF8: Array(padding.utf8) + sequence + Array(padding.utf8))
                #expect((try? Target(json: Data(json)).name) == expected, "\(sequence)")
                let key = Array("{\"\(padding)".utf8) + sequence + Array("\":1}".utf8)
                #expect(((try? Target(json: Data(key))) != nil) == (expected != nil), "\(sequence) in a key")
            }
        }
    }

    @Test func otherEncodingsAreNamed() throws {
        let json = #"{"a": 1}"#
        #expect(try Target(json: Data([0xEF, 0xBB, 0xBF]) + Data(json.utf8)).a == 1)
        #expect(try Target(json: "\u{FEFF}" + json).a == 1)
        for (encoding, name) in [
            (String.Encoding.utf16LittleEndian, "UTF-16"), (.utf16BigEndian, "UTF-16"), (.utf16, "UTF-16"),
            (.utf32LittleEndian, "UTF-32"), (.utf32BigEndian, "UTF-32"), (.utf32, "UTF-32"),
        ] {
            let data = try #require(json.data(using: encoding))
            let error = try #require(throws: ModelError.self) { try Target(json: data) }
            #expect(error.code == .invalidEncoding)
            #expect(error.description.contains(name), "\(error)")
            #expect(throws: ModelError.self) { try Target.array(json: data) }
        }
        for (bytes, name) in [
            ([0xFE, 0xFF, 0, 0x7B], "UTF-16"), ([0x7B, 0], "UTF-16"), ([0, 0, 0xFE, 0xFF], "UTF-32"),
        ] as [([UInt8], String)] {
            let error = try #require(throws: ModelError.self) { try Target(json: Data(bytes)) }
            #expect(error.code == .invalidEncoding && error.description.contains(name), "\(error)")
        }
    }

    @Test(.hasSmallFrames) func depthIsLimited() throws {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"{"child":"#, "}"), (#"[{"x":"#, "}]")] {
            let deep = String(repeating: open, count: 100_000)
            for json in [
                #"{"unknown":"# + deep, #"{"any":"# + deep, #"{"list":"# + deep, #"{"child":"# + deep,
            ] {
                #expect(throws: ModelError.self) { try Target(json: json) }
                #expect(throws: ModelError.self) { try Watched(json: json) }
            }
            let whole = deep + String(repeating: close, count: 100_000)
            #expect(throws: (any Error).self) { try Target.array(json: whole) }
        }
        func nested(_ depth: Int) -> String {
            String(repeating: #"{"child":"#, count: depth - 1) + "{}"
                + String(repeating: "}", count: depth - 1)
        }
        _ = try Target(json: nested(512))
        let error = try #require(throws: ModelError.self) { try Target(json: nested(513)) }
        #expect(error.code == .limitExceeded)
        _ = try Target(json: nested(3), options: MappingOptions(limits: MappingLimits(depth: 3)))
        #expect(throws: ModelError.self) {
            try Target(json: nested(4), options: MappingOptions(limits: MappingLimits(depth: 3)))
        }
        #expect(throws: ModelError.self) {
            try Target(json: nested(40_000), options: MappingOptions(limits: MappingLimits(depth: .max)))
        }
        _ = try Target(json: nested(1024), options: MappingOptions(limits: MappingLimits(depth: .max)))
    }

    @Test func sizeLimitsAreEnforced() throws {
        let json = #"{"list": [1, 2, 3]}"#
        let bytes = MappingOptions(limits: MappingLimits(bytes: json.utf8.count))
        _ = try Target(json: json, options: bytes)
        #expect(
            try #require(throws: ModelError.self) { try Target(json: json + " ", options: bytes) }.code
                == .limitExceeded)
        _ = try Target(json: json, options: MappingOptions(limits: MappingLimits(elements: 4)))
        let few = MappingOptions(limits: MappingLimits(elements: 3))
        #expect(
            try #require(throws: ModelError.self) { try Target(json: json, options: few) }.code
                == .limitExceeded)
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        #expect(throws: ModelError.self) { try Target(dictionary: dictionary, options: few) }
    }

    @Test func hostileShapesAreReadInLinearTime() throws {
        let million = Effort.count(1_000_000, atLeast: 20_000)
        let backslashes = String(repeating: "\\\\", count: million / 2)
        #expect(try Target(json: "{\"name\":\"\(backslashes)\"}").name.utf8.count == million / 2)
        #expect(try Target(json: "{\"\(backslashes)\":1}").a == 7)
        let digits = String(repeating: "9", count: million)
        #expect(try Target(json: "{\"a\":\(digits),\"b\":0.\(digits)}").b == 1)
        #expect(try Target(json: "{\"a\":\"\(digits)\"}").a == 7)
        #expect(throws: (any Error).self) { try Target(json: String(repeating: "[", count: million)) }
        let longKey = String(repeating: "_a", count: million / 2)
        #expect(try Target(json: "{\"\(longKey)\":1,\"a\":2}").a == 2)
        let same = (0..<million / 10).map { "\"a\":\($0)" }.joined(separator: ",")
        #expect(try Target(json: "{\(same)}").a == million / 10 - 1)
        let different = (0..<million / 10).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        #expect(try Target(json: "{\(different),\"a\":1}").a == 1)
        let alike = (1...700).map { "\"\(String(repeating: "_", count: $0))a\":{}" }.joined(separator: ",")
        #expect(try Target(json: "{\(alike),\"a\":1}").a == 1)
        #expect(try HookedTarget(json: "{\(alike),\"a\":1}").a == 1)
        #expect(try HookedTarget(json: "{\(same)}").a == million / 10 - 1)
    }

    final class HookedTarget: ModelObject {
        var a = 7
        var child: HookedTarget?
        var there: There = There()
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
        final class There: ModelObject { var a = 7 }
    }

    @Test(
        .disabled(
            if: Sanitizer.isOn, "A test's own thread has no room for 400 levels of a sanitizer's frames."))
    func nestedRepetitionsTakeLinearTime() throws {
        func nested(_ depth: Int) -> String {
            depth == 0
                ? #"{"a": 1}"#
                : #"{"child": {}, "CHILD": null, "child": \#(nested(depth - 1)), "Child": {"a": 3}, "c_hild": []}"#
        }
        let depth = Effort.count(400, atLeast: 150)
        let json = nested(depth)
        _ = try Target(json: json)
        _ = try HookedTarget(json: json)
        _ = Target.inspect(json: json)
        func first(_ depth: Int) -> String {
            depth == 0
                ? #"{"a": 1}"#
                : #"{"CHILD": \#(first(depth - 1)), "child": {"a": 2}, "child": 5, "Child": 6}"#
        }
        _ = try Target(json: first(depth))
        _ = try HookedTarget(json: first(depth))
    }
}
