/// Any: the payload's value as a Swift value, or models of it if an element class is specified.
struct AnyConverter: ValueConverter {
    typealias Value = Any
    let elementClass: ModelObject.Type?

    var content: TypeContent {
        TypeContent(
            archivedClass: ModelObject.self, isUntypedElement: true, isUntypedContainer: true,
            holdsModels: elementClass != nil, mayHoldModels: true, mayHoldSets: true)
    }
    var coderForm: CoderForm { elementClass.map { .models($0) } ?? .untyped }
    var form: ValueForm { .any(elementClass) }
    func takesNullWord(_ word: String, _ context: MappingContext) -> Bool { true }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Any? {
        guard let type = elementClass ?? context.elementClass else { return try context.readUntyped(&reader) }
        if reader.peek() == UInt8(ascii: "[") {
            return try ArrayConverter(element: self).read(&reader, context)
        }
        return try ModelConverter<ModelObject>(elementClass: type).read(&reader, context)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Any? {
        guard let type = elementClass ?? context.elementClass else {
            switch value {
            case .other(let patched as PatchedModel):
                return try context.mapper.fill(patched, type(of: patched.model), context)
            case .other(var patch as DictionaryPatch):
                patch.old = (context.mapper.takePatchedValue() ?? patch.old).flatMap { JSONValue($0).entries }
                return try DictionaryConverter(key: .text, value: self).convert(.other(patch), context)
            default:
                return try context.untyped(value)
            }
        }
        if case .array = value { return try ArrayConverter(element: self).convert(value, context) }
        return try ModelConverter<ModelObject>(elementClass: type).convert(value, context)
    }
}

// MARK: Exporting

extension AnyConverter {
    func write(_ value: Any, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        try output.write(any: value)
    }
}

// MARK: Comparing

extension AnyConverter {
    func isEqual(_ left: Any, _ right: Any, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(untyped: left, right)
    }

    func hash(_ value: Any, into hasher: inout ModelHasher) { hasher.combine(untyped: value) }
    func copy(_ value: Any, _ models: any ModelReplacing) -> Any { models.replacement(forUntyped: value) }
}

// MARK: Archiving

extension AnyConverter {
    func archived(_ value: Any, _ context: ArchivingContext) throws -> ArchiveNode {
        try UntypedArchiving.node(of: value, context)
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> Any? {
        if case .marked(ArchiveLayout.Mark.missing, _) = node { return nil }
        // Wrapped explicitly: a nil in the archive is a value here.
        return .some(try UntypedArchiving.value(of: node, context))
    }
}
