extension OptionalConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        guard let value else { return .null }
        return try wrapped.archived(value, context).asSome
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        switch node {
        case .null: .some(.none)
        case .marked(ArchiveLayout.Mark.some, let content):
            try wrapped.unarchived(content, context).map { .some($0) }
        default: try wrapped.unarchived(node, context).map { .some($0) }
        }
    }

    func addModelClasses(to classes: inout [ModelObject.Type]) { wrapped.addModelClasses(to: &classes) }
}

extension ArrayConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        let context = try context.forElements()
        var nodes: [ArchiveNode] = []
        nodes.reserveCapacity(value.count)
        for each in value { nodes.append(try element.archived(each, context)) }
        return .array(nodes)
    }

    /// What was a set is taken, too.
    ///
    /// An element of another type that cannot be converted is left out.
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        let nodes: [ArchiveNode]
        switch node {
        case .array(let elements), .marked(ArchiveLayout.Mark.set, .array(let elements)): nodes = elements
        default: return nil
        }
        var elements: Value = []
        elements.reserveCapacity(nodes.count)
        for node in nodes {
            if let value = try element.unarchivedOrConverted(node, context) { elements.append(value) }
        }
        return elements
    }

    func addModelClasses(to classes: inout [ModelObject.Type]) { element.addModelClasses(to: &classes) }
}

extension SetConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        let members = try context.members(of: value, isCounted: !Self.isPlain, element.archived)
        return .marked(ArchiveLayout.Mark.set, members)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        switch node {
        case .array(let elements), .marked(ArchiveLayout.Mark.set, .array(let elements)):
            if context.postpones(elements) { return [] }
        default: return nil
        }
        guard let members = try ArrayConverter(element: element).unarchived(node, context) else { return nil }
        return try Self.isPlain ? Set(members) : context.set(of: members)
    }

    func addModelClasses(to classes: inout [ModelObject.Type]) { element.addModelClasses(to: &classes) }
}

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

    func addModelClasses(to classes: inout [ModelObject.Type]) { value.addModelClasses(to: &classes) }
}
