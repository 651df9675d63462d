/// Rewrites a text: with sorted keys, and without the members whose key comes again.
extension JSONReader {
    /// Writes the value under the cursor to a writer.
    ///
    /// If an object has a key more than once, the last member is written. Keys are the same if their Strings are equal,
    /// as in a dictionary.
    ///
    ///     {"a": 1, "b": {"c": 2, "c": 3}, "a": 4}
    ///     {"b":{"c":3},"a":4}
    ///
    /// - Parameter sortedKeys: Whether members are sorted by their keys' Unicode scalars.
    mutating func rewrite(
        to writer: inout JSONWriter, sortedKeys: Bool, _ containers: ContainerIndex = ContainerIndex()
    ) throws {
        let byte = peek()
        let start = offset
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else {
            try skipScalar()
            return withBytes(from: start) { writer.value(rendered: $0) }
        }
        if byte == UInt8(ascii: "[") {
            writer.beginArray()
            _ = try walk { reader, _ in
                try reader.rewrite(to: &writer, sortedKeys: sortedKeys, containers)
                return true
            }
            return writer.endArray()
        }
        var members: [(key: String, value: Int)] = []
        var last: [String: Int] = [:]
        let depth = remainingDepth - 1
        _ = try walk { reader, step in
            _ = reader.peek()
            if case .key(let text) = step {
                let key = reader.string(text)
                last[key] = members.count
                members.append((key, reader.offset))
            }
            try containers.skipValue(&reader)
            return true
        }
        members = members.enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element)
        if sortedKeys { members = members.sorted(byText: \.key) }
        writer.beginObject()
        for member in members {
            var reader = self
            reader.seek(to: member.value)
            reader.remainingDepth = depth
            writer.key(member.key)
            try reader.rewrite(to: &writer, sortedKeys: sortedKeys, containers)
        }
        writer.endObject()
    }
}
