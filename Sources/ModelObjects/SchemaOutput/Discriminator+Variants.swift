extension ModelSchema {
    /// The classes of objects that a property of the class can hold: those that the discriminator lists, by their
    /// texts, then the fallback and the class itself; none without a discriminator.
    ///
    /// For a language model, objects that name no class are included only if the mapper accepts them.
    func variants(for use: SchemaUse) -> [ModelObject.Type] {
        guard let namedClasses else { return [] }
        let classes = namedClasses.subclasses(of: type)
        let addsSelf = classes.isEmpty || use == .validation && !classes.contains { $0 == type }
        return addsSelf ? classes + [type] : classes
    }
}

extension Discriminator {
    /// The schema of objects that have a text of another class at the end of a path.
    func anyText(at path: [PathComponent], exceptOf type: ModelObject.Type) -> ExportedValue {
        let texts = classes.filter { $0.value != type }.keys.sortedByScalars()
        var values = texts.map { ExportedValue.string($0) }
        values += texts.compactMap { text in
            ValueForm.integer.value(ofText: text) ?? ValueForm.bool.value(ofText: text)
        }
        let constant = ExportedValue.object(Keywords("enum", .array(values)))
        return path.enumerated().reversed().reduce(constant) { schema, step in
            switch step.element {
            case .index(let index):
                let others = Array(repeating: ExportedValue.object([]), count: index)
                return .object(
                    Keywords("prefixItems", .array(others + [schema]))
                        + Keywords("minItems", .integer(Int64(index + 1))))
            case .key(let key):
                // An element of an array can also be null.
                let isElement = step.offset > 0 && path[step.offset - 1].intValue != nil
                let type = isElement ? Keywords("type", .string("object")) : []
                return .object(
                    type + Keywords("properties", .object(Keywords(key, schema)))
                        + Keywords("required", .array([.string(key)])))
            }
        }
    }
}
