/// A property that takes part: how its memory is reached, which keys feed it, what its rule asks.
final class Property: Sendable {
    let name: String
    /// A second name, under which `only` and `except` find the property too: see `FieldNames`.
    let otherName: String?
    let accessor: any PropertyAccessor
    /// What its values are and can hold.
    let content: TypeContent
    /// The short ways from and to bytes, where its type has such.
    let compiled: CompiledAccess?
    /// What the property's rules ask, defaults where it has none.
    let rule: PropertyRule
    /// The declared keys, or the name where no rule declares any.
    let keys: [DeclaredKey]
    /// Whether a rule, or the class's `declaredKey(for:)`, declares them.
    let hasDeclaredKey: Bool
    /// The class of the chain that declares the property, without its module and generic arguments.
    let declaringClassName: String

    /// What its keys lead to is not to be shown: it is redacted, or one of its keys is, or leads to or into,
    /// a key of a property that is.
    let isSecret: Bool

    init(
        name: String, otherName: String?, accessor: any PropertyAccessor, rule: PropertyRule,
        keys: [DeclaredKey], hasDeclaredKey: Bool, declaringClassName: String, isSecret: Bool
    ) {
        self.name = name
        self.otherName = otherName
        self.accessor = accessor
        content = accessor.content
        compiled = CompiledAccess.of(accessor)
        self.rule = rule
        self.keys = keys
        self.hasDeclaredKey = hasDeclaredKey
        self.declaringClassName = declaringClassName
        self.isSecret = isSecret
    }

    /// The key that it is exported with.
    var firstKey: DeclaredKey { keys[0] }

    /// The keys that feed it: those of a combination, where it has one.
    var inputs: [DeclaredKey] { rule.combination?.keys ?? keys }

    /// The key that messages name where none came.
    var firstInput: DeclaredKey { inputs.first ?? firstKey }

    /// Its values go through a step of its rule before they reach the converter.
    var hasValueRule: Bool { rule.conversion != nil || rule.isEmbeddedJSON }
}

/// A stored property that takes no part, and why.
struct UnmappableProperty: Sendable {
    let name: String
    let reason: String
    /// A type that nothing converts: a rule for such a property is a programmer's mistake.
    let isUnconvertible: Bool
}

/// How the mapper's loop fills a property, an Optional or not.
enum PropertyKind: UInt8 {
    case string, int, double, bool, date
    /// A model, filled in place where one is there.
    case model
    /// The same in a property wrapper, as embedded JSON, or where references are not read as words: the accessor fills it.
    /// (Only a slot's kind, no accessor's.)
    case indirectModel
    /// An array of models of one class, and a dictionary of them by String.
    case modelArray, modelDictionary
    /// Of the others, those that have a `CompiledAccess`. (Only a slot's kind, no accessor's.)
    case compiled
    /// Everything else: the accessor fills it.
    case other
}

/// What the mapper's loop has to know of a property, in a few bytes.
struct PropertySlot: BitwiseCopyable {
    let offset: Int32
    let kind: PropertyKind
    /// The property is an Optional.
    let isOptional: Bool
    /// Null clears the property, without a call through the accessor.
    let isCleared: Bool

    /// It is a model, whatever the access to it.
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

    /// Whether a slot's model is filled in place: there is one, or only the accessor can tell.
    @inline(__always)
    func isFilledInPlace(_ slot: PropertySlot) -> Bool {
        slot.kind == .model && holdsObject(at: Int(slot.offset)) || slot.kind == .indirectModel
    }
}

/// A set of a class's properties, by index.
///
/// The first 64 take no allocation.
struct PropertySet {
    /// How many properties `first` holds.
    static let firstCount = 64

    /// A bit for each of the first properties.
    var first: UInt64 = 0
    /// Nil where there are none: to copy that costs no reference counting.
    private var high: [UInt64]?

    @inline(__always)
    func contains(_ index: Int) -> Bool {
        index < Self.firstCount ? (first &>> UInt64(truncatingIfNeeded: index)) & 1 != 0 : containsHigh(index)
    }

    /// Adds a property; false where it was there.
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

    mutating func remove(_ index: Int) {
        if index < Self.firstCount {
            first &= ~(1 << UInt64(index))
        } else if containsHigh(index) {
            high?[index / 64 - 1] &= ~(1 << UInt64(index % 64))
        }
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
