/// The objects of a binary property list whose bytes have been found sound.
///
/// Only `ArchiveValidator` makes one.
///
/// Sound means: every number in range, every object within the objects' area and behind the one before it,
/// every key a text, every text valid; and of what the root leads to: no array or dictionary holds itself, none
/// is deeper than `ArchivePlist.maximumDepth`, and all of it, shared ones unfolded, is not much more than a file
/// of this size would hold without sharing.
struct PlistTable {
    /// What the validator found out about one object.
    struct Traits: OptionSet {
        let rawValue: UInt8

        static let container = Traits(rawValue: 1)
        static let text = Traits(rawValue: 2)
        static let key = Traits(rawValue: 4)
        static let referred = Traits(rawValue: 8)
        /// More than one place refers to it.
        static let shared = Traits(rawValue: 16)
    }

    let bytes: [UInt8]
    let frame: PlistFrame
    let traits: [Traits]

    var root: Int { frame.root }

    /// The object of this number.
    func object(_ number: Int) throws(ArchiveFailure) -> PlistObject {
        var position = frame.offset(of: number, in: bytes)
        return try PlistObject.read(
            bytes, at: &position, limit: frame.tableStart, referenceSize: frame.referenceSize)
    }

    /// The number of the object that the reference at this place of the list that begins at `start` refers
    /// to.
    @inline(__always)
    func reference(_ place: Int, from start: Int) -> Int {
        frame.reference(place, from: start, in: bytes)
    }
}
