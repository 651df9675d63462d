import Foundation

/// Mapping from dictionaries.
extension ObjectMapper {
    /// Fills an object from a dictionary; returns nil, or the reason why it is rejected.
    func fill(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ dictionary: [String: Any],
        isNew: Bool
    ) throws -> ProblemRecord? {
        if !schema.combined.isEmpty, !holdsPlainValues {
            // Once for all levels, because `combined` rules may read the levels below.
            let plain = try nested { try dictionary.mapValues { try self.plain($0) } }
            return try withPlainValues { try fill(object, schema, options, plain, isNew: isNew) }
        }
        let notes = beginNotes()
        let rejection = try nested { try fillOneLevel(object, schema, options, dictionary, isNew: isNew) }
        endNotes(notes)
        return rejection
    }

    private func fillOneLevel(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ dictionary: [String: Any],
        isNew: Bool
    ) throws -> ProblemRecord? {
        let isAroundNew = fillsNewObject
        fillsNewObject = isNew || isAroundNew
        defer { fillsNewObject = isAroundNew }
        report?.beginObject()
        var progress = FillProgress()
        if schema.overridesSerializeValue {
            try callHookForMembers(object, schema, options, dictionary, &progress)
        } else {
            let tried = try fillMembers(object, schema, options, dictionary, &progress)
            if tried != nil || !schema.combined.isEmpty || report?.isOutermost == true {
                try finishMembers(object, schema, options, dictionary, tried: tried, &progress)
            }
        }
        if progress.failures.isEmpty, !needsFinish(schema, options) { return nil }
        return try finish(object, schema, options, progress, at: currentLocation, isNew: isNew) { dictionary }
    }

    /// The steps that few objects need after their last key, or at the first key that competes with another.
    @inline(never)
    private func finishMembers(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ dictionary: [String: Any],
        tried: TriedMembers?, _ progress: inout FillProgress
    ) throws {
        let source = PayloadSource()
        let model = FilledModel(object: object, schema: schema, mapper: self, options: options)
        var members = try source.members(of: PayloadValue(whole: dictionary)) ?? []
        var conflict: Int?
        if let tried { (members, conflict) = reordered(members, tried, model) }
        try finishMembers(model, members, conflict: conflict, isOpen: false, source, &progress)
    }

    /// The members of a dictionary with those first that were tried, and the place of the first other one.
    ///
    /// Of the others, those that fill existing objects are last, in the order of their keys: see `fillMembers`.
    private func reordered(
        _ members: [Member], _ tried: TriedMembers, _ model: FilledModel
    ) -> ([Member], conflict: Int) {
        let existing = model.schema.properties.indices.filter {
            isPatch || model.storage.isFilledInPlace(model.schema.slots[$0])
        }
        let matcher = model.matcher
        func fillsExisting(_ member: Member) -> Bool {
            !existing.isEmpty
                && matcher.matches(member.key).contains { match in
                    let properties = match.target.properties
                    return existing.contains { properties.contains($0) }
                }
        }
        func isTried(_ member: Member) -> Bool {
            member.value.place < tried.end && !tried.except.contains(member.value.place)
        }
        let first = members.filter(isTried)
        var others = members.filter { !isTried($0) }
        let start = others.partition(by: fillsExisting)
        let last = others[start...].sorted(byText: \.key)
        let ordered = (first + others[..<start] + last).enumerated().map { place, member in
            Member(key: member.key, value: PayloadValue(member.value.untyped, place: place))
        }
        return (ordered, first.count)
    }

    /// Fills properties from the members of a dictionary, in its order.
    ///
    /// Existing objects are filled afterwards: see `fillExisting`.
    ///
    /// - Returns: Nil, or the members that were tried before one that competes with an earlier one, or that does not
    ///   belong to a single property.
    private func fillMembers(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ dictionary: [String: Any],
        _ progress: inout FillProgress
    ) throws -> TriedMembers? {
        let storage = PropertyStorage(object)
        let table = (isPatch ? matcher(of: schema, options) : schema.matcher(options.keyMatching)).table
        var members = LentMembers(dictionary)
        defer { withExtendedLifetime(object) {} }
        var existing: [(property: Int, place: Int, member: LentMember)] = []
        var place = -1
        while let member = members.next() {
            place &+= 1
            let key = member.key
            let index: Int
            let target = table.target(for: key)
            if target >= 0 {
                index = DirectMatch(target: target).property
            } else {
                let unusual = Member(key: key, value: PayloadValue(member.value.any, place: place))
                switch try unusualMember(unusual, object, schema, options, &progress) {
                case .belongsTo(let property): index = property
                case .isDone: continue
                case .competes: return (place, Set(existing.map(\.place)))
                }
            }
            if !progress.seen.insertNew(index) {
                let isDone = settleConflict(
                    of: index, member.value, at: place, of: dictionary, storage, schema, options, &progress)
                if isDone { continue }
                return (place, Set(existing.map(\.place)))
            }
            let slot = schema.slots[index]
            if storage.storeScalar(member.value, slot) {
                progress.filled.insert(index)
                continue
            }
            if storage.isFilledInPlace(slot) || isPatch {
                existing.append((index, place, member))
                continue
            }
            try progress.fill(index, self) {
                try fillOther(schema, index, slot, storage, key: key, member.value, options)
            }
        }
        if !existing.isEmpty { try fillExisting(existing, of: object, schema, options, &progress) }
        withExtendedLifetime(members) {}
        return nil
    }

