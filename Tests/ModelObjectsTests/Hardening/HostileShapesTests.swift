import Foundation
import Testing

@testable import ModelObjects

/// Worst-case payloads of a megabyte for a reader, a matcher or a converter, through every entry point.
///
/// No test measures time: if a step took time proportional to the input before it, a test at full effort would
/// take at least 10^10 steps, which is minutes instead of milliseconds. `Fuzz shapes` measures the same payloads.
struct HostileShapesTests {
    private static let size = Effort.count(1 << 20, byDefault: 1 << 12)

    /// A text between two others, repeated to fill a megabyte.
    private struct Shape {
        let name: String
        let start: String
        let repeated: String
        let end: String
        /// Whether an object can be created from it.
        let isSound: Bool

        init(_ name: String, _ start: String, _ repeated: String, _ end: String, isSound: Bool = true) {
            (self.name, self.start, self.repeated, self.end, self.isSound) = (
                name, start, repeated, end, isSound
            )
        }

        var json: String {
            start + String(repeating: repeated, count: max(1, size / repeated.utf8.count)) + end
        }
    }

    private static let shapes: [Shape] = [
        Shape("backslashes", #"{"text": ""#, #"\\"#, #""}"#),
        Shape("escapes", #"{"text": ""#, #"\u00e9\ud83d\ude00"#, #""}"#),
        Shape("backslashes in a key", #"{""#, #"\\"#, #"": 1}"#),
        Shape("an open text", #"{"text": ""#, "a", "", isSound: false),
        Shape("digits", #"{"number": "#, "9", "}"),
        Shape("digits of a fraction", #"{"ratio": 0."#, "0", "1}"),
        Shape("digits of an exponent", #"{"ratio": 1e"#, "0", "1}"),
        Shape("digits of a Decimal", #"{"price": 1"#, "3", ".5}"),
        Shape("digits as a text", #"{"number": ""#, "7", #""}"#),
        Shape("digits as the text of a Double", #"{"ratio": ""#, "7", #""}"#),
        Shape("digits as the text of a date", #"{"date": ""#, "1", #""}"#),
        Shape("digits as a date", #"{"date": "#, "1", "}"),
        Shape("white space as a number", #"{"number": ""#, " ", #"1"}"#),
        Shape("opening brackets", "", "[", "", isSound: false),
        Shape("opening braces", "", #"{"next":"#, "", isSound: false),
        Shape("pairs of brackets", #"{"any": ["#, "[],", "1]}"),
        Shape("one key", "{", #""number":1,"#, #""number": 2}"#),
        Shape("one key of a model", "{", #""next":{"number":1},"#, #""next": {}}"#),
        Shape("one key of a model that is there", "{", #""there":{"number":1},"#, #""there": {}}"#),
        Shape("one key in models", #"{"there": {"#, #""next":{"number":1,"number":2},"#, #""a":1}}"#),
        Shape("one key in a struct", #"{"point": {"#, #""x":1,"#, #""x": 2}}"#),
        Shape("one key of a path", "{", #""meta":{"deep":1},"#, #""meta": {"deep": 2}}"#),
        Shape("one unknown key", "{", #""unknown":1,"#, #""unknown": 2}"#),
        Shape("keys that fold alike", "{", alike(count: size / 20), #""userName": "a"}"#),
        Shape("unknown keys", "{", numbered(#""unknown"#, #"":1,"#), #""a":1}"#),
        Shape("keys near a property", "{", numbered(#""userNames"#, #"":1,"#), #""a":1}"#),
        Shape("keys of one hash", #"{"models": ["#, colliding, "{}]}"),
        Shape("a long key", #"{""#, "a_", #"": 1}"#),
        Shape("objects", #"{"all": ["#, "{},", "{}]}"),
        Shape("members of a dictionary", #"{"byKey": {"#, numbered(#""k"#, #"":1,"#), #""a":1}}"#),
        Shape("one key of a dictionary", #"{"byKey": {"#, #""k":1,"#, #""k":1}}"#),
        Shape("elements that do not fit", #"{"numbers": ["#, #""x","#, "1]}"),
        Shape("elements of a set", #"{"codes": ["#, numbered("", ","), "1]}"),
    ]

    /// A megabyte of different numbers, each between two texts.
    private static func numbered(_ start: String, _ end: String) -> String {
        var text = ""
        var number = 0
        while text.utf8.count < size {
            text += start
            text += "\(number)"
            text += end
            number += 1
        }
        return text
    }

    /// Different spellings of one property: two bits of the number give the underscores before each letter.
    private static func alike(count: Int) -> String {
        let letters = Array("username")
        return (0..<count).map { number in
            var key = ""
            for (place, letter) in letters.enumerated() {
                key += String(repeating: "_", count: number >> (2 * place) & 3) + String(letter)
            }
            return #""\#(key)":"\#(number)","#
        }.joined()
    }

    /// An object whose keys collide with `userName` in a class's table.
    private static let colliding: String = {
        func place(_ word: UInt64) -> Int { SpellingTable.finish(SpellingTable.mix(8, word)) & 0xFFF }
        func word(_ text: String) -> UInt64 { text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        let wanted = place(word("userName"))
        var keys: [String] = []
        var number: UInt64 = 0
        while keys.count < Effort.count(100, atLeast: 20) {
            number += 1
            var word = UInt64(UInt8(ascii: "k"))
            for digit in 1..<8 as Range<UInt64> {
                let nibble = number >> (4 * digit - 4) & 15
                word |= (nibble + (nibble < 10 ? 0x30 : 0x57)) << (8 * digit)
            }
            if place(word) == wanted {
                keys.append(
                    String(
                        decoding: (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }, as: UTF8.self))
            }
        }
        return "{" + keys.map { #""\#($0)":1"# }.joined(separator: ",") + "},"
    }()

    @Test(
        .disabled(
            if: Sanitizer.isOn, "A sanitizer makes these slow and finds nothing that shorter ones don't."),
        arguments: shapes.indices)
    func takeLinearTime(index: Int) throws {
        let (name, isSound) = (Self.shapes[index].name, Self.shapes[index].isSound)
        let json = Self.shapes[index].json
        let data = Data(json.utf8)
        #expect(data.count > Self.size / 2, "\(name) has \(data.count) bytes")
        #expect(((try? HostileModel(json: data)) != nil) == isSound, "\(name)")
        #expect((HostileModel.inspect(json: data).object != nil) == isSound, "\(name)")
        #expect(((try? HookedHostileModel(json: json)) != nil) == isSound, "\(name)")
        guard isSound else { return }
        let dictionary = try #require(ReferenceReader.read(json).swift as? [String: Any])
        #expect(try HostileModel(dictionary: dictionary) == HostileModel(json: data), "\(name)")
    }
}

struct HostilePoint: Codable, Hashable {
    var x: Int
}

class HostileModel: ModelObject {
    var text = ""
    var number = 0
    var ratio = 0.0
    var price = Decimal(0)
    var date: Date?
    var stamp: Date?
    var any: Any?
    var userName = ""
    var next: HostileModel?
    var there = HostilePart()
    var all: [HostilePart] = []
    var models: [HostileModel] = []
    var byKey: [String: Int] = [:]
    var numbers: [Int] = []
    var codes: Set<Int> = []
    var point: HostilePoint?
    var deep = 0

    override class var propertyRules: [String: PropertyRule] { ["deep": .key("meta.deep")] }
}

final class HookedHostileModel: HostileModel {
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}

final class HostilePart: ModelObject {
    var number = 0
    var next: HostilePart?
}
