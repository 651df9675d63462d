/// What a text that starts with a dollar sign stands for, as `ArchivePlist` says.
enum PlistMark: Equatable {
    /// The dollar sign.
    static let sign: UInt8 = 0x24

    /// A text of the user's, with one `$` more than it has.
    case escaped
    case null
    case reference(Int)
    case name

    /// So that no mark costs more than a few bytes, however many share it.
    private static let longestName = 64

    /// Reads the bytes behind the first dollar sign.
    ///
    /// Nil where there are none.
    init?(_ rest: ArraySlice<UInt8>) {
        guard let first = rest.first else { return nil }
        switch first {
        case Self.sign: self = .escaped
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            // One spelling for each number: no sign, no zero in front.
            guard rest.count <= 19, let number = Int(String(decoding: rest, as: UTF8.self)), number >= 0,
                first != UInt8(ascii: "0") || rest.count == 1
            else { return nil }
            self = .reference(number)
        default:
            guard rest.count <= Self.longestName else { return nil }
            self = rest.elementsEqual("nil".utf8) ? .null : .name
        }
    }
}
