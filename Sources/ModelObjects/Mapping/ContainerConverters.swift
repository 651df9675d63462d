/// Optionals: null is nil, unless the options keep what is there.
struct OptionalConverter<Wrapped: ValueConverter>: ValueConverter {
    typealias Value = Wrapped.Value?
    let wrapped: Wrapped

    var expected: String { wrapped.expected }
    var valueForNull: Value? { .some(.none) }
    var isUntypedContainer: Bool { wrapped.isUntypedContainer }
    var isUntypedElement: Bool { wrapped.isUntypedElement }
    var modelClass: ModelObject.Type? { wrapped.modelClass }
    var enumeration: Enumeration? { wrapped.enumeration }
    var mayBeDates: Bool { wrapped.mayBeDates }
    var takesEmptyTextAsNull: Bool { wrapped.takesEmptyTextAsNull }
    func takesNullWord(_ word: String) -> Bool { wrapped.takesNullWord(word) }
    func isUsable(_ value: Value) -> Bool { value.map { wrapped.isUsable($0) } ?? false }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        let byte = reader.peek()
        if byte == UInt8(ascii: "n") {
            try reader.readNull()
            return null(context)
        }
        if byte == UInt8(ascii: "\"") {
            if wrapped.takesEmptyTextAsNull { return try readUntyped(&reader, context) }
            if let word = reader.nullWord(), !wrapped.takesNullWord(word) {
                try reader.skipValue()
                return null(context)
            }
        }
        return try wrapped.read(&reader, context).map { .some($0) }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .null = value { return null(context) }
        if case .string(let text) = value, wrapped.standsForNull(text) { return null(context) }
        return try wrapped.convert(value, context).map { .some($0) }
    }

    private func null(_ context: MappingContext) -> Value? {
        // In a new array or dictionary there is nothing to keep.
        context.isElement || context.options.nulls == .clearOptionals ? .some(.none) : nil
    }
}

/// Arrays, element by element; a bad one is left out, or rejected, as the options say.
struct ArrayConverter<Element: ValueConverter>: ValueConverter {
    typealias Value = [Element.Value]
    let element: Element

    var expected: String { "Array" }
    var isUntypedContainer: Bool { element.isUntypedElement || element.isUntypedContainer }
    var modelClass: ModelObject.Type? { element.modelClass }
    var enumeration: Enumeration? { element.enumeration }
    var mayBeDates: Bool { element.mayBeDates }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        guard reader.peek() == UInt8(ascii: "[") else { return try readUntyped(&reader, context) }
        guard try reader.enterArray() else { return [] }
        let context = context.forElements
        return try collectedElements { isLast in
            let value = try element.read(&reader, context)
            isLast = try !reader.hasNextElement()
            return value
        }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        guard case .array(let values) = value else {
            if case .other(let any) = value, let elements = any as? Value { return elements }
            return container(value, context)
        }
        let context = context.forElements
        return try context.mapper.nested {
            var elements: Value = []
            elements.reserveCapacity(values.count)
            for (index, value) in values.enumerated() {
                let value = try context.mapper.at(.index(index)) { try element.convert(any: value, context) }
                if let value { elements.append(value) }
            }
            return elements
        }
    }
}

struct SetConverter<Member: Hashable, Element: ValueConverter<Member>>: ValueConverter {
    typealias Value = Set<Member>
    let element: Element

    var expected: String { "Set" }
    var enumeration: Enumeration? { element.enumeration }
    var mayBeDates: Bool { element.mayBeDates }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        guard reader.peek() == UInt8(ascii: "[") else { return try readUntyped(&reader, context) }
        let offset = reader.offset
        guard let members = try ArrayConverter(element: element).read(&reader, context) else { return nil }
        if Self.isPlain { return Set(members) }
        return try context.mapper.at(offset) { try context.mapper.set(of: members) }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .other(let any) = value, let set = any as? Value { return set }
        guard case .array = value else { return container(value, context) }
        let members = try ArrayConverter(element: element).convert(value, context)
        return try members.map { Self.isPlain ? Set($0) : try context.mapper.set(of: $0) }
    }

    /// No model can be inside a member, not even one that only the member's own `==` knows of.
    static var isPlain: Bool { Member.self == String.self || Member.self == Int.self }
}

/// Dictionaries, value by value; a bad value, or a key that is none of the key type, is left out or rejected.
struct DictionaryConverter<Key: Hashable, Element: ValueConverter>: ValueConverter {
    typealias Value = [Key: Element.Value]
    let key: KeyConversion<Key>
    let value: Element

    var expected: String { "Dictionary" }
    var isUntypedContainer: Bool { value.isUntypedElement || value.isUntypedContainer }
    var modelClass: ModelObject.Type? { value.modelClass }
    var enumeration: Enumeration? { value.enumeration }
    var mayBeDates: Bool { value.mayBeDates }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        guard reader.peek() == UInt8(ascii: "{") else { return try readUntyped(&reader, context) }
        var values: Value = [:]
        guard try reader.enterObject() else { return values }
        let context = context.forElements
        // Of several spellings of a key (`1`, `01`) the one that sorts first counts.
        var spellings: [Key: String] = [:]
        repeat {
            let text = try reader.readKey()
            _ = reader.peek()
            let offset = reader.offset
            let element = try value.read(&reader, context)
            let name = reader.string(text)
            guard let key = key.make(name) else {
                context.mapper.at(offset) { context.badKey(key.expected) }
                continue
            }
            guard let element else { continue }
            if Key.self != String.self {
                if let other = spellings[key], KeyFolding.precedes(other, name) { continue }
                spellings[key] = name
            }
            values[key] = element
        } while try reader.hasNextMember()
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

extension ValueConverter {
    /// Tells the mapper that a value is no container of the right kind.
    fileprivate func container(_ value: JSONValue, _ context: MappingContext) -> Value? {
        modelClass == nil && !isUntypedContainer
            ? context.mismatch(expected, value) : context.noModel(expected, value)
    }

    /// Takes a value that has the type already; else converts it.
    func convert(any value: Any, _ context: MappingContext) throws -> Value? {
        if !isUntypedContainer, let typed = exactly(value, as: Value.self), isUsable(typed) { return typed }
        return try convert(JSONValue(value), context)
    }
}
