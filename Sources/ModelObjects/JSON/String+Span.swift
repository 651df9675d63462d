// Invariant
// 1. The buffer is read only inside the closure, while it is valid.

extension String {
    /// The text of UTF-8 bytes; invalid sequences are repaired.
    init(copying utf8: Span<UInt8>) {
        self = unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }  // 1
    }
}
