/// A JSON Pointer (RFC 6901): a slash before each step; in a step, a slash is written as `~1` and `~` as `~0`.
struct JSONPointer: Equatable {
    var steps: [String]

    init(_ steps: [String]) { self.steps = steps }

    /// Nil if the text is not a pointer.
    init?(text: String) {
        steps = []
        if text.isEmpty { return }
        // A slash is a code point (RFC 6901, section 3). A slash with a combining mark is another Character.
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts[0].isEmpty else { return nil }
        for part in parts.dropFirst() {
            guard let step = Self.unescaped(Substring(part)) else { return nil }
            steps.append(step)
        }
    }

    private static func unescaped(_ part: Substring) -> String? {
        let pieces = part.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
        var step = String(Substring(pieces[0]))
        for piece in pieces.dropFirst() {
            switch piece.first {
            case UInt8(ascii: "0"): step += "~"
            case UInt8(ascii: "1"): step += "/"
            default: return nil
            }
            step += Substring(piece.dropFirst())
        }
        return step
    }

    var text: String {
        steps.map { step in
            "/" + step.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
        }.joined()
    }

    /// Whether this pointer leads to the value of another pointer, or into it.
    func starts(with other: JSONPointer) -> Bool {
        steps.starts(with: other.steps) { $0.hasSameBytes(as: $1) }
    }
}
