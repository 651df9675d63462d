import Foundation
import Testing

@testable import ModelObjects

/// Int has 32 bits on Apple Watch (arm64_32), so numbers in payloads, files and dates may not fit.
struct NarrowIntegerTests {
    /// The fast path and the loop for long integers both detect the overflow of the type.
    @Test(arguments: [
        ("0", 0), ("-1", -1), ("1234567", 1_234_567), ("12345678", 12_345_678),
        ("2147483647", 2_147_483_647), ("2147483648", nil), ("-2147483648", -2_147_483_648),
        ("-2147483649", nil), ("4294967297", nil), ("999999999999999999", nil), ("1e1", nil),
    ])
    func onlyIntegersThatFit32BitsAreRead(text: String, expected: Int32?) throws {
        for padded in [text + "]", text + ",          "] {
            withJSONReader(padded) { reader in
                let start = reader.offset
                #expect(reader.readShortInteger(as: Int32.self) == expected, "\(padded)")
                #expect(reader.offset - start == (expected == nil ? 0 : text.utf8.count), "\(padded)")
            }
        }
    }

    @Test func integersBeyond8BitsAreRejected() {
        withJSONReader("127,        ") { #expect($0.readShortInteger(as: Int8.self) == 127) }
        withJSONReader("128,        ") { #expect($0.readShortInteger(as: Int8.self) == nil) }
    }

    /// The largest file whose size fits a 32-bit Int.
    @Test func budgetsOfLargeFilesDoNotOverflow() {
        #expect(PlistTable.maximumValues(inFileOf: Int32.max) == 4 * 2_147_483_647 + 262_144)
    }

    @Test(arguments: [
        (14, 1), (15, 3), (0xFF, 3), (0x100, 4), (0xFFFF, 4), (0x1_0000, 6), (Int64(UInt32.max), 6),
        (Int64(UInt32.max) + 1, 10),
    ])
    func countsUseAsFewBytesAsPossible(count: Int64, size: Int) throws {
        #expect([UInt8].plistMarkerSize(count: count) == size)
    }

    /// 2^32 + 1 truncates to 1 in 32 bits.
    @Test(arguments: ["1e4294967297", "1e-4294967297", "1e1099511627776", "1e99999999999999999999"])
    func exponentsAreNotWrapped(text: String) {
        #expect(NumberText.value(text).map { if case .double = $0 { true } else { false } } == true)
    }

    @Test(arguments: [
        "0001-01-01T00:00:00Z", "1901-12-13T20:45:51Z", "2038-01-19T03:14:08Z", "9999-12-31T23:59:59Z",
    ])
    func datesBeyond32BitSecondsRoundTrip(text: String) throws {
        let date = try #require(DateFormat.iso8601.date(fromText: text))
        #expect(Int32(exactly: date.timeIntervalSince1970) == nil)
        #expect(DateFormat.iso8601.written(date) == text)
    }

    /// A custom format receives an integer that does not fit Int as an Int64.
    @Test func customDateFormatsGetLargeIntegers() {
        let format = DateFormat.custom(
            parse: { value in
                let seconds = (value as? Int).map { Int64($0) } ?? value as? Int64
                return seconds.map { Date(timeIntervalSince1970: Double($0)) }
            },
            format: { $0.timeIntervalSince1970 })
        #expect(format.date(fromInteger: 1 << 40) == Date(timeIntervalSince1970: 0x1p40))
    }

    /// A property keeps its default if the number does not fit Int, through every entry point.
    @Test(arguments: ["number", "NUM_BER"])
    func integersThatDoNotFitAreRejected(key: String) throws {
        final class Model: ModelObject {
            var number = 7
            var other: Int32 = 7
        }
        let json = #"{"\#(key)": 9223372036854775808, "other": 2147483648}"#
        let model = try Model(json: json)
        #expect(model.number == 7 && model.other == 7)
    }
}
