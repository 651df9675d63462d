import Foundation

/// Dates: by the property's own format, else by that of the options.
struct DateConverter: ValueConverter {
    let format: DateFormat?

    var expected: String { "Date" }
    var content: TypeContent { TypeContent(mayBeDates: true) }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Date? {
        let format = self.format ?? context.options.dateFormat
        if reader.peek() == UInt8(ascii: "\""), !format.needsAnyValue {
            let offset = reader.offset
            let text = try reader.scanString()
            if let date = reader.withBytes(of: text, { format.date(fromText: $0) }) { return date }
            let value = JSONValue.string(reader.string(text))
            return context.mapper.at(offset) { context.mismatch(expected, value) }
        }
        return try readUntyped(&reader, context)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Date? {
        if value.isNull { return context.mismatch(expected, value) }
        if case .double(let number) = value, !number.isFinite { return context.mismatch(expected, value) }
        let format = self.format ?? context.options.dateFormat
        return format.date(from: value) ?? context.mismatch(expected, value)
    }
}

// MARK: Exporting

extension DateConverter {
    func exported(_ value: Date, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        if exporter.isForCoder, format == nil { return .typed(value) }
        switch exporter.dateFormat(rule: format).exported(value) {
        case .string(let text): return .string(text)
        case .integer(let number): return ExportedValue(number)
        case .double(let number) where number.isFinite: return .double(number)
        case .double(let number): return try exporter.notFinite("\(number)")
        case let value?: return try exporter.exported(any: value.any)
        case nil:
            if !value.timeIntervalSince1970.isFinite {
                return try exporter.notFinite("a date that is not finite")
            }
            throw ExportFailure(
                .notExportable,
                Headline("Cannot export the date", ending: ": it is out of its format's range"),
                expected: "a date that its format can write", found: "one out of its range")
        }
    }

    func write(
        _ value: Date, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        if exporter.writeText(of: value, exporter.dateFormat(rule: format), &writer) { return .written }
        return exporter.write(try exported(value, &exporter), &writer)
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

/// By the property's own format, where a rule gives it one; else by the coder's strategy; what that cannot
/// read goes the way of any payload.
// MARK: Decoding

extension DateConverter {
    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        if format == nil, let date = try reader.typed(Date.self, decoder) { return date }
        return try reader.untyped(decoder)
    }
}

extension Date: ScalarNode, UntypedArchivable {
    var node: ArchiveNode { .date(self) }

    init?(node: ArchiveNode) {
        guard case .date(let value) = node else { return nil }
        self = value
    }
}
