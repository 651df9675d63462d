import Foundation

/// URLs: any text that Foundation reads as one.
struct URLConverter: CompiledConverter {
    /// A URL can be relative, so its format is not `uri`.
    var form: ValueForm {
        .scalar("string", limits: [.init(key: "format", value: .string("uri-reference"))])
    }

    /// PropertyListEncoder doesn't write a URL as text, so its decoder has to read it.
    var coderForm: CoderForm { .scalar([String.self, URL.self]) }

    func convert(_ value: JSONValue, _ context: MappingContext) -> URL? {
        guard case .string(let text) = value else { return typedOrMismatch(value, context) }
        let trimmed = String(text.trimmed)
        if !trimmed.isEmpty, !isNullWord(trimmed), let url = URL(encoding: trimmed) { return url }
        return context.mismatch(expected, meansNull(text, context) ? .null : value)
    }

    var takesEmptyTextAsNull: Bool { true }
}

extension URL {
    /// The URL of a text, with characters that a URL can't have percent-encoded.
    ///
    /// Foundation encodes them, too, but then also the percent signs of a text that is encoded in part.
    fileprivate init?(encoding text: String) {
        guard text.utf8.contains(UInt8(ascii: "%")) else {
            self.init(string: text)
            return
        }
        let start = Self.endOfAuthority(in: text)
        self.init(string: text[..<start] + Self.encoded(text[start...]))
    }

    /// The end of the host, which Foundation encodes by other rules; the start of a text without one.
    private static func endOfAuthority(in text: String) -> String.Index {
        let delimiters = "/?#"
        guard let slashes = text.range(of: "//"), case let scheme = text[..<slashes.lowerBound],
            scheme.isEmpty || scheme.last == ":" && !scheme.contains(where: delimiters.contains)
        else { return text.startIndex }
        return text[slashes.upperBound...].firstIndex(where: delimiters.contains) ?? text.endIndex
    }

    private static func encoded(_ text: Substring) -> String {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.map { part in
            part.split(separator: "%", omittingEmptySubsequences: false).enumerated()
                .map { index, piece in
                    let sign = index == 0 ? "" : isEscape(piece) ? "%" : "%25"
                    return sign + (piece.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "")
                }
                .joined()
        }
        .joined(separator: "#")
    }

    private static func isEscape(_ text: Substring) -> Bool {
        let digits = text.utf8.prefix(2)
        return digits.count == 2 && digits.allSatisfy { $0.hexDigitValue != nil }
    }
}

// MARK: Exporting

extension URLConverter {
    func write(_ value: URL, to output: inout ExportOutput) -> ExportOutcome {
        output.write(.string(value.absoluteString))
    }
}

extension URL: ScalarNode {
    var node: ArchiveNode { .marked(ArchiveLayout.Mark.url, content) }

    /// The text, or the text and the content of the base URL.
    private var content: ArchiveNode {
        baseURL.map { .array([.string(relativeString), $0.content]) } ?? .string(relativeString)
    }

    init?(node: ArchiveNode) {
        guard case .marked(ArchiveLayout.Mark.url, let content) = node else { return nil }
        self.init(content: content)
    }

    private init?(content: ArchiveNode) {
        switch content {
        case .string(let text): self.init(text, base: nil)
        case .array(let parts):
            guard parts.count == 2, case .string(let text) = parts[0], let base = URL(content: parts[1])
            else { return nil }
            self.init(text, base: base)
        default: return nil
        }
    }

    private init?(_ text: String, base: URL?) {
        // A URL made from bytes may have a text from which no URL can be made.
        guard
            let url = URL(string: text, relativeTo: base)
                ?? URL(dataRepresentation: Data(text.utf8), relativeTo: base)
        else { return nil }
        self = url
    }
}
