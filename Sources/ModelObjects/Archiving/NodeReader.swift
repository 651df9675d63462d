import Foundation

/// Reads values from the objects of a validated property list, all at once or row by row.
///
/// Only requested objects are read. A string or data in several places is made once and shared in memory;
/// otherwise a file of a few megabytes could require any amount of memory.
struct NodeReader {
    private typealias Mark = ArchiveLayout.Mark

    let table: PlistTable
    private var shared: [Int: ArchiveNode] = [:]

    init(_ table: PlistTable) { self.table = table }

    /// The value of an object and everything in it.
    ///
    /// - Throws: `PlistFailure` for an unknown mark.
    mutating func node(at number: Int) throws(PlistFailure) -> ArchiveNode {
        let object = try table.object(number)
        switch object {
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .unsigned(let value): return .unsigned(value)
        case .float(let value): return .float(value)
        case .double(let value): return .double(value)
        case .date(let value): return .date(Date(timeIntervalSinceReferenceDate: value))
        case .array(let start, let count):
            try PlistTable.checkStack()
            return .array(try (0..<count).map { place throws(PlistFailure) in try node(place, from: start) })
        case .dictionary(let start, let count): return try dictionary(start, count, number)
        case .uid: throw table.failure(.wrongKind, number)
        case .data, .ascii, .utf16:
            guard table.traits[number].contains(.shared) else { return try content(object, number) }
            if let known = shared[number] { return known }
            let node = try content(object, number)
            shared[number] = node
            return node
        }
    }

    /// The value of an array's element.
    ///
    /// - Parameter start: The place of the reference to the first element.
    mutating func node(_ index: Int, from start: Int) throws(PlistFailure) -> ArchiveNode {
        try node(at: table.reference(index, from: start))
    }

    /// The object numbers of an array's elements.
    func elements(of number: Int) throws(PlistFailure) -> [Int] {
        guard let elements = try table.elements(of: number) else { throw table.failure(.wrongKind, number) }
        return elements
    }

    private mutating func dictionary(
        _ start: Int, _ count: Int, _ number: Int
    ) throws(PlistFailure) -> ArchiveNode {
        try PlistTable.checkStack()
        if count == 1, let name = try markName(table.reference(0, from: start)) {
            let value = try node(at: table.reference(1, from: start))
            guard let plain = try plain(name, value, number) else { return .marked(name, value) }
            return plain
        }
        var entries: [ArchiveNode.Entry] = []
        entries.reserveCapacity(count)
        for place in 0..<count {
            guard case .string(let key) = try node(at: table.reference(place, from: start)) else {
                throw table.failure(.badMark, number)
            }
            let value = table.reference(count + place, from: start)
            entries.append(ArchiveNode.Entry(key, try node(at: value)))
        }
        return .dictionary(entries)
    }

    /// The value of a mark for a kind that property lists, or XML property lists, can't represent; nil for
    /// any other mark.
    private func plain(
        _ name: String, _ value: ArchiveNode, _ number: Int
    ) throws(PlistFailure) -> ArchiveNode? {
        switch (name, value) {
        case (Mark.date, .double(let seconds)): return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case (Mark.float, .double(let value)): return .float(Float(value))
        case (Mark.float, .integer(let bits)) where UInt32(exactly: bits) != nil:
            return .float(Float(bitPattern: UInt32(bits)))
        case (Mark.bits, .integer(let bits)): return .double(Double(bitPattern: UInt64(bitPattern: bits)))
        case (Mark.text, .data(let bytes)): return .string(String(decoding: bytes, as: UTF8.self))
        case (Mark.pairs, .array(let pairs)) where pairs.count.isMultiple(of: 2):
            var entries: [ArchiveNode.Entry] = []
            for place in stride(from: 0, to: pairs.count, by: 2) {
                guard case .string(let key) = pairs[place] else { throw table.failure(.badMark, number) }
                entries.append(ArchiveNode.Entry(key, pairs[place + 1]))
            }
            return .dictionary(entries)
        case (Mark.date, _), (Mark.float, _), (Mark.bits, _), (Mark.text, _), (Mark.pairs, _):
            throw table.failure(.badMark, number)
        default: return nil
        }
    }

    /// The mark's name, from the key that makes a dictionary a mark.
    private func markName(_ key: Int) throws(PlistFailure) -> String? {
        guard case .ascii(let range) = try table.object(key), table.bytes[range].first == ArchiveMark.sign,
            ArchiveMark(table.bytes[range].dropFirst()) == .name
        else { return nil }
        return String(decoding: table.bytes[range].dropFirst(), as: UTF8.self)
    }

    private func content(_ object: PlistObject, _ number: Int) throws(PlistFailure) -> ArchiveNode {
        switch object {
        case .ascii(let range):
            let text = table.bytes[range]
            guard text.first == ArchiveMark.sign else {
                return .string(String(decoding: text, as: UTF8.self))
            }
            switch ArchiveMark(text.dropFirst()) {
            case .escaped: return .string(String(decoding: text.dropFirst(), as: UTF8.self))
            case .null: return .null
            case .reference(let target): return .reference(target)
            case .name, nil: throw table.failure(.badMark, number)
            }
        case .utf16(let range):
            let text = table.bytes.text(utf16: range)
            guard text.utf8.first == ArchiveMark.sign else { return .string(text) }
            guard text.utf8.dropFirst().first == ArchiveMark.sign else {
                throw table.failure(.badMark, number)
            }
            return .string(String(text.unicodeScalars.dropFirst()))
        case .data(let range): return .data(Data(table.bytes[range]))
        default: throw table.failure(.wrongKind, number)
        }
    }
}
