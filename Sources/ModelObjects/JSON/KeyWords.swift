import Foundation

/// The first and the last eight bytes of a key and its length, to compare keys without their text.
///
/// Up to 16 bytes, they are the whole key. Worked example: `user_name` has the words `user_nam` and `ser_name`, and the
/// length 9; `id` has the words `id` and 0, and the length 2.
///
/// Invariants
/// 1. Words are loaded from inside the key's bytes: a key of fewer than eight is loaded by `partialWord`, which reads
/// no others.
@safe
struct KeyWords: BitwiseCopyable {
    let first: UInt64
    let last: UInt64
    let count: Int

    @unsafe
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        count = bytes.count
        guard let base = bytes.baseAddress, count > 0 else {
            (first, last) = (0, 0)
            return
        }
        if count < 8 {
            (first, last) = (unsafe SpellingTable.partialWord(UnsafeRawPointer(base), count: count), 0)  // 1
        } else {
            first = unsafe JSONReader.word(at: base)  // 1
            last = unsafe JSONReader.word(at: base + (count - 8))  // 1
        }
    }

    init(_ key: String) {
        self = unsafe key.withUTF8Bytes { unsafe KeyWords($0) }
    }

    @inline(__always)
    var isWhole: Bool { count <= 16 }

    /// Whether none of the bytes in the words is above 0x7F.
    @inline(__always)
    var isASCII: Bool { (first | last) & JSONReader.highBits == 0 }

    @inline(__always)
    func isEqual(_ other: KeyWords) -> Bool {
        first == other.first && last == other.last && count == other.count
    }

    @inline(__always)
    var hash: UInt64 {
        SpellingTable.mix(SpellingTable.mix(UInt64(truncatingIfNeeded: count), first), last)
    }
}

extension JSONReader {
    /// The words of a key without escapes.
    @inline(__always)
    func words(of text: JSONString) -> KeyWords {
        // Invariant 4.
        unsafe KeyWords(UnsafeBufferPointer(start: start + text.offset, count: text.count))
    }

    /// Whether a key without escapes has the bytes of a String.
    func isEqual(_ text: JSONString, _ key: String) -> Bool {
        // Invariant 4.
        unsafe key.withUTF8Bytes { bytes in
            guard let first = bytes.baseAddress else { return text.count == 0 }
            return unsafe bytes.count == text.count && memcmp(start + text.offset, first, text.count) == 0
        }
    }
}
