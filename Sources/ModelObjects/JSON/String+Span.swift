// Invariant
// 1. The buffer is read inside of the closure alone, for which it is valid.

extension String {
    /// The text of UTF-8 bytes; what is not UTF-8 is repaired.
    init(copying utf8: Span<UInt8>) {
        self = unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }  // 1
    }
}
