/// What type a value of type `Any` has, told by a word, without a cast.
///
/// Invariants
/// 1. An `Any` is a buffer of three words and the type of what is in it, as a fourth (Swift ABI, TypeLayout.rst,
///    "Opaque Existential Containers").
/// 2. The buffer holds a value of up to three words, with the alignment of a word at most, itself, if it can be moved
///    by its bits: such are String, Int, Double, Bool, every reference, an array and a dictionary.
/// 3. Bits are reinterpreted only where the two types are one.

/// The type as which a value was put into its Any.
///
/// Unlike `type(of:)` it does not ask an object for its class, nor look through an Any that generic code put into a
/// second Any, whose words are not the value's.
@inline(__always)
func boxedType(of value: Any) -> any Any.Type {
    unsafe withUnsafePointer(to: value) { container in
        unsafe UnsafeRawPointer(container).load(
            fromByteOffset: 3 * MemoryLayout<UInt>.stride, as: Any.Type.self)  // Invariant 1.
    }
}

/// The value as one of the types of invariant 2, where it was put into its Any as that.
@inline(__always)
func inlineValue<Target>(_ value: Any, as target: Target.Type) -> Target? {
    guard boxedType(of: value) == target else { return nil }
    // Settled by the compiler. (On arm64_32 a Double is aligned to two words, and lies elsewhere.)
    if MemoryLayout<Target>.size > 3 * MemoryLayout<UInt>.stride
        || MemoryLayout<Target>.alignment > MemoryLayout<UInt>.alignment
    {
        return exactly(value, as: target)
    }
    return unsafe withUnsafePointer(to: value) { container in
        unsafe UnsafeRawPointer(container).load(as: Target.self)  // Invariants 2 and 3.
    }
}

/// The value as a `Target`, where that is exactly its type: what `as?` answers, without the dynamic cast
/// and, on Linux, without Foundation's bridging (a Bool never comes out as an Int).
@inline(__always)
func exactly<Target>(_ value: Any, as target: Target.Type) -> Target? {
    func open<Source>(_ source: Source) -> Target? {
        // Invariant 3.
        if Source.self == Target.self { return unsafe unsafeBitCast(source, to: Target.self) }
        // Generic code puts an Any into a second Any, where its type would not be seen.
        if Source.self == Any.self { return exactly(unsafe unsafeBitCast(source, to: Any.self), as: target) }
        return nil
    }
    return _openExistential(value, do: open)
}
