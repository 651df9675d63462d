/// Reads the keys of an object as Strings, and reuses the Strings of keys that the class expects.
struct ExpectedKeys {
    /// The place of a key in a class.
    struct Place {
        /// The only property that the key matches; -1 if there is none, or if it is not known.
        var property = -1
        /// The index in `KeyMatcher.expectedKeys`; -1 for any other key.
        var entry = -1
        /// The index of the first entry of the key's style, if it is an expected key.
        @inline(__always)
        var styleStart: Int { entry &- property }
    }

    private let table: SpellingTable
    private let sequence: KeySequence
    private let keys: [String]
    private var next: Int
    /// The index of the first entry of the style that the object uses.
    private(set) var styleStart: Int
    /// The place of the last key.
    private(set) var place = Place()

    init(_ matcher: KeyMatcher) {
        keys = matcher.expectedKeys
        let tables = matcher.tables.value
        table = tables.table
        sequence = tables.sequence
        next = sequence.firstProperty
        styleStart = sequence.start(ofStyle: 0)
    }

    /// Reads the key under the cursor and the colon after it.
    @inline(__always)
    mutating func read(_ reader: inout JSONReader) throws -> String {
        try readUnexpected(&reader) ?? keys[place.entry]
    }

    /// Reads the key under the cursor and the colon after it; returns nil if it is the expected key at `place`.
    @inline(__always)
    mutating func readUnexpected(_ reader: inout JSONReader) throws -> String? {
        guard reader.skipKey(sequence.entry(next, from: styleStart), of: sequence) else {
            return try readOther(&reader)
        }
        place = Place(property: next, entry: styleStart &+ next)
        next &+= 1
        try reader.readColon()
        return nil
    }

    @inline(never)
    private mutating func readOther(_ reader: inout JSONReader) throws -> String? {
        let (key, target) = try reader.readKey(in: table)
        try reader.readColon()
        return find(reader.string(key), target)
    }

    /// Finds a key that is already a String; returns it, or the expected key at `place`.
    mutating func find(_ key: String) -> String { find(key, table.target(for: key)) ?? keys[place.entry] }

    /// Sets `place` to that of a key with a target in the table; returns nil if it is the expected key there.
    private mutating func find(_ text: String, _ target: Int32) -> String? {
        place = Place()
        guard target >= 0 else { return text }
        let match = DirectMatch(target: target)
        if match.style != DirectMatch.anyStyle { styleStart = sequence.start(ofStyle: match.style) }
        next = match.property &+ 1
        place.property = match.property
        let entry = styleStart &+ match.property
        guard keys[entry].hasSameBytes(as: text) else { return text }
        place.entry = entry
        return nil
    }
}
