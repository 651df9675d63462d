import Foundation

extension DateConverter {
    func exported(_ value: Date, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        if exporter.isForCoder, format == nil { return .typed(value) }
        switch exporter.dateFormat(rule: format).exported(value) {
        case .text(let text): return .string(text)
        case .integer(let number): return ExportedValue(number)
        case .number(let number) where number.isFinite: return .double(number)
        case .number(let number): return try exporter.notFinite("\(number)")
        case .other(let any): return try exporter.exported(any: any)
        case nil:
            if !value.timeIntervalSince1970.isFinite {
                return try exporter.notFinite("a date that is not finite")
            }
            throw ExportFailure(
                .notExportable, expected: "a date that its format can write", found: "one out of its range")
        }
    }

    func write(
        _ value: Date, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        if exporter.writeText(of: value, exporter.dateFormat(rule: format), &writer) { return .written }
        return exporter.write(try exported(value, &exporter), &writer)
    }
}

extension URLConverter {
    func exported(_ value: URL, _ exporter: inout ObjectExporter) -> ExportedValue {
        .string(value.absoluteString)
    }
}

extension UUIDConverter {
    func exported(_ value: UUID, _ exporter: inout ObjectExporter) -> ExportedValue {
        .string(value.uuidString)
    }
}

extension DataConverter {
    func exported(_ value: Data, _ exporter: inout ObjectExporter) -> ExportedValue {
        exporter.isForCoder ? .typed(value) : .string(value.base64EncodedString())
    }
}
