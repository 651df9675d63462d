/// The class of the models that a property holds, and the way to its schema: found once, then at hand, without
/// a look-up for each model.
///
/// (The schema is not asked for before the first model comes: classes may hold one another.)
///
/// Invariants
/// 1. A schema is never freed, so a reference to it that is not retained stays valid.
/// 2. The word is nil or the schema of `type`. Of two threads that find the schema at the same time both store the
///    same one.
@safe
final class SchemaLink: @unchecked Sendable {  // The word is only reached through `AtomicPointer`.
    /// The schema: the first stored property, for `AtomicPointer`.
    private var found: UnsafeRawPointer?
    let type: ModelObject.Type

    init(_ type: ModelObject.Type) {
        unsafe found = nil
        self.type = type
    }

    /// Lends the schema, without reference counting.
    @inline(__always)
    func withSchema<Result>(_ body: (ModelSchema) throws -> Result) rethrows -> Result {
        let schema = unsafe AtomicPointer(firstPropertyOf: self).load() ?? find()
        return try unsafe Unmanaged<ModelSchema>.fromOpaque(schema)
            ._withUnsafeGuaranteedRef { try body($0) }  // Invariants 1 and 2.
    }

    @inline(never)
    private func find() -> UnsafeRawPointer {
        let schema = unsafe UnsafeRawPointer(Unmanaged.passUnretained(ModelSchema.of(type)).toOpaque())
        unsafe AtomicPointer(firstPropertyOf: self).store(schema, over: nil)
        return unsafe schema
    }
}
