/// Finds the steps of a report's paths that differ from place to place: indices of arrays, and keys of dictionaries.
///
/// Only the types show whether an object is a model or a dictionary. Worked example, for a class with a
/// property `usersByID` of type `[String: User]`:
///
///     $.users_by_id["7"].nmae     users_by_id fills usersByID, whose keys differ; nmae is a key of User
///     $.users_by_id[*].nmae
struct GeneralPaths: Sendable {
    /// The number of steps to the outermost value.
    var rootDepth = 0
    /// What the outermost value is mapped to.
    var root = TypeContent()
    /// What a decoder maps the values inside a Codable type to, by the general path of each.
    var parts: [[PathComponent]: TypeContent] = [:]

    /// What the steps of a path lead to.
    ///
    /// The payload may name a subclass, and each subclass can have a property of another type for a key.
    fileprivate struct Place {
        /// The classes of an object, and the nodes of the paths of their rules.
        private var models: [(schema: ModelSchema, below: PathNode?)] = []
        /// Values with at least one level.
        private var containers: [TypeContent] = []

        init() {}

        init(_ content: TypeContent) { add(content) }

        private mutating func add(_ content: TypeContent) {
            if !content.levels.isEmpty {
                containers.append(content)
            } else if let modelClass = content.modelClass ?? content.archivedClass {
                models += ModelSchema.of(modelClass).reachable.map { ($0, nil) }
            }
        }

        /// The general form of a step, and what the step leads to.
        func next(_ step: PathComponent) -> (step: PathComponent, place: Place) {
            if let member = member(step) {
                // An index in the path of a rule belongs to a property.
                return (models.contains { $0.below != nil } ? step : step.general, member)
            }
            guard var content = containers.first else { return (step.general, Place()) }
            let level = content.levels.removeFirst()
            return (level == .dictionary ? .anyIndex : step.general, Place(content))
        }

        /// What a key of an object leads to; nil if no class has it.
        private func member(_ step: PathComponent) -> Place? {
            var place: Place?
            // Subclasses share the properties of their superclass.
            var types: Set<ObjectIdentifier> = []
            for (schema, node) in models {
                let matcher = node?.matcher ?? schema.matcher(.fuzzy)
                guard let target = matcher.matches(step.text).first?.target else { continue }
                switch target {
                case .property(let index):
                    let property = schema.properties[index]
                    place = place ?? Place()
                    guard types.insert(ObjectIdentifier(property.accessor.type)).inserted else { continue }
                    place?.add(property.content)
                case .path(let inner):
                    place = place ?? Place()
                    place?.models.append((schema, inner))
                default: continue
                }
            }
            return place
        }
    }

    /// The path with `anyIndex` for the steps that differ.
    ///
    /// - Parameter endsInKey: Whether the last step is a key of an object whose class doesn't have it, so that it can't be
    ///   that of a dictionary.
    @inline(never)
    func generalized(_ path: [PathComponent], endsInKey: Bool = false) -> [PathComponent] {
        var search = GeneralPathSearch(self)
        let end = search.generalized(SharedPath(path), endsInKey: endsInKey)
        return search.tree.path(to: end)
    }

    /// The general form of a step, and what the step leads to.
    ///
    /// - Parameters:
    ///   - index: The number of steps before it.
    ///   - outer: What the steps before it lead to.
    ///   - path: The general path before it.
    fileprivate func generalized(
        _ step: PathComponent, at index: Int, of outer: Place, _ path: @autoclosure () -> [PathComponent]
    ) -> (step: PathComponent, place: Place) {
        var outer = outer
        if index == rootDepth { outer = Place(root) }
        if !parts.isEmpty, let part = parts[path()] { outer = Place(part) }
        return outer.next(step)
    }
}

/// Finds the general paths of many findings.
///
/// Only the steps that no finding before shares are looked up, so that a report of a deep document takes linear time.
struct GeneralPathSearch {
    private struct Step: Hashable {
        let outer: Int
        let component: PathComponent
    }

    private typealias Position = (end: Int, place: GeneralPaths.Place)

    private let paths: GeneralPaths
    /// The general paths, of which equal ones have the same end.
    let tree = PathTree()
    private var ends: [Step: Int] = [:]
    private var positions = PathValues<Position>()

    init(_ paths: GeneralPaths) { self.paths = paths }

    /// The end of the general path in `tree`.
    ///
    /// - Parameter path: A path of the same tree as in earlier calls.
    mutating func generalized(_ path: SharedPath, endsInKey: Bool = false) -> Int {
        if endsInKey, let key = path.last {
            let outer = generalized(path.prefix(path.count - 1))
            return Self.append(key.general, to: outer, in: tree, &ends)
        }
        return positions.value(of: path, from: (PathTree.root, .init())) { step, outer in
            let (component, place) = paths.generalized(
                step, at: tree.count(to: outer.end), of: outer.place, tree.path(to: outer.end))
            return (Self.append(component, to: outer.end, in: tree, &ends), place)
        }.end
    }

    private static func append(
        _ component: PathComponent, to outer: Int, in tree: PathTree, _ ends: inout [Step: Int]
    ) -> Int {
        let step = Step(outer: outer, component: component)
        let end = ends[step] ?? tree.append(component, to: outer)
        ends[step] = end
        return end
    }
}
