/// Copies a graph of models: each object once, so that shared references stay shared.
///
/// An object gets an empty copy when the first reference to it is copied, and its copy is filled later, so cycles need no
/// special treatment and nothing recurses. Sets of models are filled last, innermost first, because the members of a Set
/// are hashed by their contents. In a reference cycle, some set is filled before its members are complete, so all sets
/// are filled again at the end. (If members are equal only because they hold that same Set, as in a forged archive, it
/// is undefined which of them remain.)
final class ModelCopier: ModelReplacing {
    /// What else happens when a value refers to a model.
    private enum Mode {
        /// The model is added to `found`.
        case finding
        /// The model gets a copy if it has none.
        case adding
        /// Nothing.
        case replacing
    }

    private struct Entry {
        let source: ModelObject
        let target: ModelObject
        let schema: ModelSchema
        /// The object with the values of the source's properties: the source, or what it held before a merge filled it.
        var values: ModelObject
    }

    // Most graphs are small. Without a capacity, the first four objects would make it grow three times.
    private var copies = [ObjectIdentifier: ModelObject](minimumCapacity: 6)
    /// The source of a merge, which an existing model replaces.
    private var merged: ModelObject?
    private var hasCycle = false
    /// Innermost objects first, if there are Sets of models.
    private var entries: [Entry] = []
    /// The models that a value holds, in the order of the values.
    private var found: [ModelObject] = []
    private var mode = Mode.replacing
    var onlySearches: Bool { mode == .finding }
    /// The converters of the containers in an Any, by their types; nil for a type that the library can't convert.
    private var converters: [ObjectIdentifier: (any ValueConverter)?] = [:]

    // MARK: Entry points

    /// Returns a copy of a model and everything it holds.
    static func copy(of root: ModelObject) -> ModelObject {
        let copier = ModelCopier()
        copier.add([root])
        copier.fillSets()
        if copier.hasCycle { copier.fillSets() }
        copier.fillUnmapped()
        return copier.replacement(for: root)
    }

    /// Copies the values of the properties that both models have, by name and type, into `target`.
    static func merge(_ source: ModelObject, into target: ModelObject) {
        let sourceSchema = ModelSchema.of(type(of: source))
        let targetSchema = ModelSchema.of(type(of: target))
        let shared = shared(sourceSchema, targetSchema)
        let before = targetSchema.observesChanges ? ObjectSnapshot(target, targetSchema) : nil
        let copier = ModelCopier()
        // References to the source become references to the target if the types allow it.
        if isSubclass(type(of: target), of: type(of: source)) {
            copier.copies[ObjectIdentifier(source)] = target
            copier.merged = source
        }
        let (storage, targetStorage) = (PropertyStorage(source), PropertyStorage(target))
        copier.add(copier.find { for (_, other) in shared { other.accessor.copy(storage, to: nil, copier) } })
        copier.fillSets()
        func fillTarget() {
            for (property, other) in shared {
                let place = property === other ? nil : property.accessor
                other.accessor.copy(storage, to: targetStorage, in: place, copier)
            }
        }
        if copier.hasCycle { copier.keepValues(of: target) }
        fillTarget()
        if copier.hasCycle {
            copier.fillSets()
            fillTarget()
        }
        copier.fillUnmapped()
        if let before { ObservedChanges(since: [before]).notify() }
        withExtendedLifetime((source, target)) {}
    }

    /// The models that a property holds, also in containers, but not those inside other models.
    static func models(in property: Property, of object: ModelObject) -> [ModelObject] {
        defer { withExtendedLifetime(object) {} }
        let copier = ModelCopier()
        return copier.find { property.accessor.copy(PropertyStorage(object), to: nil, copier) }
    }

    private static func shared(
        _ source: ModelSchema, _ target: ModelSchema
    ) -> [(property: Property, other: Property)] {
        if source === target { return source.properties.map { ($0, $0) } }
        return target.properties.compactMap { property in
            guard let other = source.properties.first(where: { $0.name == property.name }),
                other.accessor.type == property.accessor.type
            else { return nil }
            return (property, other)
        }
    }

