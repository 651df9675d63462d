import Foundation

/// Optionals: null becomes nil, unless the options keep the current value.
struct OptionalConverter<Wrapped: ValueConverter>: ValueConverter {
    typealias Value = Wrapped.Value?
    let wrapped: Wrapped

    var expected: String { wrapped.expected }
    var coderForm: CoderForm { wrapped.coderForm }
    var form: ValueForm { .optional(wrapped.form) }
    var valueForNull: Value? { .some(.none) }
    var content: TypeContent { wrapped.content.inOptional }
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

    @inline(__always)
    func plain(_ value: LentValue) -> Value? { wrapped.plain(value).map { .some($0) } }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .null = value { return null(context) }
        if case .string(let text) = value, wrapped.standsForNull(text) { return null(context) }
        return try wrapped.convert(value, context).map { .some($0) }
    }

    private func null(_ context: MappingContext) -> Value? {
        // A new array or dictionary has no current value to keep.
        context.isElement || context.options.nulls == .clearOptionals ? .some(.none) : nil
    }
}

/// A converter of an Optional, whatever its type.
protocol OptionalValueConverter {
    var wrappedConverter: any ValueConverter { get }
}

extension OptionalConverter: OptionalValueConverter {
    var wrappedConverter: any ValueConverter { wrapped }
}

// MARK: Exporting

extension OptionalConverter {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        guard let value else { return .null }
        return try wrapped.write(value, to: &output)
    }
}

// MARK: Comparing

extension OptionalConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): wrapped.isEqual(left, right, &comparison)
        case (let value?, nil), (nil, let value?): wrapped.isNull(value)
        }
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        guard let value else { return hasher.combineNil() }
        wrapped.hash(value, into: &hasher)
    }

    func copy(_ value: Value, _ models: any ModelReplacing) -> Value {
        value.map { wrapped.copy($0, models) }
    }
}

// MARK: Archiving

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
}
