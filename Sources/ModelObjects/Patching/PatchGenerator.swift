/// Makes the patch that leads from one exported object to another.
///
/// Both trees include nulls and are marked with their models. A null in a model is nil if `isNil` is true,
/// and otherwise an explicit null.
final class PatchGenerator {
    /// The trees of new objects by class, to find the nils that a new object already has; nil if it can't be
    /// exported.
    private var defaults: [ObjectIdentifier: ExportedValue?] = [:]
    let options: ExportOptions
    /// Whether the patch is a merge patch, in which null removes a member of a dictionary.
    let isMerge: Bool
    /// The operations of a JSON Patch, as JSON.
    private(set) var operations: [ExportedValue] = []
    let root = DocumentPlace(ObjectMapper(options: nil, limits: MappingLimits(), isUpdate: false))

    init(_ options: ExportOptions, isMerge: Bool) {
        var options = options
        options.nulls = .include
        (self.options, self.isMerge) = (options, isMerge)
    }

    /// The document of a model, in which equal Sets have the same order.
    func document(_ model: ModelObject) throws -> ExportedValue {
        try Export.tree(model, options).checkStack().inOrder
    }

    // MARK: Merge patches

    /// The merge patch (RFC 7396) from one value to another; nil if they are equal.
    ///
    /// - Parameter new: The value, with keys that are spelled as in the old one (see `spelled`).
    func mergePatch(
        from old: ExportedValue, to new: ExportedValue, at place: DocumentPlace
    ) throws -> ExportedValue? {
        guard let oldMembers = old.members, let allMembers = new.members else {
            if old.isSame(as: new) { return nil }
            try checkParts(of: new, at: place)
            return try wholeValue(new, at: place)
        }
        // A merge patch can turn a dictionary into the export of a model, but it cannot replace a model.
        let isModel = old.owner != nil
        if isModel, new.owner == nil { throw Self.cannotSet("a dictionary in place of a model", at: place) }
        if isModel, try !areComparedByMember(old, new, at: place) {
            return try addingNulls(to: wholeValue(new, at: place), from: old, to: new, at: place)
        }
        let newMembers = isModel ? allMembers : ExportedValue.present(allMembers, of: new.owner)
        let pairs = MemberPairs(old: oldMembers, new: newMembers)
        var patch: [ExportedValue.Member] = []
        for (index, member) in newMembers.enumerated() {
            let oldValue = pairs.oldValue(at: index)
            if oldValue?.isSameLeaf(as: member.value) == true { continue }
            let place = place.member(member.key, of: new.owner)
            if isModel, oldValue == nil { try checkParts(of: member.value, at: place) }
            let change =
                try oldValue.map { try mergePatch(from: $0, to: member.value, at: place) }
                ?? wholeValue(member.value, at: place)
            guard let change, !isReordered(oldValue, member.value, in: old.owner, at: place) else { continue }
            let isProperty = isModel && new.owner?.attachment?.unknownValues?[member.key] == nil
            if !isProperty, case .null = change {
                if !isModel { throw Self.cannotSet("null in a dictionary", at: place) }
                // Exports leave out a null that was kept, so the key is removed.
                if oldValue == nil { continue }
            }
            patch.append(.init(key: member.key, value: change))
        }
        for member in pairs.removed.sorted(byText: \.key) {
            if isModel {
                if old.owner?.attachment?.unknownValues?[member.key] == nil {
                    throw Self.cannotSet("a value that is missing", at: place.member(member.key, of: nil))
                }
                if case .null = member.value { continue }
            }
            patch.append(.init(key: member.key, value: .null))
        }
        return patch.isEmpty ? nil : .object(patch)
    }

    /// A value that replaces a model, with null for the members that it lacks, so that a receiver without
    /// classes removes them.
    private func addingNulls(
        to patch: ExportedValue, from old: ExportedValue, to new: ExportedValue, at place: DocumentPlace
    ) throws -> ExportedValue {
        guard let members = patch.members, let oldMembers = old.members else { return patch }
        let (oldIndex, newIndex) = (MemberIndex(oldMembers), MemberIndex(new.members ?? []))
        let patchIndex = MemberIndex(members)
        let changed = try members.map { member in
            guard let old = oldIndex[member.key], let value = newIndex[member.key] else { return member }
            let place = place.member(member.key, of: new.owner)
            return .init(
                key: member.key, value: try addingNulls(to: member.value, from: old, to: value, at: place))
        }
        let removed = try oldMembers.filter { !$0.isNil && patchIndex[$0.key] == nil }.map { member in
            let place = place.member(member.key, of: new.owner)
            if new.owner != nil, newIndex[member.key] == nil,
                place.content(options) != nil || place.isPrefix(options)
            {
                throw Self.cannotSet("a value that is missing", at: place)
            }
            return ExportedValue.Member(key: member.key, value: .null)
        }
        return .object(changed + removed)
    }

