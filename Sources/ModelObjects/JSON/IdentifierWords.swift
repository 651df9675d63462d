/// The words of an identifier: split at `_`, `-`, spaces and changes of case, with acronyms kept whole.
///
/// `userID` is `user`, `ID`; `HTMLParser` is `HTML`, `Parser`; `iOSVersion` is `i`, `OS`, `Version`.
package func words(of name: String) -> [String] {
    let bytes = Array(name.utf8)
    return wordPlaces(in: name).map { String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) }
}

/// The place of a word in the UTF-8 of an identifier.
///
/// (The first array of `Range<Int>` in a process looks up the conformance of Int to Comparable, which takes a twentieth
/// of the time of a class's first use.)
struct WordPlace {
    let start: Int
    let end: Int
}

func wordPlaces(in name: String) -> [WordPlace] {
    let bytes = Array(name.utf8)
    if bytes.allSatisfy({ $0 < 0x80 }) { return wordPlaces(bytes.map(CharacterCase.init)) }
    var offsets = [0]
    for character in name { offsets.append(offsets[offsets.count - 1] + character.utf8.count) }
    return wordPlaces(name.map(CharacterCase.init)).map {
        WordPlace(start: offsets[$0.start], end: offsets[$0.end])
    }
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

private func wordPlaces(_ characters: [CharacterCase]) -> [WordPlace] {
    var words: [WordPlace] = []
    var start = 0
    func endWord(at end: Int) {
        if end > start { words.append(WordPlace(start: start, end: end)) }
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
