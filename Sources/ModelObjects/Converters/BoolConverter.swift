/// Bools, and the numbers and words that the options convert to them.
struct BoolConverter: CompiledConverter {
    var form: ValueForm { .bool }
    var content: TypeContent { TypeContent(kind: .bool) }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Bool? {
        switch reader.peek() {
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return try reader.readBool()
        case UInt8(ascii: "0")...UInt8(ascii: "9") where !context.recordsConversions:
            if let number = reader.readShortInteger() { return number != 0 }
        default: break
        }
        return try readUntyped(&reader, context)
    }

    @inline(__always)
    func unconverted(_ value: LentValue) -> Bool? {
        if let bool = value.value(as: Bool.self) { return bool }
        guard case .bool(let bool)? = JSONValue(scalarObject: value) else { return nil }
        return bool
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Bool? {
        var result: Bool?
        switch value {
        case .bool(let bool): return bool
        case .integer(let number): result = number != 0
        case .unsigned(let number): result = number != 0
        case .double(let number): result = number.isNaN ? nil : number != 0
        case .decimal(let number): result = number != 0
        case .string(let text) where context.options.conversions == .lossless:
            result = JSONValue.boolWord(text)
        case .string, .null, .array, .object, .other: break
        }
        guard let result else { return context.mismatch(expected, value) }
        context.converted(value, to: expected)
        return result
    }
}

// MARK: Exporting

extension BoolConverter {
    func write(_ value: Bool, to output: inout ExportOutput) -> ExportOutcome { output.write(.bool(value)) }
}

extension Bool: ScalarNode {
    var node: ArchiveNode { .bool(self) }

    init?(node: ArchiveNode) {
        guard case .bool(let value) = node else { return nil }
        self = value
    }
}
