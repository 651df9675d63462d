import Foundation
import ModelObjects
import Testing

/// How a text is divided into chunks makes no difference, whether it is valid or not.
struct ModelStreamTests {
    private static let array = #"""
         [ {"name": "a\"]}\\", "count": -12.5e1, "tags": ["ä", "\ud83d\ude00", "[{"]},
          null, 7 , "text", true,{"inner":{"inner":{"name":"deep"}},"anything":[1,{"x":[]}]}
        , [[]], {} ]
        """#

    /// Texts of arrays, good and bad; what a whole text gives is what each division must give.
    private static let arrays = [
        array, "[]", " [ ] ", "", "  ", "[1]", "[12]", "[-1.5e3,true]", #"["abc"]"#, "[{}]x", "[{}", "[{},]",
        "[,]", "[{} {}]",
        "[nul]", "[nulx]", "[12abc]", "[1.]", #"["a"#, #"[{"a":1]"#, "[}", "[{]}", #"[{"a" 1}]"#, "[\u{1}]",
        "{}", "7",
        #""x""#, "x", "[[[[", "[]]", "[tru", "\u{FEFF}[{\"name\":\"bom\"}]", #"[{"name":"\x"}]"#, "[01]",
        #"[{"name":"a"},"#,
        #"[{"name":"\u00"#, "\u{FEFF}[x]", "\u{FEFF}", "\u{FEFF}[{}",
    ]

    @Test(arguments: arrays)
    func chunkBoundariesDoNotAffectArrays(text: String) {
        let bytes = Array(text.utf8)
        let whole = StreamResult([bytes[...]], format: .array)
        for index in bytes.indices { #expect(StreamResult(bytes.split(at: index), format: .array) == whole) }
        for size in 1...3 { #expect(StreamResult(bytes.chunks(of: size), format: .array) == whole) }
    }

    @Test(arguments: arrays)
    func streamedArraysMatchASingleCall(text: String) throws {
        let stream = StreamResult([Array(text.utf8)[...]], format: .array)
        let array = StreamResult(arrayIn: Data(text.utf8), as: StreamItem.self)
        if array.error == nil { #expect(stream.elements == array.elements) }
        #expect(stream.error == array.error)
    }

    @Test(arguments: [#"{"inner":"#, "[", #"{"tags":[["#])
    func truncatedDeepElementsMatchASingleCall(level: String) {
        for count in [200, 255, 256, 257, 400, 509, 510, 511, 512, 600] {
            for end in ["", "x", "\"\u{1}"] {
                let text = "[" + String(repeating: level, count: count) + end
                let stream = StreamResult(Array(text.utf8).chunks(of: 100), format: .array)
                let array = StreamResult(arrayIn: Data(text.utf8), as: StreamItem.self)
                #expect(stream.error != nil)
                #expect(stream.error == array.error, "\(count) levels")
            }
        }
    }

    @Test func skippedElementsAreListed() {
        let result = StreamResult([Array(Self.array.utf8)[...]])
        #expect(result.elements.count == 3)
        #expect(
            result.skipped == [
                "Expected StreamItem, found null at $[1] (line 2, column 3).",
                "Expected StreamItem, found number at $[2] (line 2, column 9).",
                "Expected StreamItem, found string at $[3] (line 2, column 13).",
                "Expected StreamItem, found bool at $[4] (line 2, column 21).",
                "Expected StreamItem, found array at $[6] (line 3, column 3).",
            ])
    }

    @Test func aLineThatIsNoJSONIsDescribedAsSuch() {
        let text = "{\"name\": \"a\"}\n<html>\n"
        let whole = StreamResult([Array(text.utf8)[...]], format: .lines)
        #expect(whole.elements.count == 1)
        #expect(whole.skipped == ["Not JSON: found `<` at $[1] (line 2, column 1)."])
    }

    // MARK: Paths

    @Test func aPathLeadsIntoObjectsAndArrays() {
        let text = #"""
            {"skipped": {"Items": [{"name": "no"}], "x": "}{\"", "n": [1, -2.5, null]}, "Da-ta": [0, [9],
             {"other": [{}], "items": [{"name": "a"}, {"name": "b", "tags": 7}], "items": [{"name": "late"}]}, {}], "z": "ä"}
            """#
        let bytes = Array(text.utf8)
        let options = MappingOptions(mismatches: .reject)
        let whole = StreamResult([bytes[...]], at: "data.2.items", options: options)
        #expect(whole.elements == [#"{"count":0,"name":"a","tags":[]}"#])
        #expect(
            whole.error == """
                Expected Array, found number at $["Da-ta"][2].items[1].tags (line 2, column 65).
                """)
        for index in bytes.indices {
            #expect(StreamResult(bytes.split(at: index), at: "data.2.items", options: options) == whole)
            #expect(StreamResult(bytes.split(at: index), at: "data.2.items").elements.count == 2)
        }
    }

    @Test(arguments: [
        (#"{"a": {}}"#, "a.b", "No value at path `a.b`."),
        (#"{"a": {"b": {}}}"#, "a.b", "Expected array, found object at $.a.b (line 1, column 13)."),
        (#"{"a": {"b": 7}}"#, "a.b", "Expected array, found number at $.a.b (line 1, column 13)."),
        (#"{"a": 7}"#, "a.b", "No value at path `a.b`."),
        (#"{"a": [[1], 2]}"#, "a.2", "No value at path `a.2`."),
        (#"{"a": [[7]]}"#, "a.0.0", "Expected array, found number at $.a[0][0] (line 1, column 9)."),
        (#"{"x": tru}"#, "a", "Expected 'true', found '}' at byte 9 (line 1, column 10)."),
        (#"{"x": "\q"}"#, "a", "Expected an escape, found an unknown one at byte 7 (line 1, column 8)."),
        (#"{"x": {"y": 1 2}}"#, "a", "Expected ',' or '}', found a number at byte 14 (line 1, column 15)."),
        (#"{"x": 1-2}"#, "a", "Expected ',' or '}', found a number at byte 7 (line 1, column 8)."),
        (#"{"a": [] "b": 1}"#, "a", "Expected ',' or '}', found a string at byte 9 (line 1, column 10)."),
        (#"{"a": []"#, "a", "Expected ',' or '}', found the end of the input at byte 8 (line 1, column 9)."),
        (#"[1]"#, "a", "No value at path `a`."),
        ("", "a", "Expected a value, found the end of the input at byte 0 (line 1, column 1)."),
    ])
    func failedPathLookupsAreReported(text: String, path: String, error: String) {
        let bytes = Array(text.utf8)
        for index in 0...bytes.count {
            #expect(StreamResult(bytes.split(at: index), at: path).error == error)
        }
    }

    @Test func theDepthLimitAppliesToSkippedValues() {
        for (start, column) in [(#"{"x": "#, 518), (#"{"a": [{}], "x": "#, 529)] {
            let text = start + String(repeating: "[", count: 600)
            let error = StreamResult([Array(text.utf8)[...]], at: "a").error
            #expect(error == "Nested deeper than 512 levels at $ (line 1, column \(column)).")
        }
    }

    /// The class is the value of the metatype, not its static type.
    @Test func elementsHaveTheRequestedClass() async throws {
        final class Special: StreamItem {}
        let type: ModelObject.Type = Special.self
        var stream = ModelStream(type)
        try stream.append(Array(#"[{"name": "a"}]"#.utf8)) { #expect(($0 as? Special)?.name == "a") }
        #expect(stream.count == 1)
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path("items.json"))
        try Data(#"{"name": "a"}"#.utf8).write(to: file)
        var count = 0
        try type.forEach(contentsOf: file) {
            #expect(($0 as? Special)?.name == "a")
            count += 1
        }
        for try await item in type.elements(contentsOf: file) {
            #expect((item as? Special)?.name == "a")
            count += 1
        }
        #expect(count == 2)
    }

    // MARK: Lines and sequences

    @Test(arguments: [StreamFormat.lines, .automatic])
    func linesAreElements(format: StreamFormat) {
        let text = "{\"name\": \"a\"}\r\n\n  \t\r\n{\"name\": \"b\",\n{\"count\": 3} x\n7\n {\"name\": \"c\"}"
        let bytes = Array(text.utf8)
        let whole = StreamResult([bytes[...]], format: format)
        #expect(
            whole.elements == [
                #"{"count":0,"name":"a","tags":[]}"#, #"{"count":0,"name":"c","tags":[]}"#,
            ])
        #expect(
            whole.skipped == [
                "Expected a key, found the end of the input at $[1] (line 4, column 14).",
                "Expected the end of the input, found another character at $[2] (line 5, column 14).",
                "Expected StreamItem, found number at $[3] (line 6, column 1).",
            ])
        #expect(whole.error == nil)
        for index in bytes.indices {
            #expect(StreamResult(bytes.split(at: index), format: format) == whole)
        }
    }

    @Test func onlyTheFirstBytesAreAByteOrderMark() {
        let bytes = Array("    \u{FEFF}[{}]".utf8)
        let whole = StreamResult([bytes[...]])
        #expect(whole.elements.isEmpty && whole.skipped.count == 1)
        for index in bytes.indices { #expect(StreamResult(bytes.split(at: index)) == whole) }
    }

    @Test func aSequenceHasRecords() {
        let text =
            "\u{1E}{\"name\": \"a\",\n \"count\": 1}\n\u{1E}{\"name\": \u{1E}12\n\u{1E}\u{1E} {} garbage\n\u{1E}[\n"
        let bytes = Array(text.utf8)
        let whole = StreamResult([bytes[...]])
        #expect(whole.elements.count == 2)
        #expect(whole.skipped.count == 4)
        #expect(whole.error == nil)
        for index in bytes.indices { #expect(StreamResult(bytes.split(at: index)) == whole) }
    }

    @Test func recordsAreDeliveredWithTheirLastByte() throws {
        for (format, text, start) in [
            (StreamFormat.lines, "{\"name\":\"a\"}\n", 1), (.sequence, "\u{1E}{\"name\":\"a\"}", 1),
            (.array, "[{\"name\":\"a\"}", 1),
        ] {
            var stream = ModelStream(StreamItem.self, format: format)
            var names: [String] = []
            try stream.append(Array(text.utf8).dropLast()) { names.append($0.name) }
            #expect(names.isEmpty)
            try stream.append(Array(text.utf8).suffix(start)) { names.append($0.name) }
            #expect(names == ["a"])
            #expect(stream.count == 1)
        }
    }

    @Test func aPathLeadsIntoEachLine() {
        let text =
            "{\"event\": {\"user\": {\"name\": \"a\", \"count\": \"x\"}}}\n{\"event\": 7}\n{\"event\":{\"user\":{}}}"
        let result = StreamResult([Array(text.utf8)[...]], format: .lines, at: "event.user")
        #expect(result.elements.count == 2)
        #expect(result.skipped == ["Expected object, found no value at $[1].event.user (line 2, column 1)."])
        let strict = StreamResult([Array(text.utf8)[...]], format: .lines, at: "event.user", options: .strict)
        #expect(strict.error == "Expected Int, found string at $[0].event.user.count (line 1, column 43).")
    }

    @Test func aLineWithoutThePathHasAPosition() throws {
        var stream = ModelStream(StreamItem.self, format: .lines, at: "user")
        try stream.append(Array("{\"user\": {}}\n\n {}\n".utf8)) { _ in }
        #expect(stream.skipped.map { [$0.line, $0.column] } == [[3, 2]])
        #expect(stream.skipped.map(\.path) == ["$[1].user"])
    }

    @Test func elementsThatAreRejectedEndTheStream() {
        let options = MappingOptions(elements: .reject)
        let lines = StreamResult([Array("{}\n{\n{}".utf8)[...]], options: options)
        #expect(lines.elements.count == 1)
        #expect(lines.error == "Expected a key, found the end of the input at byte 4 (line 2, column 2).")
        let array = StreamResult([Array("[{},\n7,{}]".utf8)[...]], options: options)
        #expect(array.elements.count == 1)
        #expect(array.error == "Expected StreamItem, found number at $[1] (line 2, column 1).")
    }

    // MARK: Errors

    @Test func laterCallsRepeatTheError() throws {
        var stream = ModelStream(StreamItem.self)
        let first = #expect(throws: JSONSyntaxError.self) {
            try stream.append(Array("[{}x]  ".utf8)) { _ in }
        }
        let second = #expect(throws: JSONSyntaxError.self) { try stream.append(Array("]".utf8)) { _ in } }
        let third = #expect(throws: JSONSyntaxError.self) { try stream.finish { _ in } }
        #expect(first == second && second == third)
        #expect(stream.count == 1)
    }

    @Test func aThrowingConsumerEndsTheStream() throws {
        struct Enough: Error {}
        var stream = ModelStream(StreamItem.self)
        var count = 0
        #expect(throws: Enough.self) {
            try stream.append(Array("{}\n{}\n{}\n".utf8)) { _ in
                count += 1
                if count == 2 { throw Enough() }
            }
        }
        #expect(throws: Enough.self) { try stream.append(Array("{}\n".utf8)) { _ in count += 1 } }
        #expect(throws: Enough.self) { try stream.finish { _ in } }
        #expect(count == 2)
        #expect(stream.count == 1)
    }

    @Test(arguments: [StreamFormat.array, .lines, .sequence])
    func anOversizedElementEndsTheStream(format: StreamFormat) {
        let long = #"{"name": "\#(String(repeating: "x", count: 200))"}"#
        let text = format == .array ? "[{},\(long)]" : "{}\n\(long)\n"
        let bytes = Array(text.utf8)
        for size in [1, 7, 1_000] {
            let result = StreamResult(bytes.chunks(of: size), format: format, maximumElementSize: 100)
            #expect(result.elements.count == 1)
            #expect(result.error?.hasPrefix("Element larger than 100 bytes at $[1] (line") == true)
        }
    }

    /// A budget that is used up is a limit that every element exceeds.
    @Test(arguments: [StreamFormat.array, .lines, .sequence])
    func aNegativeLimitIsNoCrash(format: StreamFormat) throws {
        for chunks in [[], [[]], [Array("{}".utf8)]] {
            var stream = ModelStream(StreamItem.self, format: format, maximumElementSize: -1)
            #expect(throws: (any Error).self) {
                for chunk in chunks { try stream.append(chunk) { _ in } }
                try stream.finish { _ in }
            }
        }
    }

    @Test func anEndlessArrayCanBeStreamed() throws {
        var stream = ModelStream(StreamItem.self)
        try stream.append(Array("[".utf8)) { _ in }
        let chunk = Array(String(repeating: #"{"name":"a"},"#, count: 1_000).utf8)
        for _ in 0..<20 { try stream.append(chunk) { _ in } }
        #expect(stream.count == 20_000)
    }

    @Test(arguments: ["UTF-16", "UTF-32"])
    func otherEncodingsAreNamed(encoding: String) {
        let data = "[{}]".data(using: encoding == "UTF-16" ? .utf16LittleEndian : .utf32BigEndian) ?? Data()
        for format in [StreamFormat.automatic, .lines, .array, .sequence] {
            #expect(
                StreamResult([UInt8](data).chunks(of: 1), format: format).error
                    == "Not UTF-8: the text is \(encoding).")
            // Four bytes are enough.
            var stream = ModelStream(StreamItem.self, format: format)
            #expect(throws: ModelError.self) { try stream.append(data.prefix(4)) { _ in } }
        }
    }

    @Test func invalidUTF8IsReported() {
        let bytes: [UInt8] = Array("{\"name\":\"".utf8) + [0xFF] + Array("\"}\n{}\n".utf8)
        let lines = StreamResult([bytes[...]])
        #expect(lines.elements.count == 1)
        #expect(lines.skipped.count == 1)
        #expect(StreamResult([Array("[".utf8)[...], bytes[...]]).error != nil)
    }

    /// The path of the error, and which numbers are indices, are those of the option rootPath.
    @Test(arguments: ["data.1.x", "data.x", "data.00", "data.+0", "data.0.y", "more.1", "data.0"])
    func aPathIsFollowedAsByTheOption(path: String) throws {
        let text = #"{"data": [[{"name": "a"}]], "more": {"0": []}}"#
        var paths: [String] = []
        do {
            var stream = ModelStream(StreamItem.self, format: .array, at: path)
            try stream.append(Array(text.utf8)) { _ in }
            try stream.finish { _ in }
            paths.append("found")
        } catch let error as ModelError { paths.append(error.path) }
        do {
            _ = try StreamItem.array(json: text, options: MappingOptions(rootPath: path))
            paths.append("found")
        } catch let error as ModelError { paths.append(error.path) }
        #expect(paths.count == 2 && paths[0] == paths[1], "\(paths)")
    }

    @Test func theRootPathOptionIsRejected() {
        let result = StreamResult([[]], options: MappingOptions(rootPath: "a"))
        #expect(result.error == "Pass the path of a stream as the argument `at`, not as the option rootPath.")
    }

    @Test func theRootPathOfTheClassIsIgnored() {
        final class Rooted: ModelObject {
            var name = ""
            override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "data") }
        }
        let lines = StreamResult(Rooted.self, [Array(#"{"name": "a"}"#.utf8)[...]])
        #expect(lines.elements == [#"{"name":"a"}"#])
    }

    @Test func appendingAfterFinishThrows() throws {
        var stream = ModelStream(StreamItem.self)
        try stream.finish { _ in }
        for bytes in [[0x20], []] as [[UInt8]] {
            #expect(throws: ModelError.self) { try stream.append(bytes) { _ in } }
        }
    }

    /// A class whose initializer maps with a copy of the stream that calls it.
    final class Copying: ModelObject {
        nonisolated(unsafe) static var copy: ModelStream<Copying>?
        nonisolated(unsafe) static var others: [Copying] = []
        var name = ""
        var count = 0

        required init() {
            super.init()
            guard var stream = Self.copy else { return }
            Self.copy = nil
            let lines = [#"{"count": 1, "name": "in the copy"}"#, #"{"count": "x"}"#, ""]
            #expect(throws: ModelError.self) {
                try stream.append(lines.joined(separator: "\n").utf8) { Self.others.append($0) }
            }
            #expect(stream.count == 2)
        }
    }

    @Test func copiesMapIndependently() throws {
        var stream = ModelStream(Copying.self, format: .lines, options: .strict)
        try stream.append("{\"name\": \"a\"}\n".utf8) { #expect($0.name == "a") }
        Copying.copy = stream
        var second: [Copying] = []
        try stream.append(#"{"name": "b", "count": 7}"#.utf8) { second.append($0) }
        try stream.finish { second.append($0) }
        #expect(second.map(\.name) == ["b"] && second.map(\.count) == [7] && stream.count == 2)
        #expect(Copying.others.map(\.name) == ["in the copy"])
    }
}
