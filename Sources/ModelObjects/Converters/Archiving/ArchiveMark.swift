/// The meaning of a string that starts with a dollar sign (see `ArchivePlist`).
enum ArchiveMark: Equatable {
    /// The dollar sign.
    static let sign: UInt8 = 0x24

    /// A user's string, with one more leading `$` than the original.
    case escaped
    case null
    case reference(Int)
    case name

    /// Limited, so that a mark that many values share costs only a few bytes at each place.
    private static let longestName = 64

    /// Reads the bytes after the first dollar sign.
    ///
    /// Nil if there are none.
    init?(_ remaining: ArraySlice<UInt8>) {
        guard let first = remaining.first else { return nil }
        switch first {
        case Self.sign: self = .escaped
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            // Each number has one spelling: no sign, no leading zero.
            guard remaining.count <= 19, let number = Int(String(decoding: remaining, as: UTF8.self)),
                number >= 0,
                first != UInt8(ascii: "0") || remaining.count == 1
            else { return nil }
            self = .reference(number)
        default:
            guard remaining.count <= Self.longestName else { return nil }
            self = remaining.elementsEqual("nil".utf8) ? .null : .name
        }
    }
}
