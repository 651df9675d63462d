/// The words of an identifier: split at `_`, `-`, spaces and changes of case, with acronyms kept whole.
///
/// `userID` is `user`, `ID`; `HTMLParser` is `HTML`, `Parser`; `iOSVersion` is `i`, `OS`, `Version`.
package func words(of name: String) -> [String] {
    var words: [String] = []
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
        let bytes = Array(name.utf8)
        bytes.withSpan { span in
            forEachWord(ascii: span) { words.append(String(decoding: bytes[$0..<$1], as: UTF8.self)) }
        }
    } else {
        let characters = Array(name)
        let cases = characters.map(CharacterCase.init)
        forEachWord(count: cases.count, { cases[$0] }) { words.append(String(characters[$0..<$1])) }
    }
    return words
}

/// Calls a function with the start and the end of each word of an identifier in ASCII.
///
/// (Not with a Range: the first one of a process looks up the conformance of Int to Comparable, which takes a twentieth
/// of the time of a class's first use.)
@inline(__always)
func forEachWord(ascii name: Span<UInt8>, _ body: (_ start: Int, _ end: Int) -> Void) {
    forEachWord(count: name.count, { CharacterCase(name[$0]) }, body)
}

/// What a character means for the words of an identifier.
private enum CharacterCase {
    case separator, upper, lower, other

    init(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "): self = .separator
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .upper
        case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .lower
        default: self = .other
        }
    }

    init(_ character: Character) {
        if let byte = character.asciiValue {
            self.init(byte)
        } else {
            self = character.isUppercase ? .upper : character.isLowercase ? .lower : .other
        }
    }
}

@inline(__always)
private func forEachWord(
    count: Int, _ characterCase: (Int) -> CharacterCase, _ body: (_ start: Int, _ end: Int) -> Void
) {
    var start = 0
    var previous = CharacterCase.separator
    func endWord(at end: Int) {
        if end > start { body(start, end) }
        start = end
    }
    for index in 0..<count {
        let character = characterCase(index)
        defer { previous = character }
        if character == .separator {
            endWord(at: index)
            start = index + 1
        } else if character == .upper, index > start {
            // A capital starts a word after a lower-case letter, or if it is the last of several capitals before a
            // lower-case letter.
            let isBeforeLower = index + 1 < count && characterCase(index + 1) == .lower
            if previous != .upper || isBeforeLower { endWord(at: index) }
        }
    }
    endWord(at: count)
}
