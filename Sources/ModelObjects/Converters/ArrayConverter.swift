/// Converts arrays element by element; an invalid element is left out or rejected, depending on the options.
///
/// (The type of the elements is a parameter, because the runtime would find out `Converter.Value` by a slow search.)
struct ArrayConverter<Element, Converter: ValueConverter<Element>>: ValueConverter {
    typealias Value = [Element]
    let element: Converter

    var expected: String { "Array" }
    var content: TypeContent { element.content.inArray }
    var coderForm: CoderForm { .array(element.coderForm) }
    var form: ValueForm { .array(element.form) }
    var keepsDigits: Bool { element.keepsDigits }
    var mayBeUnusable: Bool { element.mayBeUnusable }
    func isUsable(_ value: Value) -> Bool { !mayBeUnusable || value.allSatisfy { element.isUsable($0) } }
    func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        element.compiled(accessor)
    }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        guard reader.peek() == UInt8(ascii: "[") else { return try readUntyped(&reader, context) }
        guard try reader.enterArray() else { return [] }
        return try element.readElements(&reader, context.forElements)
    }

    @inline(__always)
    func unconverted(_ value: LentValue) -> Value? {
        guard let values = value.value(as: [Any].self) else { return nil }
        var elements: Value = []
        elements.reserveCapacity(values.count)
        values.lendElements { _, value in
            if let value = element.unconverted(value) { elements.append(value) }
        }
        return elements.count == values.count ? elements : nil
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        guard case .array(let values) = value else { return typedOrMismatch(value, context) }
        let context = context.forElements
        return try context.mapper.nested {
            var elements: Value = []
            elements.reserveCapacity(values.count)
            try values.lendElements { index, value in
                if let value = element.unconverted(value) { return elements.append(value) }
                let value = try context.mapper.at(.index(index)) {
                    try element.convert(any: value.any, context)
                }
                if let value { elements.append(value) }
            }
            return elements
        }
    }
}

// MARK: Exporting

extension ArrayConverter {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        try output.array(count: value.count) { index, output throws(ExportFailure) in
            try element.write(value[index], to: &output)
        }
    }
}

// MARK: Comparing

extension ArrayConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        element.isEqual(elements: left, right, &comparison)
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        hasher.combine(value.count)
        for each in value {
            guard hasher.needsMore else { return }
            element.hash(each, into: &hasher)
        }
    }

    func copy(_ value: Value, _ models: any ModelReplacing) -> Value {
        value.map { element.copy($0, models) }
    }
}

// MARK: Archiving

extension ArrayConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        let context = try context.forElements()
        var nodes: [ArchiveNode] = []
        nodes.reserveCapacity(value.count)
        for each in value { nodes.append(try element.archived(each, context)) }
        return .array(nodes)
    }

    /// Also reads a value that was archived as a set.
    ///
    /// An element of another type that cannot be converted is left out.
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Value? {
        guard let nodes = node.elements else { return nil }
        var elements: Value = []
        elements.reserveCapacity(nodes.count)
        for (index, node) in nodes.enumerated() {
            if let value = try element.unarchivedElement(node, at: .index(index), context) {
                elements.append(value)
            }
        }
        return elements
    }
}
