import Foundation
import ModelObjects
import Testing

/// The locations that sentences show, including those that are not paths.
struct SentencePlaceTests {
    private typealias Wide = ErrorSentenceTests.Wide
    private typealias Needy = ErrorSentenceTests.Needy
    private typealias Holder = ErrorSentenceTests.Holder

    @Test func messagesNameTheActualEncoding() throws {
        for (encoding, name) in [(String.Encoding.utf16LittleEndian, "UTF-16"), (.utf32BigEndian, "UTF-32")] {
            let data = try #require("{\"a\":1}".data(using: encoding))
            let error = try #require(throws: ModelError.self) { try Wide(json: data) }
            #expect(error.description == "Not UTF-8: the text is \(name).")
        }
    }

    @Test func fileErrorsShowTheRelativePath() throws {
        let file = try #require(URL(string: "nope.json", relativeTo: URL(fileURLWithPath: "/no/such/folder")))
        let reading = try #require(throws: ModelError.self) { try Wide(contentsOf: file) }
        #expect(reading.description == "Could not read nope.json: No such file or directory.")
        let opening = try #require(throws: ModelError.self) { try Wide.unarchive(from: file) }
        #expect(opening.description == "Could not read nope.json: No such file or directory.")
        let writing = try #require(throws: ModelError.self) { try Wide().archive(to: file) }
        #expect(writing.description == "Could not write nope.json: No such file or directory.")
        for error in [reading, opening, writing] { #expect(error.found == "No such file or directory") }
    }

    @Test func rootErrorsWithoutALineShowNoLocation() throws {
        let needy = try #require(throws: ModelError.self) { try Needy(dictionary: ["id": 1]) }
        #expect(needy.description == "Missing required `name` (keys `n`, `title`).")
        let nested = try #require(throws: ModelError.self) {
            try Holder(dictionary: ["needy": ["id": 1]], options: .strict)
        }
        #expect(nested.description == "Missing required `name` (keys `n`, `title`) at $.needy.")
        #expect(
            nested.path == "$.needy.n" && nested.found == "no usable value" && nested.expected == "String")
    }

    /// A key cannot add a line to a log, or change the direction of its text.
    @Test(arguments: [
        (#"a\nb"#, #"$["a\nb"]"#), (#"\u001b[0m"#, #"$["\u{1B}[0m"]"#), (#"a\u202Eb"#, #"$["a\u{202E}b"]"#),
        (#"a\udb40\udc41"#, #"$["a\u{000E0041}"]"#),
        (#"a\u0085b"#, #"$["a\u{0085}b"]"#), (#"it's \"\\"#, #"$["it's \"\\"]"#), ("é", "$.é"),
        ("👨‍👩‍👧", #"$["👨‍👩‍👧"]"#), ("", #"$[""]"#),
    ])
    func keysAreEscaped(key: String, path: String) throws {
        let (_, report) = Wide.inspect(json: "{\"\(key)\": 1}")
        #expect(report.unmatchedKeys.map(\.path) == [path])
        #expect(report.description.hasPrefix("No property for \(path).\nNo key for"))
    }

    @Test func longPathsAreShortenedInTheMiddle() throws {
        let depth = 60
        let json =
            #"{"child":"# + String(repeating: #"{"child":"#, count: depth) + #"{"int":"x"}"#
            + String(repeating: "}", count: depth + 1)
        let error = try #require(throws: ModelError.self) { try Wide(json: json, options: .strict) }
        let steps = String(repeating: ".child", count: 9)
        #expect(
            error.description
                == "Expected Int, found string at $\(steps)…\(steps).int (line 1, column \(json.utf8.count - 64))."
        )
        #expect(error.path == "$" + String(repeating: ".child", count: depth + 1) + ".int")

        let key = String(repeating: "k", count: 500)
        let long = try #require(throws: ModelError.self) {
            try Wide(dictionary: ["map": [key: []]], options: .strict)
        }
        #expect(long.description == "Expected Int, found array at $.map…\(key.suffix(60)).")

        for (key, end) in [(key, "\(key.suffix(60))"), ("a b" + key.prefix(130), key.prefix(58) + "\"]")] {
            let first = try #require(throws: ModelError.self) {
                try Wide(dictionary: [key: ["a": 1]], options: .strict)
            }
            #expect(first.description == "Unknown key $…\(end).")
        }

        // One Character.
        let marked = "a" + String(repeating: "\u{301}\u{316}", count: 2_000)
        let unknown = try #require(throws: ModelError.self) {
            try Wide(dictionary: [marked: 1, "map": [marked: []]], options: .strict)
        }
        #expect(unknown.problems.count == 2)
        for problem in unknown.problems { #expect(problem.description.unicodeScalars.count < 200) }
    }

    @Test func codingPathsHoldKeysAndIndexes() throws {
        let error = try #require(throws: ModelError.self) {
            try Wide(json: #"{"children":[{},{"int":[]}]}"#, options: .strict)
        }
        #expect(error.codingPath.map(\.stringValue) == ["children", "Index 1", "int"])
        #expect(error.codingPath.map(\.intValue) == [nil, 1, nil])
        #expect(error.code == .typeMismatch && error.expected == "Int" && error.found == "array")
    }

    @Test func anIntegerKeyIsNotAnIndex() throws {
        struct Scores: Codable { var byYear: [Int: [Double]] = [:] }
        final class Game: ModelObject { var scores = Scores() }
        let game = Game()
        game.scores.byYear[2024] = [1, .infinity]
        let error = try #require(throws: ModelError.self) { try game.jsonString() }
        #expect(error.path == "$.scores.byYear.2024[1]")
    }
}
