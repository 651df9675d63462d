import Foundation

/// Archives the values of `Any`, each with its type.
enum UntypedArchiving {
    /// - Throws: `ModelError` for a type that cannot be read back from an archive.
    static func node(of value: Any, _ context: ArchivingContext) throws -> ArchiveNode {
        // In generic code, an element that is an Any is wrapped in another Any.
        if let inner = exactly(value, as: Any.self) { return try node(of: inner, context) }
        if let hashable = exactly(value, as: AnyHashable.self) { return try node(of: hashable.base, context) }
        if type(of: value) is AnyClass { return try object(value, context) }
        if let scalar = value as? any ScalarNode { return scalar.untypedNode }
        if let optional = value as? any OptionalType {
            return try optional.wrapped.map { try node(of: $0, context).asSome } ?? .null
        }
        if let text = value as? Substring { return .string(String(text)) }
        if let container = value as? any UntypedArchivable { return try container.archived(context) }
        return try object(value, context)
    }

    /// Objects are checked by class: on Apple platforms, bridging would turn the NSNumber 1 into a Bool.
    private static func object(_ value: Any, _ context: ArchivingContext) throws -> ArchiveNode {
        switch value {
        case let model as ModelObject: return try context.models.node(for: model)
        case is NSNull: return .marked(ArchiveLayout.Mark.null, .null)
        case let number as NSNumber where type(of: value) is AnyClass:
            return .marked(ArchiveLayout.Mark.number, NSNumberConverter.node(of: number))
        case let string as NSString where type(of: value) is AnyClass:
            return .marked(ArchiveLayout.Mark.string, .string(String(describing: string)))
        case let array as [Any]: return try array.archived(context)
        case let dictionary as [String: Any]: return try dictionary.archived(context)
        default:
            guard case .other(let bridged) = JSONValue(value), let scalar = bridged as? any ScalarNode else {
                throw ModelError.notArchivable("a value of the type \(type(of: value))", in: " in an Any")
            }
            return scalar.untypedNode
        }
    }

    /// The value from which a node was made.
    static func value(of node: ArchiveNode, _ context: UnarchivingContext) throws -> Any {
        switch node {
        case .null: return Optional<Any>.none as Any
        case .bool(let value): return value
        case .integer(let value): return Int(exactly: value).map { $0 as Any } ?? value
        case .unsigned(let value): return value
        case .float(let value): return value
        case .double(let value): return value
        case .date(let value): return value
        case .string(let value): return value
        case .data(let value): return value
        case .array(let elements):
            try context.checkStack()
            return try elements.map { try value(of: $0, context) } as [Any]
        case .dictionary(let entries):
            try context.checkStack()
            return try members(entries, context) { try value(of: $0, context) }
        case .reference(let number): return try context.untypedModel(number)
        case .marked(let name, let content): return try marked(name, content, context)
        }
    }

    private static func members<Value>(
        _ entries: [ArchiveNode.Entry], _ context: UnarchivingContext, value: (ArchiveNode) throws -> Value
    ) throws -> [String: Value] {
        var values: [String: Value] = [:]
        for entry in entries {
            guard values.updateValue(try value(entry.value), forKey: entry.key) == nil else {
                throw context.invalid("a dictionary with one key twice")
            }
        }
        return values
    }

    private static func marked(_ name: String, _ content: ArchiveNode, _ context: UnarchivingContext) throws
        -> Any
    {
        try context.checkStack()
        switch name {
        case ArchiveLayout.Mark.some: return Optional<Any>.some(try value(of: content, context)) as Any
        case ArchiveLayout.Mark.null: return NSNull()
        case ArchiveLayout.Mark.missing: if case .null = content { return Optional<Any>.none as Any }
        case ArchiveLayout.Mark.set: return try set(content, context)
        case ArchiveLayout.Mark.dictionary:
            return try dictionary(content, context) { try value(of: $0, context) }
        case ArchiveLayout.Mark.number: if let value = NSNumberConverter.number(of: content) { return value }
        case ArchiveLayout.Mark.string: if case .string(let text) = content { return NSString(string: text) }
        default:
            let type = scalars[name]
            // Some types have the same mark as in properties.
            let value = type?.init(node: .marked(name, content)) ?? type?.init(node: content)
            if let value { return value }
        }
        throw context.invalid("a mark \"$\(name)\" that is none")
    }

