// Writes strings from an object's memory as JSON text. The writer borrows a String in place, so no copy of it is
// retained.
//
// Invariants: those of PropertyStorage.swift, and
// 1. The writer runs no foreign code, so the property cannot change while its bytes are borrowed.

extension PropertyStorage {
    @inline(__always)
    func write(stringAt offset: Int, to writer: inout JSONWriter) {
        unsafe writer.value(stringAt: address(at: offset))  // 1
    }

    /// Whether an optional String property is nil.
    @inline(__always)
    func isNilString(at offset: Int) -> Bool {
        unsafe address(at: offset).assumingMemoryBound(to: String?.self).pointee == nil  // 2
    }
}
