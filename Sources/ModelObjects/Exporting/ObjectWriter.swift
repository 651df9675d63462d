/// Writes an object member by member, and applies rules, options and hooks.
///
/// It writes all objects of dictionary exports. For text, it writes objects with hooks, date formats, unknown
/// values or filtered properties, and single members that rules and paths affect.
struct ObjectWriter {
    private let exporter: ObjectExporter
    private let model: ModelObject
    private let layout: ExportLayout

    init(_ exporter: ObjectExporter, _ model: ModelObject, _ layout: ExportLayout) {
        (self.exporter, self.model, self.layout) = (exporter, model, layout)
    }

    private var schema: ModelSchema { layout.schema }

    /// - Parameter includingUnknown: Whether to write the unknown values that mapping kept.
    func write(includingUnknown: Bool = true, to output: inout ExportOutput) throws(ExportFailure) {
        var unknown = includingUnknown ? model.attachment?.unknownValues : nil
        if let kept = unknown, let names = layout.discriminators {
            unknown = names.completed(kept, layout.members)
        }
        try output.enter(model)
        if let collision = layout.collisions.first { throw collision.failure }
        let outerFormat = output.enterClass(dateFormat: layout.dateFormat)
        if schema.overridesDidExport {
            try writeChangedByHook(unknown ?? [:], to: &output)
        } else if unknown != nil || output.options.relations == .railsAttributes {
            // The suffix of a relation that only its value shows moves its key.
            try output.unorderedObject(of: model) { output throws(ExportFailure) in
                try writeMembers(unknown ?? [:], to: &output)
            }
        } else {
            try output.object(of: model, capacity: layout.members.count) { output throws(ExportFailure) in
                try writeMembers([:], to: &output)
            }
        }
        if let outerFormat { output.classDateFormat = outerFormat }
        output.leave()
    }

    /// Writes the members of the object and the unknown values.
    ///
    /// If one of these already names the class, the class's name isn't written.
    private func writeMembers(_ unknown: [String: Any], to output: inout ExportOutput) throws(ExportFailure) {
        for member in layout.members where layout.discriminators?.isNamed(member, by: unknown) != true {
            _ = try write(member, to: &output)
        }
        if !unknown.isEmpty { try write(unknown: unknown, to: &output) }
    }

    private func write(
        unknown values: [String: Any], to output: inout ExportOutput
    ) throws(ExportFailure) {
        for (key, value) in values.sorted(byText: \.key) {
            if let member = layout.members.first(where: { isWritten($0, as: key, output.options) }) {
                guard member.holdsNoProperty else {
                    throw ExportFailure(
                        .keyCollision, "Cannot export both a property and an unknown key",
                        expected: "one value for the key",
                        found: "a property and an unknown key"
                    ).under(.key(key))
                }
                // The member already holds the name of the class.
                if JSONValue(value).isNull { continue }
            }
            try write(unknown: value, key, to: &output)
        }
    }

    /// Whether a member of the export has a key: its own, or for a relation that only its value shows, the one with the
    /// suffix.
    private func isWritten(
        _ member: ExportMember, as key: String, _ options: borrowing ExportOptions
    ) -> Bool {
        if member.key == key { return true }
        guard options.relations == .railsAttributes, key == member.key + ExportLayout.railsSuffix,
            case .property(let index) = member.content, !layout.isPlain[index]
        else { return false }
        let property = schema.properties[index]
        // The layout knows the suffix of the others.
        if property.holdsModels(schema) { return false }
        return isRelation(property, options)
    }

    private func write(
        unknown value: Any, _ key: String, to output: inout ExportOutput
    ) throws(ExportFailure) {
        let mark = output.mark
        do throws(ExportFailure) {
            try output.member(key, nulls: output.options.nulls) { output throws(ExportFailure) in
                let outcome = try output.write(any: value)
                // A patch can add and remove a null that was kept.
                return outcome == .null && output.isForPatch ? output.write(.null) : outcome
            }
        } catch {
            guard output.allowsUnexportable else { throw error }
            try writeNull(insteadOf: error, key, from: mark, to: &output)
        }
    }

    private func writeChangedByHook(
        _ unknown: [String: Any], to output: inout ExportOutput
    ) throws(ExportFailure) {
        let object = try output.collect { output throws(ExportFailure) in
            try output.object(of: model) { output throws(ExportFailure) in
                try writeMembers(unknown, to: &output)
            }
            return .written
        }.value
        let original = object.dictionary
        var dictionary = original
        do {
            try model.didExport(&dictionary)
        } catch {
            throw ExportFailure(
                .hookFailed, "didExport of \(type(of: model)) threw an error",
                expected: "an object that didExport accepts", found: "one that it rejects",
                underlyingError: error)
        }
        let result = HookResult(original: object, received: original, returned: dictionary)
        output.leaveLevel()  // The object's own level, which the result enters again.
        let changed = try output.collect(result.write).value
        try output.enterLevel()
        output.write(changed)
    }

