/// A text that `ModelEncoder` writes sequentially.
///
/// Values are written where they are encoded. Only nested containers and encoders of superclasses can be used
/// until the end of the call, so they write separate texts, for which the outer text has placeholders:
///
///     container.nestedContainer(keyedBy:forKey: "a")      outer {"a":null,        inner (nothing)
///     container.encode(1, forKey: "b")                    outer {"a":null,"b":1,
///     nested.encode(2, forKey: "c")                       outer {"a":null,"b":1,  inner {"c":2,
///     the end of the call                                 {"a":{"c":2},"b":1}
final class EncodedText {
    var open: OpenText
    /// The `userInfo` of the output, which a value may request while another value is being written.
    let userInfo: [CodingUserInfoKey: Any]
    /// The path of a nested value, which doesn't refer to the encoders around it, because they refer to it.
    let path: [any CodingKey]
    /// The number of encoders around the value.
    let level: Int
    /// The values that replace a null, in the order of their positions.
    private var nested: [(position: Int, value: ValueEncoder)] = []
    /// Whether the text is in a container that continues an earlier value.
    private var continues = false
    /// The offsets of nested containers whose key may already have a value, which they continue.
    private var continued: Set<Int> = []

    /// - Parameter output: An empty text.
    init(
        _ output: consuming ExportOutput, sortedKeys: Bool = false, path: [any CodingKey] = [], level: Int = 0
    ) {
        (self.path, self.level) = (path, level)
        userInfo = output.userInfo ?? [:]
        if sortedKeys { output.isSortedLater = true }
        open = OpenText(output: output, sortedKeys: sortedKeys)
    }

    deinit { ValueEncoder.release(takeNested()) }

    /// Removes the nested values from the text, which is no longer needed.
    func takeNested() -> [ValueEncoder] {
        if nested.isEmpty { return [] }
        defer { nested = [] }
        return nested.map(\.value)
    }

    /// Writes a value to the empty text.
    ///
    /// - Parameter isMember: Whether a value that encodes nothing is an empty object, as in JSONEncoder.
    func write(_ value: any Encodable, isMember: Bool = false) throws -> ExportOutcome {
        let encoder = ValueEncoder(self)
        open.writer = ObjectIdentifier(encoder)
        if CodingPlan.writer(of: type(of: value)) == nil {
            try encoder.encode(contentOf: value)
        } else {
            try encoder.encode(value)
        }
        if encoder.isEmpty, isMember {
            _ = encoder.container(keyedBy: PathComponent.self)
        } else if encoder.isEmpty {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "\(type(of: value)) encoded no value."))
        }
        let outcome = try encoder.close()
        if outcome != .written { open.output.write(.null) }
        return outcome
    }

    /// Leaves a place for a value that is written later.
    func addNested(_ value: ValueEncoder) {
        open.isUnsorted = true
        nested.append((open.output.position, value))
        open.output.write(.null)
    }

    /// Discards what was written after a mark.
    func restore(_ mark: ExportOutput.Mark) {
        open.restore(mark)
        while let last = nested.last, last.position >= mark.position { nested.removeLast() }
    }

    /// The text with each key once.
    func finish() throws -> JSONWriter {
        let text = try joined()
        let sortedKeys = open.sortedKeys
        guard sortedKeys && open.isUnsorted || open.mayRepeatKeys else { return text }
        var result = JSONWriter(capacity: text.count + 16)
        try text.read(maximumDepth: ExportOutput.deepest + 1) {
            try $0.rewrite(
                to: &result,
                .init(sortedKeys: sortedKeys, mayRepeatKeys: open.mayRepeatKeys, continued: continued))
        }
        return result
    }

    /// The text with its nested values.
    func joined() throws -> JSONWriter {
        let text = open.output.takeText()
        if nested.isEmpty { return text }
        var result = JSONWriter(capacity: text.count)
        var end = 0
        for (position, value) in nested {
            result.append(text, from: end, to: position)
            let offset = result.count
            if value.mayContinue, open.mayRepeatKeys || continues {
                value.text.continues = true
                continued.insert(offset)
            }
            let inner = try value.closedText()
            result.append(inner, from: 0, to: inner.endOfValue)
            if value.text.open.mayRepeatKeys { open.mayRepeatKeys = true }
            continued.formUnion(value.text.continued.map { offset + $0 })
            end = position + 4  // null
        }
        result.append(text, from: end, to: text.count)
        return result
    }
}
