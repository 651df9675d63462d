import Foundation

/// The way from bytes: key by key, each value straight into its property. No dictionary, no Any, no String
/// for a key.
extension ObjectMapper {
    /// Fills an object from the object under the cursor; nil, or why it is refused.
    func fill(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ reader: inout JSONReader,
        isNew: Bool
    ) throws -> ProblemRecord? {
        if schema.overridesSerializeValue {
            return try fillThroughHook(object, schema, options, &reader, isNew: isNew)
        }
        let notesKeys = report?.begin() ?? false
        let start = reader.offset
        let context = MappingContext(mapper: self, options: options)
        let model = FilledModel(object: object, schema: schema, context: context)
        var filling = ByteFilling(notesKeys: notesKeys)
        try fillMembers(schema.tables(options.keyMatching), of: nil, model, &filling, &reader)
        if let postponed = filling.postponed {
            let end = reader
            reader.remainingDepth -= 1
            try settle(postponed, model, &filling, start, &reader)
            reader = end
        }
        if report == nil, !schema.hasFinish, options.missing == .keepValue { return nil }
        return try finish(
            object, schema, options, filling.progress, at: PayloadLocation(offset: start), isNew: isNew
        ) {
            var again = reader
            again.seek(to: start)
            return try again.readObject()
        }
    }

    /// Fills properties from the members of the object under the cursor, or of one that paths lead into.
    ///
    /// - Parameter node: what the paths have in common; nil for the object itself.
    func fillMembers(
        _ tables: KeyMatcher.Tables, of node: PathNode?, _ model: FilledModel, _ filling: inout ByteFilling,
        _ reader: inout JSONReader
    ) throws {
        let schema = model.schema
        let context = model.context
        let storage = PropertyStorage(model.object)
        let table = tables.table
        let sequence = tables.sequence
        let slots = schema.slots
        let notesKeys = filling.notesKeys && node == nil
        var seen = filling.progress.seen
        var filled = filling.progress.filled
        var next = 0
        var style = sequence.start(ofStyle: 0)
        // A copy that stays in registers; steps that are not inlined get one in memory.
        var cursor = reader
        if try cursor.enterObject() {
            repeat {
                guard cursor.peek() == UInt8(ascii: "\"") else { throw cursor.unexpected("a key") }
                let index: Int
                let atKey = cursor
                if cursor.skipKey(sequence.entry(next, from: style), of: sequence) {
                    index = next
                } else {
                    let key = try cursor.scanString()
                    let target = cursor.target(of: key, in: table)
                    guard target >= 0 else {
                        try cursor.readColon()
                        _ = cursor.peek()
                        var slow = cursor
                        filling.note(seen, filled)
                        try unusualKey(key, target, of: node, model, &filling, &slow)
                        (seen, filled) = (filling.progress.seen, filling.progress.filled)
                        cursor = slow
                        continue
                    }
                    let match = DirectMatch(target: target)
                    index = match.property
                    if match.style != DirectMatch.anyStyle { style = sequence.start(ofStyle: match.style) }
                }
                let byte = try cursor.readColonAndPeek()
                next = index &+ 1
                let slot = slots[index]
                if notesKeys || !seen.insertNew(index) {
                    var slow = cursor
                    filling.note(seen, filled)
                    try unusualValue(index, atKey, of: node, model, &filling, &slow)
                    (seen, filled) = (filling.progress.seen, filling.progress.filled)
                    cursor = slow
                    continue
                }
                // The common types, from values of their own kind; everything else behind the switch.
                let offset = Int(slot.offset)
                switch slot.kind {
                case .string, .optionalString:
                    guard byte == UInt8(ascii: "\"") else { break }
                    let value = try cursor.readString()
                    if slot.kind == .string {
                        storage.store(value, at: offset)
                    } else {
                        storage.store(value, at: offset, as: String?.self)
                    }
                    filled.insert(index)
                    continue
                case .int, .optionalInt:
                    guard byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-") else { break }
                    let start = cursor
                    if let value = try cursor.scanNumber().int64 {
                        if slot.kind == .int {
                            storage.store(Int(truncatingIfNeeded: value), at: offset)
                        } else {
                            storage.store(Int(truncatingIfNeeded: value), at: offset, as: Int?.self)
                        }
                        filled.insert(index)
                        continue
                    }
                    cursor = start
                case .double, .optionalDouble:
                    guard byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-") else { break }
                    let start = cursor
                    let value = cursor.double(try cursor.scanNumber())
                    if value.isFinite {
                        if slot.kind == .double {
                            storage.store(value, at: offset)
                        } else {
                            storage.store(value, at: offset, as: Double?.self)
                        }
                        filled.insert(index)
                        continue
                    }
                    cursor = start
                case .bool, .optionalBool:
                    guard byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") else { break }
                    let value = try cursor.readBool()
                    if slot.kind == .bool {
                        storage.store(value, at: offset)
                    } else {
                        storage.store(value, at: offset, as: Bool?.self)
                    }
                    filled.insert(index)
                    continue
                case .model where storage.holdsObject(at: offset):
                    // Filled in place, and that cannot be taken back: when it is clear that nothing competes.
                    filling.postpone(model: index, atKey, cursor.offset, isInside: node != nil)
                    cursor = try cursor.behindValue()
                    continue
                default:
                    break
                }
                var slow = cursor
                if try fillOther(schema, index, slot, storage, byte, &slow, context) { filled.insert(index) }
                cursor = slow
            } while try cursor.hasNextMember()
        }
        reader = cursor
        filling.note(seen, filled)
    }