    /// Writes a member.
    ///
    /// Returns false if it is left out. A member that several paths share is left out if all of its parts are.
    ///
    /// - Parameter isElement: Whether it is in an array and has no key.
    func write(
        _ member: ExportMember, isElement: Bool = false, to output: inout ExportOutput
    ) throws(ExportFailure) -> Bool {
        let start = output.position
        if case .property(let index) = member.content {
            let key = isElement ? nil : member.key
            return try output.allowsUnexportable
                ? writeOrNull(property: index, key, from: start, to: &output)
                : write(property: index, key, from: start, to: &output)
        }
        if !isElement { output.key(member.key) }
        var isEmpty = true
        switch member.content {
        case .property: break
        case .className(let name):
            output.write(name.text)
            isEmpty = false
        case .object(let children):
            try output.enterLevel()
            try output.object(of: model, isShared: true) { output throws(ExportFailure) in
                for child in children where try write(child, to: &output) { isEmpty = false }
            }
            output.leaveLevel()
        case .array(let children):
            try output.enterLevel()
            try output.elements(.sharedArray) { output throws(ExportFailure) in
                for child in children {
                    if let child, try write(child, isElement: true, to: &output) {
                        isEmpty = false
                    } else {
                        output.write(.null, isNil: true)
                    }
                }
            }
            output.leaveLevel()
        }
        if isEmpty { output.rewind(to: start) }
        return !isEmpty
    }

    // MARK: Properties

    /// - Parameter key: Nil in an array.
    private func write(
        property index: Int, _ key: String?, from start: Int, to output: inout ExportOutput
    ) throws(ExportFailure) -> Bool {
        let property = schema.properties[index]
        let isRelation = !layout.isPlain[index] && isRelation(property, output.options)
        if isRelation, output.options.relations == .none { return false }
        if let key { output.key(isRelation ? try keyOfRelation(index, key) : key) }
        do throws(ExportFailure) {
            let outcome =
                try isRelation || schema.overridesExportedValue
                ? writeChanged(index, isRelation, to: &output) : writeByRule(index, to: &output)
            return output.finish(outcome, from: start, nulls: isRelation ? .omit : output.options.nulls)
        } catch {
            throw error.under(layout.paths[index])
        }
    }

    /// The key of a relation.
    ///
    /// The layout knows relations by their type. If only the value shows that a property is one, the layout has its key
    /// without the suffix.
    @inline(never)
    private func keyOfRelation(_ index: Int, _ key: String) throws(ExportFailure) -> String {
        if schema.properties[index].holdsModels(schema) { return key }
        let key = key + ExportLayout.railsSuffix
        let path = layout.paths[index].map(\.text).dropLast() + [key]
        guard let other = layout.properties(atOrBelow: Array(path)).first else { return key }
        throw KeyCollision(
            path: layout.paths[index].dropLast() + [.key(key)], property: schema.properties[index].name,
            other: schema.properties[other].name
        ).failure
    }

    /// Writes null for a value that can't be exported.
    private func writeOrNull(
        property index: Int, _ key: String?, from start: Int, to output: inout ExportOutput
    ) throws(ExportFailure) -> Bool {
        let mark = output.mark
        do throws(ExportFailure) {
            return try write(property: index, key, from: start, to: &output)
        } catch {
            try writeNull(insteadOf: error, key, from: mark, to: &output)
            return true
        }
    }

    /// Discards a value that can't be exported, and writes null; throws any other error.
    private func writeNull(
        insteadOf error: ExportFailure, _ key: String?, from mark: ExportOutput.Mark,
        to output: inout ExportOutput
    ) throws(ExportFailure) {
        guard error.code == .notFinite || error.code == .notExportable else { throw error }
        output.restore(mark)
        if let key { output.key(key) }
        output.write(.null)
    }

    /// Whether a property holds models, by its type or by the contents of an untyped container, and the options treat
    /// such properties differently.
    private func isRelation(_ property: Property, _ options: borrowing ExportOptions) -> Bool {
        if options.relations == .nested || property.rule.makesExportedValue { return false }
        if property.holdsModels(schema) { return true }
        guard property.content.isUntypedContainer else { return false }
        switch JSONValue(value(of: property)) {
        case .array(let elements): return elements.contains { asModel($0) != nil }
        case .object(let members): return members.values.contains { asModel($0) != nil }
        case .other(let value): return asModel(value) != nil
        default: return false
        }
    }

