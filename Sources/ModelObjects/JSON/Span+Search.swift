// Invariant
// 1. Words and bytes are read only inside the span: at positions up to `count - 8`, and below `count`.

extension Span<UInt8> {
    /// The position of the first such byte from a position on.
    func firstIndex(of byte: UInt8, from first: Int) -> Int? {
        var position = first
        while position &+ 8 <= count {
            let found = matches(byte, at: position)
            if found != 0 { return position &+ found.trailingZeroBitCount &>> 3 }
            position &+= 8
        }
        while position < count {
            if unsafe self[unchecked: position] == byte { return position }  // 1
            position &+= 1
        }
        return nil
    }

    /// The number of such bytes.
    func count(of byte: UInt8) -> Int {
        var found = 0
        var position = 0
        while position &+ 8 <= count {
            found &+= matches(byte, at: position).nonzeroBitCount
            position &+= 8
        }
        while position < count {
            if unsafe self[unchecked: position] == byte { found &+= 1 }  // 1
            position &+= 1
        }
        return found
    }

    /// The high bit of each of eight bytes that is such a byte, at a position up to `count - 8`.
    ///
    /// - Parameter bits: Bits that may differ.
    @inline(__always)
    func matches(_ byte: UInt8, ignoring bits: UInt8 = 0, at position: Int) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = 0x7F &* ones
        let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)  // 1
        let other = (UInt64(littleEndian: word) | UInt64(bits) &* ones) ^ (UInt64(byte | bits) &* ones)
        return ~(((other & low) &+ low) | other | low)
    }
}
