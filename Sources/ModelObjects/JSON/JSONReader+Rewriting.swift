/// Rewrites a text with sorted keys, and without members whose key is repeated later.
extension JSONReader {
    /// How a text is rewritten.
    struct Rewriting {
        /// Whether members are sorted by their keys' Unicode scalars.
        let sortedKeys: Bool
        /// The offsets of objects and arrays that continue an earlier one with the same key.
        let continued: Set<Int>
        fileprivate let containers = ContainerIndex()

        init(sortedKeys: Bool, continued: Set<Int> = []) {
            (self.sortedKeys, self.continued) = (sortedKeys, continued)
        }
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
        for member in members.arranged(isSorted: rewriting.sortedKeys) {
            var reader = self
            reader.seek(to: member.value)
            reader.remainingDepth = depth
            writer.key(member.key)
            try reader.rewrite(to: &writer, rewriting, after: member.earlier)
        }
        writer.endObject()
    }

    private mutating func rewriteElements(to writer: inout JSONWriter, _ rewriting: Rewriting) throws {
        _ = try walk { reader, _ in
            try reader.rewrite(to: &writer, rewriting)
            return true
        }
    }

    /// The members of an object; the last member with a repeated key is used.
    private struct Members {
        struct FoundMember {
            let key: String
            let value: Int
            /// The values that this one continues.
            var earlier: [Int] = []
        }

        var all: [FoundMember] = []
        var last: [String: Int] = [:]

        func arranged(isSorted: Bool) -> [FoundMember] {
            let members = all.enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element)
            return isSorted ? members.sorted(byText: \.key) : members
        }
    }

    private mutating func collect(_ members: inout Members, _ rewriting: Rewriting) throws {
        _ = try walk { reader, step in
            _ = reader.peek()
            if case .key(let text) = step {
                var member = Members.FoundMember(key: reader.string(text), value: reader.offset)
                if let place = members.last.updateValue(members.all.count, forKey: member.key),
                    rewriting.continued.contains(member.value)
                {
                    let other = members.all[place]
                    if reader.kind(at: other.value) == reader.kind(at: member.value) {
                        member.earlier = other.earlier + [other.value]
                    }
                }
                members.all.append(member)
            }
            try rewriting.containers.skipValue(&reader)
            return true
        }
    }
}