    // MARK: Called by converters

    /// The copy of a model; the model itself if it is not part of the copied graph.
    func replacement(for model: ModelObject) -> ModelObject {
        if mode != .replacing, model === merged { hasCycle = true }
        if mode == .finding { found.append(model) }
        if let copy = copies[ObjectIdentifier(model)] { return copy }
        guard mode == .adding else { return model }
        let copy = type(of: model).init()
        copies[ObjectIdentifier(model)] = copy
        entries.append(Entry(source: model, target: copy, schema: .of(type(of: model)), values: model))
        return copy
    }

    /// A copy of an untyped value; nested containers are visited with a work list.
    func replacement(forUntyped value: Any) -> Any {
        // Most values are plain, and need no work list.
        if isPlainType(boxedType(of: value)) { return value }
        var frames = [UntypedFrame(of: [value])]
        while true {
            let last = frames.count - 1
            if let next = frames[last].next {
                if isPlainType(boxedType(of: next)) {
                    frames[last].copies.append(next)
                } else if let inner = container(in: next) {
                    let frame = UntypedFrame(of: inner)
                    if frame.isPlain { frames[last].copies.append(next) } else { frames.append(frame) }
                } else {
                    frames[last].copies.append(replacement(forLeaf: next))
                }
            } else if last == 0 {
                return frames[0].copies[0]
            } else {
                // The members of a Set cannot be hashed before they are copied.
                let (container, copies) = (frames[last].container, frames[last].copies)
                frames[last - 1].copies.append(onlySearches ? container : container.replacing(copies))
                frames.removeLast()
            }
        }
    }

    /// A container in an Any that is copied part by part.
    private func container(in value: Any) -> (any CopiedContainer)? {
        if let array = exactly(value, as: [Any].self) { return array }
        if let object = exactly(value, as: [String: Any].self) { return object }
        if let hashable = exactly(value, as: AnyHashable.self) { return hashable }
        guard containerType(type(of: value)) != nil, converter(of: value) == nil else { return nil }
        return value as? any CopiedContainer
    }

    private func replacement(forLeaf value: Any) -> Any {
        if let model = asModel(value) { return replacement(for: model) }
        guard containerType(type(of: value)) != nil, let converter = converter(of: value),
            converter.content.mayHoldModels
        else { return value }
        // An `[User]` is copied as an `[User]`.
        func copy<Converter: ValueConverter>(by converter: Converter) -> Any {
            exactly(value, as: Converter.Value.self).map { converter.copy($0, self) as Any } ?? value
        }
        return copy(by: converter)
    }

    /// The converter of a container's type; nil if nothing converts it.
    private func converter(of container: Any) -> (any ValueConverter)? {
        let type = type(of: container)
        if let known = converters[ObjectIdentifier(type)] { return known }
        let converter = ConverterFactory(rule: PropertyRule()).converter(for: type)
        converters[ObjectIdentifier(type)] = .some(converter)
        return converter
    }

    // MARK: The graph

    /// Makes copies of models and of all models that they hold, and fills the properties that can't contain Sets of models.
    private func add(_ roots: [ModelObject]) {
        add { for root in roots { _ = replacement(for: root) } }
        var haveSets = false
        var next = 0
        while next < entries.count {
            let entry = entries[next]
            add { fill(entry, withSets: false) }
            let inSets = models(of: entry) { $0.mayHoldSets }
            if !inSets.isEmpty { haveSets = true }
            add { for model in inSets { _ = replacement(for: model) } }
            next += 1
        }
        if haveSets { order(from: roots) }
    }

    /// Makes copies of the models for which a step requests replacements.
    private func add(_ step: () -> Void) {
        mode = .adding
        step()
        mode = .replacing
    }

