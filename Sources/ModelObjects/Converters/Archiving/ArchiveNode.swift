import Foundation

/// One value of an archive, between the object graph and the bytes.
///
/// Each kind is read back as the same kind: a Bool never becomes an Int, a Float never a Double, and
/// floating-point numbers keep every bit. Values without a kind (a Decimal, a URL, a set, ...) are `marked`:
/// a name, and the archived form of the value.
enum ArchiveNode: Sendable {
    /// An optional without a value; any other absent value has no node at all.
    case null
    case bool(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`; a smaller one is read back as `integer`.
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    case date(Date)
    case string(String)
    case data(Data)
    case array([ArchiveNode])
    /// Written sorted by the UTF-8 bytes of the keys, so that equal dictionaries give equal bytes.
    case dictionary([Entry])
    /// The object at this index in the archive's list of objects.
    case reference(Int)
    /// A value of a kind that the layout defines: `("decimal", .string("1.50"))`; names start with a letter.
    indirect case marked(String, ArchiveNode)

    struct Entry: Sendable {
        let key: String
        let value: ArchiveNode

        init(_ key: String, _ value: ArchiveNode) {
            self.key = key
            self.value = value
        }
    }
}

extension ArchiveNode {
    /// The numbers of the models in the value.
    var references: [Int] {
        if case .reference(let number) = self { return [number] }
        return children.flatMap(\.references)
    }

    /// The elements of an array or a set; nil for any other value.
    var elements: [ArchiveNode]? {
        switch self {
        case .array(let elements), .marked(ArchiveLayout.Mark.set, .array(let elements)): elements
        default: nil
        }
    }

    /// The values in an array, a dictionary or a mark.
    var children: [ArchiveNode] {
        switch self {
        case .array(let elements): elements
        case .dictionary(let entries): entries.map(\.value)
        case .marked(_, let value): [value]
        case .null, .bool, .integer, .unsigned, .float, .double, .date, .string, .data, .reference: []
        }
    }
}
