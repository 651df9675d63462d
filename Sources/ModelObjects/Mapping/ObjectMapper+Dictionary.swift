import Foundation

/// Mapping from dictionaries, and through `serializeValue`.
extension ObjectMapper {
    /// Fills an object from a dictionary; nil, or the reason why it is refused.
    func fill(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ dictionary: [String: Any],
        isNew: Bool
    ) throws -> ProblemRecord? {
        if !schema.combined.isEmpty, !holdsPlainValues {
            // Once for all levels, because `combined` rules may read the levels below.
            let plain = try dictionary.mapValues { try self.plain($0) }
            return try withPlainValues { try fill(object, schema, options, plain, isNew: isNew) }
        }
        report?.begin()
        let model = FilledModel(object: object, schema: schema, mapper: self, options: options)
        var progress = FillProgress()
        if schema.overridesSerializeValue {
            let state = HookDecodingState(model)
            try state.run {
                // The result is the same in any order; sorting makes a hook's log reproducible.
                for key in dictionary.keys.sortedByScalars() {
                    guard let value = dictionary[key] else { continue }
                    let plain = try plain(value)
                    try withPlainValues { try state.call(plain, key: key) }
                }
            }
            progress = state.progress
        } else {
            let mark = noteMark
            let conflict = try fillMembers(model, dictionary, &progress)
            if conflict != nil || !schema.combined.isEmpty || report?.isOutermost == true {
                let source = PayloadSource()
                let whole = PayloadValue(whole: dictionary)
                try finishMembers(
                    model, source.members(of: whole) ?? [], conflict: conflict,
                    source.region(of: whole, [], self), mark, source, &progress)
            }
        }
        return try finish(object, schema, options, progress, at: currentLocation, isNew: isNew) { dictionary }
    }

    /// Fills properties from the members of a dictionary, in its order.
    ///
    /// - Returns: The place of the first member that competes with an earlier one, or that does not belong to a
    ///   single property: neither it nor the members after it are tried.
    private func fillMembers(
        _ model: FilledModel, _ dictionary: [String: Any], _ progress: inout FillProgress
    ) throws -> Int? {
        let (object, schema, context) = (model.object, model.schema, model.context)
        let storage = PropertyStorage(object)
        let matcher = schema.matcher(context.options.keyMatching)
        defer { withExtendedLifetime(object) {} }
        var place = -1
        for (key, value) in dictionary {
            place &+= 1
            let index: Int
            if let direct = matcher.directMatch(of: key) {
                index = direct.property
            } else {
                let matches = matcher.matches(key)
                if matches.isEmpty {
                    try unknownKey(key, value, object, schema, matcher, context.options)
                    continue
                }
                guard matches.contains(where: { $0.target.isFilled }) else { continue }
                guard matches.count == 1, case .property(let single) = matches[0].target else { return place }
                index = single
            }
            guard progress.seen.insertNew(index) else { return place }
            let slot = schema.slots[index]
            let isInPlace = storage.isFilledInPlace(slot)
            let mark = isInPlace ? mark : 0
            if try fill(schema, index, slot, storage, key: key, value, context) {
                progress.filled.insert(index)
            }
            if isInPlace, self.mark > mark { progress.changes.append((index, mark..<self.mark)) }
        }
        return nil
    }

    /// Fills a property from a member of a dictionary, on a fast path if the value is null or has the property's own
    /// type.
    ///
    /// False if the property keeps its value.
    @inline(__always)
    func fill(
        _ schema: ModelSchema, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage, key: String,
        _ value: Any, _ context: MappingContext
    ) throws -> Bool {
        if storage.storeScalar(value, slot) { return true }
        // (If the words of an `Any` are not inspected, no slot is cleared.)
        if slot.isCleared, context.options.nulls == .clearOptionals,
            uncheckedBoxedType(of: value) == NSNull.self
        {
            clear(slot, storage, schema, index)
            return false
        }
        let isFilled = try fillModels(schema, index, slot, storage, key: key, value, context)
        if let isFilled { return isFilled }
        return try fill(schema.properties[index], storage, key: key, value, context)
    }

