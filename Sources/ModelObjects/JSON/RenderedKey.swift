// Invariants
// 1. The bytes are filled by init, never changed afterwards and never freed: keys are rendered once for a class, and a
//    class's schema lives as long as the process.
// 2. The allocation extends past the key's end to the next multiple of 16 from its start, so copying 16 bytes at a time
//    until the end is reached stays inside.

/// A key as JSON text, with quotes, escapes and colon, rendered once and copied for every object.
///
/// The memory of a rendered key is never freed, so that a key is two plain words, and writing it retains
/// nothing. With an array of bytes, writing a user of 28 properties took 1.4 times as long.
@safe struct RenderedKey: BitwiseCopyable, @unchecked Sendable {  // 1
    let start: UnsafeRawPointer
    let count: Int

    init(_ key: String) {
        var writer = JSONWriter(capacity: key.utf8.count + 4)
        writer.key(key)
        count = writer.count
        let paddedCount = (count + 15) / 16 * 16  // 2
        let padded = UnsafeMutableRawPointer.allocate(byteCount: paddedCount, alignment: 16)
        unsafe padded.initializeMemory(as: UInt8.self, repeating: 0, count: paddedCount)
        unsafe padded.copyMemory(from: writer.start, byteCount: count)
        unsafe start = UnsafeRawPointer(padded)
    }
}