    /// Fills a property of any other type, or from a value of another kind.
    ///
    /// False where it keeps its value.
    @inline(never)
    func fillOther(
        _ schema: ModelSchema, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage, _ byte: UInt8,
        _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> Bool {
        if byte == UInt8(ascii: "n"), slot.isOptional, context.options.nulls == .clearOptionals {
            try reader.readNull()
            clear(slot, storage, schema, index)
            return false
        }
        switch slot.kind {
        case .date, .optionalDate:
            return try fillDate(schema, index, slot, storage, byte, &reader, context)
        case .model where byte == UInt8(ascii: "{"), .modelDictionary where byte == UInt8(ascii: "{"),
            .modelArray where byte == UInt8(ascii: "["), .optionalModelArray where byte == UInt8(ascii: "["):
            guard let type = schema.modelClasses[index] else { break }
            return try fillModels(type, slot, storage, &reader, context)
        case .stringArray where byte == UInt8(ascii: "["),
            .optionalStringArray where byte == UInt8(ascii: "["):
            let strings = try readArray(StringConverter(), &reader, context)
            storage.store(strings, at: Int(slot.offset), as: [String]?.self)
            return true
        case .intArray where byte == UInt8(ascii: "["), .optionalIntArray where byte == UInt8(ascii: "["):
            let integers = try readArray(IntegerConverter<Int>(), &reader, context)
            storage.store(integers, at: Int(slot.offset), as: [Int]?.self)
            return true
        case .doubleArray where byte == UInt8(ascii: "["),
            .optionalDoubleArray where byte == UInt8(ascii: "["):
            let doubles = try readArray(DoubleConverter(), &reader, context)
            storage.store(doubles, at: Int(slot.offset), as: [Double]?.self)
            return true
        case .stringDictionary where byte == UInt8(ascii: "{"):
            let strings = try readDictionary(StringConverter(), &reader, context)
            storage.store(strings, at: Int(slot.offset), as: [String: String]?.self)
            return true
        case .intDictionary where byte == UInt8(ascii: "{"):
            let integers = try readDictionary(IntegerConverter<Int>(), &reader, context)
            storage.store(integers, at: Int(slot.offset), as: [String: Int]?.self)
            return true
        default:
            break
        }
        return try fillThroughAccessor(schema, index, storage, &reader, context)
    }

    /// Sets an Optional to nil.
    @inline(__always)
    private func clear(_ slot: PropertySlot, _ storage: PropertyStorage, _ schema: ModelSchema, _ index: Int)
    {
        let offset = Int(slot.offset)
        switch slot.kind {
        case .optionalString: storage.store(nil, at: offset, as: String?.self)
        case .optionalInt: storage.store(nil, at: offset, as: Int?.self)
        case .optionalDouble: storage.store(nil, at: offset, as: Double?.self)
        case .optionalBool: storage.store(nil, at: offset, as: Bool?.self)
        case .optionalDate: storage.store(nil, at: offset, as: Date?.self)
        case .model: storage.store(nil, at: offset, as: ModelObject?.self)
        default: _ = schema.properties[index].accessor.clear(storage)
        }
    }

    @inline(never)
    private func fillDate(
        _ schema: ModelSchema, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage, _ byte: UInt8,
        _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> Bool {
        let format = context.options.dateFormat
        if byte == UInt8(ascii: "\""), !format.needsAnyValue {
            let start = reader
            let text = try reader.scanString()
            if let date = reader.withBytes(of: text, { format.date(fromText: $0) }) {
                if slot.kind == .date {
                    storage.store(date, at: Int(slot.offset))
                } else {
                    storage.store(date, at: Int(slot.offset), as: Date?.self)
                }
                return true
            }
            reader = start
        }
        return try fillThroughAccessor(schema, index, storage, &reader, context)
    }

    /// Fills a model, an array of models or a dictionary of models, from a value that has the right bracket.
    private func fillModels(
        _ type: ModelObject.Type, _ slot: PropertySlot, _ storage: PropertyStorage,
        _ reader: inout JSONReader,
        _ context: MappingContext
    ) throws -> Bool {
        let offset = Int(slot.offset)
        switch slot.kind {
        case .model:
            guard let model = try readModel(type, ModelSchema.of(type), &reader, context) else {
                return false
            }
            storage.store(model, at: offset, as: ModelObject?.self)
        case .modelDictionary:
            storage.storeModels(try readModelDictionary(type, &reader, context.forElements), at: offset)
        default:
            storage.storeModels(try readModelArray(type, &reader, context.forElements), at: offset)
        }
        return true
    }

    /// Makes a model of the value under the cursor; nil where that is refused or no object.
    private func readModel(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> ModelObject? {
        guard reader.peek() == UInt8(ascii: "{") else {
            return try ModelConverter<ModelObject>(elementClass: type).read(&reader, context)
        }
        if schema.overridesWillMap || schema.isPolymorphic { return try makeModel(type, &reader, context) }
        let model = type.init()
        let options = options(for: schema, around: context.options)
        guard let refusal = try fillGuarded(model, schema, options, &reader, isNew: true) else {
            return model
        }
        return refuse(refusal, context)
    }

    func readModelArray(
        _ type: ModelObject.Type, _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> [ModelObject] {
        var models: [ModelObject] = []
        guard try reader.enterArray() else { return models }
        let schema = ModelSchema.of(type)
        repeat {
            if let model = try readModel(type, schema, &reader, context) { models.append(model) }
        } while try reader.hasNextElement()
        return models
    }

    func readModelDictionary(
        _ type: ModelObject.Type, _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> [String: ModelObject] {
        var models: [String: ModelObject] = [:]
        guard try reader.enterObject() else { return models }
        let schema = ModelSchema.of(type)
        var troubles = RepeatedKeyTroubles<String>()
        repeat {
            let key = reader.string(try reader.readKey())
            let (start, notes) = (reader.offset, noteCount)
            // Of a key given twice the last one counts, also where it cannot be used.
            models[key] = try readModel(type, schema, &reader, context)
            troubles.admit(key, start..<reader.offset, isBest: true, notesBefore: notes, self)
        } while try reader.hasNextMember()
        return models
    }

    /// Reads an array, of which the bracket is known; specialised for the converters that it is called with.
    @inline(__always)
    private func readArray<Converter: ValueConverter>(
        _ converter: Converter, _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> [Converter.Value] {
        var elements: [Converter.Value] = []
        guard try reader.enterArray() else { return elements }
        let context = context.forElements
        repeat {
            if let element = try converter.read(&reader, context) { elements.append(element) }
        } while try reader.hasNextElement()
        return elements
    }

    /// Reads a dictionary, of which the brace is known; specialised as `readArray`.
    @inline(__always)
    private func readDictionary<Converter: ValueConverter>(
        _ converter: Converter, _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> [String: Converter.Value] {
        var values: [String: Converter.Value] = [:]
        guard try reader.enterObject() else { return values }
        let context = context.forElements
        var troubles = RepeatedKeyTroubles<String>()
        repeat {
            let key = reader.string(try reader.readKey())
            let (start, notes) = (reader.offset, noteCount)
            // Of a key given twice the last one counts, also where it cannot be used.
            values[key] = try converter.read(&reader, context)
            troubles.admit(key, start..<reader.offset, isBest: true, notesBefore: notes, self)
        } while try reader.hasNextMember()
        return values
    }

    @inline(never)
    func fillThroughAccessor(
        _ schema: ModelSchema, _ index: Int, _ storage: PropertyStorage, _ reader: inout JSONReader,
        _ context: MappingContext
    ) throws -> Bool {
        let property = schema.properties[index]
        if property.isSecret, !hidesValues {
            return try hidingValues { try fillThroughAccessor(schema, index, storage, &reader, context) }
        }
        let context = self.context(for: property, context)
        let offset = reader.offset
        if property.hasValueRule {
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
}
