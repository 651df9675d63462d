/// The objects of a binary property list whose bytes have been validated.
///
/// Validated means: every number in range; every object within the objects' area and right after the one before
/// it; every key a text, every text valid. And of the objects that the root leads to: no array or dictionary holds
/// itself, none is deeper than `maximumDepth`, and all values together, shared ones counted at each place,
/// are not many more than a file of this size would hold without sharing.
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
    }

    /// How many levels of arrays and dictionaries there may be, the root counted.
    static let maximumDepth = 128

    /// Checks for room on the stack before a level is entered: 128 levels fit most threads' stacks, but not all.
    ///
    /// - Throws: `PlistFailure` with `.lowStack`.
    static func checkStack() throws(PlistFailure) {
        if StackSpace.current.isLow { throw PlistFailure(.lowStack) }
    }

    let bytes: [UInt8]
    let trailer: PlistTrailer
    let traits: [Traits]

    /// - Throws: `PlistFailure` with the reason and, where there is one, the place.
    init(validating bytes: [UInt8]) throws(PlistFailure) {
        var validator = PlistValidator(bytes, try PlistTrailer(bytes))
        try validator.validate()
        self.bytes = bytes
        trailer = validator.trailer
        traits = validator.traits
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
