/// The validation of the bytes of a binary property list, before anything else reads them.
///
/// `checkObjects` checks the objects in the order of the table, then a `PlistWalk` follows the references from the root. Both
/// take time proportional to the file's size, and one byte of memory per object, for any input: every count is checked
/// against the available bytes before it is used, and the walk visits a limited number of values.
///
/// The objects must fill their area without gaps or overlaps, in the order of the table. A damaged byte is rejected
/// here, or changes the digest, or is in an unreferenced object.
///
/// PropertyListSerialization writes unreferenced objects: it writes a Bool once per place, and all places refer to the
/// first one. Other writers share equal containers. Both are accepted, provided that the values reachable from the root
/// are not many more than a file of this size would hold without sharing: 28 nested `[x, x]` in 155 bytes are 2^28
/// values.
extension PlistTable {
    /// Checks each object by itself: position, marker, count, text, and references in range.
    mutating func checkObjects() throws(PlistFailure) {
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
            case .ascii(let range):
                guard bytes.isASCII(range) else { throw PlistFailure(.badText, at: start) }
            case .utf16(let range):
                guard isForeign || bytes.isUTF16(range) else { throw PlistFailure(.badText, at: start) }
            case .array(let first, let count): try refer(to: count, from: first)
            case .dictionary(let first, let count): try refer(to: 2 * count, from: first)
            case .data: break
            case .uid where !isForeign: throw PlistFailure(.keyedArchive)
            case .bool, .integer, .unsigned, .float, .double, .date, .uid: traits[number].insert(.simple)
            }
        }
        guard position == trailer.tableStart else { throw PlistFailure(.badOffset, at: position) }
    }

    /// Counts the references in a container.
    private mutating func refer(to count: Int, from start: Int) throws(PlistFailure) {
        for place in 0..<count {
            let target = reference(place, from: start)
            guard traits.indices.contains(target) else {
                throw PlistFailure(.badReference, at: start + place * trailer.referenceSize)
            }
            traits[target].insert(traits[target].contains(.referred) ? .shared : .referred)
        }
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
