import Foundation

/// Decimal: keeps every digit of the source and never converts through Double.
struct DecimalConverter: CompiledConverter {
    /// Spelled out, because the type is called NSDecimal on Apple's systems.
    var expected: String { "Decimal" }
    var content: TypeContent { TypeContent(mayBeDates: true) }
    var form: ValueForm { .number }
    var coderForm: CoderForm { .scalar([Decimal.self]) }
    var keepsDigits: Bool { true }
    func isUsable(_ value: Decimal) -> Bool { !value.isNaN }
    var mayBeUnusable: Bool { true }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Decimal? {
        switch value {
        case .integer(let number): return Decimal(number)
        case .unsigned(let number): return Decimal(number)
        case .decimal(let number): return number
        case .double(let number):
            // From its shortest text, which has the intended digits.
            if let decimal = Self.decimal(in: number.description) { return decimal }
            guard let nearest = nearest(number, context) else { break }
            context.converted(value, .range, to: expected)
            return nearest
        case .bool(let bool):
            context.converted(value, to: expected)
            return bool ? 1 : 0
        case .string(let text) where context.options.conversions == .lossless:
            if let decimal = Self.decimal(in: text) ?? JSONValue.boolWord(text).map({ $0 ? 1 : 0 }) {
                context.converted(value, to: expected)
                return decimal
            }
            guard let nearest = NumberText.double(text).flatMap({ nearest($0, context) }) else { break }
            context.converted(value, .range, to: expected)
            return nearest
        case .null, .string, .array, .object, .other: break
        }
        return context.mismatch(expected, value)
    }

    /// Zero for a number that is too small for a Decimal, and the result of `.clamp` for one that is too large.
    private func nearest(_ number: Double, _ context: MappingContext) -> Decimal? {
        if number.magnitude < 1 { return 0 }
        guard context.options.numbers == .clamp, !number.isNaN else { return nil }
        let largest = Decimal.greatestFiniteMagnitude
        return number < 0 ? -largest : largest
    }

    fileprivate static func decimal(in text: String) -> Decimal? {
        switch NumberText.value(text) {
        case .integer(let number): Decimal(number)
        case .unsigned(let number): Decimal(number)
        case .decimal(let number): number
        // Negative zero, which Decimal does not have.
        case .double(0): 0
        default: nil
        }
    }
}

// MARK: Exporting

extension DecimalConverter {
    func write(_ value: Decimal, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        value.isFinite || output.isForCoder
            ? output.write(.decimal(value)) : try output.writeNotFinite("nan")
    }
}

// MARK: Comparing

extension DecimalConverter {
    func isEqual(_ left: Decimal, _ right: Decimal, _ comparison: inout ModelComparison) -> Bool {
        left.isNaN || right.isNaN ? left.isNaN && right.isNaN : left == right
    }

    func hash(_ value: Decimal, into hasher: inout ModelHasher) {
        hasher.combine(UntypedNumber(value))
    }
}

extension Decimal: DictionaryKey {
    init?(keyText: String) {
        guard NumberText.isNumber(keyText), keyText.utf8.count == keyText.trimmed.utf8.count else {
            return nil
        }
        if let value = DecimalConverter.decimal(in: keyText) {
            self = value
        } else if let number = NumberText.double(keyText), number.magnitude < 1 {
            self = 0  // As a value that is too small for a Decimal.
        } else if let value = Decimal(string: keyText), !value.isNaN {
            // The converter reads no number from 10^128 on. Older versions of Foundation return NaN for a number that a
            // Decimal cannot hold.
            self = value
        } else {
            return nil
        }
    }
    var keyText: String? {
        guard isFinite else { return nil }
        // The same as `description`, in a fraction of the time.
        var writer = JSONWriter(capacity: 48)
        writer.value(self)
        return writer.finishString()
    }
}

/// As text, because a property list's numbers are binary.
extension Decimal: ScalarNode {
    var node: ArchiveNode { .marked(ArchiveLayout.Mark.decimal, .string(keyText ?? description)) }

    init?(node: ArchiveNode) {
        // No Decimal has a longer text. Longer texts, which many values can share, are not parsed.
        guard case .marked(ArchiveLayout.Mark.decimal, .string(let text)) = node, text.utf8.count <= 256
        else { return nil }
        // A number from 10^128 on, which a Decimal may hold but JSON's reader gives as a Double, is read as a key is.
        let value =
            text == Self.nan.description ? .nan : DecimalConverter.decimal(in: text) ?? Self(keyText: text)
        guard let value else { return nil }
        self = value
    }
}
