import Foundation
import ModelObjects
import Testing

/// A value that can be mapped into or archived in an `Any` is also exported, as the same value.
struct UntypedExportTests {
    final class Holder: ModelObject {
        var any: Any?
        var list: [Any] = []
        override class var archivableClasses: [ModelObject.Type] { [Inner.self] }
    }

    final class Inner: ModelObject { var x = 1 }

    enum Suit: String { case hearts }

    class Base: Codable { var x = 1 }
    final class Derived: Base {}

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let value: @Sendable () -> Any?
        let json: String

        init(_ name: String, _ json: String, _ value: @escaping @Sendable () -> Any?) {
            (testDescription, self.json, self.value) = (name, json, value)
        }
    }

    static let rows = [
        Row("Substring", #""bc""#) { "abcd".dropFirst().dropLast() },
        Row("AnyHashable of a text", #""a""#) { AnyHashable("a") },
        Row("AnyHashable of an integer", "7") { AnyHashable(7) },
        Row("AnyHashable of a UUID", #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#) {
            AnyHashable(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID())
        },
        Row("AnyHashable of a model", #"{"x":1}"#) { AnyHashable(Inner()) },
        Row("an Optional of an Optional", #""a""#) { Optional(Optional("a")) as Any },
        Row("an Optional of a Date", #""2001-01-01T00:00:00Z""#) {
            Optional(Date(timeIntervalSinceReferenceDate: 0)) as Any
        },
        Row("an Optional of a model", #"{"x":1}"#) { Optional(Inner()) as Any },
        Row("a dictionary by AnyHashable", #"{"a":[1]}"#) { ["a": [1]] as [AnyHashable: Any] },
        Row("NSArray", #"[1,"a",true]"#) { NSArray(array: [1, "a", true]) },
        Row("NSDictionary", #"{"a":1.5}"#) { NSDictionary(dictionary: ["a": 1.5]) },
        Row("NSString", #""s""#) { NSString(string: "s") }, Row("NSNull", "null") { [NSNull()] },
        Row("Set", "[1]") { Set([1]) },
        Row("Set<AnyHashable>", #"["a"]"#) { Set([AnyHashable("a")]) },
        Row("[Int: Int]", #"{"7":1}"#) { [7: 1] },
        Row("[AnyHashable: Any]", #"{"1.5":[2]}"#) { [1.5: [2]] as [AnyHashable: Any] },
        Row("URL", #""https://a.b/c""#) { URL(string: "https://a.b/c") },
        Row("Data", #""AQI=""#) { Data([1, 2]) }, Row("Int8", "-6") { Int8(-6) },
        Row("UInt64", "18446744073709551615") { UInt64.max },
        Row("Float", "0.1") { Float(0.1) }, Row("Decimal", "0.1") { Decimal(string: "0.1") },
        Row("NSDecimalNumber", "12.5") { NSDecimalNumber(string: "12.5") },
        Row("enum", #""hearts""#) { Suit.hearts },
        Row("[Substring]", #"["b"]"#) { ["ab".dropFirst()] },
        Row("[String: Int?]", #"{"a":null}"#) { ["a": nil] as [String: Int?] },
    ]

    @Test(arguments: rows) func everyValueIsExported(row: Row) throws {
        let holder = Holder()
        holder.any = row.value()
        holder.list = [row.value() as Any]
        let value = row.testDescription == "NSNull" ? "[null]" : row.json
        #expect(try holder.jsonString() == #"{"any":\#(value),"list":[\#(value)]}"#)
        #expect(try holder.jsonString(options: sorted) == #"{"any":\#(value),"list":[\#(value)]}"#)
    }

    @Test func containersOfFoundationMayHoldAnySwiftValue() throws {
        struct Point: Codable { var x = 1 }
        let values: [(value: Any, json: String)] = [
            (Point(), #"{"x":1}"#), (Suit.hearts, #""hearts""#), (Character("é"), #""é""#), (1..<3, "[1,3]"),
        ]
        for (value, json) in values {
            let holder = Holder()
            holder.any = NSDictionary(dictionary: ["a": value])
            holder.list = [NSArray(array: [value])]
            #expect(try holder.jsonString() == #"{"any":{"a":\#(json)},"list":[[\#(json)]]}"#)
        }
    }

    private var sorted: ExportOptions {
        var options = ExportOptions()
        options.sortedKeys = true
        return options
    }

    @Test func anObjectMayBeBoxedAsItsSuperclass() throws {
        let object: Base = Derived()
        let holder = Holder()
        for value in [object, Derived()] as [Any] {
            holder.any = value
            holder.list = [value]
            #expect(try holder.jsonString() == #"{"any":{"x":1},"list":[{"x":1}]}"#)
        }
        holder.any = object
        #expect(try holder.jsonObject()["any"] as? [String: Int] == ["x": 1])
    }

    @Test(arguments: rows) func archivingDoesNotChangeTheExport(row: Row) throws {
        if row.testDescription == "enum" { return }
        let holder = Holder()
        holder.any = row.value()
        #expect(try Holder.unarchive(data: holder.archivedData()).jsonString() == holder.jsonString())
    }
}
