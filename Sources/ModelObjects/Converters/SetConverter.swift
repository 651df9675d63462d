/// Converts arrays to Sets of their elements.
struct SetConverter<Member: Hashable, Element: ValueConverter<Member>>: ValueConverter {
    typealias Value = Set<Member>
    let element: Element

    var expected: String { "Set" }
    var content: TypeContent { element.content.inSet }
    var coderForm: CoderForm { .array(element.coderForm) }
    var form: ValueForm { .array(element.form, isSet: true) }
    var keepsDigits: Bool { element.keepsDigits }
    var mayBeUnusable: Bool { element.mayBeUnusable }
    func isUsable(_ value: Value) -> Bool { !mayBeUnusable || value.allSatisfy { element.isUsable($0) } }
    func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        element.compiled(accessor)
    }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        guard reader.peek() == UInt8(ascii: "[") else { return try readUntyped(&reader, context) }
        let offset = reader.offset
        guard let members = try ArrayConverter(element: element).read(&reader, context) else { return nil }
        if !Self.mayReachModels { return Set(members) }
        return try context.mapper.at(offset) { try context.mapper.set(of: members) }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        guard case .array = value else {
            // Only the members that can't be used are left out.
            if case .other(let set as Value) = value { return try convert(.array(Array(set)), context) }
            return typedOrMismatch(value, context)
        }
        let members = try ArrayConverter(element: element).convert(value, context)
        return try members.map { Self.mayReachModels ? try context.mapper.set(of: $0) : Set($0) }
    }

    /// Whether members may contain models, or only their own `==` may reach some.
    static var mayReachModels: Bool { Member.self != String.self && Member.self != Int.self }
}

// MARK: Exporting

extension SetConverter {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        var members = value.makeIterator()
        return try output.array(count: value.count, isSet: true) { _, output throws(ExportFailure) in
            guard let member = members.next() else { return .omitted }
            return try element.write(member, to: &output)
        }
    }
}

// MARK: Comparing

extension SetConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        guard left.count == right.count, left.allSatisfy({ comparison.charge(hashed: $0) }) else {
            return false
        }
        if comparison.models == .byIdentity, Member.self is ModelObject.Type {
            return left.models == right.models
        }
        // `==` of a set of models would compare each model separately; for numbers, it would never find a NaN.
        if !content.mayHoldModels, left == right { return true }
        return comparison.compareLater(.sets(Array(left), Array(right)))
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        hasher.combineUnordered(value) { element.hash($0, into: &$1) }
    }

    func copy(_ value: Value, _ models: any ModelReplacing) -> Value {
        let members = value.map { element.copy($0, models) }
        return models.onlySearches ? value : Set(members)
    }
}

// MARK: Archiving

extension SetConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        let members = try context.members(of: value, isCounted: Self.mayReachModels, element.archived)
        return .marked(ArchiveLayout.Mark.set, members)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        guard let elements = node.elements else { return nil }
        if context.postpones(elements) { return [] }
        let members = try ArrayConverter(element: element).unarchived(node, context)
        return try members.map { try Self.mayReachModels ? context.set(of: $0) : Set($0) }
    }
}
