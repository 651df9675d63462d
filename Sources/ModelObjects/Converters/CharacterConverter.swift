/// Character: a string of exactly one character.
struct CharacterConverter: ValueConverter {
    /// A Character can have several scalars, which JSON Schema counts, so its length has no maximum.
    var form: ValueForm { .scalar("string", limits: [.init(key: "minLength", value: .integer(1))]) }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Character? {
        if case .string(let text) = value {
            return Character(keyText: text) ?? context.mismatch(expected, value)
        }
        guard context.options.conversions == .lossless,
            let character = value.shortestText.flatMap({ Character(keyText: $0) })
        else { return context.mismatch(expected, value) }
        context.converted(value, to: expected)
        return character
    }

    func write(_ value: Character, to output: inout ExportOutput) -> ExportOutcome {
        output.write(.string(String(value)))
    }
}

extension Character: DictionaryKey {
    init?(keyText: String) {
        guard let first = keyText.first, keyText.index(after: keyText.startIndex) == keyText.endIndex else {
            return nil
        }
        self = first
    }

    var keyText: String? { String(self) }
}

extension Character: ScalarNode {
    var node: ArchiveNode { .string(String(self)) }
    var untypedNode: ArchiveNode { .marked(ArchiveLayout.Mark.character, node) }

    init?(node: ArchiveNode) {
        guard case .string(let text) = node else { return nil }
        self.init(keyText: text)
    }
}
