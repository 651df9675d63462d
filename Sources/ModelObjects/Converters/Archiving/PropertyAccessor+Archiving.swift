extension ValueConverter {
    /// The value of a node, converted as in mapping if it was archived as another type.
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
        // The `set` of a property wrapper is the app's code.
        if Place.isWrapped, context.postpones([node]) { return }
        guard let value = try converter.unarchivedOrConverted(node, context), !context.isPostponed else {
            return
        }
        set(value, in: storage)
    }
}
