/// The dictionaries made from the objects of a text, by the offset of the object.
///
/// `modelClass(for:)`, `didMap` and `combined` rules receive objects as dictionaries on every level of nesting. With
/// the cache, each level reuses the dictionaries of the others, so all levels together take linear time.
final class DictionaryCache {
    private var entries: [Int: (dictionary: [String: Any], end: Int)] = [:]
    /// The number of nested objects in progress that use dictionaries.
    private var users = 0
    /// Whether a number outside Double's range was read, as infinity.
    private(set) var metInfinity = false

    /// Runs a step that makes an object.
    ///
    /// The cache is emptied after the outermost step.
    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        users += 1
        defer {
            users -= 1
            if users == 0 { entries = [:] }
        }
        return try body()
    }

    /// Reads the object under the cursor, and caches the dictionaries of all objects in it for later readers.
    func readObject(_ reader: inout JSONReader) throws -> [String: Any] {
        try readObject(&reader, keepsInner: true)
    }

    /// Reads the object under the cursor after its nested objects; caches it if an outer object can reuse it.
    func readFinishedObject(_ reader: inout JSONReader) throws -> [String: Any] {
        let start = reader.offset
        let dictionary = try readObject(&reader, keepsInner: false)
        if users > 1 { entries[start] = (dictionary, reader.offset) }
        return dictionary
    }

    /// Reads the value under the cursor, and caches the dictionaries of all objects in it.
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