    /// Fills existing objects, in the order of their keys: several keys may lead to one object.
    @inline(never)
    private func fillExisting(
        _ members: [(property: Int, place: Int, member: LentMember)], of object: ModelObject,
        _ schema: ModelSchema, _ options: ResolvedOptions, _ progress: inout FillProgress
    ) throws {
        let storage = PropertyStorage(object)
        for (index, _, member) in members.sorted(byText: \.member.key) {
            let mark = mark
            try progress.fill(index, self) {
                try fillOther(
                    schema, index, schema.slots[index], storage, key: member.key, member.value, options)
            }
            if self.mark > mark { progress.changes.append((index, mark..<self.mark)) }
        }
        withExtendedLifetime(object) {}
    }

    /// Fills a property from a member of a dictionary that is not a scalar of the property's type.
    ///
    /// False if the property keeps its value.
    func fillOther(
        _ schema: ModelSchema, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage, key: String,
        _ value: LentValue, _ options: ResolvedOptions
    ) throws -> Bool {
        if hasFastNull(slot, options), isNull(value) {
            if slot.isCleared { schema.clear(index, slot, in: storage) }
            return false
        }
        let isFilled = try fillModels(schema, index, slot, storage, key: key, value, options)
        if let isFilled { return isFilled }
        if fillUnconverted(schema, index, slot, storage, value) { return true }
        let context = MappingContext(mapper: self, options: options)
        return try at(.key(key)) {
            try fill(schema.properties[index], storage, fromAny: value.any, context)
        }
    }

    /// Fills a property from a value that needs no conversion, such as an array of Strings; false for any other.
    func fillUnconverted(
        _ schema: ModelSchema, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage,
        _ value: LentValue
    ) -> Bool {
        // The general path reports an array that is too deep.
        guard slot.kind == .compiled, remainingDepth > 0 else { return false }
        return schema.compiled[index]?.lend { $0.fillUnconverted(storage, value) } ?? false
    }

    /// Whether a value is null. (Always false if the words of an `Any` are not inspected.)
    func isNull(_ value: LentValue) -> Bool {
        #if canImport(Darwin)
        return value.objectType == NSNull.self
        #else
        return value.boxedType == NSNull.self
        #endif
    }

    /// Fills a property from a member of a dictionary on the general path.
    ///
    /// False if the property keeps its value.
    func fill(
        _ property: Property, _ storage: PropertyStorage, fromAny value: Any, _ context: MappingContext
    ) throws -> Bool {
        if property.isSecret, !hidesValues {
            return try hidingValues { try fill(property, storage, fromAny: value, context) }
        }
        if isPatch { willPatch(property, storage) }
        defer { if isPatch { detailsIfMade?.patch.oldValue = nil } }
        let context = self.context(for: property, context)
        if property.hasValueRule { return try fill(property, storage, from: JSONValue(value), context) }
        if let compiled = property.compiled {
            return try compiled.fillFromAny(storage, value, self, context.options)
        }
        return try property.accessor.fill(storage, fromAny: value, context)
    }
}

/// The members of a dictionary that the fast loop tried, by their places in it: those before `end`, except some.
private typealias TriedMembers = (end: Int, except: Set<Int>)

extension PropertyStorage {
    /// Stores a value of a dictionary in a property of a common type, if it is one; otherwise returns false.
    ///
    /// (Always false if the words of an `Any` are not inspected.)
    @inline(__always)
    func storeScalar(_ value: LentValue, _ slot: PropertySlot) -> Bool {
        switch slot.kind {
        case .string:
            guard let string = StringConverter().unconverted(value) else { return false }
            store(string: string, in: slot)
        case .int:
            guard let integer = IntegerConverter<Int>().unconverted(value) else { return false }
            store(integer, in: slot)
        case .double:
            guard let double = FloatConverter<Double>().unconverted(value) else { return false }
            store(double, in: slot)
        case .bool:
            guard let bool = BoolConverter().unconverted(value) else { return false }
            store(bool, in: slot)
        default:
            return false
        }
        return true
    }
}
