import Foundation

/// Builds the bytes of a binary property list from below: first the parts, then what holds them.
///
/// Scalars go straight into the file's buffer, repeated ones once; containers are kept as numbers of
/// objects until `finish`, since the size of a number depends on how many objects there are. So a graph can
/// be written one row after the other. Besides the file itself, memory has 4 bytes for each reference and
/// each scalar, and 1 MB. Not copyable, since a copy would make the file's buffer a second time.
struct PlistWriter: ~Copyable {
    /// Something that has been written, to be held by exactly one container (a scalar by any number of them).
    struct Part {
        fileprivate let number: UInt32
        let digest: UInt64

        /// Scalars and containers are numbered apart.
        ///
        /// This bit tells them apart. Scalars come first in the file.
        fileprivate static let containerBit: UInt32 = 1 << 31
    }

    private var bytes = PlistFrame.magic
    private var scalars = ScalarIndex()
    private var containers = ContainerList()

    init() {}

    /// Writes a value with all that it holds.
    ///
    /// - Parameter depth: How deep it will stand in the finished list; the root is 1.
    /// - Throws: `ArchiveFailure` for values nested deeper than `ArchivePlist.maximumDepth`.
    mutating func add(_ node: ArchiveNode, depth: Int = 1) throws(ArchiveFailure) -> Part {
        switch node {
        case .array(let elements): return try add(elements, depth: depth)
        case .dictionary(let entries): return try add(entries, depth: depth)
        case .marked(let name, let value): return try mark(name, value, depth: depth)
        case .url(let url): return try add(url.node, depth: depth)
        default: return try addScalar(node, depth: depth)
        }
    }

    private mutating func add(_ elements: [ArchiveNode], depth: Int) throws(ArchiveFailure) -> Part {
        try checkDepth(depth)
        var parts: [Part] = []
        parts.reserveCapacity(elements.count)
        for element in elements { parts.append(try add(element, depth: depth + 1)) }
        return try array(parts)
    }

    private mutating func add(_ entries: [ArchiveNode.Entry], depth: Int) throws(ArchiveFailure) -> Part {
        try checkDepth(depth)
        // Sorted before anything is written: the order of the scalars in the file depends on it, too.
        var parts: [(key: String, value: Part)] = []
        parts.reserveCapacity(entries.count)
        for entry in Self.sorted(entries, by: \.key) {
            parts.append((entry.key, try add(entry.value, depth: depth + 1)))
        }
        return try dictionary(parts)
    }

    /// Apart from the containers, whose recursion is to take little of the stack.
    @inline(never)
    private mutating func addScalar(_ node: ArchiveNode, depth: Int) throws(ArchiveFailure) -> Part {
        switch node {
        case .null: return try text("nil", mark: true)
        case .reference(let number): return try text(String(number), mark: true)
        case .string(let value): return try text(value)
        case .bool(let value):
            return try scalar { $0.append(value ? PlistObject.Marker.yes : PlistObject.Marker.no) }
        case .integer(let value): return try scalar { $0.appendPlistInteger(value) }
        case .unsigned(let value):
            return try scalar {
                if let small = Int64(exactly: value) {
                    $0.appendPlistInteger(small)
                } else {
                    $0.append(PlistObject.Marker.integer | 4)
                    $0.appendBigEndian(0, size: 8)
                    $0.appendBigEndian(value, size: 8)
                }
            }
        case .float(let value):
            return try scalar {
                $0.append(PlistObject.Marker.float)
                $0.appendBigEndian(UInt64(value.bitPattern), size: 4)
            }
        case .double(let value): return try real(value, PlistObject.Marker.double)
        case .date(let value):
            let seconds = value.timeIntervalSinceReferenceDate
            guard Self.calendarDates.contains(seconds) else {
                return try mark("date", .double(seconds), depth: depth)
            }
            return try real(seconds, PlistObject.Marker.date)
        case .data(let value):
            return try scalar {
                $0.appendPlistMarker(PlistObject.Marker.data, count: value.count)
                $0.append(contentsOf: value)
            }
        case .array, .dictionary, .marked, .url: return try add(node, depth: depth)
        }
    }

