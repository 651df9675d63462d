import Foundation
import Testing

@testable import ModelObjects

@Suite struct NumberTextTests {
    final class Numbers: ModelObject {
        var a = 99
        var b: Int8 = 99
        var c: Int16 = 99
        var d: Int32 = 99
        var e: Int64 = 99
        var f: UInt = 99
        var g: UInt8 = 99
        var h: UInt16 = 99
        var i: UInt32 = 99
        var j: UInt64 = 99
        var k: Int? = 99
        var l = 99.5
        var m: Float = 99.5
        var list: [Int] = []
        var small: [UInt8] = []
        var fractions: [Double] = []
    }

    private static let texts = [
        "0", "-0", "7", "-5", "127", "128", "-128", "-129", "255", "256", "65536", "2147483648", "12345678",
        "123456789", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "18446744073709551615", "18446744073709551616", "5.0", "5.5", "-0.0", "-1.25", "0.1", "0.123456789",
        "1234567.1234567", "12345678.9", "1e2", "1E-1", "1.5e3", "1.0e400", "007", "+5", " 5", "5 ", "1.",
        ".5",
        "", "-", "--5", "5-", "5a", "0x5", "\\u0035", "5\\u0035", "true", "null", "2024-01-01",
    ]

    /// A report needs the text, and then the text itself is converted.
    @Test(arguments: [MappingOptions.Conversions.lossless, .none], texts)
    func textsGiveTheSameNumbersWithAndWithoutAReport(
        conversions: MappingOptions.Conversions, text: String
    ) throws {
        let options = MappingOptions(conversions: conversions)
        let names = "abcdefghijklm".map { "\"\($0)\":\"\(text)\"" }
        let json =
            "{\(names.joined(separator: ",")),\"list\":[\"\(text)\",1],\"small\":[2,\"\(text)\"],\"fractions\":[\"\(text)\"]}"
        let model = try Numbers(json: json, options: options)
        let (inspected, report) = Numbers.inspect(json: json, options: options)
        #expect(model == inspected)
        // A text that means null does so without conversions, too.
        #expect(report.conversions.allSatisfy { $0.to == "null" } || conversions == .lossless)
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect(try model == Numbers(dictionary: object ?? [:], options: options))
    }

    @Test func aTextIsAConversionInAReport() {
        let report = Numbers.inspect(json: #"{"a":"7","g":"8"}"#).report
        #expect(report.conversions.map(\.path) == ["$.a", "$.g"])
    }
}
