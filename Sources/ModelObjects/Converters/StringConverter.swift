import Foundation

/// Strings.
///
/// Also converts numbers to their shortest text, and Bools to `true` and `false`.
struct StringConverter: ValueConverter {
    var form: ValueForm { .string }
    var content: TypeContent { TypeContent(kind: .string, mayBeDates: true) }
    func takesNullWord(_ word: String, _ context: MappingContext) -> Bool { true }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> String? {
        let byte = reader.peek()
        if byte == UInt8(ascii: "\"") { return try reader.readString() }
        if !context.recordsConversions, context.options.conversions == .lossless,
            byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9
        {
            let start = reader
            let number = try reader.scanNumber()
            // An integer is its own shortest text.
            if number.int64 != nil { return reader.text(number) }
            reader = start
        }
        return try readUntyped(&reader, context)
    }

    @inline(__always)
    func unconverted(_ value: LentValue) -> String? {
        if let string = value.value(as: String.self) { return string }
        #if canImport(Darwin)
        if case .string(let string)? = JSONValue(scalarObject: value) { return string }
        #endif
        return nil
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> String? {
        if case .string(let text) = value { return text }
        guard context.options.conversions == .lossless, let text = value.shortestText else {
            return context.mismatch(expected, value)
        }
        context.converted(value, to: expected)
        return text
    }

    func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        compiledInAnyContainer(accessor)
    }
}

extension JSONValue {
    /// The text of a number or a Bool: a number's is the shortest that Swift prints, without `.0` for a whole number.
    var shortestText: String? {
        switch self {
        case .bool(let value): return value ? "true" : "false"
        case .integer(let value): return value.description
        case .unsigned(let value): return value.description
        case .decimal(let value): return value.keyText
        case .double(let value): return value.keyText
        case .null, .string, .array, .object, .other: return nil
        }
    }

    /// The Bool that a text in the payload spells; nil if it spells none.
    static func boolWord(_ text: String) -> Bool? {
        let word = text.trimmed
        // No word is longer, and no longer character has one of these letters as its lowercase form.
        guard word.utf8.count <= 5 else { return nil }
        return switch word.lowercased() {
        case "true", "yes", "on", "t", "y", "1": true
        case "false", "no", "off", "f", "n", "0": false
        default: nil
        }
    }
}

// MARK: Exporting

extension StringConverter {
    func write(_ value: String, to output: inout ExportOutput) -> ExportOutcome { output.write(value) }
}

// MARK: Comparing

extension StringConverter {
    /// Takes time in proportion to the length, which counts against the comparison's limit.
    func isEqual(_ left: String, _ right: String, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(text: left, right)
    }
}

extension String: DictionaryKey {
    init(keyText: String) { self = keyText }
    var keyText: String? { self }
}

extension String: ScalarNode {
    var node: ArchiveNode { .string(self) }

    /// A UUID or a URL is text, as in JSON: a type may encode one and decode the text.
    init?(node: ArchiveNode) {
        if case .string(let value) = node {
            self = value
        } else if let text = UUID(node: node)?.uuidString ?? URL(node: node)?.absoluteString {
            self = text
        } else {
            return nil
        }
    }
}
