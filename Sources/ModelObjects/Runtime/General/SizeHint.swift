/// A recently needed size, shared by all threads and used only as a guess for the next one.
///
/// It is stored only if it changed by more than an eighth, so that threads that write objects of one class don't
/// contend for the cache line.
@safe
final class SizeHint: @unchecked Sendable {  // The word is accessed only through `AtomicPointer`.
    /// The size as the bits of a pointer: the first stored property, for `AtomicPointer`.
    private var word: UnsafeRawPointer?

    /// The approximate last size recorded; 0 at first.
    @inline(__always)
    var last: Int {
        unsafe Int(bitPattern: AtomicPointer(firstPropertyOf: self).load())
    }

    /// Records a size that was needed.
    @inline(__always)
    func record(_ needed: Int) {
        let last = last
        guard abs(needed - last) > last / 8 else { return }
        // If two threads store at once, one size may be lost.
        unsafe AtomicPointer(firstPropertyOf: self).store(
            UnsafeRawPointer(bitPattern: needed), over: UnsafeRawPointer(bitPattern: last))
    }
}
