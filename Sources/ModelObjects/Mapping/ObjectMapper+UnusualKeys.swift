/// What the loop over an object's bytes leaves to others: keys that are not simply a property's, values for
/// which several keys compete, and the paths of rules.
extension ObjectMapper {
    /// A key that is not in the table with exactly one property behind it.
    @inline(never)
    func unusualKey(
        _ key: JSONText, _ target: Int32, of node: PathNode?, _ object: ModelObject, _ schema: ModelSchema,
        _ options: ResolvedOptions, _ filling: inout ByteFilling, _ reader: inout JSONReader
    ) throws {
        let model = FilledModel(object: object, schema: schema, mapper: self, options: options)
        let matcher = node?.matcher ?? model.schema.matcher(model.context.options.keyMatching)
        let matches: [KeyMatch]
        if target != SpellingTable.absent {
            matches = matcher.outcomes[Int(~target)]
        } else {
            switch reader.foldedTarget(of: key, in: matcher.foldedTable) {
            case SpellingTable.absent:
                matches = []
            case let index? where index != KeyMatcher.severalTargets:
                // A spelling of no usual style, of a property with nothing like it.
                let text = reader
                if try fillNew(Int(index), model, &filling, &reader, key: { text.string(key) }) {
                    return
                }
                fallthrough
            default:
                matches = matcher.definition(of: reader.string(key))
            }
        }
        if !matches.isEmpty {
            let text = reader
            try take(matches, of: node, model, &filling, &reader) { text.string(key) }
        } else if node == nil {
            try unknownKey(key, model.object, model.schema, matcher, model.context.options, &reader)
        } else {
            try reader.skipValue()
        }
    }

    /// A value for a property that was seen before, or of which the report is told.
    ///
    /// (Telling the report inside the loop, ahead of its switch, cost plain mapping 4 % of its instructions.)
    @inline(never)
    func unusualValue(
        _ index: Int, _ atKey: JSONReader, of node: PathNode?, _ object: ModelObject, _ schema: ModelSchema,
        _ options: ResolvedOptions, _ filling: inout ByteFilling, _ reader: inout JSONReader
    ) throws {
        let model = FilledModel(object: object, schema: schema, mapper: self, options: options)
        let key = try atKey.keyAhead()
        if try fillNew(index, model, &filling, &reader, key: { key }) { return }
        filling.postpone(key, reader.offset, isInside: node != nil)
        try reader.skipValue()
    }

    /// Takes the value under the cursor to where its key leads, at once where nothing competes with it.
    private func take(
        _ matches: [KeyMatch], of node: PathNode?, _ model: FilledModel, _ filling: inout ByteFilling,
        _ reader: inout JSONReader, key: () -> String
    ) throws {
        let offset = reader.offset
        if matches.count == 1 {
            switch matches[0].target {
            case .property(let index):
                if try fillNew(index, model, &filling, &reader, key: key) { return }
            case .path(let next) where !filling.notesKeys && filling.walk(next):
                let isOuterUnsettled = filling.hasUntriedInside
                filling.hasUntriedInside = false
                try walk(next, model, &filling, &reader)
                if filling.hasUntriedInside, node == nil { filling.reopen(key(), offset) }
                filling.hasUntriedInside = isOuterUnsettled || (node != nil && filling.hasUntriedInside)
                return
            default:
                break
            }
        }
        try reader.skipValue()
        if matches.contains(where: { $0.target != .ignored }) {
            filling.postpone(key(), offset, isInside: node != nil)
        }
    }

    /// Fills a property from the value under the cursor; false, and nothing is done, where it was seen before
    /// or holds a model, which is not filled before it is clear that nothing competes.
    private func fillNew(
        _ index: Int, _ model: FilledModel, _ filling: inout ByteFilling, _ reader: inout JSONReader,
        key: () -> String
    ) throws -> Bool {
        let schema = model.schema
        let storage = PropertyStorage(model.object)
        let slot = schema.slots[index]
        if slot.kind == .model, storage.holdsObject(at: Int(slot.offset)) { return false }
        guard filling.see(index) else { return false }
        if filling.notesKeys { report?.noteFirst(key: key(), property: index) }
        let byte = reader.peek()
        let isFilled =
            try fillScalar(slot, storage, byte, &reader)
            || fillOther(schema, index, storage, byte, &reader, model.context.options)
        if !isFilled { filling.keep(index) }
        return true
    }

