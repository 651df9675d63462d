import Foundation

/// The way through `ExportedValue`: for `jsonObject`, for classes that override a hook, for untyped values.
extension ObjectExporter {
    /// The members of a model as they are exported, its hooks called.
    mutating func exported(_ model: ModelObject) throws(ExportFailure) -> [ExportedValue.Member] {
        let layout = layout(of: type(of: model))
        try enter(model)
        let tree = filteredTree(layout) ?? layout.tree
        if let collision = tree.collisions.first { throw collision.failure }
        let outerFormat = layout.dateFormat.map { exchange(dateFormat: $0) }
        var members = try exported(self.members(of: model, in: tree), of: model, layout)
        members += try unknownMembers(of: model, besides: tree)
        if layout.schema.overridesDidExport { members = try changedByHook(members, of: model) }
        if let outerFormat { _ = exchange(dateFormat: outerFormat) }
        leave()
        return members
    }

    /// The members of each of several models.
    mutating func exported<Model: ModelObject>(
        _ models: [Model]
    ) throws(ExportFailure) -> [[ExportedValue.Member]] {
        try enterLevel()
        var exported: [[ExportedValue.Member]] = []
        exported.reserveCapacity(models.count)
        for model in models {
            do throws(ExportFailure) {
                exported.append(try self.exported(model))
            } catch {
                throw error.under(.index(exported.count))
            }
        }
        leaveLevel()
        return exported
    }

    /// The members of an object, or of an object that paths share; those that are left out are not among
    /// them.
    private mutating func exported(
        _ members: [ExportMember], of model: ModelObject, _ layout: ExportLayout
    ) throws(ExportFailure) -> [ExportedValue.Member] {
        var exported: [ExportedValue.Member] = []
        exported.reserveCapacity(members.count)
        for member in members {
            if let member = try self.exported(member, of: model, layout) { exported.append(member) }
        }
        return exported
    }

    /// One member; nil where it is left out.
    mutating func exported(
        _ member: ExportMember, of model: ModelObject, _ layout: ExportLayout
    ) throws(ExportFailure) -> ExportedValue.Member? {
        switch member.content {
        case .property(let index):
            do throws(ExportFailure) {
                return try exported(index, key: member.key, of: model, layout)
            } catch {
                throw error.under(layout.tree.paths[index])
            }
        case .className(let index):
            return layout.tree.classNames.map {
                .init(key: member.key, value: .string($0.members[index].text))
            }
        case .object(let children):
            try enterLevel()
            let members = try exported(children, of: model, layout)
            leaveLevel()
            return members.isEmpty ? nil : .init(key: member.key, value: .object(members))
        case .array(let children):
            try enterLevel()
            var isEmpty = true
            var elements: [ExportedValue] = []
            for child in children {
                if let child, let element = try exported(child, of: model, layout) {
                    elements.append(element.value)
                    isEmpty = false
                } else {
                    elements.append(.null)
                }
            }
            leaveLevel()
            return isEmpty ? nil : .init(key: member.key, value: .array(elements))
        }
    }

    private func isLeftOut(_ value: ExportedValue) -> Bool {
        switch value {
        case .omitted: true
        case .none: nulls == .omit
        default: false
        }
    }

    // MARK: Properties

    private mutating func exported(
        _ index: Int, key: String, of model: ModelObject, _ layout: ExportLayout
    ) throws(ExportFailure) -> ExportedValue.Member? {
        guard let member = try exportedBeforeHook(index, key: key, of: model, layout) else { return nil }
        guard layout.schema.overridesExportedValue else { return isLeftOut(member.value) ? nil : member }
        if case .omitted = member.value { return nil }
        let name = layout.schema.properties[index].name
        guard let changed = model.exportedValue(member.value.plain, property: name) else { return nil }
        let value = try exported(any: changed).ordered(like: member.value)
        return isLeftOut(value) ? nil : .init(key: member.key, value: value)
    }

    /// The property's key and value, as options and rules have them.
    private mutating func exportedBeforeHook(
        _ index: Int, key: String, of model: ModelObject, _ layout: ExportLayout
    ) throws(ExportFailure) -> ExportedValue.Member? {
        let storage = PropertyStorage(model)
        defer { withExtendedLifetime(model) {} }
        let relation = relation(index, storage, layout)
        switch relation {
        case .notOne: return .init(key: key, value: try exportedValue(index, storage, layout))
        case .leftOut: return nil
        case .attributes(let suffix):
            return .init(key: key + suffix, value: try exportedValue(index, storage, layout).keyedByIndex)
        }
    }

