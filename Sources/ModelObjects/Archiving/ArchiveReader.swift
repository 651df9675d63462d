import Foundation

/// Reads a graph of models from an archive, in two phases: first it makes every object, then it fills every field.
///
/// So cycles need no special treatment, and nothing recurses along chains of objects.
///
/// No object is returned before the last field is filled: an invalid archive gives an error and no objects.
///
/// Time and memory are linear in the size of the file. `PlistTable` limits the number of values and the amount of
/// text that shared objects expand to; `EqualityBudget` limits the hashing and comparing in sets.
struct ArchiveReader {
    var plist: NodeReader
    private let root: ArchiveRoot
    private let classes: [ArchivedClass]
    let context: UnarchivingContext
    /// The index of each object's class.
    private var classNumbers: [UInt16] = []
    /// The fields that hold sets of models; without a property, the values of unknown keys.
    private var postponed: [(object: Int, property: Property?, node: ArchiveNode)] = []

    /// The root objects of an archive.
    ///
    /// - Parameters:
    ///   - isArray: Whether the archive must be that of an array; otherwise it must be that of one object.
    ///   - share: The fraction of the full `EqualityBudget`.
    ///   - recorder: Records what is dropped and converted, if there is a report.
    ///   - open: Returns the archive's property list.
    static func read<Model: ModelObject>(
        as type: Model.Type, isArray: Bool, share: Double = 1, _ recorder: ArchiveRecorder? = nil,
        _ open: () throws -> NodeReader
    ) throws -> [Model] {
        do {
            var reader = try ArchiveReader(open(), type, isArray: isArray, share: share, recorder)
            return try reader.read(type)
        } catch let failure as PlistFailure {
            throw ModelError.invalidArchive(failure)
        }
    }

    private init(
        _ plist: NodeReader, _ type: ModelObject.Type, isArray: Bool, share: Double,
        _ recorder: ArchiveRecorder?
    ) throws {
        self.plist = plist
        root = try ArchiveRoot(&self.plist)
        guard root.isArray == isArray else {
            throw ModelError(
                .invalidRoot, expected: isArray ? "an archive of an array" : "an archive of a single object",
                found: root.isArray ? "an archive of an array" : "an archive of a single object")
        }
        var allowed = ArchiveClasses.reachable(from: type)
        var classes: [ArchivedClass] = []
        var names: Set<String> = []
        for number in root.classes {
            classes.append(try ArchivedClass(&self.plist, number, &allowed))
            guard names.insert(classes[classes.count - 1].name).inserted else {
                throw ModelError.invalidArchive("two classes with the same name")
            }
        }
        self.classes = classes
        context = UnarchivingContext(ModelSchema.of(type), share: share, recorder)
    }

    private mutating func read<Model: ModelObject>(_ type: Model.Type) throws -> [Model] {
        try makeObjects()
        if let recorder = context.recorder { addPaths(to: recorder) }
        do {
            let models = try root.roots.map { number in
                context.objectNumber = number
                return KnownClass.model(try context.model(number, of: type), as: type)
            }
            for number in root.rows.indices { try fillObject(number) }
            try fillPostponed()
            for number in root.rows.indices { context.objects[number]?.awakeFromUnarchive() }
            return models
        } catch {
            // Objects that `migrate` made are not reset.
            context.objects.prefix(root.rows.count).compactMap(\.self).resetToDefaults()
            throw error
        }
    }

    // MARK: Phase 1: make the objects

    private mutating func makeObjects() throws {
        classNumbers.reserveCapacity(root.rows.count)
        for (number, row) in root.rows.enumerated() {
            context.objectNumber = number
            guard case .array(let start, let count) = try plist.table.object(row), count > 0,
                case .integer(let index) = try plist.table.object(plist.table.reference(0, from: start)),
                let index = Int(exactly: index), classes.indices.contains(index)
            else { throw context.invalid("a row without a class") }
            let type = classes[index]
            guard count - 1 == type.fields.count || count - 2 == type.fields.count else {
                throw context.invalid("a row with another number of values than its class has fields")
            }
            classNumbers.append(UInt16(index))
        }
        let reached = try reachedRows()
        for (number, index) in classNumbers.enumerated() {
            let type = classes[Int(index)]
            let object = reached?.contains(number) == false ? nil : type.type?.init()
            context.append(object, className: type.name, isKnown: type.isKnown)
        }
    }

