/// A value in a document that the operations of a JSON Patch change.
///
/// A node opens its object or array when an operation first leads into it. From then on, finding, adding and removing a
/// member takes constant time. (Removing one changes the order of the others, which has no meaning.)
///
/// The nodes remember which operations changed them, by their indices, to name the operation that caused an error.
final class DocumentNode {
    private enum Kind {
        case value(ExportedValue)
        case object(of: ModelObject?)
        case array(isSet: Bool)
    }

    /// A member or an element; a node if an operation led to it.
    ///
    /// (One word, because operations can move all elements of an array.)
    private enum Child {
        indirect case value(ExportedValue)
        case node(DocumentNode)
    }

    private var kind: Kind
    /// The values of an object or array.
    private var children: [Child] = []
    /// The keys of an object, in the order of `children`.
    private var keys: [String] = []
    /// The indices of the keys.
    private var places: [ExactText: Int] = [:]
    /// The operation that stored this value.
    private var operation: Int?
    /// The operations that removed members of an object, by key.
    private var removals: [ExactText: Int] = [:]
    /// The last operation that removed an element of an array.
    private var elementRemoval: Int?
    /// Whether an operation has moved a value of the document, whose root this is.
    var hasMoves = false
    /// Whether an operation has stored a null, or a value with one, in the document whose root this is.
    var storesNull = false

    init(_ value: ExportedValue) { kind = .value(value) }

    /// The value as it is now.
    var value: ExportedValue {
        switch kind {
        case .value(let value): value
        case .object(let owner):
            .object(zip(keys, children).map { .init(key: $0, value: Self.value(of: $1)) }, of: owner)
        case .array(let isSet): .array(children.map(Self.value), isSet: isSet)
        }
    }

    private static func value(of child: Child) -> ExportedValue {
        switch child {
        case .value(let value): value
        case .node(let node): node.value
        }
    }

    var isNull: Bool {
        if case .value(.null) = kind { true } else { false }
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
    func add(_ node: DocumentNode, at steps: ArraySlice<String>, by operation: Int) throws {
        node.operation = operation
        guard let step = steps.last else { return become(node) }
        let parent = try self.node(at: steps.dropLast())
        parent.open()
        switch parent.kind {
        case .object:
            if let place = parent.places[ExactText(step)] {
                parent.children[place] = .node(node)
            } else {
                parent.places[ExactText(step)] = parent.keys.count
                parent.keys.append(step)
                parent.children.append(.node(node))
            }
        case .array:
            let count = parent.children.count
            let index = step == "-" ? count : try Self.index(step, below: count + 1)
            parent.children.insert(.node(node), at: index)
        case .value:
            throw PatchFailure(reason: "neither an object nor an array")
        }
    }

    /// Replaces a value that exists.
    func replace(at steps: ArraySlice<String>, with value: ExportedValue, by operation: Int) throws {
        let node = DocumentNode(value)
        node.operation = operation
        try self.node(at: steps).become(node)
    }

    /// Removes a member or an element.
    ///
    /// - Returns: Its node, and the model that the nearest object around it belongs to.
    @discardableResult
    func remove(
        at steps: ArraySlice<String>, by operation: Int
    ) throws -> (node: DocumentNode, owner: ModelObject?) {
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
            parent.removals[ExactText(step)] = operation
        } else {
            parent.children.remove(at: try Self.index(step, below: parent.children.count))
            parent.elementRemoval = operation
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
        (operation, removals, elementRemoval) = (other.operation, other.removals, other.elementRemoval)
    }

    private func child(_ step: String) throws -> DocumentNode {
        open()
        if let child = try openedChild(step) { return child }
        let hint = KeyFolding.spelling(of: step, in: keys).map { ", but there is one for `\($0)`" }
        throw PatchFailure(reason: "there is no value" + (hint ?? ""))
    }

    /// The node of a member or an element; nil for a key that an object doesn't have, and for a value without nodes.
    private func openedChild(_ step: String) throws -> DocumentNode? {
        switch kind {
        case .object: places[ExactText(step)].map(node)
        case .array: node(at: try Self.index(step, below: children.count))
        case .value: nil
        }
    }

    /// The node of a member or an element.
    private func node(at place: Int) -> DocumentNode {
        switch children[place] {
        case .node(let node): return node
        case .value(let value):
            let node = DocumentNode(value)
            children[place] = .node(node)
            return node
        }
    }

    // MARK: Operations

    /// The operation that caused the value at a place, or that removed it; nil if no operation changed anything.
    ///
    /// That is the last one that stored or removed a value at or around the place, or changed something in it. Otherwise
    /// it is the last one in the smallest value around the place in which an operation changed anything.
    func operation(at steps: [String]) -> Int? {
        let (nodes, removal) = nodes(along: steps)
        let inside = nodes.count > steps.count ? nodes[steps.count].lastOperation : removal
        let stored = nodes.compactMap(\.operation).max()
        if stored != nil || inside != nil { return max(stored ?? 0, inside ?? 0) }
        return nodes.reversed().lazy.compactMap(\.lastOperation).first
    }

    /// Whether an operation removed a member by its own key, and none has added it again.
    func hasRemoved(at steps: [String]) -> Bool { nodes(along: steps).removal != nil }

    /// Whether an operation stored the value at a place, or one around it inside the value at a prefix of its path.
    ///
    /// - Parameter prefix: The number of steps in the prefix.
    func hasStored(at steps: [String], inside prefix: Int) -> Bool {
        nodes(along: steps).nodes.dropFirst(prefix + 1).contains { $0.operation != nil }
    }

    /// The nodes on the path to a place, up to the last one that exists.
    ///
    /// - Returns: The nodes, and the operation that removed the member at the first step without a node.
    private func nodes(along steps: [String]) -> (nodes: [DocumentNode], removal: Int?) {
        var nodes = [self]
        for step in steps {
            let node = nodes[nodes.count - 1]
            guard let child = try? node.openedChild(step) else {
                return (nodes, node.removals[ExactText(step)])
            }
            nodes.append(child)
        }
        return (nodes, nil)
    }

    /// The last operation that changed the value or something in it.
    private var lastOperation: Int? {
        let inside = children.map { child -> Int? in
            if case .node(let node) = child { node.lastOperation } else { nil }
        }
        return ([operation, elementRemoval, removals.values.max()] + inside).compactMap(\.self).max()
    }

    /// Makes the values in an object or array accessible.
    private func open() {
        switch kind {
        case .value(.object(let members, let owner)):
            (keys, children) = (members.map(\.key), members.map { .value($0.value) })
            places.reserveCapacity(keys.count)
            for (place, key) in keys.enumerated().reversed() { places[ExactText(key)] = place }
            kind = .object(of: owner)
        case .value(.array(let elements, let isSet)):
            children = elements.map { .value($0) }
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
