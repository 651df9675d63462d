/// Rewrites a text with sorted keys, and without members whose key is repeated later.
extension JSONReader {
    /// How a text is rewritten.
    struct Rewriting {
        /// Whether members are sorted by their keys' Unicode scalars.
        let sortedKeys: Bool
        /// Whether an object may have a key more than once.
        var mayRepeatKeys = true
        /// The offsets of objects and arrays that continue an earlier one with the same key.
        var continued: Set<Int> = []
        fileprivate let containerIndex = ContainerIndex()
    }

    /// Writes the value under the cursor to a writer.
    ///
    /// If an object has a key more than once, the last member is written. Keys are the same if their Strings are equal,
    /// as in a dictionary.
    ///
    ///     {"a": 1, "b": {"c": 2, "c": 3}, "a": 4}
    ///     {"b":{"c":3},"a":4}
    ///
    /// - Parameter earlier: The offsets of the objects or arrays that the value continues.
    mutating func rewrite(
        to writer: inout JSONWriter, _ rewriting: Rewriting, after earlier: [Int] = []
    ) throws {
        let byte = peek()
        let start = offset
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else {
            try skipScalar()
            return withBytes(from: start) { writer.value(rendered: $0) }
        }
        if byte == UInt8(ascii: "[") {
            writer.beginArray()
            for part in earlier {
                var reader = self
                reader.seek(to: part)
                try reader.rewriteElements(to: &writer, rewriting)
            }
            try rewriteElements(to: &writer, rewriting)
            return writer.endArray()
        }
        let depth = remainingDepth - 1
        var members = Members()
        for part in earlier {
            var reader = self
            reader.seek(to: part)
            try reader.collect(&members, rewriting)
        }
        try collect(&members, rewriting)
        writer.beginObject()
        for member in members.arranged(rewriting) {
            var reader = self
            reader.seek(to: member.value)
            reader.remainingDepth = depth
            writer.key(member.key)
            try reader.rewrite(to: &writer, rewriting, after: members.earlier[member.value] ?? [])
        }
        writer.endObject()
    }

    private mutating func rewriteElements(to writer: inout JSONWriter, _ rewriting: Rewriting) throws {
        try walk { reader, _ in try reader.rewrite(to: &writer, rewriting) }
    }

    /// The members of an object; the last member with a repeated key is used.
    private struct Members {
        /// A key, and the offset of its value.
        typealias Found = (key: String, value: Int)

        private(set) var all: [Found] = []
        private var last: [String: Int] = [:]
        /// The values that a value continues.
        var earlier: [Int: [Int]] = [:]

        init() { all.reserveCapacity(8) }

        /// The members to write, in their order.
        func arranged(_ rewriting: Rewriting) -> [Found] {
            var members = all
            if rewriting.mayRepeatKeys {
                members = all.enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element)
            }
            return rewriting.sortedKeys ? members.sorted(byText: \.key) : members
        }

        /// Adds a member, and returns the value of an earlier one with the same key.
        mutating func add(_ member: Found, _ rewriting: Rewriting) -> Int? {
            all.append(member)
            guard rewriting.mayRepeatKeys else { return nil }
            return last.updateValue(all.count - 1, forKey: member.key).map { all[$0].value }
        }
    }

    private mutating func collect(_ members: inout Members, _ rewriting: Rewriting) throws {
        try walk { reader, step in
            _ = reader.peek()
            if case .key(let text) = step {
                let member = (key: reader.string(text), value: reader.offset)
                if let other = members.add(member, rewriting), rewriting.continued.contains(member.value),
                    reader.kind(at: other) == reader.kind(at: member.value)
                {
                    var earlier = members.earlier.removeValue(forKey: other) ?? []
                    earlier.append(other)
                    members.earlier[member.value] = earlier
                }
            }
            try rewriting.containerIndex.skipValue(&reader)
        }
    }
}
