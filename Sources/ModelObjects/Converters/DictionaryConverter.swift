/// Converts dictionaries value by value; an invalid value or key is left out or rejected.
struct DictionaryConverter<Key: Hashable, Element, Converter: ValueConverter<Element>>: ValueConverter {
    typealias Value = [Key: Element]
    let key: KeyConversion<Key>
    let value: Converter

    var expected: String { "Dictionary" }
    var content: TypeContent { value.content.inDictionary(byText: Key.self == String.self) }
    var coderForm: CoderForm { .object(value.coderForm) }
    var form: ValueForm { .dictionary(value.form) }
    var keepsDigits: Bool { value.keepsDigits || key.keepsDigits }
    var mayBeUnusable: Bool { value.mayBeUnusable }
    func isUsable(_ values: Value) -> Bool {
        !mayBeUnusable || values.values.allSatisfy { value.isUsable($0) }
    }

    func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        value.compiled(accessor)
    }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        guard reader.peek() == UInt8(ascii: "{") else { return try readUntyped(&reader, context) }
        let start = reader.offset
        guard try reader.enterObject() else { return [:] }
        let context = context.forElements
        // The unusual spellings of keys, such as `01` for `1`.
        var spellings: [Key: String] = [:]
        var duplicates = DuplicateKeys()
        var collisions = KeyCollisions(key)
        var values: Value = [:]
        var hasMore = true
        while hasMore {
            let text = try reader.readKey()
            _ = reader.peek()
            let offset = reader.offset
            let element = try value.read(&reader, context)
            hasMore = try reader.hasNextMember()
            let name = reader.string(text)
            if context.mapper.report != nil {
                context.mapper.recordDuplicate(of: name, at: offset, &duplicates)
            }
            guard let key = key.make(name) else {
                context.mapper.at(offset) { context.badKey(key.expected) }
                continue
            }
            guard let element else { continue }
            if collisions != nil {
                try context.mapper.at(start) { try count(key, in: values, &collisions, context.mapper) }
            }
            if let old = values.updateValue(element, forKey: key), let index = values.index(forKey: key) {
                // An equal key can have another text: `-0`, or a raw value in another case.
                let other = spellings[key] ?? self.key.text(values[index].key)
                // Of several spellings, the one that sorts first is used.
                if let other, other.byteOrder(to: name) < 0 {
                    values[key] = old
                    continue
                }
                // Updating a value doesn't replace its key.
                values[key] = nil
                values[key] = element
                spellings[key] = nil
            }
            if Key.self != String.self, self.key.text(key)?.byteOrder(to: name) != 0 { spellings[key] = name }
        }
        return values
    }

    /// Counts the comparisons for looking up a key.
    private func count(
        _ key: Key, in values: Value, _ collisions: inout KeyCollisions<Key>?, _ mapper: ObjectMapper
    ) throws {
        try collisions?.count(key, isNew: values[key] == nil, charge: mapper.count(keyComparisons:))
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .other(let patch as DictionaryPatch) = value { return try patched(patch, context) }
        if case .array(let list) = value, Value.encodesPairs, context.options.conversions == .lossless,
            list.count.isMultiple(of: 2)
        {
            context.converted(value, to: expected)
            return try members(ofPairs: list, context.forElements)
        }
        guard case .object(let object) = value else {
            // Only the values that can't be used are left out.
            if case .other(let typed as [Key: Any]) = value {
                return try members(of: typed, context.forElements)
            }
            return typedOrMismatch(value, context)
        }
        let context = context.forElements
        return try context.mapper.nested {
            // A whole dictionary in a JSON Patch replaces the entries.
            let before = context.mapper.takePatchedValue() as? Value
            let old = context.mapper.isMergePatch ? before : nil
            defer { if old != nil { context.mapper.details.patch.oldValue = nil } }
            if let plain = plainMembers(object) { return plain }
            var values: Value = [:]
            var collisions = KeyCollisions(key)
            for (name, any) in object.sorted(byText: \.key) {
                let key = key.make(name)
                if let key { try count(key, in: values, &collisions, context.mapper) }
                if let key, values[key] != nil { continue }
                if let old, let key { context.mapper.details.patch.oldValue = contentOfPresence(old[key]) }
                let element = try context.mapper.at(.key(name)) { () throws -> Element? in
                    let element = try self.value.convert(any: any, context)
                    if key == nil { context.badKey(self.key.expected) }
                    return element
                }
                if let key { values[key] = element ?? old?[key] }
            }
            return values
        }
    }

    /// The dictionary of one that has the keys already.
    private func members(of typed: [Key: Any], _ context: MappingContext) throws -> Value {
        try context.mapper.nested {
            var values: Value = [:]
            var collisions = KeyCollisions(key)
            let members = typed.map { (name: key.text($0.key) ?? "\($0.key)", member: $0) }
            for (name, (key, any)) in members.sorted(byText: \.name) {
                let element = try context.mapper.at(.key(name)) { try value.convert(any: any, context) }
                try count(key, in: values, &collisions, context.mapper)
                if let element { values[key] = element }
            }
            return values
        }
    }

    /// The dictionary of a list in which keys and values alternate, as JSONEncoder writes it.
    private func members(ofPairs list: [Any], _ context: MappingContext) throws -> Value {
        try context.mapper.nested {
            var values: Value = [:]
            var collisions = KeyCollisions(key)
            for index in stride(from: 0, to: list.count, by: 2) {
                let name = JSONValue(list[index])
                let text = if case .string(let text) = name { text } else { name.shortestText }
                guard let key = text.flatMap(key.make) else {
                    context.mapper.at(.index(index)) { context.badKey(self.key.expected) }
                    continue
                }
                try count(key, in: values, &collisions, context.mapper)
                let element = try context.mapper.at(.index(index + 1)) {
                    try value.convert(any: list[index + 1], context)
                }
                if let element { values[key] = element }
            }
            return values
        }
    }

    /// The dictionary after a patch.
    ///
    /// If a new value can't be used, the entry keeps its value. Of several spellings of a key, the first one with a
    /// usable value counts, and null counts only if no other has a value.
    private func patched(_ patch: DictionaryPatch, _ context: MappingContext) throws -> Value {
        let context = context.forElements
        return try context.mapper.nested {
            // Several properties can have the key.
            let old = context.mapper.takePatchedValue() ?? patch.old
            var values = (old as? Value) ?? [:]
            var (given, changed): (Set<Key>, Set<Key>) = ([], [])
            var collisions = KeyCollisions(key)
            if collisions != nil { for key in values.keys { collisions?.add(key) } }
            func apply(_ name: String, _ newValue: DictionaryPatch.NewValue?) throws {
                let key = key.make(name)
                if let key { try count(key, in: values, &collisions, context.mapper) }
                guard let newValue else {
                    if let key, !given.contains(key) { values[key] = nil }
                    return
                }
                if let key, changed.contains(key) { return }
                try context.mapper.at(.key(name)) {
                    let new = try newValue(key.flatMap { values[$0] })
                    let element = try value.convert(any: new, context)
                    guard let key else { return context.badKey(self.key.expected) }
                    given.insert(key)
                    guard let element else { return }
                    values[key] = element
                    changed.insert(key)
                }
            }
            // A merge patch changes the entry of a key that it also removes in another spelling; operations replace it.
            let isMergePatch = context.mapper.isMergePatch
            let entries = patch.entries.sorted(byText: \.key)
            for (name, newValue) in entries.sorted(byNumber: { ($0.value == nil) == isMergePatch ? 1 : 0 }) {
                try apply(name, newValue)
            }
            return values
        }
    }

    /// The members of a dictionary whose values need no conversion, so they can be stored in any order; nil
    /// if a value needs a conversion.
    private func plainMembers(_ object: [String: Any]) -> Value? {
        guard Key.self == String.self else { return nil }
        var values = Value(minimumCapacity: object.count)
        var members = LentMembers(object)
        while let member = members.next() {
            guard let key = key.make(member.key), let value = value.unconverted(member.value) else {
                return nil
            }
            values[key] = value
        }
        return values
    }
}

