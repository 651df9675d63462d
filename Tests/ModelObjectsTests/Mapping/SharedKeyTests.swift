import Foundation
import Testing

@testable import ModelObjects

/// One key that fills several properties: what doesn't fit one of them is no problem if it fills another.
struct SharedKeyTests {
    final class Item: ModelObject { var id = 0 }

    class Response: ModelObject {
        var object: Item?
        var list: [Item]?
        var count = 0
        override class var propertyRules: [String: PropertyRule] {
            [
                "object": .key("data"), "list": .key("data").notExported,
                "count": .keys("item_count", "data"),
            ]
        }
        var values: [Int?] { [object?.id, list?.count, count] }
    }

    final class HookedResponse: Response {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    @Test(arguments: [Response.self, HookedResponse.self])
    func aValueThatFillsOnePropertyIsNoProblemForTheOthers(_ type: Response.Type) throws {
        let rows: [(json: String, values: [Int?])] = [
            (#"{"data":{"id":1}}"#, [1, nil, 0]), (#"{"data":[{"id":1},{"id":2}]}"#, [nil, 2, 0]),
            (#"{"data":[{"id":1}],"item_count":9}"#, [nil, 1, 9]),
            (#"{"item_count":9,"data":{"id":3}}"#, [3, nil, 9]), (#"{"data":5}"#, [nil, nil, 5]),
        ]
        for (json, values) in rows {
            #expect(try type.model(json: json, options: .strict).values == values, "\(json)")
            let dictionary = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            #expect(
                try type.model(dictionary: dictionary ?? [:], options: .strict).values == values, "\(json)")
            let (object, report) = type.inspect(json: json)
            #expect(object?.values == values, "\(json)")
            #expect(!report.hasFindings, "\(json): \(report)")
        }
    }

    @Test(arguments: [Response.self, HookedResponse.self])
    func aValueThatFillsNoneIsAProblemForEach(_ type: Response.Type) throws {
        let report = type.inspect(json: #"{"data":"x"}"#).report
        #expect(report.problems.map(\.expected) == ["Item", "Array", "Int"])
        let error = #expect(throws: ModelError.self) {
            try type.model(json: #"{"data":"x"}"#, options: .strict)
        }
        #expect(error?.problems.count == 3)
    }

    class Pair: ModelObject {
        var one: Int?
        var many: [Int]?
        var inner: Pair?
        override class var propertyRules: [String: PropertyRule] {
            ["one": .key("p.v"), "many": .key("p.v"), "inner": .embeddedJSON]
        }
    }

    final class WillMapPair: Pair {
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { dictionary }
    }

    @Test(arguments: [Pair.self, WillMapPair.self])
    func itCanBeOnAPath(_ type: Pair.Type) throws {
        let json = #"{"p":{"v":5},"inner":"{\"p\":{\"v\":[1,2]}}"}"#
        let dictionary = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        for pair in try [
            type.model(json: json, options: .strict),
            type.model(dictionary: dictionary ?? [:], options: .strict),
        ] {
            #expect((pair.one, pair.many) == (5, nil))
            #expect((pair.inner?.one, pair.inner?.many) == (nil, [1, 2]))
        }
    }

    @Test func aPatchOfTheLibraryItselfIsAccepted() throws {
        let response = try Response(json: #"{"data":{"id":1}}"#)
        let patched = Response()
        try patched.apply(jsonPatch: response.jsonPatchData(since: Response()))
        #expect(patched.object?.id == 1)
    }
}
