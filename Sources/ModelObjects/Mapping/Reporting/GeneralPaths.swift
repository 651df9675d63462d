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
    fileprivate enum Place {
        case models([ModelSchema], below: PathNode? = nil)
        /// A value with at least one level.
        case container(TypeContent)
        case unknown
    }

    /// The path with `anyIndex` for the steps that differ.
    @inline(never)
    func general(_ path: [PathComponent]) -> [PathComponent] {
        var search = GeneralPathSearch(self)
        let end = search.general(SharedPath(path))
        return search.tree.path(to: end)
    }

    /// The general form of a step, and what the step leads to.
    ///
    /// - Parameters:
    ///   - index: The number of steps before it.
    ///   - outer: What the steps before it lead to.
    ///   - path: The general path before it.
    fileprivate func general(
        _ step: PathComponent, at index: Int, of outer: Place, _ path: @autoclosure () -> [PathComponent]
    ) -> (step: PathComponent, place: Place) {
        var outer = outer
        if index == rootDepth { outer = Self.place(of: root) }
        if !parts.isEmpty, let part = parts[path()] { outer = Self.place(of: part) }
        if case .container(var content) = outer {
            let level = content.levels.removeFirst()
            return (level == .dictionary ? .anyIndex : step.general, Self.place(of: content))
        }
        return (step.general, Self.member(step, of: outer))
    }

    private static func place(of content: TypeContent) -> Place {
        if !content.levels.isEmpty { return .container(content) }
        guard let modelClass = content.modelClass ?? content.archivedClass else { return .unknown }
        // The payload may name a subclass. In every report, the first class that has a key determines what
        // the key leads to.
        return .models(ModelSchema.of(modelClass).reachable)
    }

    private static func member(_ step: PathComponent, of place: Place) -> Place {
        guard case .models(let schemas, let node) = place else { return .unknown }
        for schema in schemas {
            let matcher = node?.matcher ?? schema.matcher(.fuzzy)
            switch matcher.matches(step.text).first?.target {
            case .property(let index): return Self.place(of: schema.properties[index].content)
            case .path(let inner): return .models([schema], below: inner)
            default: continue
            }
        }
        return .unknown
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
    mutating func general(_ path: SharedPath) -> Int {
        positions.value(of: path, from: (PathTree.root, .unknown)) { step, outer in
            let (component, place) = paths.general(
                step, at: tree.count(to: outer.end), of: outer.place, tree.path(to: outer.end))
            let step = Step(outer: outer.end, component: component)
            let end = ends[step] ?? tree.append(component, to: outer.end)
            ends[step] = end
            return (end, place)
        }.end
    }
}