    // MARK: JSON Patches

    /// Adds the operations of a JSON Patch (RFC 6902) that lead from one value to another.
    ///
    /// - Parameter isElement: Whether the value is an element of an array.
    func addOperations(
        from old: ExportedValue, to new: ExportedValue, at place: DocumentPlace, isElement: Bool = false
    ) throws {
        if isElement, old.isNilPart(of: place.model, as: new), isMadeByPaths(place) {
            if !new.isNilPart(of: place.model, as: new) {
                try checkParts(of: new, at: place)
                record("replace", at: place, try wholeValue(new, at: place))
            }
        } else if let oldMembers = old.members, let newMembers = new.members,
            try areComparedByMember(old, new, at: place)
        {
            try addOperations(
                from: ExportedValue.present(oldMembers, of: new.owner), of: old.owner,
                to: ExportedValue.present(newMembers, of: new.owner), of: new.owner, at: place)
        } else if case .array(let oldElements, isSet: false) = old,
            case .array(let newElements, isSet: false) = new, !mayBeUnordered(place)
        {
            try addOperations(from: oldElements, to: newElements, at: place)
        } else if !old.isSame(as: new, withoutNil: true) {
            record("replace", at: place, try wholeValue(new, at: place))
        }
    }

    /// Adds the operations that lead from the members of one object to those of another.
    private func addOperations(
        from old: [ExportedValue.Member], of oldOwner: ModelObject?, to new: [ExportedValue.Member],
        of newOwner: ModelObject?, at place: DocumentPlace
    ) throws {
        let pairs = MemberPairs(old: old, new: new)
        for member in pairs.removed {
            try checkParts(of: nil, at: place.member(member.key, of: newOwner))
            record("remove", at: place.member(member.key))
        }
        for (index, member) in new.enumerated() {
            let value = pairs.oldValue(at: index)
            if value?.isSameLeaf(as: member.value) == true { continue }
            let place = place.member(member.key, of: newOwner)
            guard let value else {
                try checkParts(of: member.value, at: place)
                record("add", at: place, try wholeValue(member.value, at: place))
                continue
            }
            let count = operations.count
            try addOperations(from: value, to: member.value, at: place)
            if operations.count > count, isReordered(value, member.value, in: oldOwner, at: place) {
                operations.removeSubrange(count...)
            }
        }
    }

    private func record(_ operation: String, at place: DocumentPlace, _ value: ExportedValue? = nil) {
        var members = [
            ExportedValue.Member(key: "op", value: .string(operation)),
            ExportedValue.Member(key: "path", value: .string(place.pointer.text)),
        ]
        if let value { members.append(.init(key: "value", value: value)) }
        operations.append(.object(members))
    }

    /// Whether only the paths of properties lead to a place: in the value of a property, and in one that was kept for an
    /// unknown key, null is a value.
    private func isMadeByPaths(_ place: DocumentPlace) -> Bool {
        place.content(options) == nil && place.model?.attachment?.unknownValues?[place.steps[0]] == nil
    }

    /// Whether an array is a part of a Codable value: it may be that of a Set, whose elements have another order in
    /// another object.
    private func mayBeUnordered(_ place: DocumentPlace) -> Bool {
        guard let content = place.content(options) else { return false }
        return content.levels.isEmpty && !content.isUntypedElement && !content.isUntypedContainer
    }

    /// Whether the values of a property are equal Codable values whose Sets have another order.
    ///
    /// In a document, nothing distinguishes the array of such a Set from any other.
    ///
    /// - Parameter place: The place of the property.
    private func isReordered(
        _ old: ExportedValue?, _ new: ExportedValue, in oldModel: ModelObject?, at place: DocumentPlace
    ) -> Bool {
        guard let old, let oldModel, let model = place.model, type(of: oldModel) == type(of: model),
            let property = ExportLayout.of(type(of: model), options).property(at: place.steps),
            property.content.modelClass == nil, !property.content.isUntypedContainer,
            property.content.archivedClass != nil, old.unordered.isSame(as: new.unordered)
        else { return false }
        var comparison = ModelComparison()
        return comparison.decide {
            property.accessor.isEqual(PropertyStorage(oldModel), PropertyStorage(model), &$0)
        }
    }

