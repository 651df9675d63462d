import Foundation

/// One value of an archive, between the object graph and the bytes.
///
/// Every kind keeps its own type on the way to the file and back: a Bool never becomes an Int, a Float never
/// a Double, and both floating-point kinds keep every bit. What has no kind here (a Decimal, a URL, a set,
/// ...) is a `marked` value: a name and the value that stands for it.
enum ArchiveNode: Equatable, Sendable {
    /// An optional without a value. Apart from it, a value that is absent has no node at all.
    case null
    case bool(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`. A smaller one comes back as `integer`.
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    case date(Date)
    case string(String)
    case data(Data)
    case array([ArchiveNode])
    /// Written sorted by the UTF-8 bytes of the keys, so that equal dictionaries give equal bytes.
    case dictionary([Entry])
    /// The object of this number in the archive's list of objects.
    case reference(Int)
    /// A value of a kind that the layout names: `("decimal", .string("1.50"))`. Names start with a letter.
    indirect case marked(String, ArchiveNode)

    struct Entry: Equatable, Sendable {
        let key: String
        let value: ArchiveNode

        init(_ key: String, _ value: ArchiveNode) {
            self.key = key
            self.value = value
        }
    }

    /// Equal to the last bit: NaN equals a NaN of the same bits, 0.0 does not equal -0.0, and a text equals
    /// another only with the same Unicode scalars.
    static func == (left: ArchiveNode, right: ArchiveNode) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.unsigned(let a), .unsigned(let b)): a == b
        case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
        case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
        case (.date(let a), .date(let b)):
            a.timeIntervalSinceReferenceDate.bitPattern == b.timeIntervalSinceReferenceDate.bitPattern
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.data(let a), .data(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.dictionary(let a), .dictionary(let b)): a == b
        case (.reference(let a), .reference(let b)): a == b
        case (.marked(let a, let x), .marked(let b, let y)): a == b && x == y
        default: false
        }
    }
}

extension ArchiveNode.Entry {
    static func == (left: Self, right: Self) -> Bool {
        left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
    }
}
