/// Reads the type of a value of type `Any` from one of its words, without a cast.
///
/// Invariants
/// 1. An `Any` is a buffer of three words, followed by the type of the value in it as a fourth (Swift ABI,
///    TypeLayout.rst, "Opaque Existential Containers").
/// 2. The buffer holds a value inline if it has at most three words, at most the alignment of a word, and can be moved
///    by its bits: String, Int, Double, Bool, every reference, an array and a dictionary are such values.
/// 3. Bits are reinterpreted only if the two types are the same.
/// 4. Invariants 1 and 2 are relied on only after they were verified (`UntypedLayout.isVerified`). Each place that
///    relies on them has a slower path for layouts that were not.

enum UntypedLayout {
    /// Whether the words of an `Any` and the storage of a dictionary are as assumed.
    ///
    /// Verified at the first use of such a value, because models that are read from bytes need none.
    static let isVerified =
        RuntimeShortcuts.enabled.contains(.layout) && RuntimeObservations.ofUntypedValues().areAsExpected
}

/// The static type with which a value was put into its Any.
///
/// Unlike `type(of:)`, it doesn't return the dynamic class of an object, and doesn't look into an Any that
/// generic code has put into a second Any.
@inline(__always)
func boxedType(of value: Any) -> any Any.Type {
    LentValue.lend(value) { $0.boxedType } ?? openedType(of: value)
}

/// The same, without reading the words of the Any.
@inline(never)
func openedType(of value: Any) -> any Any.Type {
    func open<Source>(_ source: Source) -> any Any.Type { Source.self }
    return _openExistential(value, do: open)
}

/// The value with its own type, if it is in its Any as a value of a protocol type, such as `any Hashable`; nil for any
/// other value.
@inline(never)
func unwrappedExistential(_ value: Any) -> Any? {
    let boxed = openedType(of: value)
    let type = type(of: value)
    if boxed == type || boxed is AnyClass { return nil }
    func unwrap<Target>(_: Target.Type) -> Any? { (value as? Target).map { $0 as Any } }
    guard let unwrapped = _openExistential(type, do: unwrap), openedType(of: unwrapped) != boxed else {
        return nil
    }
    return unwrapped
}

/// The object that an Any holds, whose class is known to be `Target` or a subclass of it.
@inline(__always)
@unsafe func boxedObject<Target: AnyObject>(_ value: Any, as target: Target.Type) -> Target {
    guard UntypedLayout.isVerified else { return unsafe unsafeDowncast(value as AnyObject, to: Target.self) }
    return unsafe withUnsafePointer(to: value) { container in
        unsafe UnsafeRawPointer(container).load(as: Target.self)  // Invariant 2.
    }
}

/// The value as a `Target`, if that is exactly its type.
///
/// The result is that of `as?`, without the dynamic cast and, on Linux, without Foundation's bridging (a Bool never
/// becomes an Int).
@inline(__always)
func exactly<Target>(_ value: Any, as target: Target.Type) -> Target? {
    func open<Source>(_ source: Source) -> Target? {
        // Invariant 3.
        if Source.self == Target.self { return unsafe unsafeBitCast(source, to: Target.self) }
        // Generic code puts an Any into a second Any, which hides its type.
        if Source.self == Any.self { return exactly(unsafe unsafeBitCast(source, to: Any.self), as: target) }
        return nil
    }
    return _openExistential(value, do: open)
}

/// The value as a `Target`, which is its type.
///
/// Generic code that is not specialized gets no Optional of the type, whose metadata the runtime would look up.
@inline(__always)
func identical<Source, Target>(_ value: Source, as target: Target.Type) -> Target {
    precondition(Source.self == Target.self)
    return unsafe unsafeBitCast(value, to: Target.self)  // Invariant 3.
}

/// The value as a `Target`, if two types are the same, which makes `Source` and `Target` the same too: `any P<Left>`
/// and `any P<Right>`.
///
/// Unlike `as?`, it only asks the runtime to compare two plain types: casts to `any P<T>` require a newer runtime than
/// the oldest supported systems have.
@inline(__always)
func rebound<Source, Target, Left, Right>(
    _ value: Source, as target: Target.Type, if left: Left.Type, is right: Right.Type
) -> Target? {
    left == right ? unsafe unsafeBitCast(value, to: Target.self) : nil  // Invariant 3.
}
