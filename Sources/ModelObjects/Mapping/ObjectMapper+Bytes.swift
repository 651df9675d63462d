/// Mapping from bytes: key by key, with each value stored directly in its property. It makes no dictionary, no `Any`,
/// and no String for a key.
extension ObjectMapper {
    /// Fills an object from the object under the cursor; returns nil, or the reason why it is rejected.
    @inline(__always)
    func fill(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ reader: inout JSONReader,
        isNew: Bool
    ) throws -> ProblemRecord? {
        let notes = beginNotes()
        let rejection =
            schema.isFilledDirectly
            ? try fillDirectly(object, schema, options, &reader, isNew: isNew)
            : try fillIndirectly(object, schema, options, &reader, isNew: isNew)
        endNotes(notes)
        return rejection
    }

    @inline(never)
    private func fillIndirectly(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ reader: inout JSONReader,
        isNew: Bool
    ) throws -> ProblemRecord? {
        func fill() throws -> ProblemRecord? {
            schema.overridesSerializeValue
                ? try fillThroughHook(object, schema, options, &reader, isNew: isNew)
                : try fillDirectly(object, schema, options, &reader, isNew: isNew)
        }
        return try schema.needsDictionary ? details.dictionaries.use(fill) : fill()
    }

    @inline(__always)
    private func fillDirectly(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ reader: inout JSONReader,
        isNew: Bool
    ) throws -> ProblemRecord? {
        let start = reader.offset
        report?.beginObject()
        var state = DecodingState()
        try fillMembers(
            schema.matcher(options.keyMatching).tables, of: nil, object, schema, options, &state, &reader)
        if !state.hasConflictOrFailure, !needsFinish(schema, options) { return nil }
        return try finishMembers(object, schema, options, &state, from: start, &reader, isNew: isNew)
    }

    /// The steps that few objects need after their last key, or at the first key that competes with another.
    @inline(never)
    private func finishMembers(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions,
        _ state: inout DecodingState,
        from start: Int, _ reader: inout JSONReader, isNew: Bool
    ) throws -> ProblemRecord? {
        while try settleConflict(in: object, from: start, schema, options, &state, &reader) {
            try fillMembers(
                schema.matcher(options.keyMatching).tables, of: nil, continues: true, object, schema, options,
                &state,
                &reader)
        }
        var progress = state.progress
        if state.conflict != nil || !schema.combined.isEmpty || report?.isOutermost == true {
            let model = FilledModel(object: object, schema: schema, mapper: self, options: options)
            reader.seek(to: start)
            let members = try PayloadSource.readMembers(&reader, containerIndex) ?? []
            var inner = reader
            inner.remainingDepth -= 1
            try finishMembers(
                model, members, conflict: state.conflict?.offset,
                isOpen: isOpen(PayloadLocation(offset: start)),
                PayloadSource(inner, containerIndex), &progress)
        }
        return try finish(object, schema, options, progress, from: start, reader, isNew: isNew)
    }

    /// Fills properties from the members of the object under the cursor, or of one that paths lead into.
    ///
    /// (Here and in the functions called for most values, references are separate parameters: each reference in a
    /// struct that is made for an object would be retained and released for it.)
    ///
    /// - Parameters:
    ///   - node: the common prefix of the paths; nil for the object itself.
    ///   - continues: whether the cursor is after a member, not at the start of the object.
    func fillMembers(
        _ tables: ImmortalBuffer<KeyMatcher.Tables>, of node: PathNode?, continues: Bool = false,
        _ object: ModelObject,
        _ schema: ModelSchema, _ options: ResolvedOptions, _ state: inout DecodingState,
        _ reader: inout JSONReader
    ) throws {
        let storage = PropertyStorage(object)
        let sequence = tables.value.sequence
        let slots = schema.slots
        var next = sequence.firstProperty
        var indentation = self.indentation
        var styleStart = sequence.start(ofStyle: 0)
        // A copy that stays in registers; steps that are not inlined use the reader in memory.
        var cursor = reader
        if try continues ? cursor.hasNextMember() : cursor.enterObject(&indentation) {
            reader = cursor
            repeat {
                try cursor.advanceToKey(&indentation)
                let index: Int
                if cursor.skipKey(sequence.entry(next, from: styleStart), of: sequence) {
                    index = next
                } else {
                    reader.move(to: cursor)
                    let (key, target) = try reader.readKey(in: tables.value.table)
                    guard target >= 0 else {
                        try unusualKey(
                            key, target, tables, of: node, object, schema, options, &state, &reader)
                        if state.conflict != nil {
                            reader.abandonContainer()
                            return
                        }
                        cursor.move(to: reader)
                        continue
                    }
                    cursor.move(to: reader)
                    let match = DirectMatch(target: target)
                    index = match.property
                    if match.style != DirectMatch.anyStyle {
                        styleStart = sequence.start(ofStyle: match.style)
                    }
                }
                let byte = try cursor.readColonAndPeek()
                next = index &+ 1
                let slot = slots[index]
                guard state.markSeen(index) else {
                    state.conflict = DecodingState.Conflict(offset: cursor.offset, property: index)
                    reader.abandonContainer()
                    return
                }
                // The common types, from values of the matching kind; everything else follows the switch.
                switch slot.kind {
                case .string:
                    guard byte == UInt8(ascii: "\"") else { break }
                    storage.store(string: try cursor.readString(), in: slot)
                    continue
                case .int:
                    guard let value = cursor.readShortInteger() else { break }
                    storage.store(value, in: slot)
                    continue
                case .double:
                    guard byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-") else { break }
                    guard let value = try cursor.readFiniteDouble() else { break }
                    storage.store(value, in: slot)
                    continue
                case .bool:
                    guard byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") else { break }
                    storage.store(try cursor.readBool(), in: slot)
                    continue
                case .model:
                    guard byte == UInt8(ascii: "{"), !storage.holdsObject(at: Int(slot.offset)) else { break }
                    reader.move(to: cursor)
                    beginNotes()
                    if try !fillModels(schema, index, slot, storage, &reader, options) { state.keep(index) }
                    if let notes = endPropertyNotes() { state.recordNotes(notes, about: index) }
                    cursor.move(to: reader)
                    continue
                default:
                    break
                }
                reader.move(to: cursor)
                try fillOther(schema, index, storage, byte, &state, &reader, options)
                cursor.move(to: reader)
            } while try cursor.hasNextMember()
            self.indentation = indentation
        }
        reader = cursor
    }

