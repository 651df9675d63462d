/// Validates the bytes of a binary property list before anything else reads them.
///
/// It scans the objects in the order of the table, then walks down from the root. Both passes take time proportional to
/// the file's size, and one byte of memory per object, for any input: every count is checked against the available
/// bytes before it is used, and each container is entered once.
///
/// The objects must fill their area without gaps or overlaps, in the order of the table. A damaged byte is rejected
/// here, or changes the digest, or is in an unreferenced object.
///
/// PropertyListSerialization writes unreferenced objects: it writes a Bool once per place, and all places refer to the
/// first one. Other writers share equal containers. Both are accepted, provided that the values reachable from the root
/// are not many more than a file of this size would hold without sharing: 28 nested `[x, x]` in 155 bytes are 2^28
/// values.
struct PlistValidator {
    private(set) var table: PlistTable
    /// The expanded size of containers in several places; nil for those that are being entered.
    private var shared: [Int: Extent?] = [:]

    /// The expanded size of a container.
    private struct Extent {
        /// The number of values in it, including itself.
        var values: Int64 = 1
        /// The depth of nested containers, including itself.
        var depth = 1
    }

    init(_ table: PlistTable) {
        self.table = table
    }

    mutating func validate() throws(PlistFailure) {
        try walkTable()
        try walkDown()
    }

    /// Checks each object by itself: position, marker, count, text, and references in range.
    private mutating func walkTable() throws(PlistFailure) {
        let (bytes, trailer) = (table.bytes, table.trailer)
        var position = PlistTrailer.magic.count
        for number in 0..<trailer.count {
            let start = position
            guard trailer.offset(of: number, in: bytes) == start else {
                throw PlistFailure(.badOffset, at: start)
            }
            let object = try PlistObject.read(
                bytes, at: &position, limit: trailer.tableStart, referenceSize: trailer.referenceSize)
            switch object {
            case .data(let range): recordLength(range, of: number)
            case .ascii(let range):
                recordLength(range, of: number)
                guard bytes.isASCII(range) else { throw PlistFailure(.badText, at: start) }
                table.traits[number].insert(.text)
            case .utf16(let range):
                recordLength(range, of: number)
                guard table.isForeign || bytes.isUTF16(range) else {
                    throw PlistFailure(.badText, at: start)
                }
                table.traits[number].insert(.text)
            case .array(let first, let count):
                table.traits[number].insert(.container)
                for place in 0..<count { try refer(to: place, from: first, as: .referred) }
            case .dictionary(let first, let count):
                table.traits[number].insert(.container)
                for place in 0..<count { try refer(to: place, from: first, as: .key) }
                for place in count..<(2 * count) { try refer(to: place, from: first, as: .referred) }
            case .uid:
                guard table.isForeign else { throw PlistFailure(.keyedArchive) }
            case .bool, .integer, .unsigned, .float, .double, .date: break
            }
        }
        guard position == trailer.tableStart else { throw PlistFailure(.badOffset, at: position) }
    }

    private mutating func recordLength(_ range: Range<Int>, of number: Int) {
        if PlistTable.values(ofLength: range.count) > 1 { table.traits[number].insert(.long) }
    }

    private mutating func refer(
        to place: Int, from start: Int, as use: PlistTable.Traits
    ) throws(PlistFailure) {
        let target = table.reference(place, from: start)
        guard table.traits.indices.contains(target) else {
            throw PlistFailure(.badReference, at: start + place * table.trailer.referenceSize)
        }
        table.traits[target].insert(table.traits[target].contains(.referred) ? .shared : .referred)
        table.traits[target].formUnion(use)
    }

    /// Checks the relations between objects.
    ///
    /// Every key must be a text, and the tree below the root must have no cycles and not exceed the limits of depth and
    /// size.
    private mutating func walkDown() throws(PlistFailure) {
        for number in table.traits.indices {
            guard table.traits[number].isDisjoint(with: .key) || table.traits[number].contains(.text) else {
                throw table.failure(.badKey, number)
            }
        }
        // A reference to the root enters it again, and is detected as a cycle.
        shared[table.root] = .some(nil)
        _ = try extent(of: table.root, depth: 1)
    }

    private mutating func extent(of number: Int, depth: Int) throws(PlistFailure) -> Extent {
        guard depth <= PlistTable.maximumDepth else { throw table.failure(.tooDeep, number) }
        try PlistTable.checkStack()
        let (first, count): (Int, Int)
        switch try table.object(number) {
        case .array(let start, let elements): (first, count) = (start, elements)
        case .dictionary(let start, let entries): (first, count) = (start, 2 * entries)
        default: return Extent(depth: 0)
        }
        let maximumValues = PlistTable.maximumValues(inFileOf: table.bytes.count)
        var extent = Extent(values: 1 + Int64(count))
        for place in 0..<count {
            let target = table.reference(place, from: first)
            guard !table.traits[target].isDisjoint(with: [.container, .long]) else { continue }
            guard table.traits[target].contains(.container) else {
                // (Its place was counted above.)
                extent.values += try table.object(target).values - 1
                guard extent.values <= maximumValues else { throw table.failure(.tooMuchSharing, number) }
                continue
            }
            let inner = try extentOnce(of: target, depth: depth + 1)
            extent.values += inner.values - 1
            extent.depth = max(extent.depth, 1 + inner.depth)
            guard extent.values <= maximumValues else { throw table.failure(.tooMuchSharing, number) }
        }
        return extent
    }

    /// The extent of a container; enters a shared one only once.
    private mutating func extentOnce(of number: Int, depth: Int) throws(PlistFailure) -> Extent {
        guard table.traits[number].contains(.shared) || number == table.root else {
            return try extent(of: number, depth: depth)
        }
        if let known = shared[number] {
            guard let known else { throw table.failure(.cycle, number) }
            guard depth + known.depth - 1 <= PlistTable.maximumDepth else {
                throw table.failure(.tooDeep, number)
            }
            return known
        }
        shared[number] = .some(nil)
        let extent = try extent(of: number, depth: depth)
        shared[number] = extent
        return extent
    }
}

extension [UInt8] {
    func isASCII(_ range: Range<Int>) -> Bool {
        var bits: UInt8 = 0
        for byte in self[range] { bits |= byte }
        return bits < 0x80
    }

    /// Rejects an unpaired surrogate, which a String could not preserve.
    fileprivate func isUTF16(_ range: Range<Int>) -> Bool {
        var highPending = false
        for position in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
            let isHigh = self[position] & 0xFC == 0xD8
            let isLow = self[position] & 0xFC == 0xDC
            guard isLow == highPending else { return false }
            highPending = isHigh
        }
        return !highPending
    }
}
