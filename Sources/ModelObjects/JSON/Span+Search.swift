import Foundation

// Invariant
// 1. Words and bytes are read only inside the span: at positions up to `count - 8`, and below `count`.

extension Span<UInt8> {
    /// The position of the first such byte from a position on.
    func firstIndex(of byte: UInt8, from first: Int) -> Int? {
        unsafe withUnsafeBytes { bytes in
            guard first < bytes.count, let base = bytes.baseAddress,
                let found = unsafe memchr(base + first, CInt(byte), bytes.count - first)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base  // 1
        }
    }

    /// The number of such bytes.
    func count(of byte: UInt8) -> Int {
        unsafe withUnsafeBytes { unsafe $0.reduce(0) { $0 &+ ($1 == byte ? 1 : 0) } }  // 1
    }

    /// Searches eight bytes, and returns a word with the high bit of each one that is found.
    ///
    /// - Parameters:
    ///   - bits: Bits that may differ.
    ///   - position: The position of the first of the eight bytes, at most `count - 8`.
    @inline(__always)
    func matches(_ byte: UInt8, ignoring bits: UInt8 = 0, at position: Int) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = 0x7F &* ones
        let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)  // 1
        let other = (UInt64(littleEndian: word) | UInt64(bits) &* ones) ^ (UInt64(byte | bits) &* ones)
        return ~(((other & low) &+ low) | other | low)
    }
}
