import Foundation

@testable import ModelObjects

extension EditableArchive {
    /// The archive with a short text replaced by a longer one, and a valid digest.
    ///
    /// Edits the bytes directly, because the writer would count each use of a long text.
    func data(with text: String, for short: String) throws -> Data {
        let old = [UInt8](try data())
        let trailer = try PlistTrailer(old)
        var bytes = PlistTrailer.magic
        var offsets: [Int] = []
        var position = bytes.count
        for _ in 0..<trailer.count {
            let start = position
            let object = try PlistObject.read(
                old, at: &position, limit: trailer.tableStart, referenceSize: trailer.referenceSize)
            offsets.append(bytes.count)
            if case .ascii(let range) = object, old[range].elementsEqual(short.utf8) {
                bytes += [0x5F, 0x12] + Self.bigEndian(text.utf8.count, size: 4) + Array(text.utf8)
            } else {
                bytes += old[start..<position]
            }
        }
        let tableStart = bytes.count
        for offset in offsets { bytes += Self.bigEndian(offset, size: 4) }
        bytes += [0, 0, 0, 0, 0, 0, 4, UInt8(trailer.referenceSize)]
        for number in [trailer.count, trailer.root, tableStart] { bytes += Self.bigEndian(number, size: 8) }

        // An invalid property list has no digest.
        guard let table = try? PlistTable(validating: bytes) else { return Data(bytes) }
        let digest = try PlistDigest.of(table, table.root, without: [ArchivePlist.digestKey])
        if let member = try table.members(of: table.root)[ArchivePlist.digestKey] {
            let place = offsets[member] + 1
            bytes.replaceSubrange(
                place..<(place + 8), with: Self.bigEndian(Int(truncatingIfNeeded: digest), size: 8))
        }
        return Data(bytes)
    }

    private static func bigEndian(_ number: Int, size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
