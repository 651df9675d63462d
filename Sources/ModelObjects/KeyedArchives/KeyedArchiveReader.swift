import Foundation

/// Maps the objects of a keyed archive to models: first it makes every model, then it fills each one from a dictionary
/// of its members, as a payload fills it.
///
/// A model is made once, so shared references and cycles are kept. Except in cycles, models are filled after
/// those that they refer to, so that `didMap` and `validate` find complete models, and Sets get complete
/// members. Nothing recurses along chains of models.
///
/// Time and memory are linear in the size of the file and the number of values that shared objects expand to, which
/// `KeyedArchive` limits.
final class KeyedArchiveReader {
    let mapper: ObjectMapper
    let archive: KeyedArchive
    /// The reachable objects, by UID.
    private(set) var nodes: [KeyedNode?]
    /// The arrays and dictionaries without a UID.
    private var plainNodes: [KeyedNode] = []

    /// The number of levels up to which problems have the path from the root; deeper objects are located by their UID.
    private static let longestPath = 64

    init(_ archive: KeyedArchive, _ mapper: ObjectMapper) {
        self.archive = archive
        nodes = Array(repeating: nil, count: archive.top + 1)
        self.mapper = mapper
    }

    /// The model that is the root object.
    func root<Model: ModelObject>(_ type: Model.Type) throws -> Model {
        try reading(around: nil, rootClass: type) { node in
            switch node.object {
            case .model: break
            case .unknown(let name): throw ModelError.unknownClass(ofRoot: name)
            case .list:
                throw Self.wrongRoot("is an array, not a model", expected: "a model", found: "an array")
            case .null, .value, .dictionary, .unreadable:
                throw Self.wrongRoot("is not a model", expected: "a model", found: "another object")
            }
            guard let model = node.model as? Model else {
                throw ModelError.classNotAllowed(
                    node.model.map { "\(Swift.type(of: $0))" } ?? "", expected: "\(type)", at: [])
            }
            return model
        }
    }

    /// The models of the array that is the root object.
    func array<Model: ModelObject>(_ type: Model.Type) throws -> [Model] {
        mapper.report?.beginContainer(.init(levels: [.array], modelClass: type))
        let options = mapper.elementOptions(of: ModelSchema.of(type))
        return try reading(around: options) { node in
            if case .unreadable(let known) = node.object { throw ModelError.withoutContent(known) }
            guard case .list = node.object else {
                throw Self.wrongRoot("is not an array", expected: "an array", found: "another object")
            }
            guard let list = try value(of: node, depth: 0) else { return [] }
            try archive.charge(list.size)
            let converter = ArrayConverter(element: ModelConverter<Model>(elementClass: nil))
            return try converter.convert(
                JSONValue(list.any), MappingContext(mapper: mapper, options: options)) ?? []
        }
    }

    private static func wrongRoot(_ reason: String, expected: String, found: String) -> ModelError {
        ModelError(
            .invalidRoot, Headline("The root of the keyed archive \(reason)"),
            expected: "a keyed archive of \(expected)", found: found)
    }

    /// Reads all objects, then returns the result for the root.
    ///
    /// `body` is also called before the models are filled, unless the root is a list, so that a wrong root is rejected
    /// before any hook is called.
    ///
    /// - Parameters:
    ///   - options: The options in force for the elements of the root, if it is an array.
    ///   - rootClass: The class of the root, if it is a dictionary; nil if a dictionary is no root.
    private func reading<Result>(
        around options: ResolvedOptions?, rootClass: ModelObject.Type? = nil,
        _ body: (KeyedNode) throws -> Result
    ) throws -> Result {
        let root = try root(of: rootClass)
        do {
            let node = KeyedNode(nil, nil, around: options)
            nodes[root] = node
            let order = try CompletionOrder(of: [root], id: { $0 }) { uid in
                try open(uid, uid == root ? rootClass : nil)
            }
            if case .list = node.object {} else { _ = try body(node) }
            // From now on, Sets of models are recorded, for `rebuildValues`.
            if order.hasCycle { mapper.details.madeSets = MadeSets() }
            for uid in order.objects { try fill(uid) }
            if order.hasCycle { try rebuildValues(of: order.objects) }
            let result = try body(node)
            // The call would throw anyway, but it can't free models in cycles.
            if mapper.isRejected { throw MappingCall.Rejection(problem: nil) }
            for uid in order.objects {
                if let node = nodes[uid], node.rejection == nil { node.model?.awakeFromUnarchive() }
            }
            return result
        } catch {
            nodes.compactMap { $0?.model }.resetToDefaults()
            throw error
        }
    }

    /// The object to read as a model of a class, or as an array.
    ///
    /// An object that has no name is the root if nothing is beside it, or if it is a model of the class. Otherwise the values
    /// at the top are the members of the root if the class has one of their keys.
    private func root(of type: ModelObject.Type?) throws -> Int {
        if let root = archive.root { return root }
        guard let object = archive.onlyObject else { return archive.top }
        guard let type else { return object }
        if case .model(let found, _) = try archive.object(of: object), isSubclass(found, of: type) {
            return object
        }
        guard case .dictionary(let members, _) = try archive.object(of: archive.top) else { return object }
        return hasKey(of: type, among: members.map(\.key)) ? archive.top : object
    }

