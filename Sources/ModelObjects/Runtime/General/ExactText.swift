/// A text as the key of a dictionary, compared by its bytes. (Equal Strings may have different ones.)
///
/// Invariant
/// 1. The buffer is read only inside the closure, while it is valid.
struct ExactText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactText, right: ExactText) -> Bool { left.text.hasSameBytes(as: right.text) }

    func hash(into hasher: inout Hasher) {
        unsafe text.withUTF8Bytes { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }  // 1
    }
}
