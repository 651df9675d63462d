import Foundation

/// JSON text of untyped values, for a decoder.
///
/// JSONSerialization is not used: on Linux it bridges nested dictionaries with a recursion that does not check the
/// stack.
extension ObjectMapper {
    /// The value as JSON text with sorted keys; nil if part of it has no form in JSON.
    ///
    /// - Parameter dateFormat: The format of dates in the text.
    /// - Throws: `ModelError` with `.limitExceeded` if the value is too deep.
    func jsonText(of value: JSONValue, _ dateFormat: DateFormat) throws -> Data? {
        var writer = JSONWriter(capacity: 256)
        return try write(value, dateFormat, &writer) ? writer.finish() : nil
    }

    private func write(
        _ value: JSONValue, _ dateFormat: DateFormat, _ writer: inout JSONWriter
    ) throws -> Bool {
        switch value {
        case .null: writer.null()
        case .bool(let bool): writer.value(bool)
        case .integer(let number): writer.value(number)
        case .unsigned(let number): writer.value(number)
        case .double(let number):
            guard number.isFinite else { return false }
            writer.value(number)
        case .decimal(let number): writer.value(number)
        case .string(let text): writer.value(text)
        case .array(let elements):
            return try nested {
                writer.beginArray()
                for element in elements where try !write(JSONValue(element), dateFormat, &writer) {
                    return false
                }
                writer.endArray()
                return true
            }
        case .object(let members):
            return try nested {
                writer.beginObject()
                for (key, member) in members.sorted(byText: \.key) {
                    writer.key(key)
                    guard try write(JSONValue(member), dateFormat, &writer) else { return false }
                }
                writer.endObject()
                return true
            }
        case .other(let other):
            guard let text = text(of: other, dateFormat) else { return false }
            // A raw value may be in its own raw value.
            if case .other = text { return try nested { try write(text, dateFormat, &writer) } }
            return try write(text, dateFormat, &writer)
        }
        return true
    }

    /// The form in JSON of a value that property lists and Swift code put into dictionaries.
    ///
    /// Nil if it has none, such as a time of day with a format of days.
    private func text(of value: Any, _ dateFormat: DateFormat) -> JSONValue? {
        switch value {
        case let date as Date:
            guard let exported = dateFormat.exported(date), let again = dateFormat.date(from: exported),
                abs(again.timeIntervalSince(date)) < 1e-6
            else { return nil }
            if case .other = exported { return nil }
            return exported
        case let data as Data: return .string(data.base64EncodedString())
        case let id as UUID: return .string(id.uuidString)
        case let link as URL: return .string(link.absoluteString)
        case let raw as any RawRepresentable: return JSONValue(raw.rawValue)
        default: return nil
        }
    }
}
