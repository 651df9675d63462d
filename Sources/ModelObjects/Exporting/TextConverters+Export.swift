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
        .string(uuidText(value))
    }
}

/// What `uuidString` is, which Foundation makes of sixteen formats: hexadecimal digits in capitals, 8-4-4-4-12.
func uuidText(_ uuid: UUID) -> String {
    let bytes = uuid.uuid
    let values = [
        bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7, bytes.8, bytes.9, bytes.10,
        bytes.11, bytes.12, bytes.13, bytes.14, bytes.15,
    ]
    func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, value) in values.enumerated() {
        if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
        text.append(digit(value >> 4))
        text.append(digit(value & 0x0F))
    }
    return String(decoding: text, as: UTF8.self)
}

extension DataConverter {
    func exported(_ value: Data, _ exporter: inout ObjectExporter) -> ExportedValue {
        exporter.isForCoder ? .typed(value) : .string(value.base64EncodedString())
    }
}
