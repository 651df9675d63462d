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
        let storage = PropertyStorage(object)
        let context = MappingContext(mapper: self, options: options)
        let tables = schema.tables(options.keyMatching)
        let table = tables.table
        let sequence = tables.sequence
        let slots = schema.slots
        var seen = PropertySet()
        var filled = PropertySet()
        var postponed: PostponedKeys?
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
                        try unusualKey(key, target, object, schema, context, &slow, &postponed)
                        cursor = slow
                        continue
                    }
                    index = Int(target & 0xFFFF)
                    let found = Int(target &>> 16)
                    if found != KeyMatcher.anyStyle { style = sequence.start(ofStyle: found) }
                }
                let byte = try cursor.readColonAndPeek()
                next = index &+ 1
                let slot = slots[index]
                if slot.isDeferred || !seen.insertNew(index) {
                    PostponedKeys.made(&postponed).waiting.append(
                        Member(key: try atKey.keyAhead(), handle: cursor.offset))
                    cursor = try cursor.behindValue()
                    continue
                }
                if notesKeys { try noteKey(atKey, index) }
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
                    PostponedKeys.made(&postponed).models.append((index, atKey, cursor.offset))
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
        var progress = FillProgress(seen: seen, filled: filled)
        if let postponed {
            let end = reader
            reader.remainingDepth -= 1
            if postponed.waiting.isEmpty {
                for (index, _, offset) in postponed.models {
                    reader.seek(to: offset)
                    if try fillThroughAccessor(schema, index, storage, &reader, context) {
                        progress.filled.insert(index)
                    }
                }
            } else {
                let models = try postponed.models.map {
                    Member(key: try $0.atKey.keyAhead(), handle: $0.offset)
                }
                try settle(
                    postponed.waiting + models, in: start, object, schema, context, from: &reader, &progress)
            }
            reader = end
        }
        if report == nil, !schema.hasFinish, options.missing == .keepValue { return nil }
        return try finish(object, schema, options, progress, at: PayloadLocation(offset: start), isNew: isNew)
        {
            var again = reader
            again.seek(to: start)
            return try again.readObject()
        }
    }

    /// Tells the report that a property's first key is the one under the cursor.
    @inline(never)
    private func noteKey(_ atKey: JSONReader, _ index: Int) throws {
        report?.noteFirst(key: try atKey.keyAhead(), property: index)
    }

    /// Fills a property of any other type, or from a value of another kind.
    ///
    /// False where it keeps its value.
    @inline(never)
    private func fillOther(
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
        guard reader.peek() == UInt8(ascii: "{"), !schema.overridesWillMap, !schema.isPolymorphic else {
            return try ModelConverter<ModelObject>(elementClass: type).read(&reader, context)
        }
        let model = type.init()
        let options = options(for: schema, around: context.options)
        guard let refusal = try fillGuarded(model, schema, options, &reader, isNew: true) else {
            return model
        }
        return refuse(refusal, context)
    }

    private func readModelArray(
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

    private func readModelDictionary(
        _ type: ModelObject.Type, _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> [String: ModelObject] {
        var models: [String: ModelObject] = [:]
        guard try reader.enterObject() else { return models }
        let schema = ModelSchema.of(type)
        var troubles = RepeatedKeyTroubles<String>()
        repeat {
            let key = reader.string(try reader.readKey())
            let (start, problems) = (reader.offset, problemCount)
            // Of a key given twice the last one counts, also where it cannot be used.
            models[key] = try readModel(type, schema, &reader, context)
            troubles.admit(key, start..<reader.offset, isBest: true, problemsBefore: problems, self)
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
            let (start, problems) = (reader.offset, problemCount)
            // Of a key given twice the last one counts, also where it cannot be used.
            values[key] = try converter.read(&reader, context)
            troubles.admit(key, start..<reader.offset, isBest: true, problemsBefore: problems, self)
        } while try reader.hasNextMember()
        return values
    }

    @inline(never)
    private func fillThroughAccessor(
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

    /// A key that is not in the table with exactly one ordinary property behind it.
    @inline(never)
    private func unusualKey(
        _ key: JSONText, _ target: Int32, _ object: ModelObject, _ schema: ModelSchema,
        _ context: MappingContext,
        _ reader: inout JSONReader,
        _ postponed: inout PostponedKeys?
    ) throws {
        let matcher = schema.matcher(context.options.keyMatching)
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
            PostponedKeys.made(&postponed).waiting.append(
                Member(key: reader.string(key), handle: valueOffset))
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
                noteUnknown(
                    reader.string(key), schema, matcher, options,
                    PayloadLocation(offset: key.offset - 1, isKey: true))
            }
        }
    }
}

/// The keys of an object that wait for its last one; most objects have none.
private final class PostponedKeys {
    /// Keys that may have to compete.
    var waiting: [Member<Int>] = []
    /// Keys of models that are filled in place.
    var models: [(index: Int, atKey: JSONReader, offset: Int)] = []

    static func made(_ keys: inout PostponedKeys?) -> PostponedKeys {
        if let keys { return keys }
        let made = PostponedKeys()
        keys = made
        return made
    }
}

/// Which properties of an object the payload has named, and which it has filled.
struct FillProgress {
    var seen = PropertySet()
    var filled = PropertySet()
}

extension JSONReader {
    /// Whether a key's fold is certainly not in the table.
    ///
    /// Only plain ASCII keys of usual length are answered.
    @inline(__always)
    func isFoldAbsent(_ key: JSONText, in table: SpellingTable) -> Bool {
        guard key.isASCII, !key.isEscaped, key.count <= SpellingTable.longestFold else { return false }
        return withBytes(of: key) { table.isFoldAbsent($0) }
    }
}
