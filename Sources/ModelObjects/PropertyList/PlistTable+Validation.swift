/// The validation of the bytes of a binary property list, before anything else reads them.
///
/// `walkTable` scans the objects in the order of the table, then `walkDown` follows the references from the root. Both
/// take time proportional to the file's size, and one byte of memory per object, for any input: every count is checked
/// against the available bytes before it is used, and each container is entered once.
///
/// The objects must fill their area without gaps or overlaps, in the order of the table. A damaged byte is rejected
/// here, or changes the digest, or is in an unreferenced object.
///
/// PropertyListSerialization writes unreferenced objects: it writes a Bool once per place, and all places refer to the
/// first one. Other writers share equal containers. Both are accepted, provided that the values reachable from the root
/// are not many more than a file of this size would hold without sharing: 28 nested `[x, x]` in 155 bytes are 2^28
/// values.
extension PlistTable {
    /// The expanded size of a container.
    private struct Extent {
        /// The number of values in it, including itself.
        var values: Int64 = 1
        /// The depth of nested containers, including itself.
        var depth = 1
    }

    /// Checks each object by itself: position, marker, count, text, and references in range.
    mutating func walkTable() throws(PlistFailure) {
        let (bytes, trailer) = (bytes, trailer)
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
                traits[number].insert(.text)
            case .utf16(let range):
                recordLength(range, of: number)
                guard isForeign || bytes.isUTF16(range) else { throw PlistFailure(.badText, at: start) }
                traits[number].insert(.text)
            case .array(let first, let count):
                traits[number].insert(.container)
                for place in 0..<count { try refer(to: place, from: first, as: .referred) }
            case .dictionary(let first, let count):
                traits[number].insert(.container)
                for place in 0..<count { try refer(to: place, from: first, as: .key) }
                for place in count..<(2 * count) { try refer(to: place, from: first, as: .referred) }
            case .uid:
                guard isForeign else { throw PlistFailure(.keyedArchive) }
            case .bool, .integer, .unsigned, .float, .double, .date: break
            }
        }
        guard position == trailer.tableStart else { throw PlistFailure(.badOffset, at: position) }
    }

    private mutating func recordLength(_ range: Range<Int>, of number: Int) {
        if Self.values(ofLength: range.count) > 1 { traits[number].insert(.long) }
    }

    private mutating func refer(to place: Int, from start: Int, as use: Traits) throws(PlistFailure) {
        let target = reference(place, from: start)
        guard traits.indices.contains(target) else {
            throw PlistFailure(.badReference, at: start + place * trailer.referenceSize)
        }
        traits[target].insert(traits[target].contains(.referred) ? .shared : .referred)
        traits[target].formUnion(use)
    }

    /// Checks the relations between objects.
    ///
    /// Every key must be a text, and the tree below the root must have no cycles and not exceed the limits of depth and
    /// size.
    func walkDown() throws(PlistFailure) {
        for number in traits.indices {
            guard traits[number].isDisjoint(with: .key) || traits[number].contains(.text) else {
                throw failure(.badKey, number)
            }
        }
        // The expanded size of containers in several places; nil for those that are being entered. A reference to the
        // root enters it again, and is detected as a cycle.
        var shared: [Int: Extent?] = [root: nil]
        _ = try extent(of: root, depth: 1, &shared)
    }

    private func extent(
        of number: Int, depth: Int, _ shared: inout [Int: Extent?]
    ) throws(PlistFailure) -> Extent {
        try Self.checkDepth(depth, at: trailer.offset(of: number, in: bytes))
        let (first, count): (Int, Int)
        switch try object(number) {
        case .array(let start, let elements): (first, count) = (start, elements)
        case .dictionary(let start, let entries): (first, count) = (start, 2 * entries)
        default: return Extent(depth: 0)
        }
        let maximumValues = Self.maximumValues(inFileOf: bytes.count)
        var extent = Extent(values: 1 + Int64(count))
        for place in 0..<count {
            let target = reference(place, from: first)
            guard !traits[target].isDisjoint(with: [.container, .long]) else { continue }
            // (Its place was counted above.)
            if traits[target].contains(.container) {
                let inner = try extentOnce(of: target, depth: depth + 1, &shared)
                extent.values += inner.values - 1
                extent.depth = max(extent.depth, 1 + inner.depth)
            } else {
                extent.values += try object(target).values - 1
            }
            guard extent.values <= maximumValues else { throw failure(.tooMuchSharing, number) }
        }
        return extent
    }

    /// The extent of a container; enters a shared one only once.
    private func extentOnce(
        of number: Int, depth: Int, _ shared: inout [Int: Extent?]
    ) throws(PlistFailure) -> Extent {
        guard traits[number].contains(.shared) || number == root else {
            return try extent(of: number, depth: depth, &shared)
        }
        if let known = shared[number] {
            guard let known else { throw failure(.cycle, number) }
            guard depth + known.depth - 1 <= Self.maximumDepth else { throw failure(.tooDeep, number) }
            return known
        }
        shared[number] = .some(nil)
        let extent = try extent(of: number, depth: depth, &shared)
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
