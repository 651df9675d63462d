extension ValueConverter {
    /// The element of a node, converted as in mapping if it was archived as another type.
    ///
    /// - Parameter step: The step to the element, for a report.
    @inline(__always)
    func unarchivedElement(
        _ node: ArchiveNode, at step: @autoclosure () -> PathComponent, _ context: UnarchivingContext
    ) throws -> Value? {
        guard let recorder = context.recorder else { return try unarchivedOrConverted(node, context) }
        return try recorder.mapper.at(step()) { try unarchivedOrConverted(node, context) }
    }

    @inline(__always)
    private func unarchivedOrConverted(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        if let value = try unarchived(node, context) { return value }
        return try context.convertible(node, for: self, isElement: true).flatMap {
            try convert($0, context.conversion.forElements)
        }
    }
}

extension TypedAccessor {
    func archived(_ storage: PropertyStorage, _ context: ArchivingContext) throws -> ArchiveNode {
        try converter.archived(value(in: storage), context)
    }

    func unarchive(_ node: ArchiveNode, into storage: PropertyStorage, _ context: UnarchivingContext) throws {
        // The `set` of a property wrapper is the app's code.
        if Place.isWrapped, context.postpones([node]) { return }
        if let value = try converter.unarchived(node, context) {
            set(value, in: storage)
        } else if let value = try context.convertible(node, for: converter) {
            // As in mapping, so an object fills the model that the property holds by default.
            _ = try fill(storage, from: value, context.conversion)
        }
    }
}
