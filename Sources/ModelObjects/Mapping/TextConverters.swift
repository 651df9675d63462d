import Foundation

/// Dates: by the property's own format, else by that of the options.
struct DateConverter: ValueConverter {
    let format: DateFormat?

    var expected: String { "Date" }
    var mayBeDates: Bool { true }

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
        if case .other(let any) = value, let date = any as? Date { return date }
        let format = self.format ?? context.options.dateFormat
        let date: Date?
        if format.needsAnyValue {
            if case .null = value { return context.mismatch(expected, value) }
            date = format.date(from: value.any)
        } else {
            switch value {
            case .string(let text): date = format.date(fromText: text)
            case .integer(let number): date = format.date(fromInteger: number)
            case .unsigned(let number): date = format.date(fromNumber: Double(number))
            case .double(let number): date = format.date(fromNumber: number)
            case .decimal(let number):
                date = Double(number.description).flatMap { format.date(fromNumber: $0) }
            case .other(let any): date = any as? Date
            case .null, .bool, .array, .object: date = nil
            }
        }
        return date ?? context.mismatch(expected, value)
    }
}

struct URLConverter: ValueConverter {
    var expected: String { "URL" }

    func convert(_ value: JSONValue, _ context: MappingContext) -> URL? {
        switch value {
        case .string(let text):
            let trimmed = String(text.trimmed)
            if !trimmed.isEmpty, !isNullWord(trimmed), let url = URL(string: trimmed) { return url }
            return context.mismatch(expected, standsForNull(text) ? .null : value)
        case .other(let any): return (any as? URL) ?? context.mismatch(expected, value)
        default: return context.mismatch(expected, value)
        }
    }

    var takesEmptyTextAsNull: Bool { true }
}

struct UUIDConverter: ValueConverter {
    var expected: String { "UUID" }

    func convert(_ value: JSONValue, _ context: MappingContext) -> UUID? {
        switch value {
        case .string(let text): UUID(uuidString: text) ?? context.mismatch(expected, value)
        case .other(let any): (any as? UUID) ?? context.mismatch(expected, value)
        default: context.mismatch(expected, value)
        }
    }
}

/// Data: base64 (RFC 4648, section 4).
struct DataConverter: ValueConverter {
    var expected: String { "Data" }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Data? {
        switch value {
        case .string(let text) where !isNullWord(text):
            Data(base64Encoded: text) ?? context.mismatch("base64 text", value)
        case .other(let any): (any as? Data) ?? context.mismatch(expected, value)
        default: context.mismatch(expected, value)
        }
    }
}
