/// Finds the steps of a report's paths that differ from place to place: indices of arrays, and keys of dictionaries.
///
/// Only the types show whether an object is a model or a dictionary. Worked example, for a class with a
/// property `usersByID` of type `[String: User]`:
///
///     $.users_by_id["7"].nmae     users_by_id fills usersByID, whose keys differ; nmae is a key of User
///     $.users_by_id[*].nmae
struct GeneralPaths: Sendable {
    /// What a value of the payload is mapped to.
    struct Shape: Sendable {
        /// The containers, from the outside in.
        var levels: [TypeContent.Level] = []
        var modelClass: ModelObject.Type?
    }

    /// The number of steps to the outermost value.
    var rootDepth = 0
    var root = Shape()
    /// The values that a decoder maps inside a Codable type, by the general path of each.
    var parts: [[PathComponent]: Shape] = [:]

    private enum Place {
        case models([ModelSchema])
        case node(PathNode, [ModelSchema])
        case container(ArraySlice<TypeContent.Level>, ModelObject.Type?)
        case unknown
    }

    /// The path with `anyIndex` for the steps that differ.
    func general(_ path: [PathComponent]) -> [PathComponent] {
        var general: [PathComponent] = []
        var place = Place.unknown
        for (index, step) in path.enumerated() {
            if index == rootDepth { place = Self.place(of: root) }
            if !parts.isEmpty, let part = parts[general] { place = Self.place(of: part) }
            if case .container(let levels, let modelClass) = place, let level = levels.first {
                general.append(level == .dictionary ? .anyIndex : Self.general(step))
                place = Self.place(of: Shape(levels: Array(levels.dropFirst()), modelClass: modelClass))
            } else {
                general.append(Self.general(step))
                place = Self.member(step, of: place)
            }
        }
        return general
    }

    private static func general(_ step: PathComponent) -> PathComponent {
        if case .index = step { .anyIndex } else { step }
    }

    private static func place(of shape: Shape) -> Place {
        if !shape.levels.isEmpty { return .container(shape.levels[...], shape.modelClass) }
        guard let modelClass = shape.modelClass else { return .unknown }
        // The payload may name a subclass. In every report, the first class that has a key determines what
        // the key leads to.
        return .models(ModelSchema.of(modelClass).reachable)
    }

    private static func member(_ step: PathComponent, of place: Place) -> Place {
        let (schemas, node): ([ModelSchema], PathNode?)
        switch place {
        case .models(let found): (schemas, node) = (found, nil)
        case .node(let found, let around): (schemas, node) = (around, found)
        case .container, .unknown: return .unknown
        }
        for schema in schemas {
            let matcher = node?.matcher ?? schema.matcher(.fuzzy)
            switch matcher.matches(step.text).first?.target {
            case .property(let index):
                let content = schema.properties[index].content
                return Self.place(
                    of: Shape(
                        levels: content.levels, modelClass: content.modelClass ?? content.archivedClass))
            case .path(let inner): return .node(inner, [schema])
            default: continue
            }
        }
        return .unknown
    }
}