    /// Fills a property from a member of a dictionary on the general path.
    ///
    /// False if the property keeps its value.
    func fill(
        _ property: Property, _ storage: PropertyStorage, key: String, _ value: Any, _ context: MappingContext
    ) throws -> Bool {
        if property.isSecret, !hidesValues {
            return try hidingValues { try fill(property, storage, key: key, value, context) }
        }
        let context = self.context(for: property, context)
        return try at(.key(key)) {
            if property.hasValueRule {
                return try fill(property, storage, from: JSONValue(value), context)
            }
            if let compiled = property.compiled {
                return try compiled.fillFromAny(storage, value, self, context.options)
            }
            return try property.accessor.fill(storage, fromAny: value, context)
        }
    }

    func unknownKey(
        _ key: String, _ value: Any, _ object: ModelObject, _ schema: ModelSchema, _ matcher: KeyMatcher,
        _ options: ResolvedOptions
    ) throws {
        if options.unknownKeys == .keep {
            let context = MappingContext(mapper: self, options: options)
            let kept = try at(.key(key)) { try context.untyped(JSONValue(value)) }
            if let kept { keepUnknown(kept, key: key, of: object) }
        }
        if options.unknownKeys == .reject || report != nil {
            at(.key(key)) { recordUnknown(key, schema, matcher, options, currentLocation) }
        }
    }

    /// Fills an object whose class overrides `serializeValue` from the object under the cursor.
    func fillThroughHook(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ reader: inout JSONReader,
        isNew: Bool
    ) throws -> ProblemRecord? {
        report?.begin()
        let start = reader.offset
        let state = HookDecodingState(
            FilledModel(object: object, schema: schema, mapper: self, options: options))
        let recordsNotes = recordsNotes
        try at(start) {
            try state.run {
                guard try reader.enterObject() else { return }
                repeat {
                    let key = reader.string(try reader.readKey())
                    if recordsNotes { willCallHook(at: reader.offset) }
                    if report != nil {
                        _ = reader.peek()
                        state.recordCall(for: key, at: reader.offset)
                    }
                    let value = try notingInfinity(&reader) { try $0.readAny(isFinite: $1) }
                    try withPlainValues { try state.call(value, key: key) }
                } while try reader.hasNextMember()
            }
        }
        return try finish(
            object, schema, options, state.progress, at: PayloadLocation(offset: start), isNew: isNew
        ) {
            var again = reader
            again.seek(to: start)
            return try detailed.dictionaries.readFinishedObject(&again)
        }
    }
}

extension KeyMatcher {
    /// The only match of a key with a usual spelling.
    func directMatch(of key: String) -> DirectMatch? {
        let target = table.target(for: key)
        return target >= 0 ? DirectMatch(target: target) : nil
    }
}

extension PropertyStorage {
    /// Stores a value of a dictionary in a property of a common type, if it has that type; otherwise returns false.
    ///
    /// (If the words of an `Any` are not inspected, no slot has such a kind.)
    @inline(__always)
    func storeScalar(_ value: Any, _ slot: PropertySlot) -> Bool {
        switch slot.kind {
        case .string:
            guard let string = uncheckedInlineValue(value, as: String.self) else { return false }
            store(string, in: slot)
        case .int:
            guard let integer = uncheckedInlineValue(value, as: Int.self) else {
                return storeUntyped(value, slot)
            }
            store(integer, in: slot)
        case .double:
            guard let double = uncheckedInlineValue(value, as: Double.self), double.isFinite else {
                return storeUntyped(value, slot)
            }
            store(double, in: slot)
        case .bool:
            guard let bool = uncheckedInlineValue(value, as: Bool.self) else {
                return storeUntyped(value, slot)
            }
            store(bool, in: slot)
        default:
            return false
        }
        return true
    }

    /// Stores a number or a Bool that is not a Swift value of the property's type, such as an NSNumber from
    /// JSONSerialization, or an Int for a Double.
    private func storeUntyped(_ value: Any, _ slot: PropertySlot) -> Bool {
        switch (slot.kind, JSONValue(value)) {
        case (.int, .integer(let number)):
            guard let integer = Int(exactly: number) else { return false }
            store(integer, in: slot)
        case (.double, .double(let number)) where number.isFinite: store(number, in: slot)
        case (.double, .integer(let number)): store(Double(number), in: slot)
        case (.bool, .bool(let bool)): store(bool, in: slot)
        default: return false
        }
        return true
    }
}
