import Foundation
import ModelObjects
import Testing

/// Numbers are read digit for digit, however many digits the reader takes at once.
struct JSONReaderNumbersTests {
    final class Measure: ModelObject {
        var whole = -7
        var real = -7.5
    }

    /// The text after the number: short, or longer than the reader examines in one step.
    private static let ends = ["}", " }", "\n}", "}" + String(repeating: " ", count: 40)]

    @Test func integersOfAnyLengthAreReadIfTheyFit() throws {
        for sign in ["", "-"] {
            for count in 1...24 {
                for first in ["1", "9"] {
                    let digits = sign + first + String("234567890123456789012345".prefix(count - 1))
                    for end in Self.ends {
                        let measure = try Measure(json: #"{"whole":"# + digits + end)
                        #expect(measure.whole == Int(digits) ?? -7, "\(digits)")
                    }
                }
            }
        }
    }

    @Test(
        .knowsHooks,
        arguments: zip(
            ["0", "-0", "1.0", "1e3", "-12E2", "-999999999999999999.0"],
            [0, 0, 1, 1000, -1200, -999_999_999_999_999_999]))
    func wholeNumbersInAnyFormAreAccepted(text: String, value: Int) throws {
        for end in Self.ends {
            #expect(try Measure(json: #"{"whole":"# + text + end).whole == value)
        }
    }

    @Test(arguments: ["01", "-01", "00", "-", "1.", "1e", "1x", "1_0", "--1", "+1"])
    func malformedNumbersAreRejected(text: String) {
        for key in ["whole", "real"] {
            for end in Self.ends {
                #expect(throws: JSONSyntaxError.self) {
                    try Measure(json: #"{""# + key + #"":"# + text + end)
                }
            }
        }
    }

    @Test func everyByteAmongEightDigitsIsChecked() throws {
        for position in 0..<8 {
            for byte in UInt8.min...UInt8.max {
                var digits = Array("12345678".utf8)
                digits[position] = byte
                let number = Array("0.".utf8) + digits
                let json = Data(Array(#"{"real":"#.utf8) + number + Array("}          ".utf8))
                let isExponent = byte | 0x20 == UInt8(ascii: "e") && 1..<7 ~= position
                let isEnd = position == 7 && [0x20, 0x0A, 0x0D, 0x09].contains(byte)
                if byte &- UInt8(ascii: "0") <= 9 || isExponent || isEnd {
                    let text = String(decoding: isEnd ? number.dropLast() : number[...], as: UTF8.self)
                    let value = try #require(Double(text))
                    let measure = try Measure(json: json)
                    #expect(measure.real == (value.isFinite ? value : -7.5))
                } else {
                    #expect(throws: JSONSyntaxError.self) { try Measure(json: json) }
                }
            }
        }
    }

    struct Reading: Decodable {
        var value: Double
        var list: [Double]?
    }

    final class Station: ModelObject {
        var reading: Reading?
        var readings: [String: Reading] = [:]
    }

    /// Foundation's parser rejects a zero whose exponent has no sign.
    @Test(arguments: ["0e9", "0E5", "0e0", "-0e3", "0.0e5", "1e3", "0e+5"])
    func codableStructsAcceptAllJSONNumbers(text: String) throws {
        let json =
            #"{"reading": {"value": "# + text + #", "list": [1, "# + text
            + #"]}, "readings": {"a": {"value": "#
            + text + "}}}"
        let station = try Station(json: json)
        let value = try #require(Double(text))
        #expect(station.reading?.value == value)
        #expect(station.reading?.list == [1, value])
        #expect(station.readings["a"]?.value == value)
    }
}