    /// Writes an array of parts that have been written.
    mutating func array(_ elements: [Part]) throws(ArchiveFailure) -> Part {
        let number = try containers.open(isDictionary: false, count: elements.count)
        for element in elements { containers.append(element.number) }
        return Part(
            number: number | Part.containerBit, digest: ArchiveDigest.array(elements.lazy.map(\.digest)))
    }

    /// Writes a dictionary of parts that have been written.
    ///
    /// The keys are the user's, and distinct; they are written sorted by their UTF-8 bytes.
    mutating func dictionary(_ entries: [(key: String, value: Part)]) throws(ArchiveFailure) -> Part {
        let sorted = Self.sorted(entries, by: \.key)
        var keys: [Part] = []
        keys.reserveCapacity(sorted.count)
        for entry in sorted { keys.append(try text(entry.key)) }
        return try dictionary(keys, sorted.map(\.value))
    }

    /// Not by `<`, to which different spellings of a letter are equal.
    ///
    /// Most entries come in order: a look at them costs less than sorting.
    private static func sorted<Entry>(_ entries: [Entry], by key: (Entry) -> String) -> [Entry] {
        func precedes(_ left: Entry, _ right: Entry) -> Bool {
            key(left).utf8.lexicographicallyPrecedes(key(right).utf8)
        }
        for index in entries.indices.dropFirst() where !precedes(entries[index - 1], entries[index]) {
            return entries.sorted(by: precedes)
        }
        return entries
    }

    private func checkDepth(_ depth: Int) throws(ArchiveFailure) {
        guard depth <= ArchivePlist.maximumDepth else { throw ArchiveFailure(.tooDeep) }
        try ArchivePlist.checkStack()
    }

    private mutating func mark(
        _ name: String, _ value: ArchiveNode, depth: Int
    ) throws(ArchiveFailure) -> Part {
        try checkDepth(depth)
        assert(name.utf8.first.map { $0 != PlistMark.sign } ?? false, "A mark's name starts with a letter")
        let key = try text(name, mark: true)
        return try dictionary([key], [try add(value, depth: depth + 1)])
    }

    private mutating func dictionary(_ keys: [Part], _ values: [Part]) throws(ArchiveFailure) -> Part {
        let number = try containers.open(isDictionary: true, count: keys.count)
        for key in keys { containers.append(key.number) }
        var sum: UInt64 = 0
        for (key, value) in zip(keys, values) {
            containers.append(value.number)
            sum &+= ArchiveDigest.entry(key: key.digest, value: value.digest)
        }
        return Part(
            number: number | Part.containerBit, digest: ArchiveDigest.dictionary(count: keys.count, sum: sum))
    }

    /// The seconds since 2001 of the years 1 to 9999, less the last second: what Python's plistlib, too, can
    /// read.
    private static let calendarDates = -63_113_904_000.0...252_423_993_599.0

    private mutating func real(_ value: Double, _ marker: UInt8) throws(ArchiveFailure) -> Part {
        try scalar {
            $0.append(marker)
            $0.appendBigEndian(value.bitPattern, size: 8)
        }
    }

    /// A text of the user's, or a mark.
    ///
    /// ASCII in one byte for each character, else UTF-16.
    private mutating func text(_ value: String, mark: Bool = false) throws(ArchiveFailure) -> Part {
        let sign = mark || value.utf8.first == PlistMark.sign
        return try scalar { bytes in
            let start = bytes.count
            let count = value.utf8.count + (sign ? 1 : 0)
            bytes.appendPlistMarker(PlistObject.Marker.ascii, count: count)
            if sign { bytes.append(PlistMark.sign) }
            bytes.append(contentsOf: value.utf8)
            guard !bytes.isASCII((bytes.count - count)..<bytes.count) else { return }
            bytes.removeSubrange(start...)
            bytes.appendPlistMarker(PlistObject.Marker.utf16, count: value.utf16.count + (sign ? 1 : 0))
            if sign { bytes.appendBigEndian(UInt64(PlistMark.sign), size: 2) }
            for unit in value.utf16 { bytes.appendBigEndian(UInt64(unit), size: 2) }
        }
    }

