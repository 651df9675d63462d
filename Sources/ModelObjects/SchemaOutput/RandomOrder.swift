/// Finds values whose exports differ from process to process, because their members have no fixed order.
///
/// Inspects the value, not its type, because a Codable struct or an Any can contain a set anywhere.
struct RandomOrder {
    /// Whether the export of the value has an array; without one, the keys of all its dictionaries can be sorted.
    private let hasArray: Bool
    /// The objects that have been inspected, since they may refer to each other.
    private var inspected: Set<ObjectIdentifier> = []

    static func decides(_ exported: ExportedValue, of value: Any) -> Bool {
        var search = RandomOrder(hasArray: exported.holdsArray)
        return search.isFound(in: value)
    }

    private init(hasArray: Bool) { self.hasArray = hasArray }

    /// True if the stack has no room to inspect the value: an object can refer to many that it doesn't export.
    private mutating func isFound(in value: Any) -> Bool {
        if StackSpace.current.isLow { return true }
        if let set = value as? any SetView, set.members.count > 1 { return true }
        if let dictionary = value as? any DictionaryView {
            let pairs = dictionary.pairs
            // A Codable value encodes a dictionary with other keys as an array of keys and values.
            if hasArray, pairs.count > 1, pairs.contains(where: { !Self.isCodingKey($0.key) }) { return true }
            return pairs.contains { isFound(in: $0.value) || isFound(in: $0.key) }
        }
        if Swift.type(of: value) is AnyClass, !inspected.insert(ObjectIdentifier(value as AnyObject)).inserted
        {
            return false
        }
        if let model = asModel(value) {
            let storage = PropertyStorage(model)
            defer { withExtendedLifetime(model) {} }
            return ModelSchema.of(type(of: model)).properties.contains {
                $0.rule.isExported && isFound(in: $0.accessor.load(storage))
            }
        }
        let type = Swift.type(of: value)
        if ConverterFactory.valueTypes.contains(where: { $0.type == type }) { return false }
        var mirror: Mirror? = Mirror(reflecting: value)
        while let level = mirror {
            if level.children.contains(where: { isFound(in: $0.value) }) { return true }
            mirror = level.superclassMirror
        }
        return false
    }

    private static func isCodingKey(_ key: Any) -> Bool {
        key is String || key is Int || key is any CodingKeyRepresentable
    }
}

extension ExportedValue {
    fileprivate var holdsArray: Bool {
        switch self {
        case .array: true
        case .object(let members, _): members.contains { $0.value.holdsArray }
        default: false
        }
    }
}
