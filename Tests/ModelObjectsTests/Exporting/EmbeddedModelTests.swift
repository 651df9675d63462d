import Foundation
import Testing

@testable import ModelObjects

/// Models in properties whose value is JSON in a string.
struct EmbeddedModelTests {
    final class Part: ModelObject {
        var zone = 1
        var kind = "q"
        var area: [String: Int] = [:]
    }

    final class Whole: ModelObject {
        var part: Part?
        var parts: [Part] = []
        var byKey: [String: Part] = [:]
        override class var propertyRules: [String: PropertyRule] {
            ["part": .embeddedJSON, "parts": .key("all.0.parts").embeddedJSON, "byKey": .embeddedJSON]
        }
    }

    static let json = #"""
        {"part": "{\"area\":{\"b\":1,\"a\":2}}", "all": [{"parts": "[{}]"}], "byKey": "{\"y\":{},\"x\":{}}"}
        """#

    /// Their properties are in the order of declaration, and the entries of dictionaries are sorted.
    @Test func everyExportHasTheSameText() throws {
        let whole = try Whole(json: Self.json)
        let part = #"{"zone":1,"kind":"q","area":{"a":2,"b":1}}"#
        let empty = #"{"zone":1,"kind":"q","area":{}}"#
        let object = try whole.jsonObject()
        #expect(object["part"] as? String == part)
        #expect(object["byKey"] as? String == #"{"x":\#(empty),"y":\#(empty)}"#)
        let text = try JSONSerialization.jsonObject(with: whole.jsonData()) as? NSDictionary
        #expect(text == object as NSDictionary)
        #expect(try JSONSerialization.jsonObject(with: ModelEncoder().encode(whole)) as? NSDictionary == text)
        #expect(try JSONSerialization.jsonObject(with: JSONEncoder().encode(whole)) as? NSDictionary == text)
        let patch = try whole.jsonPatch(since: Whole())
        #expect(patch.first { $0["path"] as? String == "/part" }?["value"] as? String == part)
        let sorted = try whole.jsonObject(options: ExportOptions(sortedKeys: true))
        #expect(sorted["part"] as? String == #"{"area":{"a":2,"b":1},"kind":"q","zone":1}"#)
    }

    @Test func operationsCanTestTheExportedText() throws {
        let whole = try Whole(json: Self.json)
        let text = try #require(whole.jsonObject()["part"])
        try whole.apply(jsonPatch: [["op": "test", "path": "/part", "value": text]])
    }
}
