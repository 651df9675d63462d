/// How a converter's values stand in archives.
///
/// Nothing here calls a hook of the mapping.
protocol ValueArchiving<Value> {
    associatedtype Value

    /// The value as an archive holds it.
    ///
    /// - Throws: `ModelError` for a value that could not be read again, and for one nested too deeply.
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode

    /// The value that was archived; nil where the node has not the form that `archived` gives it: the
    /// property's type was another then.
    ///
    /// - Throws: `ModelError` for a model that does not belong here.
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value?
}

extension ValueConverter {
    /// The value of a node, by the conversions of the mapping where it was archived as another type.
    @inline(__always)
    func unarchivedOrConverted(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        if let value = try unarchived(node, context) { return value }
        return try context.converted(node, by: self)
    }
}

extension TypedAccessor {
    func archived(_ storage: PropertyStorage, _ context: ArchivingContext) throws -> ArchiveNode {
        try converter.archived(value(in: storage), context)
    }

    func unarchive(_ node: ArchiveNode, into storage: PropertyStorage, _ context: UnarchivingContext) throws {
        guard let value = try converter.unarchivedOrConverted(node, context), !context.isPostponed else {
            return
        }
        set(value, in: storage)
    }
}

extension PropertyAccessor {
    func take(_ value: Any, into storage: PropertyStorage) -> Bool {
        // What holds Any would take the stand-ins for models, too.
        !content.isUntypedContainer && store(value, storage)
    }
}
