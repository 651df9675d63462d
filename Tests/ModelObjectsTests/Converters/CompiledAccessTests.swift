import Foundation
import ModelObjects
import Testing

/// Every type gets the same value from bytes, through a hook, from an untyped value, and with a report of every
/// conversion.
struct CompiledAccessTests {
    enum Colour: String { case red, green, null, empty = "" }
    enum Level: Int { case low = -1, none, high }

    class Everything: ModelObject {
        var string = "kept"
        var bool = true
        var int = -7
        var int8: Int8 = -7
        var int32: Int32 = -7
        var uint: UInt = 7
        var uint16: UInt16 = 7
        var double = -7.5
        var float: Float = -7.5
        var decimal = Decimal(-7.5)
        var date = Date(timeIntervalSince1970: 7)
        var uuid = UUID(uuid: (7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        var url = URL(fileURLWithPath: "/kept")
        var data = Data([7])
        var colour = Colour.green
        var level = Level.high
        var optionalString: String? = "kept"
        var optionalBool: Bool? = true
        var optionalInt: Int? = -7
        var optionalInt64: Int64? = -7
        var optionalUInt8: UInt8? = 7
        var optionalDouble: Double? = -7.5
        var optionalFloat: Float? = -7.5
        var optionalDecimal: Decimal? = Decimal(-7.5)
        var optionalDate: Date? = Date(timeIntervalSince1970: 7)
        var optionalUUID: UUID? = UUID(uuid: (7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        var optionalURL: URL? = URL(fileURLWithPath: "/kept")
        var optionalData: Data? = Data([7])
        var optionalColour: Colour? = .green
        var optionalLevel: Level? = .high
        var bools = [true]
        var floats: [Float] = [-7.5]
        var dates: [Date]? = []
        var uuids: [UUID] = []
        var urls: [URL]? = []
        var strings: Set<String> = ["kept"]
        var ints: Set<Int>? = [-7]
        var colours = [Colour.green]
        var levels: [Level]? = []
        var nested = [[-7.5]]
        var lists: [String: [Int]] = [:]
        var gaps: [Int?] = [-7, nil]
        var optionalGaps: [Double?]? = [-7.5]
        var textGaps: [String?] = ["kept"]
    }

    final class Hooked: Everything {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    private static let scalars = [
        "null", "true", "false", "0", "-0", "1", "-1", "7", "127", "128", "255", "256", "65536", "2147483648",
        "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615", "1e400",
        "123456789012345678901234567890", "0.0", "-0.0", "0.1", "16777217", "16777217.5", "3.4028236e38",
        "1E2",
        "1e-60", "-1.50", "0.30000000000000004", #""""#, #"" ""#, #""7""#, #""-1""#, #""-0""#, #""007""#,
        #""+7""#, #"" 7 ""#, #""7 ""#, #""7.0""#, #""1e3""#, #""256""#, #""7x""#, #""9223372036854775808""#,
        #""true""#, #""Yes""#, #""null""#, #""nil""#, #""<null>""#, #""red""#, #""RED""#, #""\u0072ed""#,
        #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#,
        #""E621E1F8-C36C-495A-93FC-0C247A3E6E5""#, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5FF""#,
        #""E621E1F8-C36C-495A-93FC-0C247A3E6E5G""#, #""E621E1F8+C36C-495A-93FC-0C247A3E6E5F""#,
        #""E621E1F8-C36C-495A-93FC\u002d0C247A3E6E5F""#, #""2024-01-02T03:04:05Z""#, #""https://a.b/c?d=e""#,
        #""https://\u00e4.b/é""#, #""aGVsbG8=""#, #""aGVsbG8""#,
    ]

    private static let values =
        scalars + scalars.map { "[\($0)]" } + [
            "{}", #"{"a": 1}"#, "[]", "[1, 2]", #"["red", "RED", null, "null", "green", 2, "", "red"]"#,
            #"[-1, "-1", 1, 1.0, 7, null, 0]"#, #"[[], [1, "2.5", null, "x"], 3, [4e1]]"#,
            #"{"a": [1, "2", 2.5, 3.0, null]}"#,
        ]

    private static let names = Mirror(reflecting: Everything()).children.compactMap(\.label)

    private func state(_ object: Everything) -> [String] {
        Mirror(reflecting: object).children.map { "\($0.label ?? ""): \(text($0.value))" }
    }

    private func text(_ value: Any) -> String {
        switch value {
        case let strings as Set<String>: "\(strings.sorted())"
        case let ints as Set<Int>: "\(ints.sorted())"
        default: "\(value)"
        }
    }

    @Test(arguments: [
        MappingOptions(), MappingOptions(conversions: .none), MappingOptions(nulls: .keep),
        MappingOptions(numbers: .clamp), MappingOptions(dateConversion: .timeInterval),
    ])
    func bytesAndUntypedValuesGiveTheSameResult(options: MappingOptions) throws {
        #expect(Self.names.count == 44)
        for value in Effort.some(of: Self.values, atLeast: 12) {
            let members = Self.names.map { #""\#($0)": \#(value)"# }
            let json = "{\n    \(members.joined(separator: ",\n    "))\n}"
            let filled = state(try Everything(json: json, options: options))
            #expect(filled.count == Self.names.count)
            #expect(state(try Hooked(json: json, options: options)) == filled, "\(value)")
            let inspected = Everything.inspect(json: json, options: options)
            #expect(try state(#require(inspected.0)) == filled, "\(value)")
        }
    }

    /// Exports to bytes and to a dictionary have the same content, and reading either gives an equal object.
    @Test func byteAndDictionaryExportsRoundTrip() throws {
        var options = ExportOptions()
        options.nulls = .include
        for value in Effort.some(of: Self.values, atLeast: 15) {
            let members = Self.names.map { #""\#($0)": \#(value)"# }
            let object = try Everything(json: "{\(members.joined(separator: ","))}")
            let data = try object.jsonData(options: options)
            let state = state(object)
            #expect(self.state(try Everything(json: data)) == state, "\(value)")
            let dictionary = try object.jsonObject(options: options)
            #expect(self.state(try Everything(dictionary: dictionary)) == state, "\(value)")
            #expect(object.uuid.uuidString == dictionary["uuid"] as? String)
        }
    }

    /// The content of a string is validated even if it is not stored as text.
    @Test func controlCharactersInStringsAreRejected() {
        for name in Self.names {
            for text in ["7\n", "\n7", "7\t", "true\n", "red\n"] {
                #expect(throws: JSONSyntaxError.self) { try Everything(json: "{\"\(name)\": \"\(text)\"}") }
            }
        }
    }

    @Test func reportsNameEveryConversion() {
        let json = #"{"string": 7, "bool": 1, "int": "7", "uint16": "7", "optional_bool": 0, "float": "1.5"}"#
        #expect(Everything.inspect(json: json).report.conversions.count == 6)
    }
}
