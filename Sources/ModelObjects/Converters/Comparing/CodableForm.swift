/// The encoded form of a value of a Codable type, with the objects within it as references.
///
/// So objects in a reference cycle, and shared objects, are encoded only once for each comparison.
final class CodableForm: ModelNumbering {
    /// The value itself, if it is an object.
    private let root: AnyObject?
    private var isBegun = false
    private(set) var node = ArchiveNode.null
    /// The objects that the references in `node` refer to, by their numbers.
    private(set) var objects: [AnyObject] = []

    /// Nil for a value that cannot be encoded.
    init?(_ value: Any) {
        root = type(of: value) is AnyClass ? value as AnyObject : nil
        guard let encodable = SharedConformances.encodable(value),
            let node = try? ArchiveEncoder.node(of: encodable, ArchivingContext(self))
        else { return nil }
        self.node = node
    }

    func node(for model: ModelObject) -> ArchiveNode { reference(to: model) }

    func node(forObject value: Any) -> ArchiveNode? {
        guard type(of: value) is AnyClass else { return nil }
        let object = value as AnyObject
        if object === root, !isBegun {
            isBegun = true
            return nil
        }
        return reference(to: object)
    }

    private func reference(to object: AnyObject) -> ArchiveNode {
        objects.append(object)
        return .reference(objects.count - 1)
    }
}

extension ArchiveNode {
    /// How many values there are to compare.
    var valueCount: Int {
        let own =
            switch self {
            case .dictionary(let entries): 1 + entries.count
            case .string(let text): 1 + text.utf8.count >> 8
            case .data(let data): 1 + data.count >> 8
            default: 1
            }
        return children.reduce(own) { $0 + $1.valueCount }
    }
}
