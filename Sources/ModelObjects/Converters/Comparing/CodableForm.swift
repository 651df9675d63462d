/// What an object of a Codable class encodes, the objects within it as references.
///
/// So objects that refer to one another in a circle, or share others, are encoded once for each comparison.
struct CodableForm {
    let node: ArchiveNode
    /// What the references in `node` refer to, by their numbers.
    let objects: [AnyObject]

    /// Nil for an object that cannot be encoded.
    init?(_ object: AnyObject) {
        guard let encodable = object as? any Encodable else { return nil }
        let references = EncodedReferences(root: object)
        guard let node = try? ArchiveEncoder.node(of: encodable, ArchivingContext(references)) else {
            return nil
        }
        self.node = node
        objects = references.objects
    }
}

private final class EncodedReferences: ModelNumbering {
    private let root: AnyObject
    private var isBegun = false
    private(set) var objects: [AnyObject] = []

    init(root: AnyObject) {
        self.root = root
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

    func knownNumber(of model: ModelObject) -> Int? { nil }

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
