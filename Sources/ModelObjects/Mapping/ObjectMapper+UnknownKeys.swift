/// Keys that no property matches: their values are kept, they are recorded, or they are skipped, as the options require.
extension ObjectMapper {
    /// Whether unknown keys have any effect.
    ///
    /// (Most of them have none. Those need no `FilledModel`, for which references would be counted.)
    func usesUnknownKeys(_ options: ResolvedOptions) -> Bool {
        options.unknownKeys != .ignore || report != nil
    }

    /// Handles an unknown key of JSON text and the value under the cursor.
    func takeUnknown(
        _ key: JSONString, _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions,
        _ reader: inout JSONReader
    ) throws {
        guard usesUnknownKeys(options) else { return try reader.skipValue() }
        let model = FilledModel(object: object, schema: schema, mapper: self, options: options)
        let name = reader.string(key)
        let start = reader
        if options.unknownKeys == .keep {
            let kept = try model.context.readUntyped(&reader)
            if let kept { keepUnknown(kept, key: name, of: model) }
        } else {
            try reader.skipValue()
        }
        try recordUnknown(
            Member(key: name, value: PayloadValue(at: start.offset)), of: model,
            PayloadSource(start, containerIndex), PayloadLocation(offset: key.offset - 1, isKey: true))
    }

    /// Handles an unknown key that a dictionary or a hook has, or that the careful pass finds.
    func takeUnknown(_ member: Member, _ model: FilledModel, _ source: PayloadSource) throws {
        if model.options.unknownKeys == .keep {
            let kept = try source.at(member.value, [member.step], self) {
                try source.untyped(member.value, model.context)
            }
            if let kept { keepUnknown(kept, key: member.key, of: model) }
        }
        try recordUnknown(member, of: model, source, source.keyLocation(of: member, self))
    }

    /// Keeps a value, unless its key is that of a property's export, or an export of it would name another class.
    ///
    /// Null in a merge patch removes a kept value. (In a new object it is a value: `MergePatch` drops the others.)
    private func keepUnknown(_ value: Any, key: String, of model: FilledModel) {
        if model.schema.exportsCombined(under: key, model.options.keyMatching)
            || namesOtherClass(value, key: key, of: model)
        {
            return
        }
        let object = model.object
        if isMergePatch || model.options.nulls == .keep, JSONValue(value).isNull {
            if isMergePatch, !fillsNewObject {
                object.attachment?.unknownValues?[key] = nil
                return
            }
            if model.options.nulls == .keep, object.attachment?.unknownValues?[key] != nil { return }
        }
        let attachment = object.attachment ?? ModelAttachment()
        object.attachment = attachment
        attachment.unknownValues = attachment.unknownValues ?? [:]
        attachment.unknownValues?[key] = value
    }

    /// Whether a value is that of a discriminator, which lists it for another class than the object's.
    private func namesOtherClass(_ value: Any, key: String, of model: FilledModel) -> Bool {
        let schema = model.schema
        if schema.discriminatorLevels.isEmpty { return false }
        guard let text = JSONValue(value).discriminatorText else { return false }
        return schema.discriminatorLevels.contains { level in
            let discriminator = level.discriminator
            let steps = discriminator.key.components
            guard steps.count == 1, discriminator.classes[text] != nil,
                KeyMatcher.rank(of: key, for: steps[0], model.options.keyMatching) != nil
            else { return false }
            let own = schema.discriminatorValues.first { $0.key == discriminator.key }
            return own?.texts.contains(text) != true
        }
    }

    /// Records an unknown key for a report, and as a problem if it is rejected or ambiguous.
    private func recordUnknown(
        _ member: Member, of model: FilledModel, _ source: @autoclosure () -> PayloadSource,
        _ location: @autoclosure () -> PayloadLocation
    ) throws {
        let (schema, options, key) = (model.schema, model.options, member.key)
        guard options.unknownKeys == .reject || report != nil else { return }
        if schema.isDiscriminatorKey(key, options.keyMatching), try namesClass(member, of: model, source()) {
            return
        }
        let location = location()
        if report != nil { note(.unmatchedKey(key, schema), at: location) }
        // While the text is arriving, it may still name a class that has the key.
        let rejects = options.unknownKeys == .reject && !(schema.isPolymorphic && isArriving)
        let rivals = rivals(for: key, model)
        if rivals.isEmpty, options.unknownKeys != .reject { return }
        add(
            ProblemRecord(
                code: .unknownKey, location: location,
                expected: rivals.isEmpty ? "a key of \(schema.type)" : "a key of one property",
                found: rivals.isEmpty ? "an unknown one" : "one of \(rivals.inSentence)", action: .ignoredKey,
                rejects: rejects,
                headline: rivals.isEmpty ? nil : "matches several properties: \(rivals.inSentence)"))
    }

    /// Whether a member with a discriminator's key holds the value that chooses the object's class: directly, or at the
    /// end of a path.
    private func namesClass(
        _ member: Member, of model: FilledModel, _ source: PayloadSource
    ) throws -> Bool {
        let mode = model.options.keyMatching
        return try model.schema.discriminatorLevels.contains { level in
            guard let matcher = level.classes.last.flatMap({ ModelSchema.of($0).discriminatorMatcher(mode) })
            else { return false }
            let matches = matcher.matches(member.key)
            return try !candidates(matches, member, recordingFrom: nil, model.context, source).isEmpty
        }
    }

    /// The names of the properties that a key matches equally well; none if it matches nothing.
    private func rivals(for key: String, _ model: FilledModel) -> [String] {
        let matches = model.matcher.definition.equivalent(key)
        let matched = matches.reduce(into: PropertySet()) { $0.formUnion($1.target.properties) }
        return model.schema.properties.enumerated().filter { matched.contains($0.offset) }
            .map(\.element.name).sortedByScalars()
    }
}