    // MARK: Phase 1: make the models

    /// Makes the model of an object.
    ///
    /// - Parameter type: The class of the model, if the object is a dictionary; nil if a dictionary is a value.
    /// - Returns: The UIDs of the objects that it refers to.
    private func open(_ uid: Int, _ type: ModelObject.Type?) throws -> [Int] {
        guard let node = nodes[uid] else { return [] }
        node.object = try archive.object(of: uid)
        node.options = node.around
        var omitted = 0
        if let type, case .dictionary(let members, let count) = node.object {
            try requireKey(of: type, among: members.map(\.key))
            (node.object, omitted) = (.model(type, members), count)
        }
        if case .model(let type, _) = node.object {
            node.model = type.init()
            node.options = mapper.options(for: ModelSchema.of(type), around: node.around?.aroundModels)
        }
        recordOmitted(keys: omitted, node)
        var references: [Int] = []
        try collect(node.object, node, &references)
        return references
    }

    /// - Throws: `ModelError` if no key fills a property: an object of default values would hide that the archive is
    ///   another one.
    private func requireKey(of type: ModelObject.Type, among keys: [String]) throws {
        let schema = ModelSchema.of(type)
        let options = mapper.options(for: schema, around: nil)
        // Such a class can use any keys.
        if schema.overridesWillMap || schema.overridesSerializeValue || options.unknownKeys == .keep {
            return
        }
        if hasKey(of: type, among: keys) { return }
        let names = keys.prefix(5).map { "`\(ValueText.quotedText($0).dropFirst().dropLast())`" }
            .joined(separator: ", ")
        throw Self.wrongRoot(
            "has no key of \(type)\(names.isEmpty ? "" : ", but \(names)")", expected: "a \(type)",
            found: "other keys")
    }

    private func hasKey(of type: ModelObject.Type, among keys: [String]) -> Bool {
        let schema = ModelSchema.of(type)
        let matcher = schema.matcher(mapper.options(for: schema, around: nil).keyMatching)
        return keys.contains { key in matcher.matches(key).contains(where: \.target.isUsed) }
    }

    private func collect(_ object: KeyedObject, _ node: KeyedNode, _ references: inout [Int]) throws {
        try PlistTable.checkStack()
        for (step, place) in object.parts {
            guard let uid = try archive.uid(at: place) else {
                let inner = try archive.object(at: place)
                if inner.parts.isEmpty { continue }
                // Few archives have such containers, and a node takes more memory than other values.
                try archive.charge(4)
                let innerNode = KeyedNode(node, step, around: node.options)
                plainNodes.append(innerNode)
                try collect(inner, innerNode, &references)
                continue
            }
            if nodes[uid] == nil { nodes[uid] = KeyedNode(node, step, around: node.options) }
            references.append(uid)
        }
    }

    // MARK: Phase 2: fill the models

    private func fill(_ uid: Int) throws {
        guard let node = nodes[uid], case .model(let type, let members) = node.object,
            let model = node.model, let options = node.options
        else { return }
        let isRoot = node.parent == nil
        defer { keepMadeSets(node) }
        let rejection: ProblemRecord? = try withAutoreleasePool {
            try mapper.at(path(of: node, uid)) {
                let dictionary = try values(of: members, node)
                return try fill(model, ModelSchema.of(type), options, dictionary, isRoot: isRoot)
            }
        }
        guard let rejection else { return }
        if node.parent == nil { throw MappingCall.Rejection(problem: rejection) }
        recordRejection(node, rejection)
    }

    private func values(of members: [(key: String, place: Int)], _ node: KeyedNode) throws -> [String: Any] {
        var values = [String: Any](minimumCapacity: members.count)
        var omitted = 0
        for (key, place) in members {
            guard let member = try part(.key(key), at: place, node, depth: 0) else { continue }
            // Before they are mapped.
            try archive.charge(member.size)
            // The root can be an NSDictionary, in which a number and its text are two keys.
            if values.updateValue(member.any, forKey: key) != nil { omitted += 1 }
        }
        recordOmitted(keys: omitted, node)
        return values
    }

    private func fill(
        _ model: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ members: [String: Any],
        isRoot: Bool
    ) throws -> ProblemRecord? {
        let json = try archivedJSON(members, schema, options)
        // An NSNumber can be NaN or infinite, but no number in JSON.
        mapper.keepsNotFinite = json == nil
        guard let dictionary = mapper.payloadFromWillMap(of: schema, json ?? members) else {
            return mapper.rejectedByWillMap(schema.type)
        }
        try mapper.checkDepth(of: dictionary)
        // Reports describe the outermost object, and no other.
        if !isRoot { mapper.report?.beginObject() }
        defer { if !isRoot { mapper.report?.abandonObject() } }
        return try mapper.fill(model, schema, options, dictionary, isNew: true)
    }

