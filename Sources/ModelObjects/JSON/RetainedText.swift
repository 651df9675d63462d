/// The text of one call, for readers that may also be made after it.
///
/// Code that gets a decoder can keep it after the call. The bytes are only lent for the call, so they are
/// copied at its end if this object is still referenced.
///
/// Invariants
/// 1. The bytes of `reader` are readable: until `keep` is called, because `withJSONReader` lends them; then because
///    they are in `copy`.
/// 2. The owner calls `keep` before the bytes are no longer lent, unless nothing else refers to the object.
@safe
final class RetainedText {
    private(set) var reader: JSONReader
    private var copy: TextCopy?

    /// - Parameter reader: A reader of the text, which `withJSONReader` lends.
    init(_ reader: JSONReader) { self.reader = reader }

    /// A reader at a position, with as many levels left as its container has.
    @inline(__always)
    func reader(at offset: Int, remainingDepth: Int32) -> JSONReader {
        var reader = reader
        reader.seek(to: offset)
        reader.remainingDepth = remainingDepth
        return reader
    }

    /// Copies the bytes.
    ///
    /// - Parameter shared: The copy for all objects with the same bytes; made if it is nil.
    func keep(_ shared: inout TextCopy?) {
        let copy = shared ?? TextCopy(reader)
        (shared, self.copy) = (copy, copy)
        reader = copy.reader
    }
}

/// A copy of a text.
///
/// Invariant
/// 1. The bytes of `reader` are allocated and freed with this object, and never written after its initializer.
@safe
final class TextCopy {
    let reader: JSONReader
    private let bytes: UnsafeMutablePointer<UInt8>

    init(_ original: JSONReader) {
        let count = original.byteCount
        unsafe bytes = .allocate(capacity: max(count, 1))
        unsafe bytes.initialize(from: original.start, count: count)
        unsafe reader = JSONReader(
            UnsafeBufferPointer(start: bytes, count: count), from: 0, maximumDepth: original.maximumDepth)
    }

    deinit { unsafe bytes.deallocate() }  // Invariant 1.
}
