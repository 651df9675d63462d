import Foundation
import ModelObjects
import Testing

private class Values: ModelObject {
    var name = ""
    var count = 0
    var amount = 0.0
    var isOpen = false
    var ratio: Float?
    var small: Int8?
    var price: Decimal?
    var date: Date?
    var identifier: UUID?
    var page: URL?
    var color: Tint?
    var level: Grade?
    var data = Data()
    var amounts: [Double] = []
    var counts: [Int] = []
    var names: [String] = []
    var byName: [String: Double] = [:]
    var place: Place?
    var anything: Any?
    var part: Values?
    var parts: [Values] = []

    override class var propertyRules: [String: PropertyRule] {
        ["amount": .keys("amount", "total", "sums.0"), "name": .keys("name", "info.name")]
    }
}

private final class HookedValues: Values {
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}

private final class PreparedValues: Values {
    override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { dictionary }
}

private class Typed: ModelObject {
    var amount = 0.0
    override class var discriminator: Discriminator? { .key("kind", ["values": TypedValues.self]) }
}
private final class TypedValues: Typed {
    var part: Values?
}

private enum Tint: String { case red, blue }
private enum Grade: Int { case low = 1, high }
private struct Place: Codable {
    var latitude: Double?
    var names: [String]?
}

@Suite struct TextEndTests {
    private static let texts = [
        #"{"name":"a\u00e9\ud83d\ude00\n","count":"12","amount":"-1.5","isOpen":"true","ratio":"1.25","small":"-5","#
            + #""price":"1.25","date":"2020-01-02T03:04:05Z","identifier":"12345678-1234-1234-1234-123456789012","#
            + #""page":"http://x.de","color":"red","level":"2","data":"AAAA","amounts":["1.5",-2.5,"-3"],"#
            + #""counts":["1",-2],"names":["a","é漢😀"],"byName":{"a":"1.5","b":-2e3},"#
            + #""place":{"latitude":-1.5,"names":["b"]},"anything":{"a":[1,-2.5,"b",null,true]},"#
            + #""part":{"amount":"-7.25","count":-5},"parts":[{"amount":"1"},{"amount":-1.5}]}"#,
        #"{ "count" : -12 , "amount" : -1.5e-3 , "amount" : -2.5, "total": -1.5, "AMOUNT":"-7", "sums":["-1",-1],"#
            + #" "info":{"name":"-z"}, "kind":"values", "ratio":-1.25, "small":-7, "date":-1577934245.5, "price":-1,"#
            + #" "anything":-1.5, "other":-1.5, "another":"-", "color":-1, "level":-1, "part":null, "isOpen":1 }"#,
        "[{\"count\":-1,\n    \"amount\":-1.5,\n    \"part\":{\n        \"count\":-1,\n        \"amount\":-2.5\n    }\n"
            + "  },\n  {\"kind\":\"values\",\"amount\":-1}\n]",
    ]

    /// Ways to read a text; errors are expected for nearly all of its beginnings.
    private static let ways: [@Sendable (Data, Values.Type) -> Void] = [
        { _ = try? $1.init(json: $0) },
        { _ = try? $1.array(json: $0) },
        { _ = try? $1.dictionary(json: $0) },
        { _ = try? $1.init(json: $0, options: .strict) },
        { _ = try? $1.init(json: $0, options: MappingOptions(unknownKeys: .keep, rootPath: "part")) },
        { _ = $1.inspect(json: $0) },
        { _ = $1.init().updateWithReport(json: $0) },
        { try? $1.init().apply(mergePatch: $0) },
        { data, type in _ = try? ModelDecoder().decode(type, from: data) },
        { data, _ in _ = try? ModelDecoder().decode([Place].self, from: data) },
        { data, _ in _ = try? Typed.model(json: data) },
    ]

    @Test(arguments: texts, [Values.self, HookedValues.self, PreparedValues.self] as [Values.Type])
    private func noBeginningOfATextIsReadBeyondItsEnd(text: String, type: Values.Type) {
        let bytes = Array(text.utf8)
        for count in 0...bytes.count {
            withTextAtPageEnd(bytes.prefix(count)) { data in
                for way in Self.ways { way(data, type) }
            }
        }
        #expect((try? Values(json: Self.texts[0]))?.parts.count == 2)
    }
}
