/// Copies a graph of models: every object once, references to one object as references to one copy.
///
/// First an empty copy is made of every object, then all are filled, so cycles need nothing special and
/// nothing goes through the stack. Sets of models are filled last, those deep inside first, since the members
/// of a Set are hashed by what they hold. Where references go in a circle, some set is filled before its members
/// are whole, so all are filled anew when they are. (Where members are equal only because they hold that very
/// Set, as in a forged archive, it is undefined which of them stay.)
final class ModelCopier {
    private struct Entry {
        let source: ModelObject
        let target: ModelObject
        let plan: IdentityPlan
        /// The place in `isOpen`.
        var number = 0
    }

    private var copies: [ObjectIdentifier: (model: ModelObject, number: Int)] = [:]
    /// By the order in which models were met: those that they hold are still being visited.
    private var isOpen: [Bool] = []
    private var hasCycle = false
    /// Those inside first.
    private var entries: [Entry] = []
    private let converters = UntypedConverters()

    private enum Visit {
        case enter(ModelObject)
        case leave(Entry)
    }

    // MARK: What it does

    /// A copy of a model and of all that it holds.
    static func copy(of root: ModelObject) -> ModelObject {
        let plan = IdentityPlan.of(type(of: root))
        if plan.modelProperties.isEmpty, plan.unmapped.isEmpty, root.attachment == nil {
            let copy = plan.schema.type.init()
            ModelCopier().copy(plan.plainProperties, of: Entry(source: root, target: copy, plan: plan))
            return copy
        }
        let copier = ModelCopier()
        copier.add([root])
        copier.fill()
        if copier.hasCycle { copier.fillSets() }
        return copier.copy(of: root)
    }

    /// Gives `target` copies of the values of those properties that both have: by name and type.
    static func merge(_ source: ModelObject, into target: ModelObject) {
        let (sourcePlan, targetPlan) = (IdentityPlan.of(type(of: source)), IdentityPlan.of(type(of: target)))
        let shared = shared(sourcePlan.schema, targetPlan.schema)
        let before =
            targetPlan.schema.observesChanges ? ObjectSnapshot(target, targetPlan.schema) : nil
        let copier = ModelCopier()
        // What refers to the source refers to the target afterwards, where the types allow it.
        if isSubclass(type(of: target), of: type(of: source)) {
            copier.copies[ObjectIdentifier(source)] = (target, copier.isOpen.count)
            copier.isOpen.append(true)
        }
        var visitor = ModelVisitor(copier.converters)
        let storage = PropertyStorage(source)
        for (property, _) in shared { property.accessor.visitModels(in: storage, &visitor) }
        copier.add(visitor.models)
        copier.fill()
        let targetStorage = PropertyStorage(target)
        func fillTarget() {
            for (property, other) in shared {
                property.accessor.copy(storage, to: targetStorage, in: other.accessor, copier)
            }
        }
        fillTarget()
        if copier.hasCycle {
            copier.fillSets()
            fillTarget()
        }
        if let before { ObservedChanges(since: [before]).notify() }
        withExtendedLifetime((source, target)) {}
    }

    private static func shared(_ source: ModelSchema, _ target: ModelSchema) -> [(Property, Property)] {
        if source === target { return source.properties.map { ($0, $0) } }
        var byName: [String: Property] = [:]
        for property in source.properties { byName[property.name] = property }
        return target.properties.compactMap { property in
            guard let other = byName[property.name], other.accessor.valueType == property.accessor.valueType
            else {
                return nil
            }
            return (other, property)
        }
    }

    // MARK: From the converters

    /// The copy of a model; the model itself where it is not part of the graph that is copied.
    func copy(of model: ModelObject) -> ModelObject { copies[ObjectIdentifier(model)]?.model ?? model }

    /// A copy of an untyped value; containers are gone through with a list.
    func copy(untyped value: Any) -> Any {
        var frames: [UntypedFrame] = []
        var result = value
        var isNew = true
        while true {
            if isNew, let frame = UntypedFrame(result) {
                frames.append(frame)
            } else if isNew {
                result = copy(leaf: result)
                isNew = false
                continue
            } else if frames.isEmpty {
                return result
            } else {
                frames[frames.count - 1].add(result)
            }
            if let next = frames[frames.count - 1].next {
                result = next
                isNew = true
            } else {
                result = frames.removeLast().container
                isNew = false
            }
        }
    }

