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
/// 5. Where a class reference is stored as one of a superclass, its object is of the declared class: the
///    mapper made it from the property's own `modelClass`, or of a subclass that it checked.
/// 6. A value with the bits of a literal is that literal, which owns nothing: `""`, and nil.
///
/// What these assume of the runtime is verified before the first object is filled (`RuntimeShortcuts`). Callers use a
/// function that assumes more than 2 only where its shortcut is on.
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
            unsafe place.initialize(to: value)  // Invariants 2, 6.
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
            unsafe place.pointee = model  // Invariants 2, 3, 4, 5.
        } else {
            unsafe place.initialize(to: model)  // Invariants 2, 5, 6.
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
    /// declared (invariant 5: every element is a `Model`). An Optional of one is the same reference, or null.
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

    /// The models of a property of type `[Model]` or `[Model]?`, for the reasons of `storeModels`; nil where there is
    /// none.
    @inline(__always)
    func loadModels(at offset: Int) -> [ModelObject]? { load([ModelObject]?.self, at: offset) }

    /// The models of a property of type `[String: Model]` or `[String: Model]?`; nil where there is none.
    @inline(__always)
    func loadModelsByKey(at offset: Int) -> [String: ModelObject]? {
        load([String: ModelObject]?.self, at: offset)
    }

    /// Whether the library keeps something with the object: `ModelObject.attachment`, which is the first
    /// stored property of all, behind the two words of the object's header.
    ///
    /// Read here, it costs no check for exclusive access.
    @inline(__always)
    var hasAttachment: Bool { holdsObject(at: Self.attachmentOffset) }

    /// The size of an object's header: its class and its reference count.
    static let attachmentOffset = 2 * MemoryLayout<UInt>.size

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
