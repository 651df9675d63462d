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
        var members = try exported(tree.members, of: model, layout)
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

    /// The members of an object, or of an object that paths share; those that are left out are not among them.
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
                return try exported(layout.schema.properties[index], key: member.key, of: model, layout)
            } catch {
                throw error.under(layout.tree.paths[index])
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
        _ property: Property, key: String, of model: ModelObject, _ layout: ExportLayout
    ) throws(ExportFailure) -> ExportedValue.Member? {
        let storage = PropertyStorage(model)
        var key = key
        var value: ExportedValue
        if property.rule.makesExportedValue {
            value = try exportedByRule(property, storage)
        } else if form.relations == .nested || !mayHoldModels(property, storage, layout) {
            value = try property.accessor.exported(storage, &self)
        } else if form.relations == .none {
            return nil
        } else {
            value = try property.accessor.exported(storage, &self).keyedByIndex
            if !property.holdsModels(layout.schema) { key += railsSuffix }
        }
        if layout.schema.overridesExportedValue {
            if case .omitted = value { return nil }
            guard let changed = model.exportedValue(value.plain, property: property.name) else { return nil }
            value = try exported(any: changed).ordered(like: value)
        }
        withExtendedLifetime(model) {}
        return isLeftOut(value) ? nil : .init(key: key, value: value)
    }

    /// Whether a property holds models, by its type or by what an untyped one has in it.
    private func mayHoldModels(
        _ property: Property, _ storage: PropertyStorage, _ layout: ExportLayout
    ) -> Bool {
        if property.holdsModels(layout.schema) { return true }
        guard property.accessor.isUntypedContainer else { return false }
        switch AnyJSONValue(property.accessor.load(storage)) {
        case .array(let elements): return elements.contains { $0 is ModelObject }
        case .object(let members): return members.values.contains { $0 is ModelObject }
        case .unsupported: return property.accessor.load(storage) is ModelObject
        default: return false
        }
    }

    /// What the property's rule makes of its value.
    mutating func exportedByRule(
        _ property: Property, _ storage: PropertyStorage
    ) throws(ExportFailure) -> ExportedValue {
        var value = ExportedValue.none
        if let convert = property.rule.conversion?.to {
            let made = try converted(property.accessor.load(storage), by: convert)
            if let made { value = try exported(any: made) }
        } else {
            value = try property.accessor.exported(storage, &self)
        }
        if property.rule.isEmbeddedJSON {
            switch value {
            case .none, .null, .omitted: break
            default:
                var text = JSONWriter(capacity: 256, pretty: false)
                text.value(value, sortedKeys: sortedKeys)
                value = .string(text.finishString())
            }
        }
        return value
    }

    private func converted(
        _ value: Any, by convert: (Any) throws -> Any?
    ) throws(ExportFailure) -> Any? {
        do {
            return try convert(value)
        } catch {
            throw ExportFailure(
                .hookFailed, expected: "a value that its converter exports", found: "one that it refuses",
                underlyingError: error)
        }
    }

    // MARK: The object as a whole

    /// The values that no property wanted when the object was mapped, sorted by key.
    mutating func unknownMembers(
        of model: ModelObject, besides tree: ExportTree
    ) throws(ExportFailure) -> [ExportedValue.Member] {
        guard includesUnknownValues, let values = model.attachment?.unknownValues else { return [] }
        var members: [ExportedValue.Member] = []
        for (key, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            if tree.members.contains(where: { $0.key == key }) {
                throw ExportFailure(
                    .keyCollision, expected: "one value for the key", found: "a property and an unknown key"
                ).under(.key(key))
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
        do {
            try model.didExport(&dictionary)
        } catch {
            throw ExportFailure(
                .hookFailed, expected: "an object that didExport accepts", found: "one that it refuses",
                underlyingError: error)
        }
        leaveLevel()  // The object's own, which the dictionary enters again.
        let changed = try exported(any: dictionary).ordered(like: .object(members))
        try enterLevel()
        guard case .object(let changedMembers) = changed else { return members }
        return changedMembers
    }

    // MARK: Untyped values

    /// An untyped value: what JSON has, and whatever a property of a model may hold.
    mutating func exported(any value: Any) throws(ExportFailure) -> ExportedValue {
        switch AnyJSONValue(value) {
        case .string(let text): return .string(text)
        case .bool(let bool): return .bool(bool)
        case .int(let number): return .integer(number)
        case .integer(let number): return ExportedValue(number)
        case .double(let number): return try DoubleConverter().exported(number, &self)
        case .float(let number): return try FloatConverter().exported(number, &self)
        case .decimal(let number): return try DecimalConverter().exported(number, &self)
        case .null: return .none
        case .array(let elements): return try exported(elements)
        case .object(let members): return try exported(members)
        case .unsupported: return try exportedByType(value)
        }
    }

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
    private mutating func exportedByType(_ value: Any) throws(ExportFailure) -> ExportedValue {
        if let model = value as? ModelObject { return .object(try exported(model)) }
        if let converter = ConverterFactory(rule: PropertyRule()).converter(for: type(of: value)) {
            return try exported(value, by: converter)
        }
        throw ExportFailure(
            .notExportable, expected: "a value that JSON has a form for", found: "\(type(of: value))")
    }

    private mutating func exported<Converter: ValueConverter>(
        _ value: Any, by converter: Converter
    ) throws(ExportFailure) -> ExportedValue {
        guard let typed = exactly(value, as: Converter.Value.self) else { return .none }
        return try converter.exported(typed, &self)
    }
}
