import Foundation

/// JSON text of untyped values, for a decoder.
///
/// JSONSerialization is not used: on Linux it bridges nested dictionaries with a recursion that does not check the
/// stack.
extension ObjectMapper {
    /// The value as JSON text with sorted keys; nil if part of it is not a JSON value.
    ///
    /// - Throws: `ModelError` with `.limitExceeded` if the value is too deep.
    func jsonText(of value: JSONValue) throws -> Data? {
        var writer = JSONWriter(capacity: 256)
        return try write(value, &writer) ? writer.finish() : nil
    }

    private func write(_ value: JSONValue, _ writer: inout JSONWriter) throws -> Bool {
        switch value {
        case .null: writer.null()
        case .bool(let bool): writer.value(bool)
        case .integer(let number): writer.value(number)
        case .unsigned(let number): writer.value(number)
        case .double(let number):
            guard number.isFinite else { return false }
            writer.value(number)
        case .decimal(let number):
            guard !number.isNaN else { return false }
            writer.value(number)
        case .string(let text): writer.value(text)
        case .array(let elements):
            return try nested {
                writer.beginArray()
                for element in elements where try !write(JSONValue(element), &writer) { return false }
                writer.endArray()
                return true
            }
        case .object(let members):
            return try nested {
                writer.beginObject()
                for (key, member) in members.sorted(byText: \.key) {
                    writer.key(key)
                    guard try write(JSONValue(member), &writer) else { return false }
                }
                writer.endObject()
                return true
            }
        case .other: return false
        }
        return true
    }
}
