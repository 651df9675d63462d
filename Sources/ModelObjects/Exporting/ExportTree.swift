/// The members that a class's objects are exported with: its properties by their keys, those with paths
/// nested, in the order of declaration or sorted.
///
///     name: key("n")    desc: key("ext.desc")    page    isbn: key("ext.ids.0")
///
///     n: name, ext: { desc: desc, ids: [isbn] }, page: page
///
/// Where discriminators have texts for the class, these are members too: see `ClassNames`.
struct ExportTree: Sendable {
    private(set) var members: [ExportMember] = []
    /// Pairs of properties that want one key.
    private(set) var collisions: [KeyCollision] = []
    /// From a property's index to the steps of its key; empty for those that are not exported.
    private(set) var paths: [[PathComponent]]
    /// How the objects say what class they are of; nil where no discriminator has a text for it.
    let classNames: ClassNames?

    /// - Parameter isIncluded: whether a property takes part, which is asked only of those that the class
    ///   exports.
    init(_ schema: ModelSchema, _ form: ExportForm, isIncluded: (Property) -> Bool = { _ in true }) {
        paths = Array(repeating: [], count: schema.properties.count)
        classNames = ClassNames(schema, form)
        let root = Branch()
        for (index, property) in schema.properties.enumerated() where property.rule.isExported {
            let isRelation = property.holdsModels(schema)
            guard isIncluded(property), !(isRelation && form.relations == .none) else { continue }
            var keys = property.exportedKey(form)
            if isRelation, form.relations == .railsAttributes { keys[keys.count - 1] += railsSuffix }
            paths[index] = keys.map { .key($0) }
            if case .property(let other)? = root.insert(keys[...], .property(index)) {
                collisions.append(
                    KeyCollision(
                        path: paths[index], property: property.name, other: schema.properties[other].name))
            }
        }
        for (index, name) in (classNames?.members ?? []).enumerated().reversed() {
            _ = root.insert(name.keys[...], .className(index), isFirst: true)
        }
        members = root.members(isSorted: form.sortedKeys)
    }

    private final class Branch {
        private var children: [(key: String, leaf: ExportMember.Content, branch: Branch?)] = []

        /// Adds a leaf under the rest of its path; else the one that is in the way.
        func insert(
            _ keys: ArraySlice<String>, _ leaf: ExportMember.Content, isFirst: Bool = false
        ) -> ExportMember.Content? {
            guard let key = keys.first else { return nil }
            let rest = keys.dropFirst()
            if let child = children.first(where: { $0.key == key }) {
                guard let branch = child.branch, !rest.isEmpty else { return child.leaf }
                return branch.insert(rest, leaf, isFirst: isFirst)
            }
            let branch = rest.isEmpty ? nil : Branch()
            children.insert((key, leaf, branch), at: isFirst ? 0 : children.count)
            return branch?.insert(rest, leaf, isFirst: isFirst)
        }

        func members(isSorted: Bool) -> [ExportMember] {
            let order =
                isSorted
                ? children.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : children
            return order.map { child in
                ExportMember(key: child.key, content: Self.content(child.leaf, child.branch, isSorted))
            }
        }

        private static func content(
            _ leaf: ExportMember.Content, _ branch: Branch?, _ isSorted: Bool
        ) -> ExportMember.Content {
            guard let branch else { return leaf }
            return branch.elements(isSorted).map { .array($0) } ?? .object(branch.members(isSorted: isSorted))
        }

        /// The children in their places, where all of their keys are indices; gaps are nil.
        private func elements(_ isSorted: Bool) -> [ExportMember?]? {
            let indices = children.compactMap { Self.index($0.key) }
            guard indices.count == children.count, let last = indices.max() else { return nil }
            var elements: [ExportMember?] = Array(repeating: nil, count: last + 1)
            for (index, child) in zip(indices, children) {
                elements[index] = ExportMember(
                    key: child.key, content: Self.content(child.leaf, child.branch, isSorted))
            }
            return elements
        }

        /// The index that a key is; nil where it is none, or so large that most of the array would be gaps.
        private static func index(_ key: String) -> Int? {
            guard let index = Int(key), String(index) == key, 0..<256 ~= index else { return nil }
            return index
        }
    }
}

/// What Rails wants behind the key of a relation.
let railsSuffix = "_attributes"

/// One member of an exported object: a property's value, the name of its class, or what the paths of several
/// share.
struct ExportMember: Sendable {
    enum Content: Sendable {
        case property(Int)
        /// The text by which a discriminator names the class, as one of `ClassNames.members`.
        case className(Int)
        case object([ExportMember])
        /// By index; nil where no property is.
        case array([ExportMember?])
    }

    let key: String
    let content: Content

    /// No property is in it.
    var isClassName: Bool {
        switch content {
        case .property: false
        case .className: true
        case .object(let members): members.allSatisfy(\.isClassName)
        case .array(let elements): elements.allSatisfy { $0?.isClassName ?? true }
        }
    }
}

/// Two properties that want one key, or of which one wants a key within the value of the other.
struct KeyCollision: Sendable {
    let path: [PathComponent]
    let property: String
    let other: String

    var failure: ExportFailure {
        ExportFailure(
            .keyCollision,
            Headline(
                "Cannot export both \(other) and \(property)", ending: "; mark one of them .notExported"),
            expected: "one property under the key", found: "\(other) and \(property)"
        )
        .under(path)
    }
}

/// The options that decide which keys a class's objects are exported with.
struct ExportForm: Hashable, Sendable {
    var keyStyle = ExportOptions.KeyStyle.declared
    var relations = ExportOptions.Relations.nested
    var sortedKeys = false

    /// How many forms there are.
    static let count = 30

    /// A number of the form's own, below `count`.
    var number: Int {
        let style =
            switch keyStyle {
            case .declared: 0
            case .snakeCase: 1
            case .kebabCase: 2
            case .camelCase: 3
            case .pascalCase: 4
            }
        let relation =
            switch relations {
            case .nested: 0
            case .none: 1
            case .railsAttributes: 2
            }
        return (style * 3 + relation) * 2 + (sortedKeys ? 1 : 0)
    }
}

extension Property {
    /// Whether the property holds models, as far as its type, its rule and the options of its class say.
    ///
    /// What a rule makes another value or a text of is none.
    func holdsModels(_ schema: ModelSchema) -> Bool {
        if rule.makesExportedValue { return false }
        if content.holdsModels { return true }
        guard content.isUntypedContainer, !schema.options.arrayMappings.isEmpty else { return false }
        return ResolvedOptions(call: nil, own: schema.options, around: nil).elementClass(of: self) != nil
    }
}

extension PropertyRule {
    /// The property's exported value is not simply that of its type.
    var makesExportedValue: Bool { conversion?.to != nil || isEmbeddedJSON }
}
