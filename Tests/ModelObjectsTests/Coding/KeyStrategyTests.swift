import Foundation
import ModelObjects
import Testing

/// The key strategies of JSONDecoder and JSONEncoder convert the keys of objects, and not those of dictionaries.
struct KeyStrategyTests {
    enum Size: String { case smallOne = "small_one", Big }

    struct Money: Codable, Equatable { var inCents = 0 }

    final class Item: ModelObject {
        var unitPrice = 0
        var tagCounts: [String: Int] = [:]
    }

    final class Stock: ModelObject {
        var namedPrices: [String: Int] = [:]
        var optional: [String: [String: Double?]]?
        var lists: [[String: Bool]] = []
        var bySize: [Size: String] = [:]
        var byNumber: [Int: [String: Int]] = [:]
        var byDay: [String: Date] = [:]
        var items: [String: Item] = [:]
        var groups: [String: [Item]] = [:]
        var moneys: [String: Money] = [:]
        var anyValues: [String: Any] = [:]
        var anything: Any?
        var nestedCounts: [String: Int] = [:]
        var oneView: [String: Int] = [:]
        var otherView: [String: Double] = [:]
        var firstItem = Item()
        override class var propertyRules: [String: PropertyRule] {
            [
                "nestedCounts": .key("meta_data.nested_counts"), "byDay": .date(.unixSeconds),
                "oneView": .key("both_views"), "otherView": .key("both_views").notExported,
            ]
        }
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }

