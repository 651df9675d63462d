import Testing

@testable import ModelObjects

struct ScalarIndexTests {
    /// After the table was cleared, it finds the scalars that follow.
    @Test func repeatedScalarsAreFoundInATableOfLimitedSize() throws {
        var (index, bytes) = (ScalarIndex(maximumSlots: 64), [UInt8]())
        var found = 0
        for number in 0..<1_000 {
            for _ in 0..<2 {
                let start = bytes.count
                bytes.appendBigEndian(UInt64(number), size: 4)
                let digest = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
                if try !index.insert(start..<bytes.count, digest: digest, of: bytes).isNew { found += 1 }
            }
        }
        #expect(found > 950)
    }

    /// Digests with the same low bits, with the same high bits, and with all bits the same.
    @Test(
        arguments: [
            { UInt64($0) << 32 }, { UInt64($0) }, { UInt64($0) &* 0x9E37_79B9_0000_0000 }, { _ in 7 },
        ] as [@Sendable (Int) -> UInt64])
    func collidingDigestsTakeLittleTime(_ digest: @Sendable (Int) -> UInt64) throws {
        var (index, bytes) = (ScalarIndex(), [UInt8]())
        var (added, wrong) = (0, 0)
        let count = Effort.count(40_000, atLeast: 8_000)
        for number in Array(0..<count) + Array(0..<count) {
            let start = bytes.count
            bytes.appendBigEndian(UInt64(number), size: 4)
            let (found, isNew) = try index.insert(start..<bytes.count, digest: digest(number), of: bytes)
            if isNew { added += 1 } else { bytes.removeLast(4) }
            if Int(found) != (isNew ? added - 1 : number) { wrong += 1 }
        }
        #expect(wrong == 0 && added >= count)
        #expect(digest(0) == digest(1) || added == count, "Each scalar is found again.")
    }
}
