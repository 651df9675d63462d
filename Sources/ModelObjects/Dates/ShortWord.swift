/// A word of up to four ASCII letters in one integer, to be compared without a String.
struct ShortWord: Hashable {
    private var letters: UInt32 = 0

    init() {}

    init(_ text: String) {
        for letter in text.utf8 { append(letter) }
    }

    mutating func append(_ letter: UInt8) {
        letters = letters << 8 | UInt32(letter)
    }
}
