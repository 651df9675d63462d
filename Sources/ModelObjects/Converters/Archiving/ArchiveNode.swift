import Foundation

/// One value of an archive, between the object graph and the bytes.
///
/// Every kind keeps its own type on the way to the file and back: a Bool never becomes an Int, a Float never
/// a Double, and both floating-point kinds keep every bit. What has no kind here (a Decimal, a URL, a set,
/// ...) is a `marked` value: a name and the value in its archived form.
enum ArchiveNode: Sendable {
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

    struct Entry: Sendable {
        let key: String
        let value: ArchiveNode

        init(_ key: String, _ value: ArchiveNode) {
            self.key = key
            self.value = value
        }

        /// Not by `<`, to which different spellings of a letter are equal.
        static func sorted(_ entries: [Entry]) -> [Entry] {
            entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        }
    }
}
