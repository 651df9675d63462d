/// The layout of a binary property list: its trailer, checked against the file's size.
struct PlistTrailer {
    static let magic = Array("bplist00".utf8)
    static let trailerSize = 32
    private static let widths = 1...MemoryLayout<Int>.size

    let offsetSize: Int
    let referenceSize: Int
    let count: Int
    let root: Int
    /// The position of the offset table, which follows the objects and ends where the trailer starts.
    let tableStart: Int

    /// - Throws: `PlistFailure` if the magic or the trailer is invalid for a file of this size.
    init(_ bytes: [UInt8]) throws(PlistFailure) {
        let size = bytes.count
        guard size >= Self.magic.count, bytes[..<Self.magic.count].elementsEqual(Self.magic) else {
            throw PlistFailure(.notPropertyList, at: 0)
        }
        guard size > Self.magic.count + Self.trailerSize else { throw PlistFailure(.badTrailer, at: size) }
        let trailer = size - Self.trailerSize
        // Skips five unused bytes and the unused sort version; the two sizes follow.
        let unused = bytes.bigEndian(at: trailer, size: 6)
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        let objects = Int(exactly: bytes.bigEndian(at: trailer + 8, size: 8))
        let top = Int(exactly: bytes.bigEndian(at: trailer + 16, size: 8))
        let start = Int(exactly: bytes.bigEndian(at: trailer + 24, size: 8))
        guard
            // A size that an Int can't hold can't belong to a file that fits in memory.
            unused == 0, Self.widths ~= offsetSize, Self.widths ~= referenceSize,
            let objects, let top, let start,
            Self.magic.count < start, start < trailer,
            (trailer - start).quotientAndRemainder(dividingBy: offsetSize) == (objects, 0),
            top < objects
        else { throw PlistFailure(.badTrailer, at: trailer) }
        count = objects
        root = top
        tableStart = start
    }

    /// The offset of an object in the table; negative if an Int can't hold it.
    @inline(__always)
    func offset(of number: Int, in bytes: [UInt8]) -> Int {
        Int(truncatingIfNeeded: bytes.bigEndian(at: tableStart + number * offsetSize, size: offsetSize))
    }

    /// The number of the referenced object; negative if an Int can't hold it.
    @inline(__always)
    func reference(_ place: Int, from start: Int, in bytes: [UInt8]) -> Int {
        Int(truncatingIfNeeded: bytes.bigEndian(at: start + place * referenceSize, size: referenceSize))
    }
}
