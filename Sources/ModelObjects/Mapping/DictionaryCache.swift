/// The dictionaries that were made of a text's objects, by the offset of the object.
///
/// `modelClass(for:)`, `didMap` and `combined` rules get objects as dictionaries, on every level of nesting. With the
/// cache each level reuses what another one has made, so that all of them together take linear time.
final class DictionaryCache {
    private var entries: [Int: (dictionary: [String: Any], end: Int)] = [:]
    /// How many objects that use dictionaries are being made, one in another.
    private var users = 0
    /// A number that no Double holds was read, as an infinity.
    private(set) var metInfinity = false

    /// Runs a step that makes an object.
    ///
    /// After the outermost one, the cache is empty.
    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        users += 1
        defer {
            users -= 1
            if users == 0 { entries = [:] }
        }
        return try body()
    }

    /// Reads the object under the cursor, and keeps the dictionaries of all objects in it for those who read
    /// them later.
    func readObject(_ reader: inout JSONReader) throws -> [String: Any] {
        try readObject(&reader, keepsInner: true)
    }

    /// Reads the object under the cursor after those in it; keeps it if there is an outer object to reuse it.
    func readFinishedObject(_ reader: inout JSONReader) throws -> [String: Any] {
        let start = reader.offset
        let dictionary = try readObject(&reader, keepsInner: false)
        if users > 1 { entries[start] = (dictionary, reader.offset) }
        return dictionary
    }

    /// Reads the value under the cursor, and keeps the dictionaries of all objects in it.
    func readValue(_ reader: inout JSONReader) throws -> Any {
        try readValue(&reader, keepsInner: true)
    }

    private func readObject(_ reader: inout JSONReader, keepsInner: Bool) throws -> [String: Any] {
        let start = reader.offset
        if let entry = entries[start] {
            reader.seek(to: entry.end)
            return entry.dictionary
        }
        var object: [String: Any] = [:]
        if try reader.enterObject() {
            repeat {
                let key = reader.string(try reader.readKey())
                object[key] = try readValue(&reader, keepsInner: keepsInner)
            } while try reader.hasNextMember()
        }
        if keepsInner { entries[start] = (object, reader.offset) }
        return object
    }

    private func readValue(_ reader: inout JSONReader, keepsInner: Bool) throws -> Any {
        switch reader.peek() {
        case UInt8(ascii: "{"):
            return try readObject(&reader, keepsInner: keepsInner)
        case UInt8(ascii: "["):
            var array: [Any] = []
            guard try reader.enterArray() else { return array }
            repeat {
                array.append(try readValue(&reader, keepsInner: keepsInner))
            } while try reader.hasNextElement()
            return array
        default:
            let value = try reader.readAny()
            if inlineValue(value, boxedAs: verifiedBoxedType(of: value), as: Double.self)?.isFinite == false {
                metInfinity = true
            }
            return value
        }
    }
}