    /// Fills a property of any other type, or from another kind of value.
    @inline(never)
    func fillOther(
        _ schema: ModelSchema, _ index: Int, _ storage: PropertyStorage, _ byte: UInt8,
        _ state: inout DecodingState, _ reader: inout JSONReader, _ options: ResolvedOptions
    ) throws {
        let slot = schema.slots[index]
        beginNotes()
        defer {
            if let notes = endPropertyNotes() { state.recordNotes(notes, about: index) }
        }
        if storage.isFilledInPlace(slot) {
            return try fillExistingModel(schema, index, slot, storage, byte, &state, &reader, options)
        }
        if byte == UInt8(ascii: "n"), hasFastNull(slot, options) {
            try reader.readNull()
            if slot.isCleared { schema.clear(index, slot, in: storage) }
            return state.keep(index)
        }
        let isFilled: Bool
        switch slot.kind {
        case _ where slot.kind.mayBeCompiled && byte != UInt8(ascii: "n"):
            let result = try schema.showing[index]?.lend { compiled in
                try compiled.fill(storage, &reader, self, options)
            }
            isFilled = try result ?? tryFill(schema, index, storage, &state, &reader, options)
        case .model where byte == UInt8(ascii: "{"), .modelDictionary where byte == UInt8(ascii: "{"),
            .modelArray where byte == UInt8(ascii: "["):
            isFilled = try fillModels(schema, index, slot, storage, &reader, options)
        default:
            isFilled = try tryFill(schema, index, storage, &state, &reader, options)
        }
        if !isFilled { state.keep(index) }
    }

    /// Fills a property that holds a model, which keeps its identity if the payload names no other class.
    @inline(never)
    private func fillExistingModel(
        _ schema: ModelSchema, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage, _ byte: UInt8,
        _ state: inout DecodingState, _ reader: inout JSONReader, _ options: ResolvedOptions
    ) throws {
        let mark = mark
        var isFilled: Bool?
        if byte == UInt8(ascii: "{") {
            isFilled = try fillInPlace(schema, index, slot, storage, options) { model, schema in
                try fill(model, schema, options, &reader, isNew: !isUpdate)
            }
        }
        if try !(isFilled ?? tryFill(schema, index, storage, &state, &reader, options)) { state.keep(index) }
        state.recordChanges(mark..<self.mark, by: index)
    }

    /// Fills a property through its accessor, and records an error of its converter.
    private func tryFill(
        _ schema: ModelSchema, _ index: Int, _ storage: PropertyStorage, _ state: inout DecodingState,
        _ reader: inout JSONReader, _ options: ResolvedOptions
    ) throws -> Bool {
        do {
            return try fillThroughAccessor(schema, index, storage, &reader, options)
        } catch let failure as ConverterFailure {
            state.recordFailure(index, failure)
            return false
        }
    }

    func context(in options: ResolvedOptions, isElement: Bool) -> MappingContext {
        let context = MappingContext(mapper: self, options: options)
        return isElement ? context.forElements : context
    }

    @inline(never)
    func fillThroughAccessor(
        _ schema: ModelSchema, _ index: Int, _ storage: PropertyStorage, _ reader: inout JSONReader,
        _ options: ResolvedOptions
    ) throws -> Bool {
        let property = schema.properties[index]
        if property.isSecret, !hidesValues {
            return try hidingValues { try fillThroughAccessor(schema, index, storage, &reader, options) }
        }
        let context = self.context(for: property, MappingContext(mapper: self, options: options))
        let offset = reader.offset
        // An array or an object instead of embedded JSON is read as without the rule.
        if property.rule.conversion != nil
            || property.rule.isEmbeddedJSON && reader.peek() == UInt8(ascii: "\"")
        {
            let value = try reader.readValue()
            return try at(offset) {
                try atDepth(reader.remainingDepth) { try fill(property, storage, from: value, context) }
            }
        }
        if reader.peek() == UInt8(ascii: "n") {
            try reader.readNull()
            return try at(offset) { try property.accessor.acceptNull(storage, context) }
        }
        if let compiled = property.compiled {
            return try compiled.fill(storage, &reader, self, context.options)
        }
        return try property.accessor.fill(storage, from: &reader, context)
    }
}

extension JSONReader {
    /// Reads a number; for one outside Double's range, returns nil and reads nothing.
    @inline(__always)
    fileprivate mutating func readFiniteDouble() throws -> Double? {
        if let number = readShortDouble() { return number }
        let start = self
        let value = double(try scanNumber())
        if value.isFinite { return value }
        move(to: start)
        return nil
    }
}
