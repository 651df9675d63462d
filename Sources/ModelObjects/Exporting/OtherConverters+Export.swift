import Foundation

extension AnyConverter {
    var holdsModels: Bool { elementClass != nil }

    func exported(_ value: Any, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        try exporter.exported(any: value)
    }
}

extension ModelConverter {
    var holdsModels: Bool { true }

    func exported(_ value: Value, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        .object(try exporter.exported(value))
    }

    func write(
        _ value: Value, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        try exporter.write(value, &writer)
        return .written
    }
}

extension EnumConverter {
    func exported(_ value: Value, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        try raw.exported(value.rawValue, &exporter)
    }
}

extension CustomConverter {
    func exported(_ value: Value, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        try exporter.exported(any: value.exportedValue)
    }
}

extension DecodableConverter {
    func exported(_ value: Value, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        if exporter.isForCoder, let encodable = value as? any Encodable { return .typed(encodable) }
        return try exporter.exported(any: JSONValue(text: try text(of: value, &exporter)).any)
    }

    func write(
        _ value: Value, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        if exporter.isPretty { return exporter.write(try exported(value, &exporter), &writer) }
        let text = [UInt8](try text(of: value, &exporter))
        if text == Array("null".utf8) { return .null }
        writer.value(rendered: text.span)
        return .written
    }

    /// The value's Codable form, its dates by the format of the property.
    ///
    /// Its keys are sorted, since JSONEncoder has them in no order.
    private func text(of value: Value, _ exporter: inout ObjectExporter) throws(ExportFailure) -> Data {
        guard let encodable = value as? any Encodable else {
            throw ExportFailure(
                .notExportable, expected: "a type that is Encodable too", found: "\(Value.self)")
        }
        let format = exporter.dateFormat(rule: format)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            switch format.exported(date) {
            case .text(let text): try container.encode(text)
            case .integer(let number): try container.encode(number)
            case .number(let number): try container.encode(number)
            case .other(let text as String): try container.encode(text)
            case .other(let number as Int): try container.encode(number)
            case .other(let number as Double): try container.encode(number)
            case .other, nil:
                throw EncodingError.invalidValue(
                    date, .init(codingPath: encoder.codingPath, debugDescription: "No form for the date."))
            }
        }
        do {
            return try encoder.encode(encodable)
        } catch {
            throw ExportFailure(
                Self.code(of: error), expected: "a \(Value.self) that can be encoded",
                found: "one that cannot", underlyingError: error)
        }
    }

    private static func code(of error: any Error) -> ModelError.Code {
        guard case .invalidValue(let value, _) = error as? EncodingError else { return .notExportable }
        if let number = value as? Double, !number.isFinite { return .notFinite }
        if let number = value as? Float, !number.isFinite { return .notFinite }
        return .notExportable
    }
}

extension JSONValue {
    /// The value of JSON text that Foundation wrote.
    fileprivate init(text: Data) {
        self = withJSONReader(text, maximumDepth: ObjectExporter.deepest) { reader in
            (try? reader.readValue()) ?? .null
        }
    }
}
