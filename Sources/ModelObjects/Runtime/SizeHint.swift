/// A size that was needed before, remembered across threads: a guess for the next one, never more than that.
///
/// It is stored only where it changed by more than an eighth, so that threads which write objects of one
/// class do not take the memory from each other.
@safe
final class SizeHint: @unchecked Sendable {  // The word is only reached through `AtomicPointer`.
    /// The size as the bits of a pointer: the first stored property, for `AtomicPointer`.
    private var word: UnsafeRawPointer?

    init() {
        unsafe word = nil
    }

    /// The last size noted, about; 0 at first.
    @inline(__always)
    var last: Int {
        unsafe Int(bitPattern: AtomicPointer(firstPropertyOf: self).load())
    }

    /// Notes a size that was needed.
    @inline(__always)
    func record(_ needed: Int) {
        let last = last
        guard abs(needed - last) > last / 8 else { return }
        // Of two threads one may be lost.
        unsafe AtomicPointer(firstPropertyOf: self).store(
            UnsafeRawPointer(bitPattern: needed), over: UnsafeRawPointer(bitPattern: last))
    }
}
