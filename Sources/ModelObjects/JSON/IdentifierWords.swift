/// The words of an identifier: split at `_`, `-`, spaces and changes of case, with acronyms kept whole.
///
/// `userID` is `user`, `ID`; `HTMLParser` is `HTML`, `Parser`; `iOSVersion` is `i`, `OS`, `Version`.
package func words(of name: String) -> [String] {
    let bytes = Array(name.utf8)
    if bytes.allSatisfy({ $0 < 0x80 }) {
        return words(bytes.map(CharacterCase.init)) { String(decoding: bytes[$0..<$1], as: UTF8.self) }
    }
    let characters = Array(name)
    return words(characters.map(CharacterCase.init)) { String(characters[$0..<$1]) }
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
        if character == "_" || character == "-" || character == " " {
            self = .separator
        } else if character.isUppercase {
            self = .upper
        } else {
            self = character.isLowercase ? .lower : .other
        }
    }
}

private func words(_ characters: [CharacterCase], _ text: (_ start: Int, _ end: Int) -> String) -> [String] {
    var words: [String] = []
    var start = 0
    func endWord(at end: Int) {
        if end > start { words.append(text(start, end)) }
        start = end
    }
    for (index, character) in characters.enumerated() {
        if character == .separator {
            endWord(at: index)
            start = index + 1
        } else if character == .upper, index > start {
            // A capital starts a word after a lower-case letter, or if it is the last of several capitals before a
            // lower-case letter.
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            if characters[index - 1] != .upper || next == .lower { endWord(at: index) }
        }
    }
    endWord(at: characters.count)
    return words
}