    /// The rows that references lead to; nil for all.
    ///
    /// The other objects, to which only fields without a property lead, aren't made: a cycle of them would never be
    /// freed.
    private mutating func reachedRows() throws -> Set<Int>? {
        guard classes.contains(where: { $0.properties.contains(nil) }) else { return nil }
        var reached = Set(root.roots)
        var pending = root.roots
        while let number = pending.popLast() {
            guard root.rows.indices.contains(number),
                case .array(let start, let count) = try plist.table.object(root.rows[number])
            else { continue }
            let type = classes[Int(classNumbers[number])]
            for place in 1..<count
            where type.needsMigration || place > type.fields.count || type.properties[place - 1] != nil {
                let node = try plist.node(place, from: start)
                pending += node.references.filter { reached.insert($0).inserted }
            }
        }
        return reached
    }

    /// Tells a recorder how the objects are reached through fields that are read, the nearest first.
    ///
    /// (An invalid row ends the search: it gets an error when it is read.)
    private mutating func addPaths(to recorder: ArchiveRecorder) {
        for (index, number) in root.roots.enumerated() {
            recorder.addRoot(number, at: root.isArray ? index : nil)
        }
        while let number = recorder.next() {
            guard classNumbers.indices.contains(number),
                case .array(let start, _)? = try? plist.table.object(root.rows[number])
            else { continue }
            let type = classes[Int(classNumbers[number])]
            for (place, field) in type.fields.enumerated()
            where type.needsMigration || type.properties[place] != nil {
                guard let node = try? plist.node(place + 1, from: start) else { return }
                recorder.addReferences(in: node, of: number, field: field)
            }
        }
    }

    // MARK: Phase 2: fill the fields

    private mutating func fillObject(_ number: Int) throws {
        let type = classes[Int(classNumbers[number])]
        context.objectNumber = number
        guard case .array(let start, let count) = try plist.table.object(root.rows[number]) else { return }
        if let object = context.objects[number], let schema = type.schema {
            context.schema = schema
            // First, because the fields replace the values of unknown keys that match a property now.
            if count - 1 > type.fields.count {
                try fillUnknown(of: object, plist.node(count - 1, from: start))
            }
            if type.needsMigration {
                try migrate(object, type, schema, row: start)
            } else {
                try fill(object, type, schema, row: start)
            }
        } else {
            // No property allows this class, but its values must still be valid.
            for place in 1..<count {
                context.field = place > type.fields.count ? "" : type.fields[place - 1]
                let node = try plist.node(place, from: start)
                if place > type.fields.count, case .marked(ArchiveLayout.Mark.unknown, let values) = node {
                    try check(values)
                } else {
                    try check(node)
                }
            }
        }
    }

    private mutating func fill(
        _ object: ModelObject, _ type: ArchivedClass, _ schema: ModelSchema, row start: Int
    ) throws {
        let storage = PropertyStorage(object)
        for (place, index) in type.properties.enumerated() {
            let node = try plist.node(place + 1, from: start)
            guard let index else {
                context.field = type.fields[place]
                try check(node)
                // A missing value is no field.
                if node != .marked(ArchiveLayout.Mark.missing, .null) {
                    context.recorder?.recordUnused(context.objectNumber, context.field, schema)
                }
                continue
            }
            let slot = schema.slots[index]
            // The most common kinds, without a call through the accessor.
            switch (slot.kind, node) {
            case (.string, .string(let value)): storage.store(value, in: slot)
            case (.double, .double(let value)): storage.store(value, in: slot)
            case (.bool, .bool(let value)): storage.store(value, in: slot)
            case (.date, .date(let value)): storage.store(value, in: slot)
            case (.int, .integer(let value)) where Int(exactly: value) != nil:
                storage.store(Int(truncatingIfNeeded: value), in: slot)
            case (_, .null) where slot.isCleared: schema.clear(index, slot, in: storage)
            default:
                context.field = type.fields[place]
                try fill(schema.properties[index], storage, node)
            }
        }
        withExtendedLifetime(object) {}
    }

    /// - Parameter isFinal: Whether the value stays if it isn't postponed.
    mutating func fill(
        _ property: Property, _ storage: PropertyStorage, _ node: ArchiveNode, isFinal: Bool = true
    ) throws {
        do {
            if let recorder = context.recorder {
                try recorder.record(context.objectNumber, context.field, if: isFinal && !context.isPostponed)
                {
                    try property.accessor.unarchive(node, into: storage, context)
                }
            } else {
                try property.accessor.unarchive(node, into: storage, context)
            }
        } catch let error as ModelError {
            throw error.located(context.path)
        } catch let exceeded as MappingCall.Rejection {
            // A conversion exceeded a limit. The mapper of a report has other problems, so this needs a new one.
            let mapper = ObjectMapper(options: nil, limits: UnarchivingContext.limits, isUpdate: false)
            let error = MappingCall.modelError(exceeded.problem, mapper, nil)
            throw error.moved(to: context.path + error.main.components)
        }
        if context.takePostponed() { postponed.append((context.objectNumber, property, node)) }
    }

