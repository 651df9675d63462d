import Foundation

/// JSON text of untyped values, for a decoder.
///
/// JSONSerialization is not used: on Linux it bridges nested dictionaries with a recursion that does not check the
/// stack.
extension ObjectMapper {
    /// The value as JSON text with sorted keys; nil if part of it has no form in JSON.
    ///
    /// - Throws: `ModelError` with `.limitExceeded` if the value is too deep.
    func jsonText(of value: JSONValue, _ dates: inout TextDates) throws -> Data? {
        var writer = JSONWriter(capacity: 256)
        return try write(value, &dates, &writer) ? writer.finish() : nil
    }

    private func write(
        _ value: JSONValue, _ dates: inout TextDates, _ writer: inout JSONWriter
    ) throws -> Bool {
        switch value {
        case .null: writer.null()
        case .bool(let bool): writer.value(bool)
        case .integer(let number): writer.value(number)
        case .unsigned(let number): writer.value(number)
        case .double(let number):
            if number.isNaN { return false }
            if number.isInfinite { writer.infinity(number.sign) } else { writer.value(number) }
        case .decimal(let number): writer.value(number)
        case .string(let text): writer.value(text)
        case .array(let elements):
            return try nested {
                writer.beginArray()
                for element in elements where try !write(JSONValue(element), &dates, &writer) {
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
                    guard try write(JSONValue(member), &dates, &writer) else { return false }
                }
                writer.endObject()
                return true
            }
        case .other(let other):
            guard let text = jsonForm(of: other, &dates) else { return false }
            // A raw value may be in its own raw value.
            if case .other = text { return try nested { try write(text, &dates, &writer) } }
            return try write(text, &dates, &writer)
        }
        return true
    }

    /// The form in JSON of a value that property lists and Swift code put into dictionaries.
    ///
    /// Nil if it has none.
    private func jsonForm(of value: Any, _ dates: inout TextDates) -> JSONValue? {
        switch value {
        case let date as Date:
            return dates.jsonForm(of: date)
        case let data as Data: return .string(data.base64EncodedString())
        case let id as UUID: return .string(id.uuidString)
        case let link as URL: return .string(link.absoluteString)
        case let raw as any RawRepresentable: return JSONValue(raw.rawValue)
        default: return nil
        }
    }
}

/// Writes dates into text for a decoder.
struct TextDates {
    /// The format in which the text's dates must be read, if it isn't the given one.
    private(set) var readFormat: DateFormat?
    private let format: DateFormat

    init(_ format: DateFormat) { self.format = format }

    /// What the format writes for a date, or ISO 8601 if the format drops a part of the date; nil if neither can be read
    /// as the same date, to the microsecond.
    fileprivate mutating func jsonForm(of date: Date) -> JSONValue? {
        if let text = format.plainValue(of: date), format.reads(text, as: date) { return text }
        let either = DateFormat.firstOf([format, .iso8601])
        guard let text = DateFormat.iso8601.plainValue(of: date), either.reads(text, as: date) else {
            return nil
        }
        readFormat = either
        return text
    }
}

extension DateFormat {
    /// What the format writes for a date; nil if that isn't JSON.
    fileprivate func plainValue(of date: Date) -> JSONValue? {
        guard case .other(let custom)? = exported(date) else { return exported(date) }
        return JSONSerialization.isValidJSONObject([custom]) ? JSONValue(custom) : nil
    }

    fileprivate func reads(_ text: JSONValue, as date: Date) -> Bool {
        self.date(from: text).map { abs($0.timeIntervalSince(date)) < 1e-6 } ?? false
    }
}
