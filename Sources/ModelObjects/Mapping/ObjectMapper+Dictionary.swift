/// The way from dictionaries, and through `serializeValue`.
extension ObjectMapper {
    /// Fills an object from a dictionary; nil, or why it is refused.
    func fill(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ dictionary: [String: Any],
        isNew: Bool
    ) throws -> ProblemRecord? {
        report?.begin()
        var progress = FillProgress()
        if schema.overridesSerializeValue {
            let filling = HookFilling(self, object, schema, options)
            try filling.run {
                // Any order would fill the same; this one makes a hook's log the same every time.
                for key in dictionary.keys.sorted(by: KeyFolding.precedes) {
                    guard let value = dictionary[key] else { continue }
                    try filling.call(JSONValue(value).any, key: key)
                }
            }
            progress = filling.progress
        } else {
            try fillMembers(object, schema, options, dictionary, &progress)
        }
        return try finish(object, schema, options, progress, at: currentLocation, isNew: isNew) { dictionary }
    }

    private func fillMembers(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ dictionary: [String: Any],
        _ progress: inout FillProgress
    ) throws {
        let storage = PropertyStorage(object)
        let context = MappingContext(mapper: self, options: options)
        let matcher = schema.matcher(options.keyMatching)
        var waiting: [Member<UntypedSource.Handle>] = []
        var order = 0
        for (key, value) in dictionary {
            order += 1
            guard let index = matcher.directProperty(of: key) else {
                let matches = matcher.matches(key)
                if matches.isEmpty {
                    unknownKey(key, value, object, schema, matcher, options)
                } else if matches.contains(where: { $0.target != .ignored }) {
                    waiting.append(Member(key: key, handle: .init(value: value, order: order)))
                }
                continue
            }
            let slot = schema.slots[index]
            if progress.seen.contains(index) || slot.isDeferred || report != nil
                || slot.kind == .model && storage.holdsObject(at: Int(slot.offset))
            {
                waiting.append(Member(key: key, handle: .init(value: value, order: order)))
                continue
            }
            progress.seen.insert(index)
            if try fill(schema.properties[index], storage, key: key, value, context) { progress.filled.insert(index) }
        }
        if !waiting.isEmpty {
            var source = UntypedSource()
            try settle(
                waiting, in: .init(value: dictionary, order: 0), object, schema, context, from: &source, &progress)
        }
        withExtendedLifetime(object) {}
    }

    private func fill(
        _ property: Property, _ storage: PropertyStorage, key: String, _ value: Any, _ context: MappingContext
    ) throws -> Bool {
        let context = self.context(for: property, context)
        return try at(.key(key)) {
            if property.rule.conversion != nil || property.rule.isEmbeddedJSON {
                return try fill(property, storage, from: JSONValue(value), context)
            }
            return try property.accessor.fill(storage, fromAny: value, context)
        }
    }

    func unknownKey(
        _ key: String, _ value: Any, _ object: ModelObject, _ schema: ModelSchema, _ matcher: KeyMatcher,
        _ options: ResolvedOptions
    ) {
        if options.unknownKeys == .keep { keepUnknown(JSONValue(value).any, key: key, of: object) }
        if options.unknownKeys == .reject || report != nil {
            at(.key(key)) { noteUnknown(key, schema, matcher, options, currentLocation) }
        }
    }

    /// Fills an object whose class overrides `serializeValue` from the object under the cursor.
    func fillThroughHook(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ reader: inout JSONReader, isNew: Bool
    ) throws -> ProblemRecord? {
        report?.begin()
        let start = reader.offset
        let filling = HookFilling(self, object, schema, options)
        try filling.run {
            guard try reader.enterObject() else { return }
            repeat {
                let key = reader.string(try reader.readKey())
                let value = try reader.readValue().any
                try at(start) { try filling.call(value, key: key) }
            } while try reader.hasNextMember()
        }
        return try finish(object, schema, options, filling.progress, at: PayloadLocation(offset: start), isNew: isNew) {
            var again = reader
            again.seek(to: start)
            return try again.readObject()
        }
    }
}

extension KeyMatcher {
    /// The one ordinary property that a key of a usual spelling leads to.
    func directProperty(of key: String) -> Int? {
        let target = table.target(for: key)
        return target >= 0 ? Int(target & 0xFFFF) : nil
    }
}
