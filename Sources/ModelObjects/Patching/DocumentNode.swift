/// A value in a document that the operations of a JSON Patch change.
///
/// An object or array becomes a tree of nodes when an operation first leads into it. From then on, finding, adding and
/// removing a member takes constant time. (Removing one changes the order of the others, which has no meaning.)
final class DocumentNode {
    private enum Kind {
        case value(ExportedValue)
        case object(of: ModelObject?)
        case array(isSet: Bool)
    }

    private var kind: Kind
    /// The values of an object or array.
    private var children: [DocumentNode] = []
    /// The keys of an object, in the order of `children`.
    private var keys: [String] = []
    /// The indices of the keys.
    private var places: [ExactText: Int] = [:]

    init(_ value: ExportedValue) { kind = .value(value) }

    /// The value as it is now.
    var value: ExportedValue {
        switch kind {
        case .value(let value): value
        case .object(let owner):
            .object(zip(keys, children).map { .init(key: $0, value: $1.value) }, of: owner)
        case .array(let isSet): .array(children.map(\.value), isSet: isSet)
        }
    }

    /// Whether the value is, or may contain, an object at a prefix of a model's paths.
    func mayHaveParts(of model: ModelObject) -> Bool {
        switch kind {
        case .value(.array), .array: true
        case .value(.object(_, let owner)), .object(let owner): owner === model
        default: false
        }
    }

    /// The node at a place.
    func node(at steps: ArraySlice<String>) throws -> DocumentNode {
        try steps.reduce(self) { try $0.child($1) }
    }

    /// Adds a member or an element; replaces a member that exists.
    ///
    /// - Returns: The steps to the node: with its index if the last step is `-`.
    @discardableResult
    func add(_ node: DocumentNode, at steps: ArraySlice<String>) throws -> [String] {
        guard let step = steps.last else {
            become(node)
            return []
        }
        let parent = try self.node(at: steps.dropLast())
        parent.open()
        switch parent.kind {
        case .object:
            if let place = parent.places[ExactText(step)] {
                parent.children[place] = node
            } else {
                parent.places[ExactText(step)] = parent.keys.count
                parent.keys.append(step)
                parent.children.append(node)
            }
        case .array:
            let count = parent.children.count
            let index = step == "-" ? count : try Self.index(step, below: count + 1)
            parent.children.insert(node, at: index)
            return steps.dropLast() + ["\(index)"]
        case .value:
            throw PatchFailure(reason: "neither an object nor an array")
        }
        return Array(steps)
    }

    /// Replaces a value that exists.
    func replace(at steps: ArraySlice<String>, with value: ExportedValue) throws {
        try node(at: steps).become(DocumentNode(value))
    }

    /// Removes a member or an element.
    ///
    /// - Returns: Its node, and the model that the nearest object around it belongs to.
    @discardableResult
    func remove(at steps: ArraySlice<String>) throws -> (node: DocumentNode, owner: ModelObject?) {
        var (parent, node, owner): (DocumentNode?, DocumentNode, ModelObject?) = (nil, self, nil)
        for step in steps {
            parent = node
            node = try node.child(step)
            if case .object(let model)? = parent?.kind { owner = model }
        }
        guard let parent, let step = steps.last else {
            throw PatchFailure(reason: "the whole object cannot be removed")
        }
        if let place = parent.places.removeValue(forKey: ExactText(step)) {
            parent.removeMember(at: place)
        } else {
            parent.children.remove(at: try Self.index(step, below: parent.children.count))
        }
        return (node, owner)
    }

    /// Removes a member whose key is not in `places`, by moving the last one to its place.
    private func removeMember(at place: Int) {
        let (key, child) = (keys.removeLast(), children.removeLast())
        if place == keys.count { return }
        (keys[place], children[place]) = (key, child)
        places[ExactText(key)] = place
    }

    private func become(_ other: DocumentNode) {
        (kind, children, keys, places) = (other.kind, other.children, other.keys, other.places)
    }

    private func child(_ step: String) throws -> DocumentNode {
        open()
        switch kind {
        case .object:
            if let place = places[ExactText(step)] { return children[place] }
        case .array:
            return children[try Self.index(step, below: children.count)]
        case .value:
            break
        }
        throw PatchFailure(reason: "there is no value")
    }

    /// Makes nodes of the values in an object or array.
    private func open() {
        switch kind {
        case .value(.object(let members, let owner)):
            (keys, children) = (members.map(\.key), members.map { DocumentNode($0.value) })
            for (place, key) in keys.enumerated().reversed() { places[ExactText(key)] = place }
            kind = .object(of: owner)
        case .value(.array(let elements, let isSet)):
            children = elements.map { DocumentNode($0) }
            kind = .array(isSet: isSet)
        default:
            break
        }
    }

    /// The index that a step names: digits without leading zeros (RFC 6901, section 4).
    private static func index(_ step: String, below count: Int) throws -> Int {
        guard let index = PathComponent.index(of: step) else {
            throw PatchFailure(reason: "not an index of an array")
        }
        guard index < count else { throw PatchFailure(reason: "no element at this index") }
        return index
    }
}
