// Invariant
// 1. The eight bytes that are read at once are elements of the array, as the precondition checks. (Reading them one by one
//    takes 4 % more instructions for writing an archive.)

/// Numbers and markers in the encoding of property lists.
extension [UInt8] {
    mutating func appendPlistMarker(_ marker: UInt8, count: Int) {
        if count < PlistObject.Marker.longCount {
            append(marker | UInt8(count))
        } else {
            append(marker | PlistObject.Marker.longCount)
            appendPlistInteger(Int64(count))
        }
    }

    /// The size of what `appendPlistMarker` appends.
    static func plistMarkerSize(count: some FixedWidthInteger) -> Int {
        // The size of a long count is in an integer object.
        count < PlistObject.Marker.longCount ? 1 : 2 + size(holding: UInt64(count))
    }

    /// Appends an integer object; a negative one takes eight bytes.
    mutating func appendPlistInteger(_ value: Int64) {
        let bits = UInt64(bitPattern: value)
        let size = Self.size(holding: bits)
        append(PlistObject.Marker.integer | UInt8(size.trailingZeroBitCount))
        appendBigEndian(bits, size: size)
    }

    /// The sizes of numbers that Apple's writer uses.
    static func size(holding number: UInt64) -> Int {
        switch number {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }

    /// The unsigned number in the `size` (at most 8) bytes from `position`.
    @inline(__always)
    func bigEndian(at position: Int, size: Int) -> UInt64 {
        // The usual sizes of numbers in a file, each without a loop.
        switch size {
        case 1: return UInt64(self[position])
        case 2: return UInt64(self[position]) << 8 | UInt64(self[position + 1])
        case 4:
            let high = UInt64(self[position]) << 24 | UInt64(self[position + 1]) << 16
            return high | UInt64(self[position + 2]) << 8 | UInt64(self[position + 3])
        case 8:
            precondition(position >= 0 && position <= count - 8)
            let word = unsafe withUnsafeBytes {
                unsafe $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)  // 1
            }
            return UInt64(bigEndian: word)
        default:
            var number: UInt64 = 0
            for index in position..<(position + size) { number = number << 8 | UInt64(self[index]) }
            return number
        }
    }

    /// The text of big-endian UTF-16, with U+FFFD for each unpaired surrogate.
    func text(utf16 range: Range<Int>) -> String {
        let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).lazy.map {
            UInt16(self[$0]) << 8 | UInt16(self[$0 + 1])
        }
        // `String(decoding:as:)` does this without specialization for UTF-16, which takes five times as long.
        var text: [UInt8] = []
        text.reserveCapacity(range.count / 2 * 3)
        _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
            text.append($0)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the low `size` bytes of a number.
    @inline(__always)
    mutating func appendBigEndian(_ number: UInt64, size: Int) {
        var shift = size * 8
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }
}
