#if !canImport(Darwin)
import Synchronization
#endif

/// The class of the models that a property holds, and the way to its schema: found once, then at hand, without
/// a look-up for each model.
///
/// (The schema is not asked for before the first model comes: classes may hold one another.)
///
/// Invariants
/// 1. A schema is never freed, so a reference to it that is not retained stays valid.
/// 2. The word is nil or the schema of `type`; it is published with a releasing store. Of two threads that find the
///    schema at the same time both store the same. (On Apple platforms, whose minimum deployment has no atomics in
///    the standard library, there is no word, and the schema is looked up.)
@safe
final class SchemaLink: Sendable {
    let type: ModelObject.Type

    #if !canImport(Darwin)
    private let found = unsafe Atomic<Unmanaged<ModelSchema>?>(nil)
    #endif

    init(_ type: ModelObject.Type) {
        self.type = type
    }

    /// Lends the schema, without reference counting.
    @inline(__always)
    func withSchema<Result>(_ body: (ModelSchema) throws -> Result) rethrows -> Result {
        #if canImport(Darwin)
        try ModelSchema.with(type, body)
        #else
        let schema = unsafe found.load(ordering: .acquiring) ?? find()
        return try unsafe schema._withUnsafeGuaranteedRef { try body($0) }  // Invariants 1 and 2.
        #endif
    }

    #if !canImport(Darwin)
    @inline(never)
    private func find() -> Unmanaged<ModelSchema> {
        let schema = unsafe Unmanaged.passUnretained(ModelSchema.of(type))  // Invariant 1.
        unsafe found.store(schema, ordering: .releasing)
        return unsafe schema
    }
    #endif
}