// MARK: Exporting

extension DictionaryConverter {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        if key.mayShareTexts, value.count > 1 { try checkTexts(of: value) }
        return try output.dictionary(value, text: key.text) { element, output throws(ExportFailure) in
            try self.value.write(element, to: &output)
        }
    }
}

extension DictionaryConverter {
    /// Checks that no two keys have one text: JSON would have the key twice.
    private func checkTexts(of value: Value) throws(ExportFailure) {
        var texts: Set<String> = []
        for key in value.keys {
            guard let text = self.key.text(key), !texts.insert(text).inserted else { continue }
            throw ExportFailure(
                .keyCollision, "Cannot export two keys with one raw value",
                expected: "keys with different raw values", found: "two equal ones"
            ).under(.key(text))
        }
    }
}

// MARK: Comparing

extension DictionaryConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        guard left.count == right.count else { return false }
        for (key, each) in left {
            guard comparison.charge(hashed: key) else { return false }
            guard let other = right[key] else {
                // No lookup finds a NaN.
                return !key.equalsItself && comparison.hasEqualPairs(left, right)
            }
            if !value.isEqual(each, other, &comparison) { return false }
        }
        return true
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        hasher.combineUnordered(value) { member, hasher in
            hasher.combine(key: member.key)
            self.value.hash(member.value, into: &hasher)
        }
    }

    func copy(_ value: Value, _ models: any ModelReplacing) -> Value {
        value.mapValues { self.value.copy($0, models) }
    }
}

