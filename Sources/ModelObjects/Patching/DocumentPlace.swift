/// A place in the document of a model, with the nearest model around it.
struct DocumentPlace {
    private(set) var path: [PathComponent] = []
    /// The nearest model around the place; nil for the root.
    private(set) var model: ModelObject?
    /// Finds the classes of documents in this place.
    private(set) var classes: DocumentClasses
    /// The number of steps to that model.
    private var depth = 0

    init(_ mapper: ObjectMapper) { classes = DocumentClasses(mapper: mapper) }

    var pointer: JSONPointer { JSONPointer(path.map(\.text)) }
    /// The steps from that model to the place.
    var steps: [String] { path[depth...].map(\.text) }

    /// The place of a model: the steps to its parts are counted from here.
    func inside(_ model: ModelObject) -> DocumentPlace {
        var place = self
        (place.model, place.depth) = (model, path.count)
        place.classes = classes.inside(ModelSchema.of(type(of: model)))
        return place
    }

    /// The place of a member.
    ///
    /// - Parameter owner: The model to which the object here belongs; nil if it is a dictionary.
    func member(_ key: String, of owner: ModelObject?) -> DocumentPlace {
        guard let owner, owner !== model else { return member(key) }
        return inside(owner).member(key)
    }

    /// The place of a member of a dictionary, or of the model around the place.
    func member(_ key: String) -> DocumentPlace { part(.key(key)) }

    func element(_ index: Int) -> DocumentPlace { part(.index(index)) }

    private func part(_ step: PathComponent) -> DocumentPlace {
        var place = self
        place.path.append(step)
        return place
    }

    /// What the property that is exported at or around the place declares for the place; nil if there is no
    /// such property.
    func content(_ options: ExportOptions) -> TypeContent? {
        guard let model, let around = classes.around else { return nil }
        let layout = ExportLayout.of(type(of: model), options)
        let steps = steps
        for count in 1...steps.count {
            guard let property = layout.property(at: Array(steps.prefix(count))) else { continue }
            return steps[count...].reduce(property.content(around)) { content, _ in content.inside }
        }
        return nil
    }

    /// Whether paths of properties of the model lead through the place.
    func isPrefix(_ options: ExportOptions) -> Bool {
        guard let model else { return false }
        return !ExportLayout.of(type(of: model), options).properties(atOrBelow: steps).isEmpty
    }
}

extension ExportLayout {
    /// The property that is exported at a path.
    func property(at path: [String]) -> Property? {
        properties(atOrBelow: path).first { paths[$0].count == path.count }.map { schema.properties[$0] }
    }

    /// The next step of the paths that lead into the value at a path; nil if there are none.
    ///
    /// All of them have an index there, or all of them have a key.
    func step(below path: [String]) -> PathComponent? {
        properties(atOrBelow: path).map { paths[$0] }.first { $0.count > path.count }?[path.count]
    }
}

extension Property {
    /// What the property holds, with the class that a rule or `arrayMappings` names for its elements.
    func content(_ options: ResolvedOptions) -> TypeContent {
        guard content.isUntypedContainer else { return content }
        guard let type = rule.elementClass ?? options.elementClass(of: self) else { return content }
        var content = content
        content.modelClass = type
        return content
    }
}

extension TypeContent {
    static let untyped = TypeContent(isUntypedElement: true)

    /// What the parts of a value hold; those of a new model are not known here.
    var inside: TypeContent {
        if levels.isEmpty {
            if isUntypedContainer, modelClass != nil { return self }
            return isUntypedElement || modelClass != nil ? .untyped : TypeContent()
        }
        var content = self
        content.levels.removeFirst()
        if content.levels.isEmpty, isUntypedContainer { content.isUntypedElement = true }
        return content
    }

    /// The class that the type declares for a model in this place; nil if it declares none.
    var placedClass: ModelObject.Type? { levels.isEmpty ? modelClass : nil }

    /// Whether a value of the type can be this model.
    func takes(_ model: ModelObject) -> Bool {
        guard levels.isEmpty, !isUntypedElement else { return isUntypedElement }
        // For a Set, only the class in an archive is known; for a Codable type, no class.
        let declared = modelClass ?? archivedClass.flatMap { $0 == ModelObject.self ? nil : $0 }
        return declared.map { isSubclass(type(of: model), of: $0) } ?? false
    }
}