    /// The members in the JSON that JSONModel archives as one text; nil for any other object.
    private func archivedJSON(
        _ members: [String: Any], _ schema: ModelSchema, _ options: ResolvedOptions
    ) throws -> [String: Any]? {
        guard members.count == 1, let text = members["json"] as? String,
            schema.matcher(options.keyMatching).matches("json").isEmpty,
            case .success(.object(let object)) = try mapper.embedded(text)
        else { return nil }
        return object
    }

    // MARK: Phase 3, after a cycle: make values of complete models

    /// Makes Sets of models, and other values that are made of models, again, because a cycle made some before their
    /// models were complete.
    private func rebuildValues(of uids: [Int]) throws {
        // No object is the outermost one from now on, so the report of the root stays as it is.
        mapper.report?.beginObject()
        // Twice, because a model's hash depends on the Sets in it, which are complete only after the first time.
        for _ in 1...2 {
            mapper.details.comparisons = EqualityBudget()
            for uid in uids { try rebuildValues(uid) }
        }
    }

    /// Makes the values of one model again, of the archive's values, because two incomplete members of a Set may have
    /// been equal.
    ///
    /// If a hook or the choice between several keys has determined a property's value, only Sets are made again, of the
    /// members that they were made of.
    private func rebuildValues(_ uid: Int) throws {
        guard let node = nodes[uid], case .model(let type, let members) = node.object, let model = node.model,
            let options = node.options, node.rejection == nil
        else { return }
        let schema = ModelSchema.of(type)
        let hasHooks = !schema.hooks.isDisjoint(with: [.serializeValue, .willMap, .didMap, .validate])
        defer { keepMadeSets(node) }
        let context = MappingContext(mapper: mapper, options: options)
        let storage = PropertyStorage(model)
        for (index, property) in schema.properties.enumerated()
        where property.content.archivedClass != nil {
            let sources = members.filter { member in
                schema.matcher(options.keyMatching).matches(member.key).contains {
                    if case .property(index) = $0.target { true } else { false }
                }
            }
            // The problems are those of the first time.
            _ = try mapper.collectingNotes {
                if sources.count == 1, !hasHooks {
                    try rebuild(property, storage, from: sources[0], node, context)
                } else {
                    let value = Self.withoutSets(property.accessor.value(in: storage), node.madeSets)
                    _ = try property.accessor.fill(storage, fromAny: value, context)
                }
            }
        }
        withExtendedLifetime(model) {}
    }

    private func rebuild(
        _ property: Property, _ storage: PropertyStorage, from source: (key: String, place: Int),
        _ node: KeyedNode, _ context: MappingContext
    ) throws {
        guard let value = try value(at: source.place, node, depth: 0), !Self.isKept(value.any, in: property)
        else { return }
        do {
            _ = try mapper.at(.key(source.key)) {
                try mapper.fill(property, storage, fromAny: value.any, context)
            }
        } catch is ConverterFailure {}
    }

    /// Whether nothing was made of the archive's models: the property holds them themselves, or the value has none.
    private static func isKept(_ value: Any, in property: Property) -> Bool {
        let content = property.content
        let isPlain =
            content.holdsModels && !content.mayHoldSets && !property.isWrapped && !property.hasValueRule
        func isKept(_ value: Any, levels: Int) -> Bool {
            switch JSONValue(value) {
            case .array(let elements): elements.allSatisfy { isKept($0, levels: levels - 1) }
            case .object(let members): members.values.allSatisfy { isKept($0, levels: levels - 1) }
            case .other(let other): levels >= 0 || !(other is ModelObject)
            default: true
            }
        }
        return isKept(value, levels: isPlain ? content.levels.count : -1)
    }

    /// A value with arrays in place of Sets, which a converter makes of them again.
    ///
    /// - Parameter made: what the Sets were made of.
    private static func withoutSets(_ value: Any, _ made: MadeSets) -> Any {
        switch JSONValue(contentOfPresence(value) ?? value) {
        case .array(let elements): elements.map { withoutSets($0, made) }
        case .object(let members): members.mapValues { withoutSets($0, made) }
        case .other(let set as any SetView): made.members(of: set)
        default: value
        }
    }

    /// Keeps what is known about the Sets of the model that was filled.
    private func keepMadeSets(_ node: KeyedNode) {
        guard let made = mapper.details.madeSets else { return }
        node.madeSets = made
        mapper.details.madeSets = MadeSets()
    }

    private func path(of node: KeyedNode, _ uid: Int) -> [PathComponent] {
        guard node.level <= Self.longestPath else { return [.key("$objects"), .index(uid)] }
        var steps: [PathComponent] = []
        var next: KeyedNode? = node
        while let node = next {
            if let step = node.step { steps.append(step) }
            next = node.parent
        }
        return steps.reversed()
    }
}
