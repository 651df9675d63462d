import Foundation
import ModelObjects
import Testing

/// A converter that throws rejects the object, unless a better key of the property can be used.
struct ThrowingConverterTests {
    struct Refused: Error {}

    class Item: ModelObject {
        var price = 0
        var name = ""
        var count = 0
        var text: String?
        var part: Part?

        override class var propertyRules: [String: PropertyRule] {
            [
                "price": .keys("price", "cost").converted(from: { (value: Any) throws -> Int? in
                    guard let number = value as? Int else { throw Refused() }
                    return number
                }),
                "text": .keys("text", "old").embeddedJSON,
            ]
        }
    }
    final class Part: Item {}
    final class Hooked: Item {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class Willing: Item {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? { json }
    }

    private static let types: [Item.Type] = [Item.self, Hooked.self, Willing.self]

    /// The results for the members in each order, from text and from dictionaries with different orders.
    private func results(
        _ members: [(key: String, value: String)], _ type: Item.Type, _ body: (Item) -> String
    ) throws -> Set<String> {
        func result(_ make: () throws -> Item) -> String {
            do {
                return body(try make())
            } catch let error as ModelError {
                return "\(error.code) \(error.path)"
            } catch {
                return "\(error)"
            }
        }
        var results: Set<String> = []
        for members in [members, members.reversed()] {
            let text = "{\(members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
            results.insert(result { try type.init(json: text) })
            results.insert(
                result { try type.array(json: "[\(text)]", options: .init(elements: .reject))[0] }
                    .replacing("$[0]", with: "$"))
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
            for count in 0..<20 {
                let extra = Dictionary(uniqueKeysWithValues: (0..<count).map { ("x\($0)", $0 as Any) })
                let dictionary = object.merging(extra) { $1 }
                results.insert(result { try type.init(dictionary: dictionary) })
            }
        }
        return results
    }

    @Test(arguments: types)
    func theBestKeyCountsInAnyOrder(type: Item.Type) throws {
        let price = { (item: Item) in "\(item.price) \(item.name) \(item.count)" }
        let others = [(key: "name", value: #""a""#), (key: "count", value: "3")]
        #expect(
            try results([("price", "1")] + others + [("cost", #""2 EUR""#)], type, price) == ["1 a 3"])
        #expect(
            try results([("price", #""2 EUR""#)] + others + [("cost", "1")], type, price)
                == ["hookFailed $.price"])
        #expect(
            try results([("cost", #""2 EUR""#)] + others + [("price", #""1 EUR""#)], type, price)
                == ["hookFailed $.price"])
        #expect(
            try results([("PRICE", #""2 EUR""#)] + others + [("price", "1")], type, price) == ["1 a 3"])
        #expect(try results([("cost", #""2 EUR""#)] + others, type, price) == ["hookFailed $.cost"])
        #expect(
            try results([("price", "null")] + others + [("cost", #""2 EUR""#)], type, price)
                == ["hookFailed $.cost"])
    }

    @Test(arguments: types)
    func aNestedObjectIsRejectedAlone(type: Item.Type) throws {
        let part = { (item: Item) in "\(item.name) \(item.part?.price ?? -1)" }
        #expect(
            try results([("name", #""a""#), ("part", #"{"cost": "x", "price": 2}"#)], type, part) == ["a 2"])
        #expect(try results([("name", #""a""#), ("part", #"{"cost": "x"}"#)], type, part) == ["a -1"])
    }

    @Test(arguments: types)
    func embeddedNullIsNull(type: Item.Type) throws {
        let text = { (item: Item) in item.text ?? "nil" }
        #expect(try results([("text", #""null""#), ("old", #""\"x\"""#)], type, text) == ["x"])
        #expect(try results([("text", #""\"x\"""#), ("old", #""null""#)], type, text) == ["x"])
        #expect(try results([("text", #""null""#)], type, text) == ["nil"])
    }

    /// What was found before the converter threw is reported once.
    @Test func findingsAreReportedOnce() {
        let json = #"{"nme": "a", "cost": "x", "count": "3", "part": {"count": "?"}, "price": 1}"#
        for type in [Item.self, Hooked.self] as [Item.Type] {
            let (item, report) = type.inspect(json: json)
            #expect(item?.price == 1 && item?.count == 3)
            #expect(report.unmatchedKeys.map(\.path) == ["$.nme"])
            #expect(report.conversions.map(\.path) == ["$.count"])
            #expect(report.problems.map(\.path) == ["$.cost", "$.part.count"])
        }
    }

    class Several: ModelObject {
        var z = 1
        var a = 1
        var both = 1
        override class var propertyRules: [String: PropertyRule] {
            let convert = { @Sendable (value: Any) throws -> Int? in
                guard let number = value as? Int else { throw Refused() }
                return number
            }
            return [
                "z": .keys("z", "zz").converted(from: convert), "a": .key("a").converted(from: convert),
                "both": .combined(keys: ["x", "y"]) { (_: [String: Any]) throws -> Int? in throw Refused() },
            ]
        }
    }
    final class HookedSeveral: Several {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// The first of several errors counts, and a report blames no other key.
    ///
    /// Keys are combined only if there is no error before.
    @Test(arguments: [Several.self, HookedSeveral.self] as [Several.Type])
    func theFirstErrorCounts(type: Several.Type) throws {
        for (json, path) in [
            (#"{"a": "x", "z": "y"}"#, "$.a"), (#"{"z": "y", "a": "x"}"#, "$.z"),
            (#"{"a": "x", "z": "y", "zz": 1}"#, "$.a"), (#"{"a": "x", "x": 1}"#, "$.a"),
            (#"{"x": 1, "a": "x"}"#, "$.a"),
            (#"{"x": 1, "a": 1}"#, "$.x"),
        ] {
            let error = try #require(throws: ModelError.self, "\(json)") { try type.init(json: json) }
            #expect(error.code == .hookFailed && error.path == path, "\(json)")
        }
        let report = type.inspect(json: #"{"z": "y", "zz": 1}"#).report
        #expect(report.problems.allSatisfy { $0.code == .hookFailed || $0.path == "$.zz" })
    }

    @Test func embeddedTextThatIsNullIsNull() throws {
        for json in [#"{"text": "null\n", "old": "\"x\""}"#, #"{"old": "\"x\"", "text": "null\n"}"#] {
            #expect(try Item(json: json).text == "x")
        }
    }
}
