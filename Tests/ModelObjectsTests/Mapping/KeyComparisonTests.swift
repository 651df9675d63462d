import Foundation
import ModelObjects
import Testing

/// Keys that compete for a property: deciding by the keys alone must give the same object as the careful pass, which
/// reports always use.
struct KeyComparisonTests {
    private static let keys = [
        "id", "_id", "ID", "Id", "identifier", "count", "Count", "co_unt", "_count", "number", "ratio",
        "RATIO",
        "ratio_", "on", "is_on", "isOn", "list", "LIST", "li_st", "note", "Note", "no-te", "inner", "in_ner",
        "Inner", "place", "Place", "größe", "unknown",
    ]
    private static let values: [Payload] = [
        .null, .bool(true), .bool(false), .number("1"), .number("-20"), .number("2.5"), .number("1e3"),
        .number("12345678901234567890"), .string(""), .string("null"), .string("7"), .string("text"),
        .string("\u{1F600}\n"), .array([.number("1"), .number("2")]), .array([]), .object([]),
        .object([("id", .string("a")), ("_id", .string("b"))]), .object([("city", .string("Bonn"))]),
        .object([("Count", .number("3")), ("count", .string("x")), ("list", .array([.number("4")]))]),
    ]

    @Test(arguments: Effort.some(of: (0..<40).map { UInt64($0) }, atLeast: 4))
    func theySettleLikeTheCarefulPass(seed: UInt64) throws {
        var generator = SeededNumbers(seed: seed)
        var conflicts = 0
        for _ in 0..<Effort.count(4_000, byDefault: 100) {
            let payload = Payload.object(
                (0..<Int.random(in: 2...9, using: &generator)).map { _ in
                    (
                        Self.keys.randomElement(using: &generator)!,
                        Self.values.randomElement(using: &generator)!
                    )
                })
            let options = MappingOptions(mismatches: Bool.random(using: &generator) ? .keepValue : .reject)
            let careful = Contested.inspect(json: payload.json, options: options)
            if careful.report.description.contains("is a better match") { conflicts += 1 }
            let made = try? Contested(json: payload.json, options: options)
            #expect(try made?.text == careful.object?.text, "\(payload.json)")
            let wide = try? WideContested(json: payload.json, options: options)
            #expect(try wide?.text == careful.object?.text, "\(payload.json)")

            let dictionary = payload.withUniqueKeys.swift as? [String: Any] ?? [:]
            let carefully = Contested.inspect(dictionary: dictionary, options: options)
            let converted = try? Contested(dictionary: dictionary, options: options)
            #expect(try converted?.text == carefully.object?.text, "\(payload.json)")
        }
        #expect(conflicts > 20)
    }

    /// Each of them takes as long as the object is long, so only some are decided by the keys alone.
    @Test func manyOfThemTakeLinearTime() throws {
        let text = #"{"count":1"# + String(repeating: #","COUNT":2"#, count: 50_000) + "}"
        #expect(try Contested(json: text).count == 1)
        #expect(try WideContested(json: text).count == 1)
    }

    @Test(arguments: [
        (#"{"_id":"worse","id":"better"}"#, "better"), (#"{"id":"better","_id":"worse"}"#, "better"),
        (#"{"ID":"a","_id":"b","id":"c","identifier":"d"}"#, "c"), (#"{"_id":"a","identifier":"b"}"#, "b"),
        (#"{"_id":"a","id":null}"#, "a"), (#"{"id":null,"_id":"a"}"#, "a"), (#"{"_id":"a","id":[]}"#, "a"),
    ]) func theBetterUsableValueCounts(json: String, id: String) throws {
        #expect(try Contested(json: json).id == id)
        let dictionary = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(try Contested(dictionary: dictionary).id == id)
    }
}

private var contestedRules: [String: PropertyRule] {
    ["id": .keys("id", "identifier"), "count": .keys("count", "number"), "city": .key("place.city")]
}

private class Contested: ModelObject {
    var id = "", count = 0, ratio: Double?, isOn = false, list = [0]
    var note: Any?
    var inner: Contested?
    var city: String?

    override class var propertyRules: [String: PropertyRule] { contestedRules }
}

/// The same properties, after more than 64 others.
private final class WideContested: WideClassTests.Half {
    var id = "", count = 0, ratio: Double?, isOn = false, list = [0]
    var note: Any?
    var inner: Contested?
    var city: String?

    override class var propertyRules: [String: PropertyRule] { contestedRules }
}

extension ModelObject {
    fileprivate var text: String {
        get throws {
            let names = ["id", "count", "ratio", "isOn", "list", "note", "inner", "city"]
            return try jsonString(options: ExportOptions(sortedKeys: true, only: Set(names)))
        }
    }
}
