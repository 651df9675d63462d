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
        if exporter.isForCoder, let encodable = value as? any Encodable {
            return .typed(encodable, exporter.scope)
        }
        return try exporter.exported(any: parsed(try text(of: value, &exporter)).any)
    }

    func write(
        _ value: Value, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        if exporter.isPretty { return exporter.write(try exported(value, &exporter), &writer) }
        let text = [UInt8](try text(of: value, &exporter))
        if text == Array("null".utf8) { return .null }
        text.withSpan { writer.value(rendered: $0) }
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
            return try exporter.scope.run { try withAutoreleasePool { try encoder.encode(encodable) } }
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: any Error) -> ExportFailure {
        guard case .invalidValue(let value, let context) = error as? EncodingError else {
            return failure(.notExportable, error)
        }
        if let inner = context.underlyingError as? ModelError {
            // A model inside the value failed. The context has the path from the value.
            return ExportFailure(
                inner.code, expected: inner.expected, found: inner.found,
                underlyingError: inner.underlyingError
            ).under([PathComponent](context.codingPath))
        }
        let isNotFinite = (value as? Double)?.isFinite == false || (value as? Float)?.isFinite == false
        return failure(isNotFinite ? .notFinite : .notExportable, error)
    }

    private static func failure(_ code: ModelError.Code, _ error: any Error) -> ExportFailure {
        ExportFailure(
            code, expected: "a \(Value.self) that can be encoded", found: "one that cannot",
            underlyingError: error)
    }

    /// The value of JSON text that Foundation wrote.
    private func parsed(_ text: Data) throws(ExportFailure) -> JSONValue {
        do {
            return try withJSONReader(text, maximumDepth: ObjectExporter.deepest) { try $0.readValue() }
        } catch let exceeded as JSONDepthExceeded {
            throw .tooDeep(levels: exceeded.limit, isOfStack: exceeded.isOfStack)
        } catch {
            throw Self.failure(.notExportable, error)
        }
    }
}
