/// The members of one object of the text, found by key when a decoder requests them.
///
/// Worked example: a type requests `id`, `name` and `age` of `{"id":1,"x":[2],"name":"a"}`.
///
///     id      the next key; its value is read where it is
///     name    the next key is `x`: recorded, its value is skipped; then `name`
///     age     the next key doesn't exist; none of the recorded keys is `age`
///
/// If a type requests keys in their order, the text is read once, and no key is copied. A few recorded keys
/// are compared one by one, many of them by a dictionary. The first value of a repeated key is used, as in
/// JSONDecoder. If `lastMemberCounts` is set, the last value is used, and all keys are read first.
///
/// All containers of the object share it, in an `UncheckedBox`.
struct ObjectMembers {
    /// A key that was read, and the offset of its value.
    private struct Record {
        let words: KeyWords
        let key: JSONString
        let value: Int
    }

    private enum State {
        /// Before the first key.
        case first
        /// At the value of the last recorded key.
        case value
        /// After the value of the last recorded key.
        case afterValue
        case end
    }

    private let session: DecodingSession
    /// Inside the object.
    let remainingDepth: Int32
    private var records: ContiguousArray<Record> = []
    /// A bit for each recorded key; if it is missing, the key was not recorded.
    private var mask: UInt64 = 0
    private var position: Int
    private var state = State.first
    /// Whether all recorded keys are ASCII without escapes, so that equal keys have equal bytes.
    private var isPlain = true
    /// The recorded keys up to `namedCount`, if a key was looked up by its name.
    private var names: [String: Int] = [:]
    private var namedCount = 0

    /// The number of keys that are compared one by one.
    private static let fewRecords = 64

    /// - Parameter reader: A reader at the brace.
    init(_ session: DecodingSession, _ reader: JSONReader) throws {
        var reader = reader
        self.session = session
        let hasMembers = try session.reading { try reader.enterObject() }
        // `enterObject` has already left an empty object.
        remainingDepth = hasMembers ? reader.remainingDepth : reader.remainingDepth - 1
        position = reader.offset
        if hasMembers {
            records.reserveCapacity(min(session.memberCount, Self.fewRecords))
        } else {
            state = .end
        }
        if session.lastMemberCounts {
            while try readKey() {}
            // The first record of a key counts.
            records.reverse()
        }
    }

    // MARK: Lookup

    /// The offset of the value of a key; nil if the object doesn't have the key.
    mutating func value(of key: String) throws -> Int? {
        let words = KeyWords(key)
        if isPlain, words.isASCII, records.count <= Self.fewRecords, words.isWhole || isASCII(key) {
            if mask & words.bit != 0 {
                for record in records where isEqual(record, words, key) { return record.value }
            }
            while try readKey() {
                guard isPlain, records.count <= Self.fewRecords else { return try valueByName(key) }
                let record = records[records.count - 1]
                if isEqual(record, words, key) { return record.value }
            }
            return nil
        }
        return try valueByName(key)
    }

    @inline(__always)
    private func isEqual(_ record: Record, _ words: KeyWords, _ key: String) -> Bool {
        record.words.isEqual(words) && (words.isWhole || session.text.reader.isEqual(record.key, key))
    }

    private func isASCII(_ key: String) -> Bool { key.utf8.allSatisfy { $0 < 0x80 } }

    @inline(never)
    private mutating func valueByName(_ key: String) throws -> Int? {
        repeat {
            nameRecords()
            if let index = names[key] { return records[index].value }
        } while try readKey()
        return nil
    }

    private mutating func nameRecords() {
        let reader = session.text.reader
        while namedCount < records.count {
            let name = reader.string(records[namedCount].key)
            if names[name] == nil { names[name] = namedCount }
            namedCount += 1
        }
    }

    /// All keys, each once, in the order of the text, and the offsets of their values.
    mutating func all() throws -> [(name: String, value: Int)] {
        while try readKey() {}
        nameRecords()
        let reader = session.text.reader
        let found = records.enumerated().compactMap { index, record in
            let name = reader.string(record.key)
            return names[name] == index ? (name, record.value) : nil
        }
        // The records are in the reverse order.
        return session.lastMemberCounts ? found.reversed() : found
    }

    // MARK: Reading

    /// Records the next key, and skips the value before it if it was not read; false at the end of the object.
    private mutating func readKey() throws -> Bool {
        if state == .end { return false }
        return try session.reading {
            var reader = session.text.reader(at: position, remainingDepth: remainingDepth)
            if state == .value { try session.containerIndex.skipValue(&reader) }
            if state != .first, try !reader.hasNextMember() {
                (position, state) = (reader.offset, .end)
                session.memberCount = records.count
                return false
            }
            let key = try reader.readKey()
            _ = reader.peek()
            let words = reader.words(of: key)
            records.append(Record(words: words, key: key, value: reader.offset))
            mask |= words.bit
            if key.isEscaped || !key.isASCII { isPlain = false }
            (position, state) = (reader.offset, .value)
            return true
        }
    }

    /// Whether reading continues after the value at an offset.
    @inline(__always)
    func isNext(_ value: Int) -> Bool { state == .value && position == value }

    /// Continues after a value that was read, if it is the next one.
    @inline(__always)
    mutating func didRead(_ value: Int, to end: Int) {
        if isNext(value) { (position, state) = (end, .afterValue) }
    }

    /// Reads the rest of the object, and returns the offset of its end.
    mutating func end() throws -> Int {
        while try readKey() {}
        return position
    }
}

extension KeyWords {
    /// One of 64 bits.
    @inline(__always)
    fileprivate var bit: UInt64 { 1 &<< (hash &>> 58) }
}
