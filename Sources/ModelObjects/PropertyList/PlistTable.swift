/// The objects of a binary property list whose bytes have been validated.
///
/// Validated means: every number in range; every object within the objects' area and right after the one before
/// it; every key a text, every text valid. And of the objects that the root leads to: no array or dictionary holds
/// itself, none is deeper than `maximumDepth`, and all values together, shared ones counted at each place,
/// are at most `mostValues`.
struct PlistTable {
    /// What is known of one object.
    struct Traits: OptionSet {
        let rawValue: UInt8

        static let container = Traits(rawValue: 1)
        static let text = Traits(rawValue: 2)
        static let key = Traits(rawValue: 4)
        static let referred = Traits(rawValue: 8)
        /// More than one place refers to it.
        static let shared = Traits(rawValue: 16)
        /// A text or data that counts as more than one value.
        static let long = Traits(rawValue: 32)
    }

    /// How many levels of arrays and dictionaries there may be, the root counted.
    static let maximumDepth = 128

    /// Checks for room on the stack before a level is entered: 128 levels fit most threads' stacks, but not all.
    ///
    /// - Throws: `PlistFailure` with `.lowStack`.
    static func checkStack() throws(PlistFailure) {
        if StackSpace.current.isLow { throw PlistFailure(.lowStack) }
    }

    /// How many values a text or data of so many bytes counts as, at each place that refers to it.
    @inline(__always)
    static func values(ofLength length: Int) -> Int64 { 1 + Int64(length >> 6) }

    /// How many values the root of a file may lead to.
    ///
    /// Without sharing there is less than one for each byte. So honest files have room for sharing, and a hostile one
    /// of 2 MB leads to at most 8.6 million values or 550 MB of text, which takes about a second to hash. (Four times
    /// the size of a large file is no Int of 32 bits.)
    static func mostValues(inFileOf size: some FixedWidthInteger) -> Int64 { 4 * Int64(size) + 262_144 }

    let bytes: [UInt8]
    let trailer: PlistTrailer
    /// Only `PlistValidator` changes them.
    var traits: [Traits]

    /// - Throws: `PlistFailure` with the reason and, where there is one, the place.
    init(validating bytes: [UInt8]) throws(PlistFailure) {
        self.bytes = bytes
        trailer = try PlistTrailer(bytes)
        traits = Array(repeating: [], count: trailer.count)
        var validator = PlistValidator(self)
        traits = []
        try validator.validate()
        traits = validator.table.traits
    }

    var root: Int { trailer.root }

    /// The object of this number.
    func object(_ number: Int) throws(PlistFailure) -> PlistObject {
        var position = trailer.offset(of: number, in: bytes)
        return try PlistObject.read(
            bytes, at: &position, limit: trailer.tableStart, referenceSize: trailer.referenceSize)
    }

    /// The number of the object that the reference at this place of the list that begins at `start` refers
    /// to.
    @inline(__always)
    func reference(_ place: Int, from start: Int) -> Int {
        trailer.reference(place, from: start, in: bytes)
    }
}
