import Foundation

/// Hashes a model by part of its content: the first `valueLimit` values of its unfolded graph in declaration order, to
/// a depth of `depthLimit` models and untyped containers.
///
/// The bounds make it cheap to hash cycles, shared objects and long chains. The hash is consistent with `==`,
/// which also ignores sharing: equal models unfold to the same values in the same order.
struct ModelHasher {
    static let valueLimit = 64
    static let depthLimit = 3
    /// The number of values that a value counts as if reflection finds its parts, which takes about a microsecond.
    private static let reflectionWeight = 8

    private(set) var hasher: Hasher
    private var remainingValues: Int
    private var remainingDepth: Int

    /// Whether a value's own `hash(into:)` is running inside a `ModelHasher`.
    private static let isInForeignCode = ThreadFlag()
    /// Whether this hasher was made there.
    ///
    /// It then doesn't call the values' own `hash(into:)`, which could hash the same models again endlessly.
    private let isNested: Bool

    init(_ hasher: Hasher = Hasher(), values: Int = Self.valueLimit, depth: Int = Self.depthLimit) {
        self.hasher = hasher
        isNested = Self.isInForeignCode.isSet
        // Limited to a few, since each value may hold any number of models.
        remainingValues = isNested ? min(values, 8) : values
        remainingDepth = isNested ? min(depth, 1) : depth
    }

    /// Whether another value would be hashed.
    var needsMore: Bool { remainingValues > 0 }

    /// How many of the `valueLimit` values were hashed.
    var usedValues: Int { Self.valueLimit - remainingValues }
    /// The length in bytes of the texts among them.
    private(set) var usedBytes = 0

    mutating func combine<Value: Hashable>(_ value: Value) {
        guard needsMore else { return }
        remainingValues -= 1
        if Value.self == String.self, let text = exactly(value, as: String.self) {
            usedBytes += text.utf8.count
        } else if Value.self == URL.self, let url = exactly(value, as: URL.self) {
            usedBytes += url.relativeString.utf8.count
        } else if Value.self == Character.self, let character = exactly(value, as: Character.self) {
            usedBytes += character.utf8.count
        }
        hasher.combine(value)
    }

    /// Hashes a key of a dictionary.
    ///
    /// All NaNs are equal, regardless of their bits.
    @inline(__always)
    mutating func combine<Key: Hashable>(key: Key) {
        if Key.self == String.self || key.equalsItself { combine(key) } else { combine(leaf: key) }
    }

    private mutating func combine(optional value: (some Hashable)?) {
        if let value { combine(value) } else { combineNil() }
    }

    mutating func combineNil() { combine(0 as UInt8) }

    /// All NaNs hash the same, and -0.0 hashes as 0.0, consistent with `==`.
    mutating func combine(floating value: some BinaryFloatingPoint) {
        if value.isNaN { combine(1 as UInt8) } else { combine(value) }
    }

    mutating func combine(model: ModelObject) {
        guard needsMore, remainingDepth > 0 else { return }
        remainingDepth -= 1
        defer { remainingDepth += 1 }
        let schema = ModelSchema.of(type(of: model))
        combine(ObjectIdentifier(schema.type))
        let storage = PropertyStorage(model)
        for index in schema.properties.indices {
            guard needsMore else { break }
            let slot = schema.slots[index]
            switch slot.kind {
            case .string: combine(optional: storage.load(String.self, in: slot))
            case .int: combine(optional: storage.load(Int.self, in: slot))
            case .bool: combine(optional: storage.load(Bool.self, in: slot))
            case .model:
                if let model = storage.load(ModelObject?.self, at: Int(slot.offset)) {
                    combine(model: model)
                } else {
                    combineNil()
                }
            default: schema.properties[index].accessor.hash(storage, into: &self)
            }
        }
        withExtendedLifetime(model) {}
    }

    mutating func combine(untyped value: Any) {
        guard needsMore else { return }
        let untyped = JSONValue(value)
        switch untyped {
        case .null: combineNil()
        case .bool(let bool): combine(bool)
        case .string(let text): combine(text)
        case .integer, .unsigned, .double, .decimal: combine(UntypedNumber(untyped))
        case .array(let array):
            combine(array.count)
            nested { hasher in
                for each in array {
                    guard hasher.needsMore else { return }
                    hasher.combine(untyped: each)
                }
            }
        case .object(let object):
            nested {
                $0.combineUnordered(object) {
                    $1.combine($0.key); $1.combine(untyped: $0.value)
                }
            }
        case .other(let other):
            if let model = asModel(other) { combine(model: model) } else { combine(other: other) }
        }
    }

    private mutating func combine(other: Any) {
        if let set = other as? any SetView {
            nested { $0.combineUnordered(set.members) { $1.combine(untyped: $0) } }
        } else if let dictionary = other as? any DictionaryView {
            combine(dictionary.count)
        } else {
            combine(leaf: other)
        }
    }

    /// A value of an unknown type: hashed by its own hash if it is compared by its own `==`.
    ///
    /// - Parameter length: The length in bytes of a text in it.
    mutating func combine(leaf value: Any, length: Int = 0) {
        guard needsMore else { return }
        usedBytes += length
        if let date = exactly(value, as: Date.self) {
            combine(floating: date.timeIntervalSinceReferenceDate)
        } else if !isNested, let hashable = SharedConformances.hashable(value) {
            // A value that is unequal to itself is compared by its parts.
            let isHashed = Self.isInForeignCode.whileSet {
                guard hashable.equalsItself else { return false }
                combine(hashable)
                return true
            }
            if !isHashed { remainingValues -= 1 }
        } else if SharedConformances.equatable(value) != nil {
            // Its `==` decides what is the same in equal values.
            remainingValues -= 1
        } else if let form = payloadForm(of: value) {
            // A value whose form is the same value must not be hashed endlessly.
            remainingValues -= 1
            combine(untyped: form)
        } else {
            combine(partsOf: unwrappedExistential(value) ?? value)
        }
    }

    /// Hashes the parts of a struct, an enum or a tuple that `==` compares by its parts.
    ///
    /// Any other value only counts: a class or a value with a custom mirror is compared by its encoded form.
    private mutating func combine(partsOf value: Any) {
        guard !(type(of: value) is AnyClass), !(value is any CustomReflectable) else {
            remainingValues -= 1
            return
        }
        // This also limits how deep the parts are nested.
        remainingValues -= Self.reflectionWeight
        let parts = Mirror(reflecting: value)
        switch parts.displayStyle {
        case .struct, .tuple: break
        case .enum:
            combine(optional: _openExistential(value, do: enumCaseName))
        default: return
        }
        for part in parts.children { combine(untyped: part.value) }
    }

    /// Feeds unordered elements: each is hashed separately, and the sum does not depend on the order.
    mutating func combineUnordered<Elements: Collection>(
        _ elements: Elements, _ feed: (Elements.Element, inout ModelHasher) -> Void
    ) {
        combine(elements.count)
        let share = elements.isEmpty ? 0 : remainingValues / elements.count
        guard share > 0 else { return }
        remainingValues -= share * elements.count
        var sum = 0
        for each in elements {
            var hasher = ModelHasher(values: share, depth: remainingDepth)
            feed(each, &hasher)
            usedBytes += hasher.usedBytes
            sum &+= hasher.hasher.finalize()
        }
        hasher.combine(sum)
    }

    private mutating func nested(_ body: (inout ModelHasher) -> Void) {
        guard remainingDepth > 0 else { return }
        remainingDepth -= 1
        body(&self)
        remainingDepth += 1
    }
}