    private mutating func exportedValue(
        _ index: Int, _ storage: PropertyStorage, _ layout: ExportLayout
    ) throws(ExportFailure) -> ExportedValue {
        // Slots, for what is rarely needed of a property is large, and frames of a recursion should not be.
        let slot = layout.schema.slots[index]
        if slot.kind == .model {
            guard let model = storage.load(ModelObject?.self, at: Int(slot.offset)) else { return .none }
            return .object(try exported(model))
        }
        return try exportedByRule(index, storage, layout)
    }

    private enum Relation {
        /// No relation, or one that is simply nested.
        case notOne
        case leftOut
        /// With what its key lacks to be one of Rails' attributes.
        case attributes(suffix: String)
    }

    @inline(never)
    private func relation(_ index: Int, _ storage: PropertyStorage, _ layout: ExportLayout) -> Relation {
        if form.relations == .nested { return .notOne }
        let property = layout.schema.properties[index]
        if property.rule.makesExportedValue || !mayHoldModels(property, storage, layout) { return .notOne }
        if form.relations == .none { return .leftOut }
        // The layout knows those that are relations by their type; others show by what they hold.
        return .attributes(suffix: property.holdsModels(layout.schema) ? "" : railsSuffix)
    }

    /// Whether a property holds models, by its type or by what an untyped one has in it.
    private func mayHoldModels(
        _ property: Property, _ storage: PropertyStorage, _ layout: ExportLayout
    ) -> Bool {
        if property.holdsModels(layout.schema) { return true }
        guard property.content.isUntypedContainer else { return false }
        switch JSONValue(property.accessor.load(storage)) {
        case .array(let elements): return elements.contains { model(in: $0) != nil }
        case .object(let members): return members.values.contains { model(in: $0) != nil }
        case .other(let value): return model(in: value) != nil
        default: return false
        }
    }

    /// What the property's rule, or its type, makes of its value; the name of the class where that is nil or
    /// empty and the property takes the key.
    @inline(never)
    private mutating func exportedByRule(
        _ index: Int, _ storage: PropertyStorage, _ layout: ExportLayout
    ) throws(ExportFailure) -> ExportedValue {
        let accessor = layout.schema.properties[index].accessor
        guard layout.makesExportedValue[index] else { return try accessor.exported(storage, &self) }
        let value = try exportedByRule(layout.schema.properties[index], storage)
        guard let name = layout.tree.classNames?.standIns[index], value.isNilOrEmpty else { return value }
        return .string(name)
    }

    private mutating func exportedByRule(
        _ property: Property, _ storage: PropertyStorage
    ) throws(ExportFailure) -> ExportedValue {
        var value = ExportedValue.none
        if let convert = property.rule.conversion?.to {
            let made = try converted(property.accessor.load(storage), property.name, by: convert)
            if let made { value = try exported(any: made) }
        } else {
            value = try property.accessor.exported(storage, &self)
        }
        return property.rule.isEmbeddedJSON ? embedded(value) : value
    }

    /// The value as a text that holds JSON.
    private func embedded(_ value: ExportedValue) -> ExportedValue {
        switch value {
        case .none, .null, .omitted: return value
        default:
            var text = JSONWriter(capacity: 256)
            text.value(value, sortedKeys: sortedKeys)
            return .string(text.finishString())
        }
    }

    private func converted(
        _ value: Any, _ property: String, by convert: (Any) throws -> Any?
    ) throws(ExportFailure) -> Any? {
        do {
            return try convert(value)
        } catch {
            throw ExportFailure(
                .hookFailed, "The converter of `\(property)` threw an error",
                expected: "a value that its converter exports", found: "one that it refuses",
                underlyingError: error)
        }
    }

    // MARK: The object as a whole

    /// The members that an object is exported with, but for the values of unknown keys: where one of those
    /// names the class, the tree's own name does not.
    func members(of model: ModelObject, in tree: ExportTree) -> [ExportMember] {
        guard let classNames = tree.classNames, includesUnknownValues,
            let values = model.attachment?.unknownValues
        else { return tree.members }
        return tree.members.filter { !classNames.isTaken($0, by: values) }
    }

    /// The values that no property wanted when the object was mapped, sorted by key.
    mutating func unknownMembers(
        of model: ModelObject, besides tree: ExportTree
    ) throws(ExportFailure) -> [ExportedValue.Member] {
        guard includesUnknownValues, let values = model.attachment?.unknownValues else { return [] }
        var members: [ExportedValue.Member] = []
        for (key, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            if let member = tree.members.first(where: { $0.key == key }) {
                guard member.isClassName else {
                    throw ExportFailure(
                        .keyCollision, "Cannot export both a property and an unknown key",
                        expected: "one value for the key",
                        found: "a property and an unknown key"
                    ).under(.key(key))
                }
                // The name of the class stands there.
                if JSONValue(value).kind == .null { continue }
            }
            do throws(ExportFailure) {
                let value = try exported(any: value)
                if !isLeftOut(value) { members.append(.init(key: key, value: value)) }
            } catch {
                throw error.under(.key(key))
            }
        }
        return members
    }

