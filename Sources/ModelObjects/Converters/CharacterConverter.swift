/// Character: a text of exactly one.
struct CharacterConverter: ValueConverter {
    var expected: String { "Character" }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Character? {
        if case .string(let text) = value {
            return Character(keyText: text) ?? context.mismatch(expected, value)
        }
        guard context.options.conversions == .lossless,
            let made = value.shortestText.flatMap({ Character(keyText: $0) })
        else { return context.mismatch(expected, value) }
        context.converted(value, to: expected)
        return made
    }

    func write(_ value: Character, to output: inout ExportOutput) -> ExportOutcome {
        output.write(.string(String(value)))
    }

    func archived(_ value: Character, _ context: ArchivingContext) -> ArchiveNode {
        .string(String(value))
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> Character? {
        guard case .string(let text) = node else { return nil }
        return Character(keyText: text)
    }
}

extension Character: DictionaryKey {
    init?(keyText: String) {
        guard let first = keyText.first, keyText.index(after: keyText.startIndex) == keyText.endIndex else {
            return nil
        }
        self = first
    }

    var keyText: String { String(self) }
}

/// Inside an Any.
extension Character: UntypedArchivable {
    func archived(_ context: ArchivingContext) -> ArchiveNode {
        .marked(ArchiveLayout.Mark.character, CharacterConverter().archived(self, context))
    }
}
