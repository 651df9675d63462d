import Foundation
import Testing

@testable import ModelObjects

/// Long texts, and what remains of them in memory.
///
/// In quadratic time, these texts would take hours.
struct StreamSizeTests {
    private func count(
        _ chunks: [[UInt8]], format: StreamFormat = .automatic, at path: String? = nil
    ) throws -> (count: Int, skipped: [MappingProblem]) {
        var stream = ModelStream(StreamItem.self, format: format, at: path)
        for chunk in chunks { try stream.append(chunk) { _ in } }
        try stream.finish { _ in }
        return (stream.count, stream.skipped)
    }

    @Test(arguments: [
        (StreamFormat.array, "[", "7 ,\n", "{}]"), (.lines, "", "x\n", "{}"),
        (.sequence, "\u{1E}", "x ", "\u{1E}{}"),
    ])
    func theListOfSkippedIsBounded(format: StreamFormat, start: String, element: String, end: String) throws {
        let text = start + String(repeating: element, count: Effort.count(200_000, byDefault: 3_000)) + end
        let result = try count([Array(text.utf8)], format: format)
        #expect(result.count == 1)
        #expect(result.skipped.count == 100)
        #expect(result.skipped.last?.path == "$[99]")
        #expect(result.skipped.last?.line == (format == .sequence ? 1 : 100))
    }

