import Foundation

/// Writes nodes and marks (see `ArchivePlist`).
extension PlistWriter {
    private typealias Mark = ArchiveLayout.Mark

    /// Writes a value with everything that it holds.
    ///
    /// - Parameter depth: Its depth in the finished property list; the root is 1.
    /// - Throws: `PlistFailure` for values nested deeper than `PlistTable.maximumDepth`.
    mutating func add(_ node: ArchiveNode, depth: Int = 1) throws(PlistFailure) -> Part {
        switch node {
        case .array(let elements): return try add(elements, depth: depth)
        case .dictionary(let entries): return try add(entries, depth: depth)
        case .marked(let name, let value): return try mark(name, value, depth: depth)
        default: return try addScalar(node, depth: depth)
        }
    }

    private mutating func add(_ elements: [ArchiveNode], depth: Int) throws(PlistFailure) -> Part {
        try PlistTable.checkDepth(depth)
        return try array(
            elements.map { element throws(PlistFailure) in try add(element, depth: depth + 1) })
    }

    private mutating func add(_ entries: [ArchiveNode.Entry], depth: Int) throws(PlistFailure) -> Part {
        try PlistTable.checkDepth(depth)
        var (keys, values): ([Part], [Part]) = ([], [])
        // Sorted before anything is written, because the order of the scalars in the file depends on it. Values are
        // first, as in the files of earlier versions.
        let sorted = entries.sorted(byText: \.key)
        if isPortable, sorted.contains(where: { !$0.key.survivesXML || $0.key == "CF$UID" }) {
            return try mark(Mark.pairs, .array(sorted.flatMap { [.string($0.key), $0.value] }), depth: depth)
        }
        for entry in sorted { values.append(try add(entry.value, depth: depth + 1)) }
        for entry in sorted { keys.append(try userText(entry.key)) }
        return try dictionary(keys, values)
    }

    /// Separate from the containers, so that their recursion uses little stack.
    @inline(never)
    private mutating func addScalar(_ node: ArchiveNode, depth: Int) throws(PlistFailure) -> Part {
        if isPortable, let part = try addPortable(node, depth: depth) { return part }
        switch node {
        case .null: return try text("nil", after: ArchiveMark.sign)
        case .reference(let number): return try text(String(number), after: ArchiveMark.sign)
        case .string(let value): return try userText(value)
        case .bool(let value): return try bool(value)
        case .integer(let value): return try integer(value)
        case .unsigned(let value): return try unsigned(value)
        case .float(let value): return try float(value)
        case .double(let value): return try double(value)
        case .date(let value):
            let seconds = value.timeIntervalSinceReferenceDate
            guard Self.calendarDates.contains(seconds) else {
                return try mark(Mark.date, .double(seconds), depth: depth)
            }
            return try date(seconds)
        case .data(let value): return try data(value)
        case .array, .dictionary, .marked: return try add(node, depth: depth)
        }
    }

    /// Writes a scalar like other programs: without marks, and with unchanged texts.
    ///
    /// - Throws: `PlistFailure` for a value that property lists do not have.
    mutating func addPlain(_ node: ArchiveNode) throws(PlistFailure) -> Part {
        switch node {
        case .string(let value): return try text(value)
        case .date(let value): return try date(value.timeIntervalSinceReferenceDate)
        case .bool, .integer, .unsigned, .float, .double, .data: return try addScalar(node, depth: 1)
        default: throw PlistFailure(.notPropertyListObject)
        }
    }

    /// Writes a scalar that XML property lists would change as a mark; nil for other scalars.
    ///
    /// XML property lists have one kind of real numbers, whole seconds, one NaN, and only the characters of XML 1.0
    /// (section 2.2), of which parsers read a carriage return as a line feed (section 2.11). Foundation also writes the
    /// negative zero as `0.0`.
    private mutating func addPortable(_ node: ArchiveNode, depth: Int) throws(PlistFailure) -> Part? {
        switch node {
        // A conversion to Double would make a quiet NaN of it.
        case .float(let value) where value.isSignalingNaN:
            return try mark(Mark.float, .integer(Int64(value.bitPattern)), depth: depth)
        case .float(let value): return try mark(Mark.float, .double(Double(value)), depth: depth)
        case .double(let value) where value.isNaN || value.sign == .minus && value.isZero:
            return try mark(Mark.bits, .integer(Int64(bitPattern: value.bitPattern)), depth: depth)
        case .date(let date):
            let seconds = date.timeIntervalSinceReferenceDate
            let isWhole = seconds == seconds.rounded() && !(seconds.isZero && seconds.sign == .minus)
            if isWhole, Self.calendarDates.contains(seconds) { return nil }
            return try mark(Mark.date, .double(seconds), depth: depth)
        case .string(let text) where !text.survivesXML:
            return try mark(Mark.text, .data(Data(text.utf8)), depth: depth)
        default: return nil
        }
    }

    /// The seconds since 2001 of the years 1 to 9999, except the last second: the range that Python's plistlib can also
    /// read.
    private static var calendarDates: ClosedRange<Double> { -63_113_904_000.0...252_423_993_599.0 }

    mutating func userText(_ value: String) throws(PlistFailure) -> Part {
        try text(value, after: value.utf8.first == ArchiveMark.sign ? ArchiveMark.sign : nil)
    }

    private mutating func mark(
        _ name: String, _ value: ArchiveNode, depth: Int
    ) throws(PlistFailure) -> Part {
        try PlistTable.checkDepth(depth)
        assert(name.utf8.first.map { $0 != ArchiveMark.sign } ?? false, "A mark's name starts with a letter")
        let key = try text(name, after: ArchiveMark.sign)
        return try dictionary([key], [try add(value, depth: depth + 1)])
    }
}

extension String {
    /// Whether XML 1.0 has all characters of the text, and each parser keeps them.
    ///
    /// Foundation's parser on Linux drops a byte order mark at the start of a text.
    fileprivate var survivesXML: Bool {
        unicodeScalars.first != "\u{FEFF}"
            && unicodeScalars.allSatisfy { scalar in
                scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE || ["\t", "\n"].contains(scalar)
            }
    }
}