    /// Adds the operations that lead from the elements of one array to those of another.
    ///
    /// Elements that both arrays have, in the same order, stay. What is between two of them changes.
    private func addOperations(
        from old: [ExportedValue], to new: [ExportedValue], at place: DocumentPlace
    ) throws {
        let (oldRun, newRun) = Self.differingRuns(of: old, new)
        let isSameCount = oldRun.count == newRun.count
        // The elements of an array that paths of properties make don't move.
        let isSearched =
            max(oldRun.count, newRun.count) <= Self.searchedElements
            && (!isSameCount || place.content(options) != nil)
        guard isSearched || isSameCount else {
            record("replace", at: place, try wholeValue(.array(new), at: place))
            return
        }
        let isLong = max(oldRun.count, newRun.count) > 1
        let common = isSearched && isLong ? Self.common(old[oldRun], new[newRun]) : []
        // From the last element to the first, so that earlier indices stay valid.
        var (oldEnd, newEnd) = (oldRun.upperBound, newRun.upperBound)
        for (oldCommon, newCommon) in common.reversed() + [(oldRun.lowerBound - 1, newRun.lowerBound - 1)] {
            try addOperations(
                fromRun: old[oldCommon + 1..<oldEnd], to: new[newCommon + 1..<newEnd], at: place)
            (oldEnd, newEnd) = (oldCommon, newCommon)
        }
    }

    /// The elements of two arrays without those that are the same at the start and at the end.
    private static func differingRuns(
        of old: [ExportedValue], _ new: [ExportedValue]
    ) -> (old: Range<Int>, new: Range<Int>) {
        func areSame(_ pair: (ExportedValue, ExportedValue)) -> Bool {
            pair.0.isSame(as: pair.1, withoutNil: true)
        }
        // No pair is compared twice, and the only pair is compared further inside: otherwise, deeply nested arrays would
        // be compared again on each level.
        let isPair = old.count == 1 && new.count == 1
        let start = isPair ? 0 : zip(old, new).prefix(while: areSame).count
        let remaining = min(old.count, new.count) - start
        let limit = old.count == new.count ? max(remaining - 1, 0) : remaining
        let end = zip(old.reversed(), new.reversed()).prefix(limit).prefix(while: areSame).count
        return (start..<old.count - end, start..<new.count - end)
    }

    /// Adds the operations for the elements between two common ones: the first ones are changed in pairs, and those that
    /// remain are removed or added.
    private func addOperations(
        fromRun old: ArraySlice<ExportedValue>, to new: ArraySlice<ExportedValue>, at place: DocumentPlace
    ) throws {
        let pairCount = min(old.count, new.count)
        for index in old.indices.dropFirst(pairCount).reversed() {
            record("remove", at: place.element(index))
        }
        for (offset, element) in new.dropFirst(pairCount).enumerated() {
            let place = place.element(old.startIndex + pairCount + offset)
            record("add", at: place, try wholeValue(element, at: place))
        }
        for (index, newIndex) in zip(old.indices, new.indices) {
            try addOperations(
                from: old[index], to: new[newIndex], at: place.element(index), isElement: true)
        }
    }

    /// The maximum length of a run that is searched for common elements.
    ///
    /// If a longer run keeps its length, its elements are compared in pairs; otherwise the array is replaced.
    private static let searchedElements = 256

    /// The indices of the elements that two runs have in common, in order.
    ///
    /// Elements are common if they have the same text, so each is read once, not once for each comparison. Equal numbers
    /// can have two texts, such as `0` and `-0`; the elements are then compared with each other, or replaced.
    private static func common(
        _ old: ArraySlice<ExportedValue>, _ new: ArraySlice<ExportedValue>
    ) -> [(old: Int, new: Int)] {
        var (oldIndices, newIndices) = (Array(old.indices), Array(new.indices))
        var numbers: [ExactText: Int] = [:]
        func number(of element: ExportedValue) -> Int {
            let text = ExactText(element.withoutNil.orderedText)
            let number = numbers[text] ?? numbers.count
            numbers[text] = number
            return number
        }
        let oldNumbers = old.map(number)
        let difference = new.map(number).difference(from: oldNumbers)
        for case .remove(let index, _, _) in difference.removals.reversed() { oldIndices.remove(at: index) }
        for case .insert(let index, _, _) in difference.insertions.reversed() { newIndices.remove(at: index) }
        return Array(zip(oldIndices, newIndices))
    }

