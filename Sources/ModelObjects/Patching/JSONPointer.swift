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
        guard part.utf8.contains(UInt8(ascii: "~")) else { return String(part) }
        var step = String.UnicodeScalarView()
        var scalars = part.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "~" else {
                step.append(scalar)
                continue
            }
            switch scalars.next() {
            case "0": step.append("~")
            case "1": step.append("/")
            default: return nil
            }
        }
        return String(step)
    }

    var text: String {
        steps.map { step in
            var escaped = "/"
            for scalar in step.unicodeScalars {
                switch scalar {
                case "~": escaped += "~0"
                case "/": escaped += "~1"
                default: escaped.unicodeScalars.append(scalar)
                }
            }
            return escaped
        }.joined()
    }

    /// Whether this pointer leads to the value of another pointer, or into it.
    func starts(with other: JSONPointer) -> Bool {
        steps.starts(with: other.steps) { $0.hasSameBytes(as: $1) }
    }
}
