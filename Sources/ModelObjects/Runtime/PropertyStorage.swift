/// Typed loads and stores of an object's stored properties: every access of the library to an object's memory
/// that the compiler did not check goes through here.
///
/// Invariants
/// 1. The object is alive for the whole call: it is passed as a guaranteed parameter, and nothing
///    here keeps its address.
/// 2. `offset` and `Value` come from one `StoredField` of the object's dynamic class or of a superclass of
///    it, so the memory at `offset` holds an initialised `Value`, aligned for it. (A subclass never moves the
///    fields of its superclass.)
/// 3. The field is a strong `var`: plain assignment retains the new value and releases the old one, as the
///    compiler's own store would, and no weak or unowned bookkeeping is bypassed.
/// 4. One object is used by one thread at a time, as any class. A hook may read and write the object while it
///    is filled, but no access here spans a call to foreign code: values are made first and stored after.
/// 5. `exactly` reinterprets bits only where the two types are one.
/// 6. Where a class reference is stored as one of a superclass, its object is of the declared class: the
///    mapper made it from the property's own `modelClass`, or of a subclass that it checked.
/// 7. An `Any` keeps a value of up to three words, with the alignment of a word at most, in its own first three
///    words (Swift ABI, TypeLayout.rst, "Opaque Existential Containers"); String, Int, Double and Bool are such.
/// 8. A value with the bits of a literal is that literal, which owns nothing: `""`, and nil.
@safe
struct PropertyStorage {
    private let base: UnsafeMutableRawPointer

    /// The storage of one object, to be used while the caller keeps the object alive.
    @inline(__always)
    init(_ object: ModelObject) {
        unsafe base = Unmanaged.passUnretained(object).toOpaque()  // Invariant 1.
    }

    /// Assigns a value; the old one is released.
    @inline(__always)
    func store<Value>(_ value: Value, at offset: Int, as type: Value.Type = Value.self) {
        unsafe (base + offset).assumingMemoryBound(to: Value.self).pointee = value  // Invariants 2, 3, 4.
    }

    /// Assigns a String; what most hold before, `""`, is not released.
    @inline(__always)
    func store(string value: String, at offset: Int) {
        unsafe store(value, at: (base + offset).assumingMemoryBound(to: String.self), over: "")
    }

    /// Assigns an optional String; what most hold before, nil, is not released.
    @inline(__always)
    func store(optionalString value: String?, at offset: Int) {
        unsafe store(value, at: (base + offset).assumingMemoryBound(to: String?.self), over: nil)
    }

    @inline(__always)
    private func store<Value>(
        _ value: Value, at place: UnsafeMutablePointer<Value>, over literal: Value
    ) {
        #if _pointerBitWidth(_64)
        let old = unsafe UnsafeRawPointer(place).load(as: (UInt64, UInt64).self)
        if unsafe old == unsafeBitCast(literal, to: (UInt64, UInt64).self) {
            unsafe place.initialize(to: value)  // Invariants 2, 8.
            return
        }
        #endif
        unsafe place.pointee = value  // Invariants 2, 3, 4.
    }

    /// Assigns a model; what most hold before, nil, is not released.
    @inline(__always)
    func store(model: ModelObject, at offset: Int) {
        let place = unsafe (base + offset).assumingMemoryBound(to: ModelObject?.self)
        if holdsObject(at: offset) {
            unsafe place.pointee = model
        } else {
            unsafe place.initialize(to: model)
        }
    }

    /// Whether a property that is a class reference, or an optional one, holds an object. (Nil is the null
    /// pointer.)
    @inline(__always)
    func holdsObject(at offset: Int) -> Bool {
        unsafe (base + offset).assumingMemoryBound(to: UInt.self).pointee != 0  // Invariant 2.
    }

    /// Assigns an array of models to a property of type `[Model]` or `[Model]?`, where all of them are of
    /// that class.
    ///
    /// Arrays of class references have one layout, a reference to a buffer of references, and a buffer
    /// releases its elements by its own element type, so a `[ModelObject]` may stand where a `[Model]` is
    /// declared (invariant 6: every element is a `Model`). An Optional of one is the same reference, or null.
    @inline(__always)
    func storeModels(_ models: [ModelObject], at offset: Int) {
        store(models, at: offset, as: [ModelObject]?.self)
    }

    /// Assigns a dictionary of models to a property of type `[String: Model]` or `[String: Model]?`: as
    /// `storeModels`, for the same reasons (a dictionary is a reference to its storage, which releases its
    /// values by its own type).
    @inline(__always)
    func storeModels(_ models: [String: ModelObject], at offset: Int) {
        store(models, at: offset, as: [String: ModelObject]?.self)
    }

    /// Whether the library keeps something with the object: `ModelObject.attachment`, which is the first
    /// stored property of all, behind the two words of the object's header.
    ///
    /// Read here, it costs no check for exclusive access.
    @inline(__always)
    var hasAttachment: Bool { holdsObject(at: 2 * MemoryLayout<UInt>.size) }

    /// Where a value is: valid as long as the object, to be read before anything else can store there.
    @inline(__always)
    @unsafe func address(at offset: Int) -> UnsafeRawPointer {
        unsafe UnsafeRawPointer(base + offset)
    }

    /// A copy of the value.
    @inline(__always)
    func load<Value>(_ type: Value.Type, at offset: Int) -> Value {
        unsafe (base + offset).assumingMemoryBound(to: Value.self).pointee  // Invariant 2.
    }
}

/// The value as one of the four common types, where that is exactly its type.
///
/// Invariant 7.
@inline(__always)
func inlineValue<Target>(_ value: Any, as target: Target.Type) -> Target? {
    // The type in the container's fourth word, not `type(of:)`: that looks through an Any which generic code
    // put into a second Any, whose first words are not the value.
    unsafe withUnsafePointer(to: value) { container in
        let words = unsafe UnsafeRawPointer(container)
        let type = unsafe words.load(fromByteOffset: 3 * MemoryLayout<UInt>.stride, as: UInt.self)
        guard unsafe type == unsafeBitCast(target as any Any.Type, to: UInt.self) else { return nil }
        return unsafe words.load(as: Target.self)
    }
}

/// Whether a value was put into its Any as one of the types that most values have and that hold no others:
/// as `inlineValue`, by the container's fourth word alone.
@inline(__always)
func isInlineScalar(_ value: Any) -> Bool {
    unsafe withUnsafePointer(to: value) { container in
        let type = unsafe UnsafeRawPointer(container).load(
            fromByteOffset: 3 * MemoryLayout<UInt>.stride, as: UInt.self)
        return unsafe type == unsafeBitCast(String.self as any Any.Type, to: UInt.self)
            || type == unsafeBitCast(Int.self as any Any.Type, to: UInt.self)
            || type == unsafeBitCast(Double.self as any Any.Type, to: UInt.self)
            || type == unsafeBitCast(Bool.self as any Any.Type, to: UInt.self)
    }
}

/// The value as a `Target`, where that is exactly its type: what `as?` answers, without the dynamic cast
/// and, on Linux, without Foundation's bridging (a Bool never comes out as an Int).
///
/// Invariant 5.
@inline(__always)
func exactly<Target>(_ value: Any, as target: Target.Type) -> Target? {
    func open<Source>(_ source: Source) -> Target? {
        // Invariant 5.
        if Source.self == Target.self { return unsafe unsafeBitCast(source, to: Target.self) }
        // Generic code puts an Any into a second Any, where its type would not be seen.
        if Source.self == Any.self { return exactly(unsafe unsafeBitCast(source, to: Any.self), as: target) }
        return nil
    }
    return _openExistential(value, do: open)
}