    private mutating func changedByHook(
        _ members: [ExportedValue.Member], of model: ModelObject
    ) throws(ExportFailure) -> [ExportedValue.Member] {
        var dictionary = ExportedValue.dictionary(members)
        let original = dictionary
        do {
            try model.didExport(&dictionary)
        } catch {
            throw ExportFailure(
                .hookFailed, "didExport of \(type(of: model)) threw an error",
                expected: "an object that didExport accepts", found: "one that it refuses",
                underlyingError: error)
        }
        if isSame(original, dictionary) { return members }
        leaveLevel()  // The object's own, which the dictionary enters again.
        let changed = try exported(any: dictionary).ordered(like: .object(members))
        try enterLevel()
        guard case .object(let changedMembers) = changed else { return members }
        return changedMembers
    }

    // MARK: Untyped values

    /// An untyped value: what JSON has, and whatever a property of a model may hold.
    mutating func exported(any value: Any) throws(ExportFailure) -> ExportedValue {
        switch try scalar(value) {
        case .value(let exported): return exported
        case .array(let elements): return try exported(elements)
        case .object(let members): return try exported(members)
        case .other(let value):
            if let model = model(in: value) { return .object(try exported(model)) }
            return try exportedByType(value)
        }
    }

    private enum Untyped {
        case value(ExportedValue)
        case array([Any])
        case object([String: Any])
        /// Without the Optionals and the AnyHashable around it.
        case other(Any)
    }

    @inline(never)
    private mutating func scalar(_ value: Any) throws(ExportFailure) -> Untyped {
        switch JSONValue(value) {
        case .string(let text): return .value(.string(text))
        case .bool(let bool): return .value(.bool(bool))
        case .integer(let number): return .value(ExportedValue(number))
        case .unsigned(let number): return .value(ExportedValue(number))
        case .double(let number): return .value(try DoubleConverter().exported(number, &self))
        case .decimal(let number): return .value(try DecimalConverter().exported(number, &self))
        case .null: return .value(.none)
        case .array(let elements): return .array(elements)
        case .object(let members): return .object(members)
        case .other(let value): return .other(value)
        }
    }

    @inline(never)
    private mutating func exported(_ elements: [Any]) throws(ExportFailure) -> ExportedValue {
        try enterLevel()
        var exported: [ExportedValue] = []
        exported.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do throws(ExportFailure) {
                let value = try self.exported(any: element)
                if case .omitted = value {} else { exported.append(value) }
            } catch {
                throw error.under(.index(index))
            }
        }
        leaveLevel()
        return .array(exported)
    }

    /// Sorted by key: a dictionary's own order is another one in every process.
    @inline(never)
    private mutating func exported(_ members: [String: Any]) throws(ExportFailure) -> ExportedValue {
        try enterLevel()
        var exported: [ExportedValue.Member] = []
        exported.reserveCapacity(members.count)
        for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            do throws(ExportFailure) {
                let value = try self.exported(any: value)
                if case .omitted = value {} else { exported.append(.init(key: key, value: value)) }
            } catch {
                throw error.under(.key(key))
            }
        }
        leaveLevel()
        return .object(exported)
    }

    /// A value of a type that JSON has not, as a property of this type would be exported.
    @inline(never)
    private mutating func exportedByType(_ value: Any) throws(ExportFailure) -> ExportedValue {
        guard let converter = Self.converter(for: type(of: value)) else {
            // Of members of any type, such as an archive's Set of an Any has.
            if let set = value as? any SetView { return try exported(set.members) }
            if let members = (value as? any DictionaryView)?.membersByKeyText {
                return try exported(members)
            }
            throw ExportFailure(
                .notExportable,
                Headline("Cannot export \(type(of: value))", ending: ": JSON has no form for this type"),
                expected: "a value that JSON has a form for", found: "\(type(of: value))")
        }
        return try exported(value, by: converter)
    }

    @inline(never)
    private static func converter(for type: any Any.Type) -> (any ValueConverter)? {
        ConverterFactory(rule: PropertyRule()).converter(for: type)
    }

    private mutating func exported<Converter: ValueConverter>(
        _ value: Any, by converter: Converter
    ) throws(ExportFailure) -> ExportedValue {
        guard let typed = exactly(value, as: Converter.Value.self) else { return .none }
        return try converter.exported(typed, &self)
    }
}
