import Foundation

/// A value of a sample, with its facts.
package struct SampleValue {
    /// A key of an object and its value.
    package struct Member {
        package let key: String
        package let value: SampleValue
    }

    package let facts: PayloadFacts
    /// The content of a string; a number or a Bool as written; empty for any other value.
    package private(set) var text = ""
    package private(set) var elements: [SampleValue] = []
    /// In the order of the text; of a key given twice, the last value, as a mapping uses it.
    package private(set) var members: [Member] = []

    /// Reads a whole JSON text.
    ///
    /// - Throws: `JSONSyntaxError` if the text isn't JSON or is nested too deeply; `ModelError` if it isn't UTF-8.
    package init(json: Data) throws {
        self = try Self.reading(json) { reader in
            let value = try SampleValue(&reader)
            try reader.finish()
            return value
        }
    }

    /// Reads one or more JSON texts that follow each other, such as JSON Lines, and where each of them begins.
    ///
    /// - Throws: The errors of ``init(json:)``.
    static func all(in json: Data) throws -> [(value: SampleValue, line: Int, column: Int)] {
        try reading(json) { reader in
            let lines = LineIndex()
            var values: [(value: SampleValue, line: Int, column: Int)] = []
            repeat {
                let (line, column) = lines.position(of: reader.offset, in: reader)
                values.append((try SampleValue(&reader), line, column))
            } while reader.peek() != 0
            try reader.finish()
            return values
        }
    }

    private static func reading<Result>(
        _ json: Data, _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        try withJSONReader(json, maximumDepth: MappingLimits().depth) { reader in
            do {
                _ = reader.peek()
                if let error = reader.notJSON { throw error }
                return try body(&reader)
            } catch let error where error is JSONSyntaxError {
                throw JSONEncoding.error(in: reader.firstBytes(4)) ?? error
            } catch let exceeded as JSONDepthExceeded {
                throw reader.error(
                    "Nested deeper than \(counted(exceeded.limit, "level"))", at: exceeded.offset)
            }
        }
    }

    private init(_ reader: inout JSONReader) throws {
        switch reader.peek() {
        case UInt8(ascii: "{"):
            facts = .object
            members = try Self.members(&reader)
        case UInt8(ascii: "["):
            facts = .array
            guard try reader.enterArray() else { return }
            repeat { elements.append(try SampleValue(&reader)) } while try reader.hasNextElement()
        case UInt8(ascii: "\""):
            text = try reader.readString()
            facts = PayloadFacts(text: text)
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            facts = .bool
            text = try reader.readBool() ? "true" : "false"
        case UInt8(ascii: "n"):
            facts = .null
            try reader.readNull()
        default:
            let number = try reader.scanNumber()
            facts = PayloadFacts(reader.value(number, keepingDigits: true))
            text = reader.text(number)
        }
    }

    private static func members(_ reader: inout JSONReader) throws -> [Member] {
        guard try reader.enterObject() else { return [] }
        var members: [Member] = []
        repeat {
            let key = reader.string(try reader.readKey())
            members.append(Member(key: key, value: try SampleValue(&reader)))
        } while try reader.hasNextMember()
        return members.grouped { ExactText($0.key) }.compactMap(\.elements.last)
    }
}
