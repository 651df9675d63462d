import Foundation

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
    var output: ExportOutput
    /// The `userInfo` of the output, which a value may request while another value is being written.
    let userInfo: [CodingUserInfoKey: Any]
    /// The encoder that may write: that of the innermost value.
    var writer: ObjectIdentifier?
    /// The values that replace a null, in the order of their positions.
    private var nested: [(position: Int, value: ValueEncoder)] = []
    /// The keys of the open objects, to detect repeated keys.
    var keys: ContiguousArray<UInt64> = []
    /// Whether an object may have a key twice.
    var mayRepeatKeys = false
    /// Whether the text is in a container that continues an earlier value.
    private var continues = false
    /// The offsets of nested containers whose key may already have a value, which they continue.
    private var continued: Set<Int> = []

    /// - Parameter output: An empty text.
    init(_ output: consuming ExportOutput) {
        userInfo = output.userInfo ?? [:]
        self.output = output
    }

    /// Leaves a place for a value that is written later.
    func addNested(_ value: ValueEncoder) {
        nested.append((output.position, value))
        output.write(.null)
    }

    /// Discards what was written after a mark.
    func restore(_ mark: ExportOutput.Mark) {
        output.restore(mark)
        while let last = nested.last, last.position >= mark.position { nested.removeLast() }
    }

    /// The text with each key once.
    func finish(sortedKeys: Bool) throws -> Data {
        let text = try finish()
        guard sortedKeys || mayRepeatKeys else { return text }
        var writer = JSONWriter(capacity: text.count + 16)
        try withJSONReader(text, maximumDepth: ExportOutput.deepest + 1) {
            try $0.rewrite(to: &writer, .init(sortedKeys: sortedKeys, continued: continued))
        }
        return writer.finish()
    }

    /// The text with its nested values.
    func finish() throws -> Data {
        let text = output.takeText().finish()
        if nested.isEmpty { return text }
        var result = Data()
        var end = text.startIndex
        for (position, value) in nested {
            let place = text.startIndex + position
            result.append(text[end..<place])
            let offset = result.count
            if value.mayContinue, mayRepeatKeys || continues {
                value.text.continues = true
                continued.insert(offset)
            }
            result.append(try value.finish())
            if value.text.mayRepeatKeys { mayRepeatKeys = true }
            continued.formUnion(value.text.continued.map { offset + $0 })
            end = place + 4  // null
        }
        result.append(text[end...])
        return result
    }
}