    /// The scalar types by the names of their marks.
    private static let scalars: [String: any ScalarNode.Type] = {
        var marked: [String: any ScalarNode.Type] = [
            ArchiveLayout.Mark.decimal: Decimal.self, ArchiveLayout.Mark.uuid: UUID.self,
            ArchiveLayout.Mark.url: URL.self,
        ]
        for known in ConverterFactory.valueTypes {
            if let type = known.type as? any ScalarNode.Type { marked["\(type)"] = type }
        }
        return marked
    }()

    private static func set(_ content: ArchiveNode, _ context: UnarchivingContext) throws -> Any {
        guard case .array(let elements) = content else { throw context.invalid("a set that is not a list") }
        if context.postpones(elements) { return Set<AnyHashable>() }
        return try context.set(of: elements.map { try hashable($0, context) })
    }

    private static func dictionary<Value>(
        _ content: ArchiveNode, _ context: UnarchivingContext, value: (ArchiveNode) throws -> Value
    ) throws -> [AnyHashable: Value] {
        guard case .array(let elements) = content, elements.count.isMultiple(of: 2) else {
            throw context.invalid("a dictionary that is not a list of pairs")
        }
        if context.postpones(elements) { return [:] }
        let pairs = try stride(from: 0, to: elements.count, by: 2).map { index in
            (key: try hashable(elements[index], context), value: try value(elements[index + 1]))
        }
        return try context.dictionary(of: pairs)
    }

    /// A value for a position that requires a hash.
    ///
    /// Containers of Any are not hashable; those of AnyHashable are.
    private static func hashable(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> AnyHashable {
        try context.checkStack()
        switch node {
        case .array(let elements): return try elements.map { try hashable($0, context) } as [AnyHashable]
        case .dictionary(let entries):
            return try members(entries, context) { try hashable($0, context) }
        case .null: return AnyHashable(Optional<AnyHashable>.none)
        case .marked(ArchiveLayout.Mark.some, let content):
            return try optional(content, of: Optional<AnyHashable>.none, context)
        case .marked(ArchiveLayout.Mark.dictionary, let content):
            return try dictionary(content, context) { try hashable($0, context) }
        default:
            guard let value = try value(of: node, context) as? AnyHashable else {
                throw context.invalid("a set or a key of a value that has no hash")
            }
            return value
        }
    }

    /// The member of a Set for nil inside Optionals; each level of Optional is another type.
    private static func optional<Wrapped: Hashable>(
        _ content: ArchiveNode, of value: Wrapped, _ context: UnarchivingContext
    ) throws -> AnyHashable {
        try context.checkStack()
        switch content {
        case .null: return AnyHashable(Wrapped?.some(value))
        case .marked(ArchiveLayout.Mark.some, let inner):
            return try optional(inner, of: Wrapped?.some(value), context)
        default: return try hashable(content, context)
        }
    }
}

/// A container, or a placeholder of a model, in an archived `Any`.
protocol UntypedArchivable {
    func archived(_ context: ArchivingContext) throws -> ArchiveNode
}

extension UntypedArchivable where Self: Sequence {
    func archived(_ context: ArchivingContext) throws -> ArchiveNode {
        let context = try context.forElements()
        return .array(try map { try UntypedArchiving.node(of: $0, context) })
    }
}

extension Array: UntypedArchivable {}
// The results of `dropFirst()` and `reversed()`, as `migrate` returns them. Lazy and computed collections, such as
// ranges, could have any size, and those of a dictionary have no order.
extension ArraySlice: UntypedArchivable {}
extension ContiguousArray: UntypedArchivable {}
extension ReversedCollection: UntypedArchivable where Base: UntypedArchivable {}

extension Set: UntypedArchivable {
    func archived(_ context: ArchivingContext) throws -> ArchiveNode {
        .marked(
            ArchiveLayout.Mark.set, try context.members(of: self) { try UntypedArchiving.node(of: $0, $1) })
    }
}

extension Dictionary: UntypedArchivable {
    func archived(_ context: ArchivingContext) throws -> ArchiveNode {
        if let members = exactly(self, as: [String: Value].self) {
            return try context.dictionary(members) { try UntypedArchiving.node(of: $1, $2) }
        }
        let pairs = try context.pairs(
            of: self, key: { try UntypedArchiving.node(of: $0, $1) },
            value: { try UntypedArchiving.node(of: $0, $1) })
        return .marked(ArchiveLayout.Mark.dictionary, pairs)
    }
}