    /// Fills a property of a common type from a value of its own kind, as the loop does itself; false, and
    /// nothing is read, for any other.
    private func fillScalar(
        _ slot: PropertySlot, _ storage: PropertyStorage, _ byte: UInt8, _ reader: inout JSONReader
    ) throws -> Bool {
        let offset = Int(slot.offset)
        let start = reader
        switch slot.kind {
        case .string where byte == UInt8(ascii: "\""):
            storage.store(try reader.readString(), at: offset)
        case .optionalString where byte == UInt8(ascii: "\""):
            storage.store(try reader.readString(), at: offset, as: String?.self)
        case .bool where byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f"):
            storage.store(try reader.readBool(), at: offset)
        case .optionalBool where byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f"):
            storage.store(try reader.readBool(), at: offset, as: Bool?.self)
        case .int, .optionalInt, .double, .optionalDouble:
            guard byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-") else { return false }
            let number = try reader.scanNumber()
            guard storage.store(number, reader, slot) else {
                reader = start
                return false
            }
        default:
            return false
        }
        return true
    }

    // MARK: Paths

    /// Goes into the value under the cursor, where paths lead on.
    private func walk(
        _ node: PathNode, _ model: FilledModel, _ filling: inout ByteFilling, _ reader: inout JSONReader
    ) throws {
        switch reader.peek() {
        case UInt8(ascii: "{"):
            try fillMembers(
                node.matcher.tables, of: node, model.object, model.schema, model.context.options, &filling,
                &reader)
        case UInt8(ascii: "["):
            guard try reader.enterArray() else { return }
            var index = 0
            repeat {
                _ = reader.peek()
                let key = "\(index)"
                let matches = node.matcher.matches(key)
                try take(matches, of: node, model, &filling, &reader) { key }
                index += 1
            } while try reader.hasNextElement()
        default:
            let offset = reader.offset
            try reader.skipValue()
            notePathIntoScalar(reader.kind(at: offset), offset, model.context)
        }
    }

    private func notePathIntoScalar(_ kind: JSONKind, _ offset: Int, _ context: MappingContext) {
        if kind != .null { at(offset) { let _: Never? = context.mismatch("object or array", found: kind) } }
    }

    // MARK: After the last key

    /// Settles what was postponed.
    func settle(
        _ postponed: PostponedKeys, _ model: FilledModel, _ filling: inout ByteFilling, _ start: Int,
        _ reader: inout JSONReader
    ) throws {
        if postponed.members.isEmpty {
            for (index, _, offset) in postponed.models {
                reader.seek(to: offset)
                let storage = PropertyStorage(model.object)
                if try fillThroughAccessor(model.schema, index, storage, &reader, model.context) {
                    filling.fill(index)
                }
            }
            return
        }
        for (_, atKey, offset) in postponed.models {
            postponed.members.waiting.append(Member(key: try atKey.keyAhead(), handle: offset))
        }
        try settle(
            postponed.members, in: start, model.object, model.schema, model.context, from: &reader,
            &filling.progress)
    }

    // MARK: Unknown keys

    private func unknownKey(
        _ key: JSONText, _ object: ModelObject, _ schema: ModelSchema, _ matcher: KeyMatcher,
        _ options: ResolvedOptions, _ reader: inout JSONReader
    ) throws {
        if options.unknownKeys == .keep {
            keepUnknown(try reader.readValue().any, key: reader.string(key), of: object)
        } else {
            try reader.skipValue()
        }
        if options.unknownKeys == .reject || report != nil {
            at(key.offset - 1) {
                noteUnknown(
                    reader.string(key), schema, matcher, options,
                    PayloadLocation(offset: key.offset - 1, isKey: true))
            }
        }
    }
}

extension JSONReader {
    /// The target of a key's fold, or `absent`; nil where only `KeyMatcher.definition` can tell.
    ///
    /// Only plain ASCII keys of usual length are answered.
    @inline(__always)
    func foldedTarget(of key: JSONText, in table: SpellingTable) -> Int32? {
        guard key.isASCII, !key.isEscaped, key.count <= SpellingTable.longestFold else { return nil }
        return withBytes(of: key) { table.foldedTarget(of: $0) }
    }
}

extension PropertyStorage {
    /// Stores a number of the text in an Int, a Double, or an optional one; false where that does not hold it.
    fileprivate func store(_ number: JSONNumber, _ reader: JSONReader, _ slot: PropertySlot) -> Bool {
        let offset = Int(slot.offset)
        if slot.kind == .int || slot.kind == .optionalInt {
            guard let value = number.int64.map({ Int(truncatingIfNeeded: $0) }) else { return false }
            slot.kind == .int ? store(value, at: offset) : store(value, at: offset, as: Int?.self)
        } else {
            let value = reader.double(number)
            guard value.isFinite else { return false }
            slot.kind == .double ? store(value, at: offset) : store(value, at: offset, as: Double?.self)
        }
        return true
    }
}
