import Testing

@testable import ModelObjects

struct LeadingDigitsTests {
    private func leadingDigits(_ text: [UInt8]) -> LeadingDigits? {
        LeadingDigits(text.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Tests each digit count, followed by each byte.
    @Test(arguments: 1...7)
    func upToSevenDigitsAreRead(count: Int) throws {
        for number in ["1234567", "9999999", "1000000", "8070605"] {
            let digits = number.utf8.prefix(count)
            for next in UInt8.min...UInt8.max where !(0x30...0x39).contains(next) {
                // Bytes after the first non-digit are ignored, even if they are digits.
                for last: UInt8 in [0x20, 0x35, 0xFF] {
                    let text = Array(digits) + [next] + [UInt8](repeating: last, count: 7 - count)
                    let found = try #require(leadingDigits(text))
                    #expect(found.count == count)
                    #expect(found.next == next)
                    #expect(found.value == Int(number.prefix(count)))
                    #expect(!found.hasLeadingZero)
                }
            }
        }
    }

    @Test(arguments: [("0,      ", false), ("01,     ", true), ("0000000,", true), ("10,     ", false)])
    func aLeadingZeroIsReported(text: String, hasLeadingZero: Bool) throws {
        #expect(try #require(leadingDigits(Array(text.utf8))).hasLeadingZero == hasLeadingZero)
    }

    @Test func zeroOrEightDigitsGiveNil() {
        for next in UInt8.min...UInt8.max where !(0x30...0x39).contains(next) {
            #expect(leadingDigits([next] + Array("1234567".utf8)) == nil)
        }
        #expect(leadingDigits(Array("12345678".utf8)) == nil)
    }
}