    private mutating func fillUnknown(of object: ModelObject, _ node: ArchiveNode) throws {
        context.field = ""
        guard case .marked(ArchiveLayout.Mark.unknown, let content) = node, case .dictionary = content,
            let values = try UntypedArchiving.value(of: content, context) as? [String: Any]
        else { throw context.invalid("a row with another number of values than its class has fields") }
        let unknown = storeKnown(in: values, of: object)
        if context.takePostponed() { return postponed.append((context.objectNumber, nil, node)) }
        if unknown.isEmpty { return }
        let attachment = object.attachment ?? ModelAttachment()
        attachment.unknownValues = unknown
        object.attachment = attachment
    }

    /// Fills the properties whose keys were unknown when the archive was written.
    ///
    /// A key in another spelling was unknown although the class had the property, if the options didn't match it. If the
    /// property is not archived, the class is taken to have had it.
    ///
    /// - Returns: The values of the keys that are still unknown.
    private func storeKnown(in values: [String: Any], of object: ModelObject) -> [String: Any] {
        let call = MappingCall(
            options: nil, type: type(of: object), isUpdate: true, mayBeSampled: false)
        let (mode, schema) = (call.keyMatching, context.schema)
        let matcher = schema.matcher(mode)
        let archived = Set(classes[Int(classNumbers[context.objectNumber])].properties.compactMap(\.self))
        func isOtherSpelling(_ match: KeyMatch) -> Bool {
            let filled = match.target.properties
            return match.rank != .exact
                && schema.properties.indices.allSatisfy {
                    !filled.contains($0) || archived.contains($0) || !schema.properties[$0].rule.isArchived
                }
        }
        let known = values.filter {
            !matcher.matches($0.key).allSatisfy(isOtherSpelling)
                || schema.exportsCombined(under: $0.key, mode)
        }
        if known.isEmpty { return values }
        // A value that doesn't fit changes nothing. Later, the fields are filled already.
        if context.postponesValues {
            try? call.store(known.sorted(byText: \.key), in: object, keepsOthers: true)
        }
        return values.filter { known[$0.key] == nil }
    }

    /// Makes the values last that need complete models, each after those in its own models.
    ///
    /// In a cycle, one of them is made before its models are complete, so all are made again at the end.
    private mutating func fillPostponed() throws {
        context.postponesValues = false
        guard !postponed.isEmpty else { return }
        let order = try CompletionOrder(of: postponed.map(\.object), id: { $0 }) { object in
            try plist.node(at: root.rows[object]).references.filter(root.rows.indices.contains)
        }
        var ranks = Array(repeating: 0, count: root.rows.count)
        for (rank, object) in order.objects.enumerated() { ranks[object] = rank }
        postponed = postponed.sorted(byNumber: { ranks[$0.object] })
        try makePostponed(isFinal: !order.hasCycle)
        guard order.hasCycle else { return }
        context.resetComparisons()
        try makePostponed(again: true)
    }

    /// - Parameter again: Whether the properties have values already. Models that they hold would be filled a second time,
    ///   so such a property first gets its default. (A Set doesn't: the hashes of others depend on it.)
    private mutating func makePostponed(isFinal: Bool = true, again: Bool = false) throws {
        for (number, property, node) in postponed {
            guard let object = context.objects[number] else { continue }
            context.objectNumber = number
            context.schema = ModelSchema.of(type(of: object))
            guard let property else {
                try fillUnknown(of: object, node)
                continue
            }
            context.field = property.name
            let storage = PropertyStorage(object)
            if again, property.content.kind == .model { property.accessor.storeDefault(storage) }
            try fill(property, storage, node, isFinal: isFinal)
            withExtendedLifetime(object) {}
        }
    }

    /// Validates a value that no property takes.
    private func check(_ node: ArchiveNode) throws {
        context.usesPlaceholders = true
        defer { context.usesPlaceholders = false }
        _ = try UntypedArchiving.value(of: node, context)
    }
}

extension [ModelObject] {
    /// Resets every object to its default values, so that objects in a cycle are freed.
    func resetToDefaults() {
        for object in self {
            let schema = ModelSchema.of(type(of: object))
            let fresh = schema.type.init()
            object.attachment = nil
            schema.copyValues(of: fresh, to: object)
        }
    }
}
