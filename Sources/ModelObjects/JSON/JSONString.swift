/// A string of the text: its bytes between the quotes.
struct JSONString {
    /// The offset and the length of the bytes.
    let offset: Int
    let count: Int
    /// It contains escapes, so its bytes must be unescaped first.
    let isEscaped: Bool
    /// All its bytes are below 0x80.
    let isASCII: Bool
}
