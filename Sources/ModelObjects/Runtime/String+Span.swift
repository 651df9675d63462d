// Invariants
// 1. The buffer is read only inside the closure, while it is valid.
// 2. The bytes before the returned count are initialised, and there are at most as many as in the text.

extension String {
    /// The text of UTF-8 bytes; invalid sequences are repaired.
    init(copying utf8: Span<UInt8>) {
        self = unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }  // 1
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
        if StringBits(self) == StringBits(other) { return true }
        guard utf8.count == other.utf8.count else { return false }
        return withUTF8Span { bytes in
            other.withUTF8Span { others in bytes.indices.allSatisfy { bytes[$0] == others[$0] } }
        }
    }

    /// An ASCII text with each byte changed, or left out for nil; nil if the text is not ASCII.
    func mappingASCII(_ change: (UInt8) -> UInt8?) -> String? {
        withUTF8Span { bytes in
            guard bytes.indices.allSatisfy({ bytes[$0] < 0x80 }) else { return nil }
            return unsafe String(unsafeUninitializedCapacity: bytes.count) { buffer in
                var count = 0
                for index in bytes.indices {
                    guard let byte = change(bytes[index]) else { continue }
                    unsafe buffer[count] = byte  // 2
                    count += 1
                }
                return count
            }
        }
    }
}
