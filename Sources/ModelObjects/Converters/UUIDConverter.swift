import Foundation

/// UUIDs in their usual text form.
struct UUIDConverter: CompiledConverter {
    var form: ValueForm { .scalar("string", format: "uuid") }
    var coderForm: CoderForm { .scalar([String.self, UUID.self]) }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> UUID? {
        if reader.peek() == UInt8(ascii: "\"") {
            let start = reader
            if let uuid = reader.withBytes(of: try reader.scanString(), { uuidFromText($0) }) { return uuid }
            reader = start
        }
        return try readUntyped(&reader, context)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> UUID? {
        guard case .string(let text) = value else { return typedOrMismatch(value, context) }
        return text.withUTF8Span { uuidFromText($0) } ?? UUID(uuidString: text)
            ?? context.mismatch(expected, value)
    }
}

/// The UUID of a text in the usual form, 8-4-4-4-12 hexadecimal digits in either case: RFC 9562, section 4.
///
/// Nil for any other text. (The other forms that Foundation accepts, and from which bytes, differ between systems.)
func uuidFromText(_ text: Span<UInt8>) -> UUID? {
    guard text.count == 36 else { return nil }
    for hyphen in [8, 13, 18, 23] where text[hyphen] != UInt8(ascii: "-") { return nil }
    var isHexadecimal = true
    func digit(_ byte: UInt8) -> UInt8 {
        if let value = byte.hexDigitValue { return value }
        isHexadecimal = false
        return 0
    }

    func byte(_ index: Int) -> UInt8 { digit(text[index]) &<< 4 | digit(text[index + 1]) }
    let bytes = (
        byte(0), byte(2), byte(4), byte(6), byte(9), byte(11), byte(14), byte(16), byte(19), byte(21),
        byte(24), byte(26), byte(28), byte(30), byte(32), byte(34)
    )
    return isHexadecimal ? UUID(uuid: bytes) : nil
}

// MARK: Exporting

extension UUIDConverter {
    func write(_ value: UUID, to output: inout ExportOutput) -> ExportOutcome {
        output.write(.string(uuidText(value)))
    }
}

/// The same text as `uuidString`, which Foundation makes with sixteen formats: uppercase hexadecimal digits,
/// 8-4-4-4-12.
func uuidText(_ uuid: UUID) -> String {
    func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, value) in bytes(of: uuid.uuid).enumerated() {
        if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
        text.append(digit(value >> 4))
        text.append(digit(value & 0x0F))
    }
    return String(decoding: text, as: UTF8.self)
}

extension UUID: DictionaryKey {
    init?(keyText: String) { self.init(uuidString: keyText) }
    var keyText: String? { uuidString }
}

extension UUID: ScalarNode {
    var node: ArchiveNode { .marked(ArchiveLayout.Mark.uuid, .string(uuidText(self))) }

    init?(node: ArchiveNode) {
        guard case .marked(ArchiveLayout.Mark.uuid, .string(let text)) = node,
            let uuid = text.withUTF8Span({ uuidFromText($0) })
        else { return nil }
        self = uuid
    }
}
