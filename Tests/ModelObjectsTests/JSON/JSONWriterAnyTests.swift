import Foundation
import Testing

@testable import ModelObjects

/// The part in JSONWriter+Any.swift.
@Suite struct JSONWriterAnyTests {
    private func text(
        _ value: Any, notFinite: JSONWriter.NotFinite = .error, maxDepth: Int = 512
    ) throws(JSONWriterError) -> String {
        var writer = JSONWriter(capacity: 0, pretty: false)
        try writer.value(any: value, sortedKeys: true, notFinite: notFinite, maxDepth: maxDepth)
        return writer.finishString()
    }

    private struct Row: CustomTestStringConvertible, @unchecked Sendable {
        let id: String
        let value: Any
        let text: String
        init(_ id: String, _ value: Any, _ text: String) {
            (self.id, self.value, self.text) = (id, value, text)
        }
        var testDescription: String { id }
    }

    @Test(arguments: [
        Row("string", "a\"", #""a\"""#),
        Row("bools", [true, false], "[true,false]"),
        Row("signed", [Int8(-1), Int16(-2), Int32(-3), Int64(-4), -5] as [Any], "[-1,-2,-3,-4,-5]"),
        Row(
            "unsigned", [UInt8(1), UInt16(2), UInt32(3), UInt64.max, 5 as UInt] as [Any],
            "[1,2,3,18446744073709551615,5]"),
        Row("zero and one", [0, 1, Int8(0), UInt8(1)] as [Any], "[0,1,0,1]"),
        Row("floating", [1.5, 2.0, Float(0.1), -0.0] as [Any], "[1.5,2,0.1,-0.0]"),
        Row("decimal", Decimal(string: "12345678901234567890.123") as Any, "12345678901234567890.123"),
        Row("null", [NSNull(), Int?.none as Any, Int??.some(nil) as Any], "[null,null,null]"),
        Row("optional", [Int?.some(1) as Any, String??.some("x") as Any], #"[1,"x"]"#),
        Row("optional root", [1, 2] as [Int]? as Any, "[1,2]"),
        Row("typed arrays", [[1, 2], [3]] as [[Int]], "[[1,2],[3]]"),
        Row("optional elements", [1, nil] as [Int?], "[1,null]"),
        Row("typed object", ["b": 1, "a": 2, "é": 3, "B": 4], #"{"B":4,"a":2,"b":1,"é":3}"#),
        Row(
            "mixed object", ["x": ["y": [1, "z", NSNull()] as [Any]]] as [String: Any],
            #"{"x":{"y":[1,"z",null]}}"#),
        Row("hashable keys", ["a": 1] as [AnyHashable: Any], #"{"a":1}"#),
        Row("empty", [[], [:] as [String: Any], ""] as [Any], #"[[],{},""]"#),
        Row("NSNumber of Bool", [NSNumber(value: true), NSNumber(value: false)], "[true,false]"),
        Row(
            "NSNumber of Int",
            [NSNumber(value: 1), NSNumber(value: 0), NSNumber(value: Int8(1)), NSNumber(value: Int.min)],
            "[1,0,1,-9223372036854775808]"),
        Row("NSNumber of UInt64", NSNumber(value: UInt64.max), "18446744073709551615"),
        Row(
            "NSNumber of Double", [NSNumber(value: 1.5), NSNumber(value: 1.0), NSNumber(value: Float(0.1))],
            "[1.5,1,0.1]"),
        Row("NSDecimalNumber", NSDecimalNumber(string: "0.30"), "0.3"),
        Row("NSString", NSString("ns"), #""ns""#),
        Row("NSArray", NSArray(array: [1, "a"]), #"[1,"a"]"#),
        Row("NSDictionary", NSDictionary(dictionary: ["k": NSNumber(value: true)]), #"{"k":true}"#),
    ])
    private func aValueIsWritten(row: Row) throws {
        #expect(try text(row.value) == row.text)
    }

    @Test func everyCharacterOfAKeyIsEscaped() throws {
        #expect(try text(["a\"\n": 1]) == #"{"a\"\n":1}"#)
        #expect(try text(["": 1]) == #"{"":1}"#)
    }

    @Test(arguments: [
        Row("root", Double.nan, "null"),
        Row("array", [1, Double.infinity, 2] as [Any], "[1,null,2]"),
        Row(
            "object", ["a": Float.nan, "b": 1, "c": Decimal.nan] as [String: Any],
            #"{"a":null,"b":1,"c":null}"#),
        Row("NSNumber", [NSNumber(value: Double.nan)], "[null]"),
    ])
    private func notFiniteBecomesNull(row: Row) throws {
        #expect(try text(row.value, notFinite: .null) == row.text)
    }

    @Test(arguments: [
        Row("root", Double.nan, "null"),
        Row("array", [1, Double.infinity, 2, -Float.infinity] as [Any], "[1,2]"),
        Row("object", ["a": Float.nan, "b": 1, "c": Decimal.nan] as [String: Any], #"{"b":1}"#),
        Row("only", ["a": [Double.nan]], #"{"a":[]}"#),
    ])
    private func notFiniteIsLeftOut(row: Row) throws {
        #expect(try text(row.value, notFinite: .omit) == row.text)
    }

    @Test func notFiniteIsAnErrorThatNamesItsPlace() {
        let tree: [String: Any] = ["a": [1, ["b": Double.nan]] as [Any]]
        #expect(throws: JSONWriterError(reason: .notFinite, path: [.key("a"), .index(1), .key("b")])) {
            try text(tree)
        }
    }

    @Test func anUnknownTypeIsAnErrorThatNamesItsPlace() {
        final class Stranger {}
        #expect(throws: JSONWriterError(reason: .unsupportedType("URL"), path: [.index(1)])) {
            try text([1, URL(fileURLWithPath: "/")] as [Any])
        }
        #expect(throws: JSONWriterError.self) { try text(Stranger()) }
        #expect(throws: JSONWriterError.self) { try text([1: 2]) }
        #expect(throws: JSONWriterError.self) { try text(["k": Character("x")]) }
    }

    @Test func depthIsLimited() throws {
        func nested(_ depth: Int) -> Any {
            var tree: Any = 1
            for level in 0..<depth { tree = level % 2 == 0 ? [tree] as Any : ["k": tree] }
            return tree
        }
        #expect(try text(nested(512)).count > 512)
        #expect(try text(nested(3), maxDepth: 3) == #"[{"k":[1]}]"#)
        #expect(throws: JSONWriterError(reason: .tooDeep, path: [.index(0), .key("k")])) {
            try text(nested(3), maxDepth: 2)
        }
        let error = #expect(throws: JSONWriterError.self) { try text(nested(513)) }
        #expect(error?.path.count == 512)
        #expect(try text(nested(3_000), maxDepth: 3_000).count > 3_000)
        #expect(try text(1, maxDepth: 0) == "1")
    }

    @Test(arguments: [41, 42] as [UInt64])
    func anyTreeComesBack(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<1_500 {
            let tree = randomTree(depth: 4, &numbers)
            for pretty in [false, true] {
                var writer = JSONWriter(capacity: 0, pretty: pretty)
                try writer.value(any: tree, sortedKeys: Bool.random(using: &numbers))
                let data = writer.finish()
                let back = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
                #expect(isEqual(tree, back), "\(String(decoding: data, as: UTF8.self)), seed \(seed)")
            }
        }
    }

    private func randomTree(depth: Int, _ numbers: inout SeededNumbers) -> Any {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &numbers) {
        case 0: return NSNull()
        case 1: return Bool.random(using: &numbers)
        case 2: return Int(truncatingIfNeeded: numbers.next()) >> Int.random(in: 0..<64, using: &numbers)
        case 3: return Double(Int.random(in: -9_999...9_999, using: &numbers)) / 4
        case 4: return randomString(&numbers)
        case 5: return randomString(&numbers) + randomString(&numbers)
        case 6:
            return (0..<Int.random(in: 0..<5, using: &numbers)).map { _ in
                randomTree(depth: depth - 1, &numbers)
            }
        default:
            let keys = (0..<Int.random(in: 0..<5, using: &numbers)).map { _ in randomString(&numbers) }
            return keys.reduce(into: [String: Any]()) { $0[$1] = randomTree(depth: depth - 1, &numbers) }
        }
    }

    private func randomString(_ numbers: inout SeededNumbers) -> String {
        let alphabet = Array("abc xyz,:[]{}\"\\\n\u{1}é😀")
        return String(
            (0..<Int.random(in: 0..<14, using: &numbers)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)]
            })
    }

    private func isEqual(_ value: Any, _ back: Any) -> Bool {
        switch value {
        case let members as [String: Any]:
            guard let others = back as? [String: Any], others.count == members.count else { return false }
            return members.allSatisfy { key, member in others[key].map { isEqual(member, $0) } ?? false }
        case let elements as [Any]:
            guard let others = back as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy(isEqual)
        case is NSNull: return back is NSNull
        case let string as String: return back as? String == string
        case let bool as Bool: return back as? Bool == bool
        case let integer as Int: return back as? Int == integer
        case let number as Double: return back as? Double == number
        default: return false
        }
    }
}