    /// The models that the properties of some contents, and the unknown values, of an object hold.
    private func models(of entry: Entry, _ condition: (TypeContent) -> Bool) -> [ModelObject] {
        find {
            let storage = PropertyStorage(entry.source)
            for property in entry.schema.properties where condition(property.content) {
                property.accessor.copy(storage, to: nil, self)
            }
            if let unknown = entry.source.attachment?.unknownValues { _ = replacement(forUntyped: unknown) }
        }
    }

    /// Puts the innermost objects first.
    private func order(from roots: [ModelObject]) {
        let byObject = Dictionary(uniqueKeysWithValues: entries.map { (ObjectIdentifier($0.source), $0) })
        let order = CompletionOrder(of: roots, id: ObjectIdentifier.init) { model in
            guard let entry = byObject[ObjectIdentifier(model)] else { return [] }
            return models(of: entry) { $0.mayHoldModels }
        }
        hasCycle = hasCycle || order.hasCycle
        entries = order.objects.compactMap { byObject[ObjectIdentifier($0)] }
    }

    /// Keeps the values of an object that a merge fills before all sets are filled again.
    private func keepValues(of object: ModelObject) {
        guard let index = entries.firstIndex(where: { $0.source === object }) else { return }
        let old = type(of: object).init()
        entries[index].schema.copyValues(of: object, to: old)
        entries[index].values = old
    }

    /// The models for which a step requests replacements, except the merged one.
    private func find(_ step: () -> Void) -> [ModelObject] {
        (mode, found) = (.finding, [])
        step()
        mode = .replacing
        return found.filter { $0 !== merged }
    }

    private func fillSets() {
        for entry in entries { fill(entry, withSets: true) }
    }

    /// Copies either the properties that can contain sets of models, whose members must be complete before they are
    /// hashed, or all others.
    private func fill(_ entry: Entry, withSets: Bool) {
        let (source, target) = (PropertyStorage(entry.values), PropertyStorage(entry.target))
        for (index, property) in entry.schema.properties.enumerated()
        where property.content.mayHoldSets == withSets {
            if property.content.mayHoldModels {
                property.accessor.copy(source, to: target, self)
            } else {
                entry.schema.copyValue(at: index, from: source, to: target)
            }
        }
        withExtendedLifetime(entry) {}
    }

    /// Copies properties that aren't mapped, which don't affect the order of the objects, but may contain
    /// Sets of them.
    private func fillUnmapped() {
        for entry in entries {
            let (source, target) = (PropertyStorage(entry.source), PropertyStorage(entry.target))
            let unmapped = entry.schema.plan(UnmappedProperties.self, UnmappedProperties.init).accessors
            for accessor in unmapped { accessor.copy(source, to: target, self) }
            if let unknown = entry.source.attachment?.unknownValues {
                let attachment = ModelAttachment()
                attachment.unknownValues = replacement(forUntyped: unknown) as? [String: Any]
                entry.target.attachment = attachment
            }
        }
    }
}

extension PropertyAccessor {
    /// Copies the value into the property of another object, if one is given.
    ///
    /// - Parameter property: The other object's property, of the same type; nil for the same property.
    fileprivate func copy(
        _ storage: PropertyStorage, to target: PropertyStorage?, in property: (any PropertyAccessor)? = nil,
        _ copier: ModelCopier
    ) {
        let mayHoldModels = content.mayHoldModels
        if property == nil, !mayHoldModels {
            if let target { copyValue(storage, to: target) }
            return
        }
        let value = value(in: storage)
        let copy = mayHoldModels ? converter.copy(value, copier) : value
        guard let target else { return }
        guard let property else { return set(copy, in: target) }
        // The accessor has another type if the property is in a property wrapper or has another rule.
        _ = property.store(copy, target)
    }
}

/// An untyped container that is being copied.
private struct UntypedFrame {
    let container: any CopiedContainer
    private let parts: [Any]
    var copies: [Any] = []

    init(of container: any CopiedContainer) {
        self.container = container
        parts = container.parts
    }

    var next: Any? { copies.count < parts.count ? parts[copies.count] : nil }
    /// Whether no part holds models.
    var isPlain: Bool { parts.allSatisfy { isPlainType(boxedType(of: $0)) } }
}
