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
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.withUTF8Span { wordPlaces(ascii: $0) } }
    var offsets = [0]
    for character in name { offsets.append(offsets[offsets.count - 1] + character.utf8.count) }
    let cases = name.map(CharacterCase.init)
    return wordPlaces(count: cases.count) { cases[$0] }.map {
        WordPlace(start: offsets[$0.start], end: offsets[$0.end])
    }
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
        if character == "_" || character == "-" || character == " " {
            self = .separator
        } else if character.isUppercase {
            self = .upper
        } else {
            self = character.isLowercase ? .lower : .other
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
