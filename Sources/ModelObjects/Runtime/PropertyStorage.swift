/// Typed loads and stores of an object's stored properties.
///
/// Every access by the library to an object's memory that the compiler did not check goes through this type.
///
/// Invariants
/// 1. The object is alive for the whole call: it is passed as a guaranteed parameter, and nothing here keeps its
///    address.
/// 2. `offset` and `Value` come from one `StoredField` of the object's dynamic class or of one of its superclasses, so
///    the memory at `offset` holds an initialized, aligned `Value`. (A subclass never moves the fields of its
///    superclass.)
/// 3. The field is a strong `var`: plain assignment retains the new value and releases the old one, as the
///    compiler's own store would, and no weak or unowned bookkeeping is bypassed.
/// 4. One thread at a time uses an object, as with any class. A hook may read and write the object while it is decoded,
///    but no access here spans a call to foreign code: values are made first and stored afterwards.
/// 5. If a class reference is stored as a reference to a superclass, its object is an instance of the declared class:
///    the mapper made it from the property's own `modelClass`, or from a subclass that it checked.
/// 6. A value with the bits of a literal is that literal, which owns nothing: `""`, and nil.
///
/// The assumptions about the runtime are verified before the first object is decoded (`RuntimeShortcuts`). Callers use
/// a function that assumes more than invariant 2 only if its shortcut is on.
@safe
struct PropertyStorage {
    private let base: UnsafeMutableRawPointer

    /// The storage of one object, valid while the caller keeps the object alive.
    @inline(__always)
    init(_ object: ModelObject) {
        unsafe base = Unmanaged.passUnretained(object).toOpaque()  // Invariant 1.
    }

    /// Storage without an object, with values at the offsets that they have in one.
    @unsafe init(image: UnsafeMutableRawPointer) { unsafe base = image }

    var object: ModelObject {
        unsafe Unmanaged<ModelObject>.fromOpaque(base).takeUnretainedValue()  // Invariant 1.
    }

    /// Assigns a value, and then releases the old one, whose deinit may use the object.
    ///
    /// (A plain assignment can release members of the old value before the whole new one is stored.)
    @inline(__always)
    func store<Value>(_ value: Value, at offset: Int, as type: Value.Type = Value.self) {
        let place = unsafe (base + offset).assumingMemoryBound(to: Value.self)
        let old = unsafe place.move()
        unsafe place.initialize(to: value)  // Invariants 2, 3, 4.
        withExtendedLifetime(old) {}
    }

    /// Assigns a String; the most common old value, `""`, is not released.
    @inline(__always)
    func store(string value: String, at offset: Int) {
        unsafe store(value, at: (base + offset).assumingMemoryBound(to: String.self), over: "")
    }

    /// Assigns an optional String; the most common old value, nil, is not released.
    @inline(__always)
    func store(optionalString value: String?, at offset: Int) {
        unsafe store(value, at: (base + offset).assumingMemoryBound(to: String?.self), over: nil)
    }

    @inline(__always)
    private func store<Value>(_ value: Value, at place: UnsafeMutablePointer<Value>, over literal: Value) {
        #if _pointerBitWidth(_64)
        let old = unsafe UnsafeRawPointer(place).load(as: (UInt64, UInt64).self)
        if unsafe old == unsafeBitCast(literal, to: (UInt64, UInt64).self) {
            unsafe place.initialize(to: value)  // Invariants 2, 6.
            return
        }
        #endif
        unsafe place.pointee = value  // Invariants 2, 3, 4.
    }

    /// Assigns a model; the most common old value, nil, is not released.
    @inline(__always)
    func store(model: ModelObject, at offset: Int) {
        let place = unsafe (base + offset).assumingMemoryBound(to: ModelObject?.self)
        if holdsObject(at: offset) {
            unsafe place.pointee = model  // Invariants 2, 3, 4, 5.
        } else {
            unsafe place.initialize(to: model)  // Invariants 2, 5, 6.
        }
    }

    /// Whether a property that is a class reference, or an optional one, holds an object. (Nil is the null pointer.)
    @inline(__always)
    func holdsObject(at offset: Int) -> Bool {
        unsafe (base + offset).assumingMemoryBound(to: UInt.self).pointee != 0  // Invariant 2.
    }

    /// Whether a property that is a class reference, or an optional one, holds an object that nothing else refers to
    /// strongly.
    @inline(__always)
    func holdsOnlyReference(at offset: Int) -> Bool {
        let place = unsafe (base + offset).assumingMemoryBound(to: ModelObject?.self)
        return unsafe isKnownUniquelyReferenced(&place.pointee)  // Invariant 2.
    }

    /// Assigns an array of models to a property of type `[Model]` or `[Model]?`, if all of them are instances of that
    /// class.
    ///
    /// Arrays of class references have one layout, a reference to a buffer of references, and a buffer releases its
    /// elements by its own element type. So a property declared as `[Model]` may hold a `[ModelObject]` (invariant 5:
    /// every element is a `Model`). An Optional of one is the same reference, or null.
    @inline(__always)
    func storeModels(_ models: [ModelObject], at offset: Int) {
        store(models, at: offset, as: [ModelObject]?.self)
    }

    /// Assigns a dictionary of models to a property of type `[String: Model]` or `[String: Model]?`.
    ///
    /// The reasons are those of `storeModels`: a dictionary is a reference to its storage, which releases its values by
    /// its own type.
    @inline(__always)
    func storeModels(_ models: [String: ModelObject], at offset: Int) {
        store(models, at: offset, as: [String: ModelObject]?.self)
    }

    /// The models of a property of type `[Model]` or `[Model]?`, for the reasons given in `storeModels`; nil if it is
    /// nil.
    @inline(__always)
    func loadModels(at offset: Int) -> [ModelObject]? { load([ModelObject]?.self, at: offset) }

    /// The models of a property of type `[String: Model]` or `[String: Model]?`; nil if it is nil.
    @inline(__always)
    func loadModelsByKey(at offset: Int) -> [String: ModelObject]? {
        load([String: ModelObject]?.self, at: offset)
    }

    /// Whether the library has attached data to the object: `ModelObject.attachment` is the first stored property of
    /// every model, after the two words of the object's header.
    ///
    /// Reading it here avoids the check for exclusive access.
    @inline(__always)
    var hasAttachment: Bool { holdsObject(at: Self.attachmentOffset) }

    /// Lends the attached data, whose class the caller knows; nil, without calling `body`, if there is none.
    ///
    /// It is not retained: the caller keeps it alive, even if `body` makes the object refer to another one.
    @inline(__always)
    func withAttachment<Attachment: AnyObject, Result>(
        _ type: Attachment.Type, _ body: (Attachment) throws -> Result
    ) rethrows -> Result? {
        let place = unsafe (base + Self.attachmentOffset).assumingMemoryBound(to: UnsafeRawPointer?.self)
        guard let attachment = unsafe place.pointee else { return nil }  // Invariants 1, 2.
        let reference = unsafe Unmanaged<Attachment>.fromOpaque(attachment)
        return try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
    }

    /// The size of an object's header: its class and its reference count.
    static let attachmentOffset = 2 * MemoryLayout<UInt>.size

    /// The address of a value: valid as long as the object, and to be read before anything else can store there.
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
