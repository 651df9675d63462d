/// The dictionaries made from the objects of a text, by the offset of the object.
///
/// `modelClass(for:)`, `didMap` and `combined` rules receive objects as dictionaries on every level of
/// nesting. With the cache, each level reuses the dictionaries of inner levels, so all levels together take
/// linear time.
final class DictionaryCache {
    private var entries: [Int: (dictionary: [String: Any], end: Int)] = [:]
    /// The number of nested objects in progress that use dictionaries.
    private var users = 0
    /// Whether a number outside Double's range was read, as infinity, since the outermost step began.
    var metInfinity = false
    /// Whether the objects inside an object are cached too.
    private var keepsInner = true

    /// Runs a step that makes an object.
    ///
    /// The cache is emptied after the outermost step.
    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        users += 1
        defer {
            users -= 1
            if users == 0 {
                entries = [:]
                metInfinity = false
            }
        }
        return try body()
    }

    /// Reads the object under the cursor after its nested objects; caches it if an outer object can reuse it.
    func readFinishedObject(_ reader: inout JSONReader) throws -> [String: Any] {
        let start = reader.offset
        keepsInner = false
        defer { keepsInner = true }
        let dictionary = try reader.readObject(cache: self)
        if users > 1 { entries[start] = (dictionary, reader.offset) }
        return dictionary
    }

    /// The dictionary of the object under the cursor, which moves past it; nil if it is not cached.
    func cachedObject(_ reader: inout JSONReader) -> [String: Any]? {
        guard let entry = entries[reader.offset] else { return nil }
        reader.seek(to: entry.end)
        return entry.dictionary
    }

    /// Caches an object inside another one.
    func add(_ object: [String: Any], from start: Int, to end: Int) {
        if keepsInner { entries[start] = (object, end) }
    }
}
