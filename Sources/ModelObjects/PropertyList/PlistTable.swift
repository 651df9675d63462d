import Foundation

/// The objects of a binary property list whose bytes have been validated.
///
/// Validation ensures that every number is in range; that every object is within the objects' area and directly after
/// the previous one; and that every text is valid. For the objects reachable from the root, it also ensures that every
/// key is a text, that no array or dictionary contains itself, that none is deeper than `maximumDepth`, and that all
/// values together, with shared ones counted at each place, are at most `maximumValues`.
struct PlistTable {
    /// Properties of an object that validation found.
    struct Traits: OptionSet {
        let rawValue: UInt8

        static let referred = Traits(rawValue: 1)
        /// More than one place refers to it.
        static let shared = Traits(rawValue: 2)
        /// A number, a Bool, a date or a UID, which counts as one value.
        static let simple = Traits(rawValue: 4)
    }

    /// The maximum nesting of arrays and dictionaries, including the root.
    static let maximumDepth = 128

    /// Checks for stack space before a level is entered: 128 levels fit most threads' stacks, but not all.
    ///
    /// - Throws: `PlistFailure` with `.lowStack`.
    static func checkStack() throws(PlistFailure) {
        if StackSpace.current.isLow { throw PlistFailure(.lowStack) }
    }

    /// Checks a level of arrays and dictionaries before it is entered; the root is level 1.
    ///
    /// - Parameter offset: The position of the failure, if there is one.
    /// - Throws: `PlistFailure` with `.tooDeep` or `.lowStack`.
    static func checkDepth(_ depth: Int, at offset: @autoclosure () -> Int? = nil) throws(PlistFailure) {
        guard depth <= maximumDepth else { throw PlistFailure(.tooDeep, at: offset()) }
        try checkStack()
    }

    /// The number of values that a text or data of a given length counts as, at each place that refers to it.
    @inline(__always)
    static func values(ofLength length: Int) -> Int64 { 1 + Int64(length >> 6) }

    /// The maximum number of values reachable from the root of a file.
    ///
    /// Without sharing, there is less than one value per byte. So valid files have room for sharing, and a
    /// hostile file of 2 MB expands to at most 8.6 million values or 550 MB of text, which takes about a
    /// second to hash. (Four times the size of a large file can overflow a 32-bit Int.)
    static func maximumValues(inFileOf size: some FixedWidthInteger) -> Int64 { 4 * Int64(size) + 262_144 }

    let bytes: [UInt8]
    /// Whether another program made it, which may write UIDs, and texts with unpaired surrogates.
    let isForeign: Bool
    let trailer: PlistTrailer
    /// Only validation modifies them.
    var traits: [Traits]
    /// The digest of the root, if validation computed it.
    private(set) var digest: UInt64 = 0

    /// - Parameters:
    ///   - rule: How values are digested; nil if no digest is needed.
    ///   - excluded: Keys of the root that don't count for the digest.
    /// - Throws: `PlistFailure` with the reason and, if there is one, the position.
    init(
        validating bytes: [UInt8], isForeign: Bool = false, digest rule: PlistDigest.Rule? = nil,
        without excluded: [String] = []
    ) throws(PlistFailure) {
        self.bytes = bytes
        self.isForeign = isForeign
        trailer = try PlistTrailer(bytes)
        traits = Array(repeating: [], count: trailer.count)
        try checkObjects()
        digest = try PlistDigest.of(self, trailer.root, rule, without: excluded)
    }

    var root: Int { trailer.root }

    /// A failure at the position of an object.
    func failure(_ reason: PlistFailure.Reason, _ number: Int) -> PlistFailure {
        PlistFailure(reason, at: trailer.offset(of: number, in: bytes))
    }

    func object(_ number: Int) throws(PlistFailure) -> PlistObject {
        var position = trailer.offset(of: number, in: bytes)
        return try PlistObject.read(
            bytes, at: &position, limit: trailer.tableStart, referenceSize: trailer.referenceSize)
    }

    /// The value of an object in Swift; nil for an array, a dictionary and a UID.
    func scalar(_ object: PlistObject) -> Any? {
        switch object {
        case .bool(let value): value
        case .integer(let value): Int(exactly: value).map { $0 as Any } ?? value
        case .unsigned(let value): value
        case .float(let value): value
        case .double(let value): value
        case .date(let value): Date(timeIntervalSinceReferenceDate: value)
        case .data(let range): Data(bytes[range])
        case .ascii, .utf16: text(object)
        case .uid, .array, .dictionary: nil
        }
    }

    /// The text of an object; nil if the object is not a text.
    func text(_ number: Int) throws(PlistFailure) -> String? { text(try object(number)) }

    private func text(_ object: PlistObject) -> String? {
        switch object {
        case .ascii(let range): String(decoding: bytes[range], as: UTF8.self)
        case .utf16(let range): bytes.text(utf16: range)
        default: nil
        }
    }

    /// The object numbers of an array's elements; nil for any other object.
    func elements(of number: Int) throws(PlistFailure) -> [Int]? {
        guard case .array(let start, let count) = try object(number) else { return nil }
        return (0..<count).map { reference($0, from: start) }
    }

    /// The object numbers of a dictionary's values by their keys; empty for any other object.
    func members(of number: Int) throws(PlistFailure) -> [String: Int] {
        guard case .dictionary(let start, let count) = try object(number) else { return [:] }
        var members = [String: Int](minimumCapacity: count)
        for place in 0..<count {
            guard let key = try text(reference(place, from: start)) else { continue }
            members[key] = reference(count + place, from: start)
        }
        return members
    }

    /// The object number of the reference at an index of the list that begins at `start`.
    @inline(__always)
    func reference(_ place: Int, from start: Int) -> Int {
        trailer.reference(place, from: start, in: bytes)
    }
}
