/// Writes models.
///
/// This is the fast loop for plain classes, which writes straight from an object's memory into the text. All other
/// objects are written member by member (`ObjectWriter`).
///
/// Two words long, so that it needs no allocation as `any ModelExporting`.
struct ObjectExporter: ModelExporting {
    private let layouts: ExportLayout.Table
    /// The layouts of the outermost objects, if the call selects properties.
    private let filtered: FilteredLayouts?

    init(_ options: ExportOptions) {
        layouts = ExportLayout.table(options)
        filtered = options.only == nil && options.except.isEmpty ? nil : FilteredLayouts()
    }

    @inline(__always)
    func layout(of type: ModelObject.Type, _ options: borrowing ExportOptions) -> ExportLayout {
        if let layout = layouts.element(for: type) { return layout }
        return ExportLayout.make(type, copy options)
    }

    /// The fast path of a class. (Lent, to avoid reference counting.)
    @inline(__always)
    private func members(
        of type: ModelObject.Type, _ options: borrowing ExportOptions
    ) -> ImmortalBuffer<ExportLayout.FastMember>? {
        if let members = layouts.withElement(for: type, { $0.fastMembers }) { return members }
        return ExportLayout.make(type, copy options).fastMembers
    }

    func write(_ model: ModelObject, to output: inout ExportOutput) throws(ExportFailure) {
        let storage = PropertyStorage(model)
        guard let members = members(of: type(of: model), output.options), output.isText,
            filtered == nil || !output.isOutermost, !storage.hasAttachment, !output.rejectsSecrets
        else { return try writeByMembers(model, to: &output) }
        try output.enter(model)
        output.text.beginObject()
        for index in 0..<members.count {
            let member = members[index]
            switch member.slot.kind {
            case .string:
                let offset = Int(member.slot.offset)
                if member.slot.isOptional, storage.isNilString(at: offset) {
                    writeNil(member, to: &output)
                    continue
                }
                output.text.key(rendered: member.key)
                storage.write(stringAt: offset, to: &output.text)
            case .int:
                guard let number = storage.load(Int.self, in: member.slot) else {
                    writeNil(member, to: &output)
                    continue
                }
                output.text.key(rendered: member.key)
                output.text.value(number)
            case .bool:
                guard let bool = storage.load(Bool.self, in: member.slot) else {
                    writeNil(member, to: &output)
                    continue
                }
                output.text.key(rendered: member.key)
                output.text.value(bool)
            case .double:
                guard let number = storage.load(Double.self, in: member.slot) else {
                    writeNil(member, to: &output)
                    continue
                }
                guard number.isFinite else {
                    try write(member, at: index, of: model, to: &output)
                    continue
                }
                output.text.key(rendered: member.key)
                output.text.value(number)
            case .model:
                guard let nested = storage.load(ModelObject?.self, at: Int(member.slot.offset)) else {
                    writeNil(member, to: &output)
                    continue
                }
                output.text.key(rendered: member.key)
                do throws(ExportFailure) {
                    try write(nested, to: &output)
                } catch {
                    throw error.under(.key(key(at: index, in: model, output)))
                }
            default:
                try write(member, at: index, of: model, to: &output)
            }
        }
        output.text.endObject()
        withExtendedLifetime(model) {}
        output.leave()
    }

    @inline(__always)
    private func writeNil(_ member: ExportLayout.FastMember, to output: inout ExportOutput) {
        guard output.options.nulls == .include else { return }
        output.text.key(rendered: member.key)
        output.text.null()
    }

    private func key(at index: Int, in model: ModelObject, _ output: borrowing ExportOutput) -> String {
        layout(of: type(of: model), output.options).members[index].key
    }

    @inline(never)
    private func writeByMembers(_ model: ModelObject, to output: inout ExportOutput) throws(ExportFailure) {
        if output.treeModels == .references, !output.isOutermost { return output.reference(to: model) }
        let type = type(of: model)
        if output.rejectsSecrets, ModelSchema.of(type).properties.contains(where: \.isSecret) {
            throw ExportFailure(
                .notExportable, "Cannot show the redacted properties of \(type)",
                expected: "a model without redacted properties", found: "\(type)")
        }
        if output.isOutermost, let filtered {
            let layout = filtered.layout(of: type, output.options)
            let isAll = output.options.only == nil
            try ObjectWriter(self, model, layout).write(includingUnknown: isAll, to: &output)
        } else {
            try ObjectWriter(self, model, layout(of: type, output.options)).write(to: &output)
        }
    }

    /// Writes a member whose value can fail or be left out.
    private func write(
        _ member: ExportLayout.FastMember, at index: Int, of model: ModelObject, to output: inout ExportOutput
    ) throws(ExportFailure) {
        if member.property < 0 {
            let layout = layout(of: type(of: model), output.options)
            _ = try ObjectWriter(self, model, layout).write(layout.members[index], to: &output)
            return
        }
        let start = output.text.count
        output.text.key(rendered: member.key)
        do throws(ExportFailure) {
            let outcome = try writeValue(of: Int(member.property), member.slot, in: model, to: &output)
            _ = output.finish(outcome, from: start, nulls: output.options.nulls)
        } catch {
            throw error.under(.key(key(at: index, in: model, output)))
        }
    }

    /// Writes a property's value by its type.
    func writeValue(
        of index: Int, _ slot: PropertySlot, in model: ModelObject, to output: inout ExportOutput
    ) throws(ExportFailure) -> ExportOutcome {
        let storage = PropertyStorage(model)
        defer { withExtendedLifetime(model) {} }
        switch slot.kind {
        case .double:
            guard let number = storage.load(Double.self, in: slot) else { return .null }
            return try output.write(number)
        case .modelArray:
            guard let models = storage.loadModels(at: Int(slot.offset)) else { return .null }
            return try output.array(count: models.count) { index, output throws(ExportFailure) in
                try write(models[index], to: &output)
                return .written
            }
        case .modelDictionary:
            guard let models = storage.loadModelsByKey(at: Int(slot.offset)) else { return .null }
            return try output.dictionary(models, text: { $0 }) { model, output throws(ExportFailure) in
                try write(model, to: &output)
                return .written
            }
        default:
            // Lent, to avoid reference counting. (Lending doesn't forward typed errors.)
            let result = ModelSchema.with(type(of: model)) { $0.compiled[index] }?.lend { compiled in
                Result { () throws(ExportFailure) in try compiled.write(storage, &output) }
            }
            if let result { return try result.get() }
            return try ModelSchema.of(type(of: model)).properties[index].accessor.write(storage, to: &output)
        }
    }
}

/// The layouts of the outermost objects of one call that selects properties.
private final class FilteredLayouts {
    private var layouts: [ObjectIdentifier: ExportLayout] = [:]

    func layout(of type: ModelObject.Type, _ options: ExportOptions) -> ExportLayout {
        if let layout = layouts[ObjectIdentifier(type)] { return layout }
        let layout = ExportLayout(ModelSchema.of(type), options, isFiltered: true)
        layouts[ObjectIdentifier(type)] = layout
        return layout
    }
}
