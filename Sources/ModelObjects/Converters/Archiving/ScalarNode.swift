/// The types whose values are one node: the table shared by properties, `Any` and Codable values.
protocol ScalarNode: Sendable {
    var node: ArchiveNode { get }

    /// The node of a value in an `Any`, which includes its type.
    var untypedNode: ArchiveNode { get }

    /// The value of a node; nil if `node` of this type never has this form.
    init?(node: ArchiveNode)
}

extension ScalarNode {
    var untypedNode: ArchiveNode { node }
}

extension ValueConverter where Value: ScalarNode {
    func archived(_ value: Value, _ context: ArchivingContext) -> ArchiveNode { value.node }
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> Value? { Value(node: node) }
}
