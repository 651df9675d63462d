/// The words of an identifier: split at `_`, `-`, spaces and changes of case, with acronyms kept whole.
///
/// `userID` is `user`, `ID`; `HTMLParser` is `HTML`, `Parser`; `iOSVersion` is `i`, `OS`, `Version`.
package func words(of name: String) -> [String] {
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
        let bytes = Array(name.utf8)
        return bytes.withSpan { wordPlaces(ascii: $0) }.map {
            String(decoding: bytes[$0.start..<$0.end], as: UTF8.self)
        }
    }
    let characters = Array(name)
    let cases = characters.map(CharacterCase.init)
    return wordPlaces(count: cases.count) { cases[$0] }.map { String(characters[$0.start..<$0.end]) }
}

/// The place of a word in the UTF-8 of an identifier.
///
/// (The first array of `Range<Int>` in a process looks up the conformance of Int to Comparable, which takes a twentieth
/// of the time of a class's first use.)
struct WordPlace {
    let start: Int
    let end: Int
}

/// The places of the words of an identifier in ASCII.
func wordPlaces(ascii name: Span<UInt8>) -> [WordPlace] {
    wordPlaces(count: name.count) { CharacterCase(name[$0]) }
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
private func wordPlaces(count: Int, _ characterCase: (Int) -> CharacterCase) -> [WordPlace] {
    var words: [WordPlace] = []
    var start = 0
    var previous = CharacterCase.separator
    func endWord(at end: Int) {
        if end > start { words.append(WordPlace(start: start, end: end)) }
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
    return words
}
