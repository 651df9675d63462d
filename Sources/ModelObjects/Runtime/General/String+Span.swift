import Foundation

// Invariants
// 1. The buffer is read only inside the closure, while it is valid.
// 2. The bytes before the returned count are initialized, and there are at most as many as the capacity.
// 3. The word is inside the buffer: it is read only if there are eight bytes.
// 4. A buffer for a fold has room for as many bytes as are folded.

extension String {
    /// The text of UTF-8 bytes; invalid sequences are repaired.
    init(copying utf8: Span<UInt8>) {
        self = unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }  // 1
    }

    /// The text of UTF-8 bytes that a closure gives by their positions; invalid sequences are repaired.
    ///
    /// (`String(decoding:as:)` takes 50 times as long for bytes that aren't stored one after the other.)
    @inline(__always)
    init(utf8Count count: Int, _ byte: (Int) -> UInt8) {
        self = unsafe String(unsafeUninitializedCapacity: count) { buffer in
            for position in 0..<count { unsafe buffer[position] = byte(position) }
            return count  // 2
        }
    }

    /// Lends the UTF-8 bytes.
    @inline(__always)
    func withUTF8Span<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try unsafe withUTF8Bytes { try unsafe body($0.span) }  // 1
    }

    /// Lends the UTF-8 bytes as a buffer, to code that reads words of them.
    @inline(__always)
    @unsafe func withUTF8Bytes<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        // `withUTF8` requires a copy, which would be retained.
        if let result = try unsafe utf8.withContiguousStorageIfAvailable(body) { return result }  // 1
        var copy = self
        return try copy.withUTF8(body)  // 1
    }

    /// Whether another string has the same bytes. (Equal strings may have different ones.)
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && byteOrder(to: other) == 0
    }

    /// The order of the UTF-8 bytes, which is that of the Unicode scalars: negative if this string is before the other
    /// one, 0 if both have the same bytes.
    @inline(never)
    func byteOrder(to other: String) -> Int {
        if StringBits(self) == StringBits(other) { return 0 }
        return unsafe withUTF8Bytes { left in
            unsafe other.withUTF8Bytes { right in
                guard let start = left.baseAddress, let otherStart = right.baseAddress else {
                    return left.count - right.count
                }
                let order = unsafe memcmp(start, otherStart, min(left.count, right.count))  // 1
                return order == 0 ? left.count - right.count : Int(order)
            }
        }
    }

    /// The first eight bytes as a number, which has their order; zeros follow a shorter text.
    var firstBytes: UInt64 {
        unsafe withUTF8Bytes { bytes in
            if bytes.count >= 8, let start = unsafe UnsafeRawPointer(bytes.baseAddress) {
                return UInt64(bigEndian: unsafe start.loadUnaligned(as: UInt64.self))  // 3
            }
            let word = unsafe bytes.reduce(0) { $0 << 8 | UInt64($1) }  // 1
            return word << (8 * (8 - bytes.count))
        }
    }

    /// An ASCII text in lower case, without `_`, `-` and spaces; nil if the text is not ASCII.
    var foldedASCII: String? {
        withUTF8Span { bytes in
            guard bytes.indices.allSatisfy({ bytes[$0] < 0x80 }) else { return nil }
            return unsafe String(unsafeUninitializedCapacity: bytes.count) {
                unsafe foldASCII(bytes, into: $0)
            }
        }
    }
}

/// Writes ASCII bytes in lower case, without `_`, `-` and spaces, and returns their number.
@inline(__always)
func foldASCII(_ bytes: Span<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    for index in bytes.indices {
        let byte = bytes[index]
        if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") { continue }
        let isCapital = byte &- UInt8(ascii: "A") < 26
        unsafe buffer[count] = isCapital ? byte | 0x20 : byte  // 2, 4
        count += 1
    }
    return count
}
