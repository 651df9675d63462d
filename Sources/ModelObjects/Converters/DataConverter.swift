import Foundation

/// Data: base64 (RFC 4648, section 4).
struct DataConverter: CompiledConverter {
    var form: ValueForm {
        .scalar("string", limits: [.init(key: "contentEncoding", value: .string("base64"))])
    }
    var coderForm: CoderForm { .scalar([Data.self]) }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Data? {
        guard case .string(let text) = value, !isNullWord(text) else {
            return typedOrMismatch(value, context)
        }
        return Data(base64: text) ?? context.mismatch("base64 text", value)
    }
}

extension Data {
    /// The bytes of a base64 text; nil for any other text.
    ///
    /// (On Linux, `Data(base64Encoded:)` takes padding anywhere.)
    init?(base64 text: String) {
        let isPadded = text.withUTF8Span { bytes in
            func isPadding(_ index: Int) -> Bool { bytes[index] == UInt8(ascii: "=") }
            let padding = bytes.indices.suffix(2).reversed().prefix(while: isPadding)
            return bytes.count.isMultiple(of: 4) && bytes.indices.count(where: isPadding) == padding.count
        }
        guard isPadded else { return nil }
        self.init(base64Encoded: text)
    }
}

// MARK: Exporting

extension DataConverter {
    func write(_ value: Data, to output: inout ExportOutput) -> ExportOutcome {
        output.write(output.isForCoder ? .typed(value) : .string(value.base64EncodedString()))
    }
}

// MARK: Comparing

extension DataConverter {
    func isEqual(_ left: Data, _ right: Data, _ comparison: inout ModelComparison) -> Bool {
        comparison.charge(bytes: left.count)
        return left == right
    }
}

extension Data: ScalarNode {
    var node: ArchiveNode { .data(self) }

    init?(node: ArchiveNode) {
        guard case .data(let value) = node else { return nil }
        self = value
    }
}
