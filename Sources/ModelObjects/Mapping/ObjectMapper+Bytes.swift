/// The way from bytes: key by key, each value straight into its property. No dictionary, no Any, no String for a key.
extension ObjectMapper {
    /// Fills an object from the object under the cursor; nil, or why it is refused.
    func fill(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ reader: inout JSONReader, isNew: Bool
    ) throws -> ProblemRecord? {
        if schema.overridesSerializeValue {
            return try fillThroughHook(object, schema, options, &reader, isNew: isNew)
        }
        report?.begin()
        let start = reader.offset
        let storage = PropertyStorage(object)
        let context = MappingContext(mapper: self, options: options)
        var progress = FillProgress()
        var waiting: [Member<Int>] = []
        var models: [(index: Int, key: JSONText, offset: Int)] = []
        let matcher = schema.matcher(options.keyMatching)
        if try reader.enterObject() {
            repeat {
                let key = try reader.readKey()
                let target = reader.target(of: key, in: matcher.table)
                let byte = reader.peek()
                guard target >= 0 else {
                    try unusualKey(key, target, object, schema, matcher, context, &reader, &waiting)
                    continue
                }
                let index = Int(target)
                let slot = schema.slots[index]
                if slot.kind == .model, !progress.seen.contains(index), storage.holdsObject(at: Int(slot.offset)) {
                    // Filled in place, and that cannot be taken back: when it is clear that nothing competes.
                    progress.seen.insert(index)
                    models.append((index, key, reader.offset))
                    try reader.skipValue()
                    continue
                }
                if progress.seen.contains(index) || slot.isDeferred || report != nil {
                    waiting.append(Member(key: reader.string(key), handle: reader.offset))
                    try reader.skipValue()
                    continue
                }
                progress.seen.insert(index)
                if try fill(schema, index, slot, storage, byte, &reader, context) { progress.filled.insert(index) }
            } while try reader.hasNextMember()
        }
        if !models.isEmpty || !waiting.isEmpty {
            let end = reader
            reader.remainingDepth -= 1
            if waiting.isEmpty {
                for (index, _, offset) in models {
                    reader.seek(to: offset)
                    if try fillThroughAccessor(schema.properties[index], storage, &reader, context) {
                        progress.filled.insert(index)
                    }
                }
            } else {
                waiting += models.map { Member(key: reader.string($0.key), handle: $0.offset) }
                try settle(waiting, in: start, object, schema, context, from: &reader, &progress)
            }
            reader = end
        }
        return try finish(object, schema, options, progress, at: PayloadLocation(offset: start), isNew: isNew) {
            var again = reader
            again.seek(to: start)
            return try again.readObject()
        }
    }

    /// Fills one property from the value under the cursor, whose first byte is known. False where it keeps its value.
    @inline(__always)
    private func fill(
        _ schema: ModelSchema, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage, _ byte: UInt8,
        _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> Bool {
        let offset = Int(slot.offset)
        switch slot.kind {
        case .string where byte == UInt8(ascii: "\""):
            storage.store(try reader.readString(), at: offset)
            return true
        case .optionalString where byte == UInt8(ascii: "\""):
            storage.store(try reader.readString(), at: offset, as: String?.self)
            return true
        case .int where byte &- UInt8(ascii: "0") <= 9:
            let start = reader.offset
            if let value = try reader.scanNumber().int64 {
                storage.store(Int(truncatingIfNeeded: value), at: offset)
                return true
            }
            reader.seek(to: start)
        case .optionalInt where byte &- UInt8(ascii: "0") <= 9:
            let start = reader.offset
            if let value = try reader.scanNumber().int64 {
                storage.store(Int(truncatingIfNeeded: value), at: offset, as: Int?.self)
                return true
            }
            reader.seek(to: start)
        case .double where byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-"):
            let start = reader.offset
            let value = reader.double(try reader.scanNumber())
            if value.isFinite {
                storage.store(value, at: offset)
                return true
            }
            reader.seek(to: start)
        case .optionalDouble where byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-"):
            let start = reader.offset
            let value = reader.double(try reader.scanNumber())
            if value.isFinite {
                storage.store(value, at: offset, as: Double?.self)
                return true
            }
            reader.seek(to: start)
        case .bool where byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f"):
            storage.store(try reader.readBool(), at: offset)
            return true
        case .optionalBool where byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f"):
            storage.store(try reader.readBool(), at: offset, as: Bool?.self)
            return true
        default:
            break
        }
        return try fillThroughAccessor(schema.properties[index], storage, &reader, context)
    }

    @inline(never)
    private func fillThroughAccessor(
        _ property: Property, _ storage: PropertyStorage, _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> Bool {
        let context = self.context(for: property, context)
        let offset = reader.offset
        if property.rule.conversion != nil || property.rule.isEmbeddedJSON {
            let value = try reader.readValue()
            return try at(offset) { try fill(property, storage, from: value, context) }
        }
        if reader.peek() == UInt8(ascii: "n") {
            try reader.readNull()
            at(offset) { property.accessor.acceptNull(storage, context) }
            return false
        }
        return try property.accessor.fill(storage, from: &reader, context)
    }

    /// A key that is not in the table with exactly one ordinary property behind it.
    @inline(never)
    private func unusualKey(
        _ key: JSONText, _ target: Int32, _ object: ModelObject, _ schema: ModelSchema, _ matcher: KeyMatcher,
        _ context: MappingContext, _ reader: inout JSONReader,
        _ waiting: inout [Member<Int>]
    ) throws {
        let valueOffset = reader.offset
        let matches: [KeyMatch]
        if target != SpellingTable.absent {
            matches = matcher.outcomes[Int(~target)]
        } else if reader.isFoldAbsent(key, in: matcher.foldedTable) {
            matches = []
        } else {
            matches = matcher.matches(reader.string(key))
        }
        if matches.isEmpty {
            try unknownKey(key, object, schema, matcher, context.options, &reader)
            return
        }
        try reader.skipValue()
        if matches.contains(where: { $0.target != .ignored }) {
            waiting.append(Member(key: reader.string(key), handle: valueOffset))
        }
    }

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
                noteUnknown(reader.string(key), schema, matcher, options, PayloadLocation(offset: key.offset - 1, isKey: true))
            }
        }
    }
}

/// Which properties of an object the payload has named, and which it has filled.
struct FillProgress {
    var seen = PropertySet()
    var filled = PropertySet()
}

extension JSONReader {
    /// Whether a key's fold is certainly not in the table. Only plain ASCII keys of usual length are answered.
    @inline(__always)
    func isFoldAbsent(_ key: JSONText, in table: SpellingTable) -> Bool {
        guard key.isASCII, !key.isEscaped, key.count <= SpellingTable.longestFold else { return false }
        return withBytes(of: key) { table.isFoldAbsent($0) }
    }
}