    /// A large chunk is split in pieces.
    @Test(arguments: [StreamFormat.array, .lines, .sequence])
    func elementsCanCrossThePiecesOfALargeChunk(format: StreamFormat) throws {
        let (start, separator, end) = format == .array ? ("[", ",", "]") : ("", "\n", "")
        let names = [600_000, 0, 300_000].map { String(repeating: "ä", count: $0) }
        let elements = names.map { (format == .sequence ? "\u{1E}" : "") + #"{"name":"\#($0)"}"# }
        let text = start + elements.joined(separator: separator) + end
        var stream = ModelStream(StreamItem.self, format: format)
        var found: [String] = []
        try stream.append(text.utf8) { found.append($0.name) }
        try stream.finish { found.append($0.name) }
        #expect(found == names)
    }

    /// Not after the whole chunk has been copied.
    @Test func theElementsOfAPieceAreDeliveredBeforeTheNextPieceIsRead() throws {
        let line = Array("{\"name\":\"a\"}\n".utf8)
        var (count, countAtFirst) = (0, 0)
        let size = Effort.count(1_000_000, atLeast: 400_000)
        let chunk = (0..<size).lazy.map { index in
            count = max(count, index + 1)
            return line[index % line.count]
        }
        var stream = ModelStream(StreamItem.self, format: .lines)
        try stream.append(chunk) { _ in if countAtFirst == 0 { countAtFirst = count } }
        #expect(countAtFirst == 256 << 10 && stream.count == size / line.count)
    }

    @Test(arguments: [StreamFormat.automatic, .array, .lines])
    func leadingWhitespaceIsNotBuffered(format: StreamFormat) throws {
        let space = [UInt8](repeating: 0x20, count: 64)
        let text = format == .lines ? "{}" : "[{}]"
        let chunks = Array(repeating: space, count: Effort.count(50_000, atLeast: 5_000)) + [Array(text.utf8)]
        #expect(try count(chunks, format: format).count == 1)
        var splitter = ElementSplitter(
            format: format, path: nil, keyMatching: .fuzzy, maximumDepth: 512, maximumSize: 100)
        for _ in 0..<100 {
            splitter.append(space)
            #expect(try splitter.next(isLast: false) == nil)
            #expect(splitter.bytes.count <= 64)
        }
    }

    private static let largeCount = Effort.count(600_000, byDefault: 10_000)

    /// One byte at a time, in a large value at each place where one can be.
    @Test(
        arguments: [
            (#"[{"name":""#, #""}]"#, nil), (#"{"name":""#, #""}"#, nil), ("\u{1E}{\"name\":\"", "\"}", nil),
            (#"{"skipped":""#, #"","a":[{}]}"#, "a"), (#"{""#, #"":7,"a":[{}]}"#, "a"),
            (#"[{"anything":[["#, #"]]}]"#, nil),
        ] as [(String, String, String?)])
    func aLargeValueCanArriveByteByByte(start: String, end: String, path: String?) throws {
        let filler =
            start.hasSuffix("[[")
            ? String(repeating: "7,", count: Self.largeCount) + "7"
            : String(repeating: "ä", count: Self.largeCount)
        var stream = ModelStream(StreamItem.self, at: path)
        for byte in (start + filler + end).utf8 { try stream.append([byte]) { _ in } }
        try stream.finish { _ in }
        #expect(stream.count == 1)
    }

    @Test func largeElementsReleaseTheirMemory() throws {
        var splitter = ElementSplitter(
            format: .lines, path: nil, keyMatching: .fuzzy, maximumDepth: 512, maximumSize: .max)
        splitter.append(Array("[\"\(String(repeating: "x", count: 4 << 20))\"]\n{}".utf8))
        #expect(try splitter.next(isLast: false)?.range.count == 4 << 20 + 4)
        // The next bytes may arrive much later.
        #expect(try splitter.next(isLast: false) == nil)
        #expect(splitter.bytes.capacity < 1 << 20)
        splitter.append(Array("\n".utf8))
        #expect(splitter.bytes == Array("{}\n".utf8))
        #expect(splitter.bytes.capacity < 1 << 20)
        #expect(try splitter.next(isLast: false)?.range.count == 2)
    }

    @Test func anOversizedSkippedValueIsReported() {
        for text in [#"{"skipped":"0123456789", "a": [{}]}"#, #"{"a": [{}], "skipped": "0123456789"}"#] {
            for size in [1, 5, 100] {
                let result = StreamResult(Array(text.utf8).chunks(of: size), at: "a", maximumElementSize: 10)
                #expect(result.error?.hasPrefix("Value larger than 10 bytes at $ (line 1, column") == true)
            }
        }
    }

    @Test func aSkippedValueCanHaveTheMaximumSize() {
        for text in [#"{"skipped":"01234567", "a": [{}]}"#, #"{"a": [{}], "skipped": "01234567"}"#] {
            for size in [1, 5, 100] {
                let result = StreamResult(Array(text.utf8).chunks(of: size), at: "a", maximumElementSize: 10)
                #expect(result.error == nil && result.elements.count == 1)
            }
        }
    }

    @Test(arguments: [StreamFormat.lines, .automatic])
    func carriageReturnsAreNotPartOfALine(format: StreamFormat) {
        for (text, error) in [
            ("{\"name\":\"a\"}\r\n{}\r\n", nil),
            ("{}\r\n{\"name\":\"ab\"}\r\n", "Element larger than 12 bytes at $[1] (line 2, column 1)."),
            ("{\"name\":\"a\"}\r", nil),
            ("{\"name\":\"a\"}\r\r\n", "Element larger than 12 bytes at $[0] (line 1, column 1)."),
            ("{\"name\":\"a\"}\r\r", "Element larger than 12 bytes at $[0] (line 1, column 1)."),
        ] {
            for size in [1, 5, 100] {
                let chunks = Array(text.utf8).chunks(of: size)
                #expect(StreamResult(chunks, format: format, maximumElementSize: 12).error == error)
            }
        }
    }

    @Test func onlySpacesBeforeALineAreNotPartOfIt() {
        for (text, error) in [
            ("    {\"name\":\"a\"}\n", nil),
            ("{}\n{\"name\":\"a\"}  \n", "Element larger than 12 bytes at $[1] (line 2, column 1)."),
        ] {
            for size in [1, 5, 100] {
                let chunks = Array(text.utf8).chunks(of: size)
                #expect(StreamResult(chunks, format: .lines, maximumElementSize: 12).error == error)
            }
        }
    }

    @Test(arguments: [StreamFormat.array, .lines, .sequence])
    func anErrorSaysThatAnElementExceedsALimit(format: StreamFormat) {
        let text = format == .array ? "[{},\n{\"count\":1}]" : "{}\n{\"count\":1}\n"
        for (limits, error) in [
            (MappingLimits(bytes: 5), "The element at $[1] (line 2, column 1) has 11 bytes; the limit is 5."),
            (MappingLimits(elements: 0), "The element at $[1] (line 2, column 1) has more than 0 values."),
        ] {
            let options = MappingOptions(limits: limits)
            let result = StreamResult([Array(text.utf8)[...]], format: format, options: options)
            #expect(result.error == error)
        }
    }

    /// A large element isn't collected if the options reject it anyway.
    @Test func theLimitOfTheOptionsEndsALargeElement() throws {
        final class Text: ModelObject { var text = "" }
        var stream = ModelStream(Text.self, options: MappingOptions(limits: MappingLimits(bytes: 100)))
        try stream.append(Array(#"[{"text":""#.utf8)) { _ in }
        let chunk = Array(repeating: UInt8(ascii: "x"), count: 100_000)
        var count = 0
        let error = #expect(throws: ModelError.self) {
            for _ in 0..<10 {
                try stream.append(chunk) { _ in }
                count += 1
            }
        }
        #expect(error?.code == .limitExceeded && count == 2)
    }

    /// A line has the same problems and sizes, whatever ends it.
    @Test(arguments: [
        #"{"name":"abc"#, #"{"name":"abc\"#, #"{"name""#, "12x", "nul", #"{"count":1}"#, "[1,2,3,4]",
        #"{"tags":[7]}"#,
    ])
    func endsOfLinesMakeNoDifference(line: String) {
        let limits = [nil, MappingLimits(bytes: line.utf8.count), MappingLimits(bytes: line.utf8.count - 1)]
        for options in limits.map({ $0.map { MappingOptions(limits: $0) } }) {
            func result(_ end: String, last: String, _ size: Int) -> StreamResult {
                let text = "{}" + end + line + end + "{}" + end + line + last
                return StreamResult(Array(text.utf8).chunks(of: size), format: .lines, options: options)
            }
            let expected = result("\n", last: "", 100)
            for size in [1, 3, 100] {
                for (end, last) in [("\n", "\n"), ("\r\n", ""), ("\r\n", "\r\n"), ("\r\n", "\r")] {
                    #expect(result(end, last: last, size) == expected)
                }
            }
        }
    }

    /// Records that end with their value, without a separator.
    @Test func recordsNeedNoSeparatorAfterTheFirst() throws {
        let records = String(repeating: "{}\n", count: Effort.count(400_000))
        #expect(try count([Array(("\u{1E}" + records + "\u{1E}{}").utf8)]).count == Effort.count(400_000) + 1)
    }

    @Test func theSmallestElementIsDeliveredAtOnce() throws {
        var stream = ModelStream(StreamItem.self)
        for byte in "{}\n".utf8 { try stream.append([byte]) { _ in } }
        #expect(stream.count == 1)
    }

    @Test func copiesAreIndependent() throws {
        var stream = ModelStream(StreamItem.self)
        try stream.append(Array(#"[{"name":"a"},{"na"#.utf8)) { _ in }
        var copy = stream
        var names: [String] = []
        try stream.append(Array(#"me":"b"}]"#.utf8)) { names.append($0.name) }
        try stream.finish { _ in }
        #expect(throws: JSONSyntaxError.self) { try copy.append(Array(#"me"x"b"}]"#.utf8)) { _ in } }
        #expect(names == ["b"])
        #expect((stream.count, copy.count) == (2, 1))
    }

    /// A file's elements can have 64 MB, unless the options allow another size.
    @Test func theOptionsLimitTheElementsOfFiles() throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path("large.json"))
        let size = 65 << 20
        try Data(#"{"name": "\#(String(repeating: "a", count: size))"}"#.utf8).write(to: file)
        func counts(_ bytes: Int?) throws -> [Int] {
            var counts: [Int] = []
            let options = MappingOptions(limits: MappingLimits(bytes: bytes))
            try StreamItem.forEach(contentsOf: file, format: .lines, options: options) {
                counts.append($0.name.utf8.count)
            }
            return counts
        }
        #expect(try counts(100 << 20) == [size])
        for bytes in [nil, 1 << 20] {
            let error = #expect(throws: ModelError.self) { try counts(bytes) }
            #expect(error?.code == .limitExceeded)
        }
    }

    @Test func theErrorNamesThePathThatWasMeant() {
        let error = StreamResult([Array(#"{"a": [[1]]}"#.utf8)[...]], at: "a[0]").error
        #expect(error?.contains("No value at path `a[0]`; for an element, write `a.0`") == true)
    }
}
