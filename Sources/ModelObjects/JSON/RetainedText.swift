/// The text of one call, for readers that may also be made after it.
///
/// Code that gets a decoder can keep it after the call. The bytes are only lent for the call, so they are
/// copied at its end if this object is still referenced.
///
/// Invariants
/// 1. The bytes of `reader` are readable: until `keep` is called, because `withJSONReader` lends them; then because
///    they are in `copy`, which is freed with this object.
/// 2. The owner calls `keep` before the bytes are no longer lent, unless nothing else refers to the object.
@safe
final class RetainedText {
    private(set) var reader: JSONReader
    private var copy: UnsafeMutablePointer<UInt8>?

    /// - Parameter reader: A reader of the text, which `withJSONReader` lends.
    init(_ reader: JSONReader) { self.reader = reader }

    deinit { unsafe copy?.deallocate() }  // Invariant 1.

    /// A reader at a position, with as many levels left as its container has.
    @inline(__always)
    func reader(at offset: Int, remainingDepth: Int32) -> JSONReader {
        var reader = reader
        reader.seek(to: offset)
        reader.remainingDepth = remainingDepth
        return reader
    }

    /// Copies the bytes.
    func keep() {
        let count = reader.byteCount
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(count, 1))
        unsafe bytes.initialize(from: reader.start, count: count)
        unsafe copy = bytes
        unsafe reader = JSONReader(
            UnsafeBufferPointer(start: bytes, count: count), from: 0, maximumDepth: reader.maximumDepth)
    }
}
