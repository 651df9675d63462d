/// One member of an exported object: a property's value, the name of its class, or an object or array that the paths of
/// several properties share.
///
///     name: key("n")    desc: key("ext.desc")    page    isbn: key("ext.ids.0")
///
///     n: name, ext: { desc: desc, ids: [isbn] }, page: page
struct ExportMember: Sendable {
    enum Content: Sendable {
        case property(Int)
        case className(DiscriminatorValue)
        case object([ExportMember])
        /// By index; nil for an index without a property.
        case array([ExportMember?])
    }

    let key: String
    var content: Content

    /// Whether it contains no property.
    var holdsNoProperty: Bool { content.properties.isEmpty }
}

extension ExportMember.Content {
    /// The properties in it, in export order.
    var properties: [Int] {
        switch self {
        case .property(let index): [index]
        case .className: []
        case .object(let members): members.flatMap(\.content.properties)
        case .array(let elements): elements.flatMap { $0?.content.properties ?? [] }
        }
    }

    /// What an object has under a key, or an array at an index; nil for nothing.
    subscript(step: String) -> ExportMember.Content? {
        switch self {
        case .object(let members):
            return members.first { $0.key == step }?.content
        case .array(let elements):
            guard let index = PathComponent.index(of: step), index < elements.count else { return nil }
            return elements[index]?.content
        case .property, .className:
            return nil
        }
    }
}

extension [ExportMember] {
    /// Adds a member under its path; if a property already occupies the path, adds nothing and returns that property.
    mutating func insert(
        _ leaf: ExportMember.Content, under path: ArraySlice<String>, isFirst: Bool = false
    ) -> Int? {
        guard let key = path.first else { return nil }
        let remaining = path.dropFirst()
        var content = leaf
        if let index = firstIndex(where: { $0.key == key }) {
            guard case .object(var members) = self[index].content, !remaining.isEmpty else {
                return self[index].content.properties.first
            }
            let other = members.insert(leaf, under: remaining, isFirst: isFirst)
            self[index].content = .object(members)
            return other
        }
        if !remaining.isEmpty {
            var members: [ExportMember] = []
            _ = members.insert(leaf, under: remaining)
            content = .object(members)
        }
        insert(ExportMember(key: key, content: content), at: isFirst ? 0 : count)
        return nil
    }

    /// The steps of a path, with indices where arrays are exported.
    func place(at path: [String]) -> [PathComponent] {
        var content: ExportMember.Content? = .object(self)
        return path.map { key in
            var step = PathComponent.key(key)
            if case .array = content, let index = PathComponent.index(of: key) { step = .index(index) }
            content = content?[key]
            return step
        }
    }

    /// The members in export order; objects whose keys are the indices of an array become arrays.
    ///
    /// - Parameter all: The members of all properties, whether they are exported or not.
    func arranged(isSorted: Bool, among all: [ExportMember]) -> [ExportMember] {
        let members = map { member in
            guard case .object(let members) = member.content else { return member }
            var inner = members
            if case .object(let found)? = ExportMember.Content.object(all)[member.key] { inner = found }
            let arranged = members.arranged(isSorted: isSorted, among: inner)
            let content =
                inner.areElements ? ExportMember.Content.array(arranged.elements) : .object(arranged)
            return ExportMember(key: member.key, content: content)
        }
        return isSorted
            ? members.sorted(byText: \.key) : members
    }

    private var indices: [Int] { compactMap { PathComponent.index(of: $0.key) } }

    /// Whether all keys are indices of an array: one of them is 0, or at least half of the elements have one.
    ///
    /// Otherwise the numbers are keys, such as sizes or years. A large index could make an array of gaps.
    private var areElements: Bool {
        let indices = indices
        guard indices.count == count, let last = indices.max() else { return false }
        return last < 2 * count || last < 256 && indices.contains(0)
    }

    /// The members by index; gaps are nil.
    private var elements: [ExportMember?] {
        let indices = indices
        var elements = [ExportMember?](repeating: nil, count: (indices.max() ?? -1) + 1)
        for (index, member) in zip(indices, self) { elements[index] = member }
        return elements
    }
}
