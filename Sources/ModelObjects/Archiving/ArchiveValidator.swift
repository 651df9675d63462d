/// The pass over an archive's bytes before anything reads them.
///
/// One walk over the objects in the order of the table, then one down from the root. Both take time in
/// proportion to the file's size and one byte of memory for each object, whatever the bytes are: no count is
/// believed before it is compared with the bytes that are there, no container is entered twice.
///
/// The objects must fill their area without gap or overlap, in the order of the table, and each must be
/// reached from the root: so no byte of a file is without meaning, and a damaged one is either refused here
/// or changes the digest. Every writer of property lists in use writes them so.
struct ArchiveValidator {
    private let bytes: [UInt8]
    private let frame: PlistFrame
    private var traits: [PlistTable.Traits]
    private var containers = 0

    /// - Returns: The table of the objects.
    /// - Throws: `ArchiveFailure` with the reason and, where there is one, the place.
    static func validate(_ bytes: [UInt8]) throws(ArchiveFailure) -> PlistTable {
        var validator = ArchiveValidator(bytes, try PlistFrame(bytes))
        try validator.walkTable()
        try validator.walkDown()
        return PlistTable(bytes: bytes, frame: validator.frame, traits: validator.traits)
    }

    private init(_ bytes: [UInt8], _ frame: PlistFrame) {
        self.bytes = bytes
        self.frame = frame
        traits = Array(repeating: [], count: frame.count)
    }

    /// Each object by itself: place, marker, count, text, references in range.
    private mutating func walkTable() throws(ArchiveFailure) {
        var position = PlistFrame.magic.count
        for number in 0..<frame.count {
            let start = position
            guard frame.offset(of: number, in: bytes) == start else {
                throw ArchiveFailure(.badOffset, at: start)
            }
            let object = try PlistObject.read(
                bytes, at: &position, limit: frame.tableStart, referenceSize: frame.referenceSize)
            switch object {
            case .ascii(let range):
                guard bytes.isASCII(range) else { throw ArchiveFailure(.badText, at: start) }
                traits[number].insert(.text)
            case .utf16(let range):
                guard bytes.isUTF16(range) else { throw ArchiveFailure(.badText, at: start) }
                traits[number].insert(.text)
            case .array(let first, let count):
                traits[number].insert(.container)
                containers += 1
                for place in 0..<count { try refer(to: place, from: first, as: .referred) }
            case .dictionary(let first, let count):
                traits[number].insert(.container)
                containers += 1
                for place in 0..<count { try refer(to: place, from: first, as: .key) }
                for place in count..<(2 * count) { try refer(to: place, from: first, as: .referred) }
            case .bool, .integer, .unsigned, .float, .double, .date, .data: break
            }
        }
        guard position == frame.tableStart else { throw ArchiveFailure(.badOffset, at: position) }
    }

    private mutating func refer(
        to place: Int, from start: Int, as use: PlistTable.Traits
    ) throws(ArchiveFailure) {
        let target = frame.reference(place, from: start, in: bytes)
        // A number of 8 bytes may be negative as an Int.
        guard traits.indices.contains(target) else {
            throw ArchiveFailure(.badReference, at: start + place * frame.referenceSize)
        }
        traits[target].formUnion(traits[target].contains(.referred) ? [.shared, use] : [.referred, use])
    }

    /// How the objects hang together: each container below one other, all of them below the root, not too
    /// deep.
    private mutating func walkDown() throws(ArchiveFailure) {
        for number in traits.indices {
            let trait = traits[number]
            guard number == frame.root || trait.contains(.referred) else { throw failure(.unreached, number) }
            guard !trait.isSuperset(of: [.container, .shared]) else {
                throw failure(.sharedContainer, number)
            }
            guard trait.isDisjoint(with: .key) || trait.contains(.text) else {
                throw failure(.badKey, number)
            }
        }
        guard traits[frame.root].isDisjoint(with: .referred) else {
            throw failure(.sharedContainer, frame.root)
        }
        // Each container but the root has one place that refers to it. So what is below the root is a tree,
        // and what is not below it, cycles of containers, is missing in the count.
        guard try countContainers(from: frame.root, depth: 1) == containers else {
            throw ArchiveFailure(.unreached)
        }
    }

    private func countContainers(from number: Int, depth: Int) throws(ArchiveFailure) -> Int {
        guard depth <= ArchivePlist.maximumDepth else { throw failure(.tooDeep, number) }
        var position = frame.offset(of: number, in: bytes)
        let object = try PlistObject.read(
            bytes, at: &position, limit: frame.tableStart, referenceSize: frame.referenceSize)
        let places: Range<Int>
        let first: Int
        switch object {
        case .array(let start, let count): (first, places) = (start, 0..<count)
        case .dictionary(let start, let count): (first, places) = (start, count..<(2 * count))
        default: return 0
        }
        var found = 1
        for place in places {
            let target = frame.reference(place, from: first, in: bytes)
            guard traits[target].contains(.container) else { continue }
            found += try countContainers(from: target, depth: depth + 1)
        }
        return found
    }

    private func failure(_ reason: ArchiveFailure.Reason, _ number: Int) -> ArchiveFailure {
        ArchiveFailure(reason, at: frame.offset(of: number, in: bytes))
    }
}

extension [UInt8] {
    func isASCII(_ range: Range<Int>) -> Bool {
        var bits: UInt8 = 0
        for byte in self[range] { bits |= byte }
        return bits < 0x80
    }

    /// No surrogate without its other half: a String could not keep it.
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