    // MARK: Whole values

    /// Whether two objects are compared by their members: models of one class, or two dictionaries.
    ///
    /// - Throws: `ModelError` if the receiver would not find the class of the new model.
    private func areComparedByMember(
        _ old: ExportedValue, _ new: ExportedValue, at place: DocumentPlace
    ) throws -> Bool {
        guard let oldOwner = old.owner, let newOwner = new.owner else {
            return old.owner == nil && new.owner == nil
        }
        func failure() -> ModelError { Self.cannotSet("another class (\(type(of: newOwner)))", at: place) }
        let (classes, schema) = (place.classes, ModelSchema.of(type(of: oldOwner)))
        let isSame = type(of: newOwner) == schema.type
        guard let declared = place.content(options)?.placedClass.map({ ModelSchema.of($0) }),
            declared.isPolymorphic || !isSame
        else {
            if isSame { return true }
            throw failure()
        }
        let oldChoice = classes.choosingMembers(in: old, of: schema, declared)
        let newChoice = classes.choosingMembers(in: new, of: ModelSchema.of(type(of: newOwner)), declared)
        let isChosen = classes.chooseDifferently(oldChoice, newChoice, of: schema, declared)
        if isSame, !isChosen { return true }
        guard isChosen, classes.chosenClass(by: declared, in: newChoice) == type(of: newOwner) else {
            throw failure()
        }
        return isSame
    }

    /// A value for a patch: a new model includes its nils only if the default of its class isn't nil.
    private func wholeValue(
        _ value: ExportedValue, default defaultValue: ExportedValue? = nil, at place: DocumentPlace,
        isInArray: Bool = false
    ) throws -> ExportedValue {
        switch value {
        case .array(let elements, _):
            return .array(
                try elements.enumerated().map { index, element in
                    try wholeValue(element, at: place.element(index), isInArray: true)
                })
        case .object(let members, let model):
            let defaults = model.flatMap { $0 === place.model ? defaultValue : tree(ofNew: type(of: $0)) }
            return .object(
                try members.compactMap { member in
                    let place = place.member(member.key, of: model)
                    if model == nil, case .null = member.value, isMerge, !isInArray {
                        throw Self.cannotSet("null in a dictionary", at: place)
                    }
                    let inDefaults = defaults?.members?.first { $0.key == member.key }
                    if member.isNil, inDefaults?.isNil == true { return nil }
                    let value = try wholeValue(
                        member.value, default: inDefaults?.value, at: place, isInArray: isInArray)
                    return .init(key: member.key, value: value)
                })
        default:
            return value
        }
    }

    private func tree(ofNew type: ModelObject.Type) -> ExportedValue? {
        if let tree = defaults[ObjectIdentifier(type)] { return tree }
        var options = options
        (options.only, options.except) = (nil, [])
        let tree = try? Export.tree(type.init(), options)
        defaults[ObjectIdentifier(type)] = .some(tree)
        return tree
    }

    static func cannotSet(_ what: String, at place: DocumentPlace) -> ModelError {
        ModelError(
            .notExportable, at: place.path, "A patch cannot set \(what)",
            expected: "a value that a patch can set", found: what)
    }
}

extension ExportedValue {
    /// Whether all properties whose paths lead into an array's element are nil.
    ///
    /// Such an element is null in the document that a patch changes, so that no member can be added to it.
    ///
    /// - Parameter new: The element after the change, which has the owner.
    fileprivate func isNilPart(of owner: ModelObject?, as new: ExportedValue) -> Bool {
        switch (self, new) {
        case (.null, _): true
        case (.array(let elements, _), .array(let newElements, _)):
            !elements.isEmpty && elements.count == newElements.count
                && zip(elements, newElements).allSatisfy { $0.isNilPart(of: owner, as: $1) }
        case (.object(let members, _), _):
            owner != nil && new.owner === owner && members.allSatisfy(\.isNil)
        default: false
        }
    }
}
