struct FloatConverter: ValueConverter {
    var expected: String { "Float" }
    var content: TypeContent { TypeContent(mayBeDates: true) }
    func isUsable(_ value: Float) -> Bool { value.isFinite }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Float? {
        let byte = reader.peek()
        if byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9 {
            let offset = reader.offset
            let number = try reader.scanNumber()
            if let value = reader.float(number) { return value }
            let infinity = number.isNegative ? -Double.infinity : .infinity
            return context.mapper.at(offset) { convert(.double(infinity), context) }
        }
        return try readUntyped(&reader, context)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Float? {
        Self.number(value, context, as: expected)
    }

    /// - Parameter expected: The type's name in messages.
    static func number(_ value: JSONValue, _ context: MappingContext, as expected: String) -> Float? {
        let result: Float?
        switch value {
        case .integer(let number): return Float(number)
        case .unsigned(let number): return Float(number)
        // Converted from the text, which for a Double is its shortest; otherwise it would be rounded twice.
        case .double(let number): result = Float(number.description)
        case .decimal(let number): result = Float(number.description)
        case .bool(let bool): result = bool ? 1 : 0
        case .string(let text):
            result =
                context.options.conversions == .lossless
                ? NumberText.float(text)
                    ?? DoubleConverter.number(in: text, context).map(Float.init)
                : DoubleConverter.number(in: text, context).map(Float.init)
        case .null, .array, .object, .other: result = nil
        }
        return context.finite(result, of: value, as: expected)
    }
}

// MARK: Exporting

extension FloatConverter {
    func write(_ value: Float, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        value.isFinite || output.isForCoder
            ? output.write(.float(value)) : try output.writeNotFinite("\(value)")
    }
}

extension Float: ScalarNode {
    var node: ArchiveNode { .float(self) }

    /// PropertyListSerialization turns a non-finite Float into a Double.
    init?(node: ArchiveNode) {
        switch node {
        case .float(let value): self = value
        case .double(let value) where !value.isFinite: self.init(value)
        default: return nil
        }
    }

    init?(coded node: ArchiveNode) {
        switch node {
        case .float(let value): self = value
        case .double(let value): self.init(value)
        case .integer(let value): self.init(value)
        default: return nil
        }
    }
}
