/// The types whose values are one node: the table that properties, `Any` and Codable values share.
protocol ScalarNode: Sendable {
    var node: ArchiveNode { get }

    /// The node of a value in an `Any`, which says its own type.
    var untypedNode: ArchiveNode { get }

    /// The value of a node; nil where `node` of this type makes no such node.
    init?(node: ArchiveNode)

    /// The value of a node inside a Codable value, where earlier versions of the type may have had another number type.
    init?(coded node: ArchiveNode)
}

extension ScalarNode {
    var untypedNode: ArchiveNode { node }
    init?(coded node: ArchiveNode) { self.init(node: node) }
}

extension ValueArchiving where Value: ScalarNode {
    func archived(_ value: Value, _ context: ArchivingContext) -> ArchiveNode { value.node }
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> Value? { Value(node: node) }
}