    private static let text = #"""
        {"named_prices": {"us_dollar": 1, "usDollar": 2, "Euro_": 3, "_a_b": 4, "1": 5},
         "optional": {"a_b": {"c_d": 1.5, "cD": null}, "aB": {}},
         "lists": [{"a_b": true, "aB": false}, {}],
         "by_size": {"small_one": "s", "Big": "b"}, "by_number": {"1": {"a_b": 1}, "2": {}}, "by_day": {"a_b": 5},
         "items": {"a_b": {"unit_price": 1, "tag_counts": {"c_d": 2, "cD": 3}}, "aB": {"unit_price": 2}},
         "groups": {"a_b": [{"unit_price": 3}], "aB": []},
         "moneys": {"a_b": {"in_cents": 4}, "aB": {"in_cents": 5}},
         "any_values": {"a_b": {"c_d": [{"e_f": 1, "eF": null}]}, "aB": "x"},
         "anything": [{"a_b": 1, "aB": {"c_d": 2}}],
         "meta_data": {"nested_counts": {"a_b": 1, "aB": 2}}, "both_views": {"a_b": 1, "aB": 2},
         "first_item": {"unit_price": 6, "tag_counts": {"g_h": 7}},
         "unknown_key": {"a_b": {"c_d": 1}, "aB": 2}}
        """#

    /// The expected object: the strategies convert the keys of objects, which models match in any spelling.
    private static func stock() throws -> Stock {
        let text = Self.text.replacingOccurrences(of: "in_cents", with: "inCents")
        return try Stock(json: text.replacingOccurrences(of: "unknown_key", with: "unknownKey"))
    }

    @Test func decodersDoNotConvertDictionaryKeys() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let stock = try decoder.decode(Stock.self, from: Data(Self.text.utf8))
        let expected = try Self.stock()
        #expect(stock == expected, "\(stock.changes(since: expected))")
        #expect(stock.namedPrices.count == 5 && stock.items["a_b"]?.tagCounts == ["c_d": 2, "cD": 3])
        let options = ExportOptions(sortedKeys: true)
        #expect(try stock.jsonString(options: options) == expected.jsonString(options: options))
    }

    @Test func encodersDoNotConvertDictionaryKeys() throws {
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.keyEncodingStrategy = .convertToSnakeCase
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let stock = try Self.stock()
        let data = try encoder.encode(stock)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let original = try #require(
            try JSONSerialization.jsonObject(with: Data(Self.text.utf8)) as? [String: Any])
        // The others export more than the text has.
        let keys = [
            "named_prices", "lists", "by_size", "by_number", "by_day", "moneys", "any_values", "anything",
            "meta_data", "first_item", "unknown_key",
        ]
        for key in keys {
            let (value, expected) = (try #require(object[key]), try #require(original[key]))
            #expect(NSDictionary(dictionary: [key: value]) == NSDictionary(dictionary: [key: expected]))
        }
        #expect(((object["items"] as? [String: Any])?["a_b"] as? [String: Any])?["tag_counts"] != nil)
        let again = try decoder.decode(Stock.self, from: data)
        #expect(again == stock, "\(again.changes(since: stock))")
    }

    @Test func customStrategiesDoNotConvertDictionaryKeys() throws {
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.outputFormatting = .sortedKeys
        encoder.keyEncodingStrategy = .custom { Key(stringValue: "x-" + $0[$0.count - 1].stringValue) }
        decoder.keyDecodingStrategy = .custom {
            Key(stringValue: String($0[$0.count - 1].stringValue.dropFirst(2)))
        }
        let item = Item()
        (item.unitPrice, item.tagCounts) = (1, ["a": 2, "x-b": 3])
        let data = try encoder.encode(["k": [item]])
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"k":[{"x-tagCounts":{"a":2,"x-b":3},"x-unitPrice":1}]}"#)
        #expect(try decoder.decode([String: [Item]].self, from: data) == ["k": [item]])
    }

    /// A second attempt at a Codable type, with the date format of its class, sees the keys that the coder converted.
    @Test func retriedCodableTypesUseConvertedKeys() throws {
        struct Visit: Codable { var lastDay = Date(timeIntervalSince1970: 0) }
        final class Guest: ModelObject {
            var visit = Visit()
            var visits: [String: Visit] = [:]
            override class var mappingOptions: MappingOptions { MappingOptions(dateFormat: .unixSeconds) }
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        let text = #"{"visit": {"last_day": 5}, "visits": {"a_b": {"last_day": 6}}}"#
        let guest = try decoder.decode(Guest.self, from: Data(text.utf8))
        #expect(guest.visit.lastDay.timeIntervalSince1970 == 5)
        #expect(guest.visits["a_b"]?.lastDay.timeIntervalSince1970 == 6)
    }

    @Test func errorsInDictionariesHaveTheirPath() throws {
        final class Strict: ModelObject {
            var byKey: [String: Strict] = [:]
            var anyValues: [String: Any] = [:]
            var limit = 0
            override class var propertyRules: [String: PropertyRule] { ["limit": .required] }
            override class var mappingOptions: MappingOptions {
                MappingOptions(elements: .reject, limits: MappingLimits(depth: 50))
            }
        }
        func path(_ text: String) -> [String]? {
            do {
                let decoder = JSONDecoder()
                decoder.keyDecodingStrategy = .convertFromSnakeCase
                _ = try decoder.decode([Strict].self, from: Data(text.utf8))
            } catch DecodingError.keyNotFound(let key, let context) {
                return (context.codingPath + [key]).map(\.stringValue)
            } catch DecodingError.dataCorrupted(let context) {
                return context.codingPath.prefix(4).map(\.stringValue)
            } catch {}
            return nil
        }
        #expect(
            path(#"[{"limit": 1, "by_key": {"a_b": {"by_key": {"1": {}}, "limit": 1}}}]"#)
                == ["Index 0", "byKey", "a_b", "byKey", "1", "limit"])
        let deep = String(repeating: #"{"c_d":"#, count: 60) + "1" + String(repeating: "}", count: 60)
        #expect(
            path(#"[{"limit": 1, "any_values": {"a_b": \#(deep)}}]"#)
                == ["Index 0", "anyValues", "a_b", "c_d"])
    }

    /// Below 16 levels, a value is tried as a container first.
    @Test(arguments: [1, 14, 15, 16, 17, 60])
    func untypedValuesAreReadAtEachDepth(depth: Int) throws {
        final class Loose: ModelObject {
            var anything: Any?
            var anyValues: [String: Any] = [:]
            var text = ""
        }
        let values =
            #"[{}, [], null, true, 0, -7, 1.5, "x_y", 18446744073709551615, {"a_b": {}, "c_d": [[1]]}, ["", [null]]]"#
        for (open, close) in [("[", "]"), (#"{"e_f":"#, "}"), (#"[{"e_f":["#, "]}]")] {
            let deep = String(repeating: open, count: depth) + values + String(repeating: close, count: depth)
            let text = Data(#"{"anything": \#(deep), "anyValues": {"g_h": \#(deep)}, "text": \#(deep)}"#.utf8)
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let decoded = try decoder.decode(Loose.self, from: text)
            #expect(try decoded.jsonString() == Loose(json: text).jsonString())
        }
    }
}
