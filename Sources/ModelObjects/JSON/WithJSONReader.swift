import Foundation

/// Lends a reader over bytes; a leading byte order mark is skipped.
///
/// Invariant: the reader is used only inside the closure, while the bytes are lent (invariant 1 of
/// `JSONReader`).
@inline(__always)
func withJSONReader<Result>(
    _ data: Data, maximumDepth: Int = 512, _ body: (inout JSONReader) throws -> Result
) rethrows -> Result {
    try unsafe data.withUnsafeBytes { raw in
        try unsafe raw.withMemoryRebound(to: UInt8.self) { bytes in
            var reader = unsafe JSONReader(
                bytes, from: byteOrderMarkLength(bytes), maximumDepth: maximumDepth)
            return try body(&reader)
        }
    }
}

/// Lends a reader over a text's UTF-8.
@inline(__always)
func withJSONReader<Result>(
    _ text: String, maximumDepth: Int = 512, _ body: (inout JSONReader) throws -> Result
) rethrows -> Result {
    var text = text
    return try text.withUTF8 { bytes in
        var reader = unsafe JSONReader(bytes, from: byteOrderMarkLength(bytes), maximumDepth: maximumDepth)
        return try body(&reader)
    }
}

/// Lends a reader over a part of a text, whose first byte has offset 0.
func withJSONReader<Result>(
    _ bytes: [UInt8], in range: Range<Int>, maximumDepth: Int = 512,
    _ body: (inout JSONReader) throws -> Result
) rethrows -> Result {
    try unsafe bytes.withUnsafeBufferPointer { bytes in
        let part = unsafe UnsafeBufferPointer(rebasing: bytes[range])
        var reader = unsafe JSONReader(part, from: 0, maximumDepth: maximumDepth)
        return try body(&reader)
    }
}

@inline(__always)
private func byteOrderMarkLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
}
