/// Recognizes JSON text that is not UTF-8, the only encoding that is read.
enum JSONEncoding {
    /// The error of a text in another encoding that its first bytes reveal; nil for any other text.
    static func error(in first: [UInt8]) -> ModelError? {
        other(first).map { encoding in
            ModelError(
                .invalidEncoding, "Not UTF-8: the text is \(encoding)", expected: "UTF-8", found: encoding)
        }
    }

    /// The name of another encoding that the first bytes of a text reveal.
    ///
    /// It is revealed by a byte order mark, or by the bytes of the first two characters, which are ASCII in
    /// JSON (RFC 4627, section 3).
    private static func other(_ first: [UInt8]) -> String? {
        let zeros = first.map { $0 == 0 }
        let isUTF32 =
            first.starts(with: [0, 0, 0xFE, 0xFF]) || first.starts(with: [0xFF, 0xFE, 0, 0])
            || zeros == [true, true, true, false] || zeros == [false, true, true, true]
        if isUTF32 { return "UTF-32" }
        let isUTF16 =
            first.starts(with: [0xFE, 0xFF]) || first.starts(with: [0xFF, 0xFE])
            || [[true, false], [false, true]].contains { zeros == $0 || zeros == $0 + $0 }
        return isUTF16 ? "UTF-16" : nil
    }

    /// Whether these first bytes of a text rule out all other encodings, so that no more of them are needed.
    static func isRuledOut(_ first: some Collection<UInt8>) -> Bool {
        first.count >= 2 && first.prefix(2).allSatisfy { 0 < $0 && $0 < 0x80 }
    }
}
