// Invariant
// 1. Words and bytes are read only inside the span: at positions up to `count - 8`, and below `count`.

extension Span<UInt8> {
    /// The position of the first such byte from a position on.
    func firstIndex(of byte: UInt8, from first: Int) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var position = first
        while position &+ 8 <= count {
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)  // 1
            let other = UInt64(littleEndian: word) ^ (UInt64(byte) &* ones)
            let found = (other &- ones) & ~other & (0x80 &* ones)
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
        for position in 0..<count where unsafe self[unchecked: position] == byte { found &+= 1 }  // 1
        return found
    }
}
