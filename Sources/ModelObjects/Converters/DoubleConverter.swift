struct DoubleConverter: ValueConverter {
    var expected: String { "Double" }
    var content: TypeContent { TypeContent(kind: .double, mayBeDates: true) }
    var coderForm: CoderForm { .scalar([Double.self]) }
    func isUsable(_ value: Double) -> Bool { value.isFinite }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Double? {
        let byte = reader.peek()
        if byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9 {
            let offset = reader.offset
            let number = reader.double(try reader.scanNumber())
            return number.isFinite ? number : context.mapper.at(offset) { convert(.double(number), context) }
        }
        return try readUntyped(&reader, context)
    }

    @inline(__always)
    func plain(_ value: LentValue) -> Double? {
        let type = value.boxedType
        if let number = value.value(boxedAs: type, as: Double.self) { return number.isFinite ? number : nil }
        if let integer = value.value(boxedAs: type, as: Int.self) { return Double(integer) }
        switch JSONValue(number: value) {
        case .integer(let integer): return Double(integer)
        case .double(let number) where number.isFinite: return number
        default: return nil
        }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Double? {
        Self.number(value, context, as: expected)
    }

    /// - Parameter expected: The type's name in messages.
    static func number(_ value: JSONValue, _ context: MappingContext, as expected: String) -> Double? {
        let result: Double?
        switch value {
        case .integer(let number): return Double(number)
        case .unsigned(let number): return Double(number)
        case .double(let number): result = number
        case .decimal(let number): result = number.isNaN ? nil : Double(number.description)
        case .bool(let bool): result = bool ? 1 : 0
        case .string(let text): result = number(in: text, context)
        case .null, .array, .object, .other: result = nil
        }
        return context.finite(result, of: value, as: expected)
    }

    static func number(in text: String, _ context: MappingContext) -> Double? {
        if context.options.conversions == .lossless {
            if let number = NumberText.double(text) { return number }
            if let bool = JSONValue.boolWord(text) { return bool ? 1 : 0 }
        }
        guard context.options.dateConversion == .timeInterval else { return nil }
        return context.options.dateFormat.date(fromText: text)?.timeIntervalSince1970
    }
}

extension MappingContext {
    /// A number converted from a value, if it is finite; otherwise the result of `.clamp`.
    func finite<Number: BinaryFloatingPoint>(
        _ number: Number?, of value: JSONValue, as expected: String
    ) -> Number? {
        guard let number else { return mismatch(expected, value) }
        if number.isFinite {
            switch value {
            case .bool, .string: converted(value, to: expected)
            default: break
            }
            return number
        }
        guard let nearest = number.nearestFinite(options.numbers) else { return mismatch(expected, value) }
        converted(value, .range, to: expected)
        return nearest
    }
}

// MARK: Exporting

extension DoubleConverter {
    func write(_ value: Double, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        try output.write(value)
    }
}

extension Double: ScalarNode {
    var node: ArchiveNode { .double(self) }

    init?(node: ArchiveNode) {
        guard case .double(let value) = node else { return nil }
        self = value
    }

    init?(coded node: ArchiveNode) {
        switch node {
        case .double(let value): self = value
        case .float(let value): self.init(value)
        case .integer(let value): self.init(value)
        default: return nil
        }
    }
}
