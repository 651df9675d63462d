import Foundation

/// A mapped property: its storage, the keys that feed it, and its rule.
final class Property: Sendable {
    let name: String
    /// A second name, which `only` and `except` also accept: see `FieldNames`.
    let otherName: String?
    let accessor: any PropertyAccessor
    /// The kind of its values, and what they can contain.
    let content: TypeContent
    /// The fast path from and to bytes, if its type has one.
    let compiled: CompiledAccess?
    /// Whether its memory holds a property wrapper, not the value itself.
    let isWrapped: Bool
    /// The combined rules of the property, with defaults for unset members.
    let rule: PropertyRule
    /// The declared keys, or the property's name if no rule declares any.
    let keys: [DeclaredKey]
    /// Whether a rule, or the class's `declaredKey(for:)`, declares the keys.
    let hasDeclaredKey: Bool
    let declaringClass: AnyClass

    /// Whether its values must not be shown: the property is redacted, or one of its keys equals, contains or lies
    /// inside a key of a redacted property.
    let isSecret: Bool

    init(
        name: String, otherName: String?, accessor: any PropertyAccessor, content: TypeContent,
        rule: PropertyRule, keys: [DeclaredKey], hasDeclaredKey: Bool, declaringClass: AnyClass,
        isSecret: Bool
    ) {
        self.name = name
        self.otherName = otherName
        self.accessor = accessor
        self.content = content
        compiled = accessor.compiled()
        isWrapped = accessor.isWrapped
        self.rule = rule
        self.keys = keys
        self.hasDeclaredKey = hasDeclaredKey
        self.declaringClass = declaringClass
        self.isSecret = isSecret
    }

    var firstKey: DeclaredKey { keys[0] }

    /// The keys that feed it: those of its combination if it has one.
    var inputs: [DeclaredKey] { rule.combination?.keys ?? keys }

    /// The key that messages name if no key is present.
    var firstInput: DeclaredKey { inputs[0] }

    /// Whether its rule transforms values before they reach the converter.
    var hasValueRule: Bool { rule.conversion != nil || rule.isEmbeddedJSON }
}

/// A stored property that isn't mapped, and the reason.
struct UnmappableProperty: Sendable {
    let name: String
    let reason: String
    /// Whether its type can't be converted; a rule for such a property is a programmer error.
    let isUnconvertible: Bool
}

/// How the mapper's loop fills a property, Optional or not.
enum PropertyKind: UInt8 {
    case string, int, double, bool, date
    /// A model; an existing one is filled in place.
    case model
    /// A model in a property wrapper, as embedded JSON, or on a runtime where references cannot be read as words. The
    /// accessor fills it. (Only slots have this kind, not accessors.)
    case indirectModel
    /// An array of models of one class, or a dictionary of them with String keys.
    case modelArray, modelDictionary
    /// Another type that has a `CompiledAccess`. (Only slots have this kind, not accessors.)
    case compiled
    /// Everything else: the accessor fills it.
    case other

    /// Whether `storeScalar` stores its usual values.
    var isScalar: Bool { self == .string || self == .int || self == .double || self == .bool }
}

/// The few bytes about a property that the mapper's loop needs.
struct PropertySlot: BitwiseCopyable {
    let offset: Int32
    let kind: PropertyKind
    let isOptional: Bool
    /// Null clears the property, without a call through the accessor.
    let isCleared: Bool

    /// Whether the fast path fills it with models.
    @inline(__always)
    var holdsModels: Bool { kind == .model || kind == .modelArray || kind == .modelDictionary }

    /// Whether it holds a model, however it is accessed.
    var isModel: Bool { kind == .model || kind == .indirectModel }
}

extension PropertyStorage {
    /// Assigns a value of the slot's kind.
    @inline(__always)
    func store<Value>(_ value: Value, in slot: PropertySlot) {
        if slot.isOptional {
            store(value, at: Int(slot.offset), as: Value?.self)
        } else {
            store(value, at: Int(slot.offset))
        }
    }

    @inline(__always)
    func store(string value: String, in slot: PropertySlot) {
        if slot.isOptional {
            store(optionalString: value, at: Int(slot.offset))
        } else {
            store(string: value, at: Int(slot.offset))
        }
    }

    /// A copy of a value of the slot's kind.
    @inline(__always)
    func load<Value>(_ type: Value.Type, in slot: PropertySlot) -> Value? {
        slot.isOptional ? load(Value?.self, at: Int(slot.offset)) : load(Value.self, at: Int(slot.offset))
    }

    /// Whether the slot's model is filled in place: it exists, or only the accessor can check this.
    @inline(__always)
    func isFilledInPlace(_ slot: PropertySlot) -> Bool {
        slot.kind == .model && holdsObject(at: Int(slot.offset)) || slot.kind == .indirectModel
    }
}

extension ModelSchema {
    /// Sets an Optional to nil, if the slot says that null clears it.
    @inline(__always)
    func clear(_ index: Int, _ slot: PropertySlot, in storage: PropertyStorage) {
        let offset = Int(slot.offset)
        switch slot.kind {
        case .string: storage.store(nil, at: offset, as: String?.self)
        case .int: storage.store(nil, at: offset, as: Int?.self)
        case .double: storage.store(nil, at: offset, as: Double?.self)
        case .bool: storage.store(nil, at: offset, as: Bool?.self)
        case .date: storage.store(nil, at: offset, as: Date?.self)
        case .model: storage.store(nil, at: offset, as: ModelObject?.self)
        default: _ = properties[index].accessor.clear(storage)
        }
    }
}

/// A set of a class's properties, by index.
///
/// The first 64 need no allocation.
struct PropertySet {
    /// The number of properties in `first`.
    static let firstCount = 64

    /// A bit for each of the first properties.
    var first: UInt64 = 0
    /// Nil if there are no others, so that a copy needs no reference counting.
    private var high: [UInt64]?

    @inline(__always)
    func contains(_ index: Int) -> Bool {
        index < Self.firstCount ? (first &>> UInt64(truncatingIfNeeded: index)) & 1 != 0 : containsHigh(index)
    }

    /// Adds a property; returns false if it was already a member.
    @inline(__always)
    mutating func insertNew(_ index: Int) -> Bool {
        guard index < Self.firstCount else {
            if containsHigh(index) { return false }
            high = Self.adding(index, to: high)
            return true
        }
        let old = first
        first |= 1 &<< UInt64(truncatingIfNeeded: index)
        return first != old
    }

    @inline(__always)
    mutating func insert(_ index: Int) { _ = insertNew(index) }

    mutating func formUnion(_ other: PropertySet) {
        first |= other.first
        guard let others = other.high else { return }
        var words = high ?? []
        for (word, bits) in others.enumerated() {
            if word < words.count { words[word] |= bits } else { words.append(bits) }
        }
        high = words
    }

    /// Removes a property that is not among the first.
    mutating func removeOther(_ index: Int) {
        if containsHigh(index) { high?[index / 64 - 1] &= ~(1 << UInt64(index % 64)) }
    }

    @inline(never)
    private func containsHigh(_ index: Int) -> Bool {
        guard let high else { return false }
        let word = index / 64 - 1
        return word < high.count && high[word] & (1 << UInt64(index % 64)) != 0
    }

    @inline(never)
    private static func adding(_ index: Int, to high: [UInt64]?) -> [UInt64] {
        var high = high ?? []
        let word = index / 64 - 1
        while high.count <= word { high.append(0) }
        high[word] |= 1 << UInt64(index % 64)
        return high
    }
}
