import Foundation
import ModelObjects
import Testing

/// An NSNumber is treated as the value it was created from, whatever its Objective-C type is.
struct NSNumberTests {
    final class Holder: ModelObject {
        var int = 0
        var double = 0.0
        var text = ""
        var flag = false
        var any: Any?
        var number: NSNumber?
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let number: @Sendable () -> NSNumber
        let json: String

        init(_ name: String, _ json: String, _ number: @escaping @Sendable () -> NSNumber) {
            (testDescription, self.json, self.number) = (name, json, number)
        }
    }

    static let rows = [
        Row("Int8 -6", "-6") { NSNumber(value: Int8(-6)) }, Row("Int8 1", "1") { NSNumber(value: Int8(1)) },
        Row("Int8 0", "0") { NSNumber(value: Int8(0)) }, Row("UInt8", "200") { NSNumber(value: UInt8(200)) },
        Row("Int16", "-300") { NSNumber(value: Int16(-300)) },
        Row("UInt16", "65535") { NSNumber(value: UInt16.max) },
        Row("Int32", "-70000") { NSNumber(value: Int32(-70_000)) },
        Row("UInt32", "4294967295") { NSNumber(value: UInt32.max) },
        Row("UInt64", "18446744073709551615") { NSNumber(value: UInt64.max) },
        Row("bytes of Int8", "-6") {
            var value = Int8(-6)
            return unsafe NSNumber(bytes: &value, objCType: "c")
        },
        Row("Int 1", "1") { NSNumber(value: 1) }, Row("Double", "1.5") { NSNumber(value: 1.5) },
        Row("Float", "0.1") { NSNumber(value: Float(0.1)) },
        Row("Decimal", "0.1") { NSDecimalNumber(string: "0.1") },
        Row("true", "true") { NSNumber(value: true) }, Row("false", "false") { NSNumber(value: false) },
    ]

    @Test(arguments: rows) func behavesLikeTheSameNumberInJSON(row: Row) throws {
        let keys = ["int", "double", "text", "flag", "any", "number"]
        let dictionary = Dictionary(uniqueKeysWithValues: keys.map { ($0, row.number() as Any) })
        let json = "{" + keys.map { "\"\($0)\": \(row.json)" }.joined(separator: ",") + "}"
        let (expected, made) = (try Holder(json: json), try Holder(dictionary: dictionary))
        #expect(try made.jsonString() == expected.jsonString())
        #expect(made == expected)
        let holder = Holder()
        (holder.any, holder.number) = (row.number(), row.number())
        let object = try holder.jsonString()
        #expect(
            object.contains("\"any\":\(row.json),") && object.contains("\"number\":\(row.json)"), "\(object)")
        #expect(try Holder.unarchive(data: holder.archivedData()) == holder)
        #expect(try Holder.unarchive(data: holder.archivedData()).jsonString() == object)
    }

    /// On Linux, the hash of Foundation's own NSDecimalNumber never returns.
    @Test func longNumbersCanBeSetMembers() throws {
        final class Numbers: ModelObject {
            var set: Set<NSNumber> = []
            var list: [NSNumber] = []
            var map: [String: NSNumber] = [:]
        }
        let number = "0.30000000000000004"
        let text = #"{"set":[\#(number)],"list":[\#(number)],"map":{"a":\#(number)}}"#
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let made = try Numbers(dictionary: #require(object as? [String: Any]))
        #expect(made == (try Numbers(json: text)))
        #expect(Set(made.list).count == 1 && Set(made.map.values).count == 1)
    }

    /// Property lists have infinities and NaN; JSON has neither.
    @Test(arguments: [Double.infinity, -.infinity, .nan]) func otherCodersKeepWhatJSONDoesNotHave(
        value: Double
    ) throws {
        let holder = Holder()
        holder.number = NSNumber(value: value)
        holder.any = value
        let data = try PropertyListEncoder().encode(holder)
        let again = try PropertyListDecoder().decode(Holder.self, from: data)
        let expected = value.isNaN ? "nan" : "\(value)"
        #expect(again.number.map { "\($0.doubleValue)" } == expected)
        #expect(again.any.map { "\($0)" } == expected)
    }

    @Test func numbersOutOfRangeAreClampedIfTheOptionsAllowIt() throws {
        let options = MappingOptions(numbers: .clamp)
        for json in [#"{"number": 1e400}"#, #"{"number": "1e400"}"#] {
            #expect(try Holder(json: json).number == nil)
            #expect(try Holder(json: json, options: options).number?.doubleValue == .greatestFiniteMagnitude)
        }
    }
}