    private func copy(leaf value: Any) -> Any {
        if let model = model(in: value) { return copy(of: model) }
        func copyTyped<Converter: ValueConverter>(_ converter: Converter) -> Any {
            exactly(value, as: Converter.Value.self).map { converter.copy($0, self) as Any } ?? value
        }
        return converters.converter(of: value).map { copyTyped($0) } ?? value
    }

    // MARK: The graph

    /// Makes empty copies of models and of all that they hold.
    private func add(_ models: [ModelObject]) {
        var visits = models.reversed().map { Visit.enter($0) }
        while let visit = visits.popLast() {
            switch visit {
            case .leave(let entry):
                isOpen[entry.number] = false
                entries.append(entry)
            case .enter(let model):
                if let known = copies[ObjectIdentifier(model)] {
                    if isOpen[known.number] { hasCycle = true }
                    continue
                }
                let plan = IdentityPlan.of(type(of: model))
                let copy = plan.schema.type.init()
                let number = isOpen.count
                copies[ObjectIdentifier(model)] = (copy, number)
                isOpen.append(true)
                visits.append(.leave(Entry(source: model, target: copy, plan: plan, number: number)))
                var visitor = ModelVisitor(converters)
                let storage = PropertyStorage(model)
                for index in plan.modelProperties {
                    plan.schema.properties[index].accessor.visitModels(in: storage, &visitor)
                }
                if let unknown = model.attachment?.unknownValues { visitor.visit(untyped: unknown) }
                visits += visitor.models.reversed().map { .enter($0) }
            }
        }
    }

    private func fill() {
        for entry in entries { copy(entry.plan.plainProperties, of: entry) }
        for entry in entries {
            copy(entry.plan.setProperties, of: entry)
            let (source, target) = (PropertyStorage(entry.source), PropertyStorage(entry.target))
            for accessor in entry.plan.unmapped {
                accessor.copy(source, to: target, self)
            }
            if let unknown = entry.source.attachment?.unknownValues {
                let attachment = ModelAttachment()
                attachment.unknownValues = copy(untyped: unknown) as? [String: Any]
                entry.target.attachment = attachment
            }
        }
    }

    private func fillSets() {
        for entry in entries { copy(entry.plan.setProperties, of: entry) }
    }

    private func copy(_ indices: [Int], of entry: Entry) {
        let (source, target) = (PropertyStorage(entry.source), PropertyStorage(entry.target))
        for index in indices {
            let slot = entry.plan.schema.slots[index]
            switch slot.kind {
            case .string: source.copy(String.self, in: slot, to: target)
            case .int: source.copy(Int.self, in: slot, to: target)
            case .double: source.copy(Double.self, in: slot, to: target)
            case .bool: source.copy(Bool.self, in: slot, to: target)
            default:
                entry.plan.schema.properties[index].accessor.copy(source, to: target, self)
            }
        }
        withExtendedLifetime(entry) {}
    }
}

/// An untyped container that is being copied.
private struct UntypedFrame {
    private let keys: [String]?
    private let elements: [Any]
    private var copies: [Any] = []

    /// Nil for what is not `[Any]` or `[String: Any]`.
    init?(_ value: Any) {
        if let array = exactly(value, as: [Any].self) {
            keys = nil
            elements = array
        } else if let object = exactly(value, as: [String: Any].self) {
            keys = Array(object.keys)
            elements = Array(object.values)
        } else {
            return nil
        }
    }

    var next: Any? { copies.count < elements.count ? elements[copies.count] : nil }
    mutating func add(_ copy: Any) { copies.append(copy) }

    var container: Any {
        guard let keys else { return copies }
        return Dictionary(zip(keys, copies)) { first, _ in first }
    }
}

extension PropertyStorage {
    /// Stores a copy of the value of a slot in the same slot of another object.
    fileprivate func copy<Value>(_ type: Value.Type, in slot: PropertySlot, to target: PropertyStorage) {
        let offset = Int(slot.offset)
        if slot.isOptional {
            target.store(load(Value?.self, at: offset), at: offset)
        } else {
            target.store(load(Value.self, at: offset), at: offset)
        }
    }
}