// MARK: Archiving

extension DictionaryConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        // What is written must be readable.
        if var collisions = KeyCollisions(key) {
            for key in value.keys {
                try collisions.count(key, isNew: true, charge: context.count(keyComparisons:))
            }
        }
        if let members = try exactly(value, as: [String: Element].self) ?? membersByText(value) {
            return try context.dictionary(members) { try self.value.archived($1, $2) }
        }
        let pairs = try context.pairs(
            of: value, key: { key, _ in (key as? any ScalarNode)?.node ?? .null }, value: self.value.archived)
        return .marked(ArchiveLayout.Mark.dictionary, pairs)
    }

    /// The members by the texts of their keys; nil if a key is a number without one.
    private func membersByText(_ value: Value) throws -> [String: Element]? {
        var members: [String: Element] = [:]
        for (key, each) in value {
            guard let text = self.key.text(key), self.key.make(text) != nil else {
                if Key.self is any ScalarNode.Type { return nil }
                throw ModelError.notArchivable(
                    "a key of the type \(Key.self) that its text does not give again")
            }
            guard members.updateValue(each, forKey: text) == nil else {
                throw ModelError.notArchivable("two keys with one raw value")
            }
        }
        return members
    }

    /// Entries whose key or value can't be converted are left out, and so are other spellings of a key.
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        if case .marked(ArchiveLayout.Mark.dictionary, .array(let nodes)) = node {
            return try unarchived(pairs: nodes, context)
        }
        guard case .dictionary(let entries) = node else { return nil }
        var values: Value = [:]
        values.reserveCapacity(entries.count)
        var collisions = KeyCollisions(key)
        for entry in entries {
            guard let value = try value.unarchivedElement(entry.value, at: .key(entry.key), context) else {
                continue
            }
            let key = key.make(entry.key)
            if let key {
                try collisions?.count(
                    key, isNew: values[key] == nil, charge: context.count(keyComparisons:))
            }
            guard let key, values[key] == nil else {
                recordUnusableKey(context)
                continue
            }
            values[key] = value
        }
        return values
    }

    /// The entries of keys and values that alternate.
    private func unarchived(pairs nodes: [ArchiveNode], _ context: UnarchivingContext) throws -> Value? {
        guard let type = Key.self as? any ScalarNode.Type, nodes.count.isMultiple(of: 2) else { return nil }
        var pairs: [(key: Key, value: Element)] = []
        for place in stride(from: 0, to: nodes.count, by: 2) {
            let step = nodes[place].step(at: place / 2)
            guard let value = try value.unarchivedElement(nodes[place + 1], at: step, context) else {
                continue
            }
            guard let key = type.init(node: nodes[place]).flatMap({ exactly($0, as: Key.self) }) else {
                recordUnusableKey(context)
                continue
            }
            pairs.append((key, value))
        }
        return try context.dictionary(of: pairs)
    }

    private func recordUnusableKey(_ context: UnarchivingContext) {
        context.recorder?.recordLoss(of: "another key", expected: "\(Key.self)", isElement: true)
    }
}
