/// What type a value of type `Any` has, told by a word, without a cast.
///
/// Invariants
/// 1. An `Any` is a buffer of three words and the type of what is in it, as a fourth (Swift ABI, TypeLayout.rst,
///    "Opaque Existential Containers").
/// 2. The buffer holds a value of up to three words, with the alignment of a word at most, itself, if it can be moved
///    by its bits: such are String, Int, Double, Bool, every reference, an array and a dictionary.
/// 3. Bits are reinterpreted only where the two types are one.
/// 4. Invariants 1 and 2 are relied on only after they were verified (`UntypedLayout.isVerified`): by callers of what is
///    marked as unchecked, which have a slow way besides.

/// Whether the words of an `Any` were found to be what is assumed.
enum UntypedLayout {
    /// Not nil where they were; written once, by `RuntimeShortcuts`.
    @exclusivity(unchecked)
    private nonisolated(unsafe) static var mark: UnsafeRawPointer? = nil

    @inline(__always)
    private static var word: AtomicPointer {
        // The storage of a static variable does not move.
        unsafe withUnsafeMutablePointer(to: &mark) { unsafe AtomicPointer(at: $0) }
    }

    /// False, which is right and only slower, until the first schema or release plan is made.
    @inline(__always)
    static var isVerified: Bool { unsafe word.load() != nil }

    static func setVerified() { unsafe word.store(UnsafeRawPointer(bitPattern: 1), over: nil) }
}

/// The type as which a value was put into its Any.
///
/// Unlike `type(of:)` it does not ask an object for its class, nor look through an Any that generic code put into a
/// second Any, whose words are not the value's.
@inline(__always)
func boxedType(of value: Any) -> any Any.Type {
    UntypedLayout.isVerified ? uncheckedBoxedType(of: value) : openedType(of: value)
}

/// The same, without looking at the words of the Any.
@inline(never)
func openedType(of value: Any) -> any Any.Type {
    func open<Source>(_ source: Source) -> any Any.Type { Source.self }
    return _openExistential(value, do: open)
}

/// The same, where the layout is verified: invariant 4 is the caller's.
@inline(__always)
func uncheckedBoxedType(of value: Any) -> any Any.Type {
    unsafe withUnsafePointer(to: value) { container in
        unsafe UnsafeRawPointer(container).load(
            fromByteOffset: 3 * MemoryLayout<UInt>.stride, as: Any.Type.self)  // Invariant 1.
    }
}

/// The value as one of the types of invariant 2, where it was put into its Any as that, and the layout is verified:
/// invariant 4 is the caller's.
@inline(__always)
func uncheckedInlineValue<Target>(_ value: Any, as target: Target.Type) -> Target? {
    inlineValue(value, boxedAs: uncheckedBoxedType(of: value), as: target)
}

/// The type as which a value was put into its Any; nil where the layout is not verified.
@inline(__always)
func verifiedBoxedType(of value: Any) -> (any Any.Type)? {
    UntypedLayout.isVerified ? uncheckedBoxedType(of: value) : nil
}

/// The value as one of the types of invariant 2, where that is the type as which it was put into its Any; nil where that
/// is another one, or nil, as `verifiedBoxedType` has it.
@inline(__always)
func inlineValue<Target>(_ value: Any, boxedAs type: (any Any.Type)?, as target: Target.Type) -> Target? {
    guard type == target else { return nil }
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

/// The object that an Any holds, whose class is known to be `Target` or a subclass of it.
@inline(__always)
@unsafe func boxedObject<Target: AnyObject>(_ value: Any, as target: Target.Type) -> Target {
    guard UntypedLayout.isVerified else { return unsafe unsafeDowncast(value as AnyObject, to: Target.self) }
    return unsafe withUnsafePointer(to: value) { container in
        unsafe UnsafeRawPointer(container).load(as: Target.self)  // Invariant 2.
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

/// The value as a `Target`, if two types are the same, which makes `Source` and `Target` the same too: `any P<Left>` and
/// `any P<Right>`.
///
/// Unlike `as?` it only asks the runtime to compare two plain types: casts to `any P<T>` work only on the newest of the
/// oldest systems.
@inline(__always)
func rebound<Source, Target, Left, Right>(
    _ value: Source, as target: Target.Type, if left: Left.Type, is right: Right.Type
) -> Target? {
    left == right ? unsafe unsafeBitCast(value, to: Target.self) : nil  // Invariant 3.
}
