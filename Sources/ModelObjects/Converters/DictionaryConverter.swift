/// Dictionaries, value by value; a bad value, or a key that is none of the key type, is left out or rejected.
struct DictionaryConverter<Key: Hashable, Element: ValueConverter>: ValueConverter {
    typealias Value = [Key: Element.Value]
    let key: KeyConversion<Key>
    let value: Element

    var expected: String { "Dictionary" }
    var content: TypeContent { value.content.inDictionary(byText: Key.self == String.self) }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        guard reader.peek() == UInt8(ascii: "{") else { return try readUntyped(&reader, context) }
        guard try reader.enterObject() else { return [:] }
        let context = context.forElements
        let members: [(key: Key, name: String, value: Element.Value)] = try collectedElements { isLast in
            let text = try reader.readKey()
            _ = reader.peek()
            let offset = reader.offset
            let element = try value.read(&reader, context)
            isLast = try !reader.hasNextMember()
            let name = reader.string(text)
            guard let key = key.make(name) else {
                context.mapper.at(offset) { context.badKey(key.expected) }
                return nil
            }
            return element.map { (key, Key.self == String.self ? "" : name, $0) }
        }
        var values = Value(minimumCapacity: members.count)
        // Of several spellings of a key (`1`, `01`) the one that sorts first counts.
        var spellings: [Key: String] = [:]
        for (key, name, element) in members {
            if Key.self != String.self {
                if let other = spellings[key], KeyFolding.precedes(other, name) { continue }
                spellings[key] = name
            }
            values[key] = element
        }
        return values
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        guard case .object(let object) = value else {
            if case .other(let any) = value, let values = any as? Value { return values }
            return container(value, context)
        }
        let context = context.forElements
        return try context.mapper.nested {
            var values: Value = [:]
            for name in object.keys.sorted(by: KeyFolding.precedes) {
                guard let any = object[name] else { continue }
                let key = key.make(name)
                if let key, values[key] != nil { continue }
                let element = try context.mapper.at(.key(name)) { try self.value.convert(any: any, context) }
                guard let key else {
                    context.mapper.at(.key(name)) { context.badKey(self.key.expected) }
                    continue
                }
                values[key] = element
            }
            return values
        }
    }
}

// MARK: Exporting

extension DictionaryConverter {
    func exported(_ value: Value, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        try exporter.enterLevel()
        var members: [ExportedValue.Member] = []
        members.reserveCapacity(value.count)
        for (key, element) in value {
            let text = self.key.text(key)
            do throws(ExportFailure) {
                let element = try self.value.exported(element, &exporter)
                if case .omitted = element { continue }
                members.append(.init(key: text, value: element))
            } catch {
                throw error.under(.key(text))
            }
        }
        exporter.leaveLevel()
        return .object(members)
    }

    func write(
        _ value: Value, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        if exporter.sortedKeys { return exporter.write(try exported(value, &exporter), &writer) }
        try exporter.enterLevel()
        writer.beginObject()
        for (key, element) in value {
            let text = self.key.text(key)
            let start = writer.count
            writer.key(text)
            do throws(ExportFailure) {
                switch try self.value.write(element, &exporter, &writer) {
                case .written: break
                case .null: writer.null()
                case .omitted: writer.rewind(to: start)
                }
            } catch {
                throw error.under(.key(text))
            }
        }
        writer.endObject()
        exporter.leaveLevel()
        return .written
    }
}

// MARK: Comparing

extension DictionaryConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        guard left.count == right.count else { return false }
        for (key, each) in left {
            comparison.use(hashed: key)
            guard comparison.rest >= 0, let other = right[key], value.isEqual(each, other, &comparison) else {
                return false
            }
        }
        return true
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        hasher.combineUnordered(value) { member, hasher in
            hasher.combine(member.key)
            self.value.hash(member.value, into: &hasher)
        }
    }

    func copy(_ value: Value, _ copier: ModelCopier) -> Value {
        content.mayHoldModels ? value.mapValues { self.value.copy($0, copier) } : value
    }

    func visitModels(in value: Value, _ visitor: inout ModelVisitor) {
        guard content.mayHoldModels else { return }
        for each in value.values { self.value.visitModels(in: each, &visitor) }
    }
}

// MARK: Decoding

extension DictionaryConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try reader.object(decoder) { try value.decode($0, $1) } ?? reader.untyped(decoder)
    }
}

// MARK: Archiving

extension DictionaryConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        var texts: Set<String> = []
        let entries = try value.map { entry in
            let text = key.text(entry.key)
            guard Key.self == String.self || texts.insert(text).inserted else {
                throw ModelError.notArchivable("two keys with one raw value")
            }
            guard Key.self == String.self || key.make(text) != nil else {
                throw ModelError.notArchivable(
                    "a key of the type \(Key.self) that its text does not give again")
            }
            return (key: text, value: entry.value)
        }
        return try context.dictionary(entries) { try self.value.archived($1, $2) }
    }

    /// A key that is none of the key type, and a value that cannot be converted, are left out.
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        guard case .dictionary(let entries) = node else { return nil }
        var values: Value = [:]
        values.reserveCapacity(entries.count)
        for entry in entries {
            guard let value = try value.unarchivedOrConverted(entry.value, context),
                let key = key.make(entry.key)
            else { continue }
            guard values.updateValue(value, forKey: key) == nil else {
                throw context.invalid("a dictionary with one key twice")
            }
        }
        return values
    }
}
