/// Objects that an older version of their class archived.
extension ArchiveReader {
    /// A field before its migration.
    ///
    /// A value that `migrate` doesn't change is read from its own node, which has more information than a
    /// value in a dictionary.
    private struct Field {
        let archived: ArchiveNode
        /// The node that the field would have if `migrate` returned its value unchanged; nil if it has no value.
        let unchanged: ArchiveNode?
    }

    mutating func migrate(
        _ object: ModelObject, _ archived: ArchivedClass, _ schema: ModelSchema, row start: Int
    ) throws {
        let archiving = ArchivingContext(context)
        var fieldsBefore: [String: Field] = [:]
        var fields: [String: Any] = [:]
        context.usesPlaceholders = true
        for (place, name) in archived.fields.enumerated() {
            context.field = name
            let node = try plist.node(place + 1, from: start)
            // A missing value is no field.
            if case .marked(ArchiveLayout.Mark.missing, .null) = node {
                fieldsBefore[name] = Field(archived: node, unchanged: nil)
                continue
            }
            let value = try UntypedArchiving.value(of: node, context)
            fields[name] = value
            fieldsBefore[name] = Field(
                archived: node, unchanged: try? UntypedArchiving.node(of: value, archiving))
        }
        context.usesPlaceholders = false
        context.field = ""
        do {
            try schema.type.migrate(&fields, from: archived.version)
        } catch {
            throw ModelError(
                .hookFailed, at: context.path, "migrate of \(schema.type) threw an error",
                expected: "fields of \(archived.name), version \(archived.version), to migrate",
                found: "an error", underlyingError: error)
        }
        for property in schema.properties where property.rule.isArchived {
            context.field = property.name
            try fill(property, of: object, from: fields, fieldsBefore, archiving)
        }
        guard let recorder = context.recorder else { return }
        let properties = schema.properties.filter(\.rule.isArchived)
        let used = Set(properties.map { fieldName(of: $0, in: fields) })
        for field in fields.keys.sortedByScalars() where !used.contains(field) {
            recorder.recordUnused(context.objectNumber, field, schema)
        }
    }

    private mutating func fill(
        _ property: Property, of object: ModelObject, from fields: [String: Any],
        _ fieldsBefore: [String: Field], _ archiving: ArchivingContext
    ) throws {
        let storage = PropertyStorage(object)
        defer { withExtendedLifetime(object) {} }
        let name = fieldName(of: property, in: fields)
        guard let value = fields[name] else {
            if let old = fieldsBefore[name], case .marked(ArchiveLayout.Mark.missing, _) = old.archived {
                try fill(property, storage, old.archived)
            }
            return
        }
        let node = Result { try UntypedArchiving.node(of: value, archiving) }
        if let old = fieldsBefore[name], let unchanged = old.unchanged, (try? node.get()) == unchanged {
            try fill(property, storage, old.archived)
            return
        }
        // Before `store`: casting a deep dictionary to a class recurses, and would overflow the stack.
        if case .failure(let error as ModelError) = node, error.code == .limitExceeded {
            throw unusable(error)
        }
        // (A container of Any would also accept the placeholders of models.)
        if !property.content.isUntypedContainer, property.accessor.store(value, storage) { return }
        do {
            try fill(property, storage, node.get())
        } catch let error as ModelError {
            throw unusable(error)
        }
    }

    /// The error for a value that `migrate` returned.
    private func unusable(_ error: ModelError) -> ModelError {
        let hook = "migrate of \(context.schema.type) returned"
        switch error.code {
        case .notExportable:
            let usable = "a value of the property's type, or one that can be archived in an Any"
            return ModelError(
                .hookFailed, at: context.path,
                Headline("\(hook) \(error.found)", ending: "; return \(usable)"), expected: usable,
                found: error.found)
        case .limitExceeded where error.codingPath.isEmpty:
            return ModelError(
                .limitExceeded, at: context.path,
                Headline(
                    "\(hook) values that are nested too deeply", ending: ": expected \(error.expected)"),
                expected: error.expected, found: error.found)
        default: return error.located(context.path)
        }
    }

    /// The name of a property's field; an earlier version of the library archived it under the stored name.
    private func fieldName(of property: Property, in fields: [String: Any]) -> String {
        let stored = "_" + property.name
        let isEarlier = fields[property.name] == nil && context.schema.property(storedAs: stored) != nil
        return isEarlier && fields[stored] != nil ? stored : property.name
    }
}