    private func value(of property: Property) -> Any {
        defer { withExtendedLifetime(model) {} }
        return property.accessor.load(PropertyStorage(model))
    }

    /// Writes a property's value after the class's hook changed it, a relation in Rails' form.
    @inline(never)
    private func writeChanged(
        _ index: Int, _ isRelation: Bool, to output: inout ExportOutput
    ) throws(ExportFailure) -> ExportOutcome {
        var (value, outcome) = try output.collect { output throws(ExportFailure) in
            try writeByRule(index, to: &output)
        }
        if schema.overridesExportedValue, outcome != .omitted {
            let name = schema.properties[index].name
            let (original, before, received) = (value, outcome, value.plain)
            guard let returned = model.exportedValue(received, property: name) else { return .omitted }
            let result = HookResult(original: original, received: received, returned: returned)
            (value, outcome) = try output.collect(result.write)
            // A null that isn't nil, such as that of a Presence, is not left out.
            if outcome == .null, before == .written, case .null = original { outcome = .written }
        }
        if isRelation { value = (output.options.sortedKeys ? value.inOrder : value).keyedByIndex }
        return outcome == .written ? output.write(value) : outcome
    }

    /// Writes a property's value by its rule or its type.
    ///
    /// If the value is nil or empty and the property uses a discriminator's key, writes the name of the class.
    private func writeByRule(
        _ index: Int, to output: inout ExportOutput
    ) throws(ExportFailure) -> ExportOutcome {
        let slot = schema.slots[index]
        if slot.kind == .model {
            // Handled here, because rules are large and the stack frames of a recursion must stay small.
            defer { withExtendedLifetime(model) {} }
            let nested = PropertyStorage(model).load(ModelObject?.self, at: Int(slot.offset))
            guard let nested else { return .null }
            try exporter.write(nested, to: &output)
            return .written
        }
        guard let name = layout.discriminators?.substitutes[index] else {
            return try writeConverted(index, to: &output)
        }
        let value = try output.collect { output throws(ExportFailure) in
            try writeConverted(index, to: &output)
        }.value
        switch value {
        case .null, .string(""): return write(name, in: schema.properties[index], to: &output)
        default: return output.write(value)
        }
    }

    /// Writes the name of the class in the form of a property's type.
    @inline(never)
    private func write(
        _ name: DiscriminatorValue, in property: Property, to output: inout ExportOutput
    ) -> ExportOutcome {
        output.write(property.accessor.converter.form.value(ofText: name.text) ?? .string(name.text))
    }

    @inline(never)
    private func writeConverted(
        _ index: Int, to output: inout ExportOutput
    ) throws(ExportFailure) -> ExportOutcome {
        let (property, slot) = (schema.properties[index], schema.slots[index])
        if layout.isPlain[index] { return try exporter.writeValue(of: index, slot, in: model, to: &output) }
        func write(to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
            guard let conversion = property.rule.conversion, let convert = conversion.to else {
                return try exporter.writeValue(of: index, slot, in: model, to: &output)
            }
            let value = value(of: property)
            let converted: Any?
            do {
                // The function gets the type that it declares: an Optional or a Presence, or the value in it.
                converted =
                    conversion.valueType == property.accessor.type
                    ? try convert(value)
                    : try Self.content(of: value, for: conversion.valueType).flatMap(convert)
            } catch {
                throw ExportFailure(
                    .hookFailed, "The converter of `\(property.name)` threw an error",
                    expected: "a value that its converter exports", found: "one that it rejects",
                    underlyingError: error)
            }
            let outcome = if let converted { try output.write(any: converted) } else { ExportOutcome.null }
            guard outcome == .null, let presence = value as? any PresenceView else { return outcome }
            return presence.content == nil ? .omitted : output.write(.null)
        }
        return try property.rule.isEmbeddedJSON ? output.embed(write) : write(to: &output)
    }

    /// The value in an Optional or a Presence, for a function that takes a type; any other value unchanged; nil for nil
    /// and for null.
    private static func content(of value: Any, for type: any Any.Type) -> Any? {
        var value = value
        // An Optional can be cast to the protocols of the value in it, so this comes first.
        if let optional = value as? any OptionalType {
            guard let wrapped = optional.wrapped else { return nil }
            value = wrapped
        }
        guard Swift.type(of: value) != type, let presence = value as? any PresenceView else { return value }
        return presence.content.flatMap { JSONValue($0).isNull ? nil : $0 }
    }
}
