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
            if case .double(let number) = value, !number.isFinite { return context.mismatch(expected, value) }
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

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> UUID? {
        if reader.peek() == UInt8(ascii: "\"") {
            let start = reader
            if let uuid = reader.withBytes(of: try reader.scanString(), { uuidFromText($0) }) { return uuid }
            reader = start
        }
        return try readUntyped(&reader, context)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> UUID? {
        switch value {
        case .string(let text): UUID(uuidString: text) ?? context.mismatch(expected, value)
        case .other(let any): (any as? UUID) ?? context.mismatch(expected, value)
        default: context.mismatch(expected, value)
        }
    }
}

/// The UUID of a text in the usual form, 8-4-4-4-12 hexadecimal digits of either case: RFC 9562, section 4.
///
/// Nil for any other text. (What else Foundation takes, and from which bytes, differs between systems.)
func uuidFromText(_ text: Span<UInt8>) -> UUID? {
    guard text.count == 36 else { return nil }
    for hyphen in [8, 13, 18, 23] where text[hyphen] != UInt8(ascii: "-") { return nil }
    var isHexadecimal = true
    func digit(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte &- UInt8(ascii: "A") &+ 10
        default:
            isHexadecimal = false
            return 0
        }
    }
    func byte(_ index: Int) -> UInt8 { digit(text[index]) &<< 4 | digit(text[index + 1]) }
    let bytes = (
        byte(0), byte(2), byte(4), byte(6), byte(9), byte(11), byte(14), byte(16), byte(19), byte(21),
        byte(24), byte(26), byte(28), byte(30), byte(32), byte(34)
    )
    return isHexadecimal ? UUID(uuid: bytes) : nil
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