    /// Writes an object behind the others, and takes it back where the same is there already.
    private mutating func scalar(_ write: (inout [UInt8]) -> Void) throws(ArchiveFailure) -> Part {
        let start = bytes.count
        write(&bytes)
        var end = start
        let object = try PlistObject.read(bytes, at: &end, limit: bytes.count, referenceSize: 1)
        let digest = ArchiveDigest.scalar(object, in: bytes)
        let (number, isNew) = try scalars.insert(start..<end, digest: digest, of: bytes)
        if !isNew { bytes.removeSubrange(start...) }
        return Part(number: number, digest: digest)
    }

    /// The bytes of a root dictionary of these entries, and of their digest beneath `ArchivePlist.digestKey`.
    consuming func seal(_ entries: [(key: String, value: Part)]) throws(ArchiveFailure) -> [UInt8] {
        let entries = Self.sorted(entries, by: \.key)
        var (keys, values): ([Part], [Part]) = ([], [])
        var sum: UInt64 = 0
        for entry in entries {
            let key = try text(entry.key)
            keys.append(key)
            values.append(entry.value)
            sum &+= ArchiveDigest.entry(key: key.digest, value: entry.value.digest)
        }
        let digest = ArchiveDigest.dictionary(count: entries.count, sum: sum)
        let place = entries.firstIndex { $0.key > ArchivePlist.digestKey } ?? entries.endIndex
        keys.insert(try text(ArchivePlist.digestKey), at: place)
        values.insert(try add(.integer(Int64(bitPattern: digest))), at: place)
        let root = try dictionary(keys, values)
        return finish(root: root)
    }

    /// Puts the containers behind the scalars, then the table and the trailer.
    consuming func finish(root: Part) -> [UInt8] {
        let offsets = scalars.offsets
        scalars = ScalarIndex()
        let count = offsets.count + containers.count
        let referenceSize = Self.size(holding: UInt64(count))
        let tableStart = bytes.count + containers.byteCount(referenceSize: referenceSize)
        let offsetSize = Self.size(holding: UInt64(tableStart))
        bytes.reserveCapacity(tableStart + count * offsetSize + PlistFrame.trailerSize)

        var firstContainer = bytes.count
        containers.forEach { isDictionary, count, references in
            bytes.appendPlistMarker(
                isDictionary ? PlistObject.Marker.dictionary : PlistObject.Marker.array, count: count)
            for reference in references {
                bytes.appendBigEndian(
                    Self.position(of: reference, behind: offsets.count), size: referenceSize)
            }
        }
        for offset in offsets { bytes.appendBigEndian(UInt64(offset), size: offsetSize) }
        // The offsets of containers follow from their sizes: a list of them would be memory for nothing.
        containers.forEach { _, count, references in
            bytes.appendBigEndian(UInt64(firstContainer), size: offsetSize)
            firstContainer += [UInt8].plistMarkerSize(count: count) + references.count * referenceSize
        }
        bytes.appendBigEndian(0, size: 6)
        bytes.append(UInt8(offsetSize))
        bytes.append(UInt8(referenceSize))
        bytes.appendBigEndian(UInt64(count), size: 8)
        bytes.appendBigEndian(Self.position(of: root.number, behind: offsets.count), size: 8)
        bytes.appendBigEndian(UInt64(tableStart), size: 8)
        return bytes
    }

    /// The number in the file: the containers count on behind the scalars.
    private static func position(of number: UInt32, behind scalars: Int) -> UInt64 {
        number & Part.containerBit == 0
            ? UInt64(number) : UInt64(number ^ Part.containerBit) + UInt64(scalars)
    }

    /// The sizes of numbers that Apple's writer uses.
    private static func size(holding number: UInt64) -> Int {
        switch number {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }
}
