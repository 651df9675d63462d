import Foundation

/// Dates: in the property's own format, or else in the format of the options.
struct DateConverter: CompiledConverter {
    let format: DateFormat?

    var form: ValueForm { .date(format) }
    var content: TypeContent { TypeContent(kind: .date, mayBeDates: true) }
    /// In the property's own format if a rule specifies one; otherwise with the coder's strategy.
    var coderForm: CoderForm { format == nil ? .scalar([Date.self]) : .untyped }

    func isUsable(_ value: Date) -> Bool { value.timeIntervalSinceReferenceDate.isFinite }
    var mayBeUnusable: Bool { true }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Date? {
        let format = self.format ?? context.options.dateFormat
        if reader.peek() == UInt8(ascii: "\"") {
            let offset = reader.offset
            let text = try reader.scanString()
            let date = reader.withBytes(of: text, { format.date(fromText: $0) })
            if let date, isUsable(date) { return date }
            let value = JSONValue.string(reader.string(text))
            return context.mapper.at(offset) { mismatch(value, context) }
        }
        return try readUntyped(&reader, context)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Date? {
        if value.isNull || value.isNotFinite { return context.mismatch(expected, value) }
        let format = self.format ?? context.options.dateFormat
        var plain = value
        switch value {
        case .array, .object:
            if format.needsAnyValue { plain = JSONValue(try context.mapper.plain(value.any)) }
        default: break
        }
        if let date = format.date(from: plain), isUsable(date) { return date }
        return mismatch(value, context)
    }

    private func mismatch(_ value: JSONValue, _ context: MappingContext) -> Date? {
        if case .string(let text) = value, isNullWord(text) { return context.mismatch(expected, value) }
        var headline: Headline? = Headline(ending: ": it isn't in the declared format")
        if case .automatic = (format ?? context.options.dateFormat).kind { headline = nil }
        if case .other(is Date) = value { headline = "Expected Date, found a date that is not finite" }
        context.recordMismatch(expected, found: value.kind, value: value, headline: headline)
        return nil
    }
}

// MARK: Exporting

extension DateConverter {
    func write(_ value: Date, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        if output.isForCoder, format == nil { return output.write(.typed(value)) }
        switch output.dateFormat(rule: format).exported(value) {
        case .string(let text): return output.write(text)
        case .integer(let number): return output.write(integer: number)
        case .double(let number) where number.isFinite: return output.write(.double(number))
        case .double(let number): return try output.writeNotFinite("\(number)")
        case let value?: return try write(formatted: value.any, to: &output)
        case nil:
            if !value.timeIntervalSince1970.isFinite {
                return try output.writeNotFinite("a date that is not finite")
            }
            throw ExportFailure(
                .notExportable,
                Headline("Cannot export the date", ending: ": it is outside the range of its format"),
                expected: "a date that its format can write", found: "a date outside this range")
        }
    }

    /// Writes the value that a custom format returned.
    ///
    /// If the format is that of a rule, a date in the value is written in the format of the class. Otherwise
    /// it would be formatted endlessly.
    private func write(
        formatted value: Any, to output: inout ExportOutput
    ) throws(ExportFailure) -> ExportOutcome {
        if format != nil, output.options.dateFormat == nil { return try output.write(any: value) }
        if output.isInDate {
            throw ExportFailure(
                .notExportable,
                Headline("Cannot export the date", ending: ": a custom format returned it"),
                expected: "a value that JSON can represent", found: "Date")
        }
        output.isInDate = true
        defer { output.isInDate = false }
        return try output.write(any: value)
    }
}

// MARK: Comparing

extension DateConverter {
    func isEqual(_ left: Date, _ right: Date, _ comparison: inout ModelComparison) -> Bool {
        let (left, right) = (left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
        return left == right || left.isNaN && right.isNaN
    }

    func hash(_ value: Date, into hasher: inout ModelHasher) {
        hasher.combine(floating: value.timeIntervalSinceReferenceDate)
    }
}

extension Date: ScalarNode {
    var node: ArchiveNode { .date(self) }

    init?(node: ArchiveNode) {
        guard case .date(let value) = node else { return nil }
        self = value
    }
}
