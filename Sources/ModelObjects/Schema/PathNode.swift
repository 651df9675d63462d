/// A level of declared paths: the components that follow a common prefix.
final class PathNode: Hashable, Sendable {
    let matcher: KeyMatcher
    /// The node's index in its class's matcher.
    let index: Int
    /// The properties that paths through the node can feed.
    let properties: PropertySet
    /// Whether a path through the node leads to a property that is not ignored.
    let isUsed: Bool
    /// Whether some of the next components can be indices of an array.
    let hasIndices: Bool
    /// Whether some of the next components can only be keys.
    let hasKeys: Bool
    /// Whether a path through the node leads to an input of a `combined` rule.
    let leadsToInput: Bool

    init(bindings: [KeyBinding], mode: MappingOptions.KeyMatching, index: Int) {
        let ends = bindings.compactMap { if case .property(let index) = $0.target { index } else { nil } }
        // Otherwise each of many paths would have a place for every property of the class.
        matcher = KeyMatcher(bindings: bindings, mode: mode, firstProperty: ends.min() ?? 0)
        self.index = index
        properties = bindings.reduce(into: PropertySet()) { $0.formUnion($1.target.properties) }
        isUsed = bindings.contains { $0.target.isUsed }
        hasIndices = bindings.contains { PathComponent.index(of: $0.spelling) != nil }
        hasKeys = bindings.contains { PathComponent.index(of: $0.spelling) == nil }
        leadsToInput = bindings.contains { $0.target.leadsToInput }
    }

    /// What a value must be so that paths can lead into it, for messages.
    var expected: String { hasIndices ? "object or array" : "object" }

    /// The properties at the ends of the paths through the node, with exact ranks.
    var ends: [KeyMatch] {
        matcher.definition.bindings.flatMap { binding -> [KeyMatch] in
            switch binding.target {
            case .path(let node): node.ends
            case .property: [binding.match(.exact)]
            case .input, .ignored: []
            }
        }
    }

    static func == (left: PathNode, right: PathNode) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
