extension PatchGenerator {
    /// Checks that an object or array has the values of all properties whose paths lead into it, if a patch replaces
    /// it: the receiver removes the others.
    ///
    /// The options or a rule may leave a value out of the export, and a missing `Presence` has none.
    ///
    /// - Parameter new: Nil if it is removed.
    func checkParts(of new: ExportedValue?, at place: DocumentPlace) throws {
        guard let model = place.model, place.isPrefix(options) else { return }
        var isArray = false
        if case .array? = new { isArray = true }
        // A merge patch changes the members of an object.
        if isMerge, !isArray { return }
        let (prefix, document) = (place.steps, DocumentNode(new ?? .null))
        let (schema, layout) = (ModelSchema.of(type(of: model)), ExportLayout.of(type(of: model), options))
        for (index, property) in schema.properties.enumerated() where property.firstKey.components.count > 1 {
            let exportedPath = layout.paths[index].map(\.text)
            let path = exportedPath.isEmpty ? property.exportedKey(.declared) : exportedPath
            // No operation changes a property that isn't exported.
            guard path.count > prefix.count, path.starts(with: prefix), isMerge || property.rule.isExported,
                !hasValue(document, at: path[prefix.count...])
            else { continue }
            let isMissing = isMissing(property, in: model)
            if isMissing ? !isMerge : !isHidden(property, in: model) { continue }
            let container = isArray ? "an array" : "an object"
            throw Self.cannotSet(
                isMissing
                    ? "a value that is missing" : "\(container) without the value of `\(property.name)`",
                at: place.below(path[prefix.count...]))
        }
    }

    /// Whether a document has a value, which isn't null, at a path; also for a relation whose suffix only its value shows.
    private func hasValue(_ document: DocumentNode, at path: ArraySlice<String>) -> Bool {
        let isRails = options.relations == .railsAttributes
        return (isRails ? ["", ExportLayout.railsSuffix] : [""]).contains { suffix in
            let path = path.dropLast() + [(path.last ?? "") + suffix]
            return (try? document.node(at: path))?.isNull == false
        }
    }

    private func isMissing(_ property: Property, in model: ModelObject) -> Bool {
        defer { withExtendedLifetime(model) {} }
        return contentOfPresence(property.accessor.value(in: PropertyStorage(model))) == nil
    }

    /// Whether a property has a value, although the document has null or nothing.
    private func isHidden(_ property: Property, in model: ModelObject) -> Bool {
        if JSONValue(property.stored(in: model)).isNull { return false }
        if !property.rule.isExported { return true }
        // A rule, a hook or a Codable type can export null for a value.
        let options = ExportOptions(dateFormat: options.dateFormat, only: [property.name])
        guard let tree = try? Export.tree(model, options) else { return true }
        let part = try? DocumentNode(tree).node(at: property.exportedKey(.declared)[...])
        return part?.isNull == false
    }
}

extension DocumentPlace {
    /// The place at the end of a path of indices and keys.
    fileprivate func below(_ path: ArraySlice<String>) -> DocumentPlace {
        path.reduce(self) { place, step in
            PathComponent.index(of: step).map { place.element($0) } ?? place.member(step)
        }
    }
}
