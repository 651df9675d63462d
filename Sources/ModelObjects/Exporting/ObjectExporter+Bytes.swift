/// The way straight to bytes: each property from the object's memory into the text, without a dictionary, an Any or a
/// key to be rendered on the way.
extension ObjectExporter {
    /// Writes a model.
    mutating func write(_ model: ModelObject, _ writer: inout JSONWriter) throws(ExportFailure) {
        let layout = layout(of: type(of: model))
        guard layout.writesStraight, !isFilterNext, model.attachment?.unknownValues == nil else {
            return try writeUnusual(model, layout, &writer)
        }
        try enter(model)
        let outerFormat = layout.dateFormat.map { exchange(dateFormat: $0) }
        writer.beginObject()
        let storage = PropertyStorage(model)
        let steps = layout.steps
        for index in 0..<steps.count {
            let step = steps[index]
            let offset = Int(step.offset)
            switch step.kind {
            case .string:
                writer.key(rendered: step.key)
                storage.write(stringAt: offset, to: &writer)
            case .optionalString where !storage.isNilString(at: offset):
                writer.key(rendered: step.key)
                storage.write(stringAt: offset, to: &writer)
            case .int:
                writer.key(rendered: step.key)
                writer.value(storage.load(Int.self, at: offset))
            case .bool:
                writer.key(rendered: step.key)
                writer.value(storage.load(Bool.self, at: offset))
            case .model where !storage.holdsObject(at: offset), .optionalString:
                writeNil(step, &writer)
            case .optionalInt:
                writeOptional(storage.load(Int?.self, at: offset), step, &writer)
            case .optionalBool:
                writeOptional(storage.load(Bool?.self, at: offset), step, &writer)
            default:
                try write(step, of: model, layout, &writer)
            }
        }
        writer.endObject()
        withExtendedLifetime(model) {}
        if let outerFormat { _ = exchange(dateFormat: outerFormat) }
        leave()
    }

    /// Writes an array of models.
    mutating func write<Model: ModelObject>(
        _ models: [Model], _ writer: inout JSONWriter
    ) throws(ExportFailure) {
        try enterLevel()
        writer.beginArray()
        var index = 0
        for model in models {
            do throws(ExportFailure) {
                try write(model, &writer)
            } catch {
                throw error.under(.index(index))
            }
            index += 1
        }
        writer.endArray()
        leaveLevel()
    }

    @inline(__always)
    private func writeNil(_ step: ExportStep, _ writer: inout JSONWriter) {
        guard nulls == .include else { return }
        writer.key(rendered: step.key)
        writer.null()
    }

    @inline(__always)
    private func writeOptional(_ value: Int?, _ step: ExportStep, _ writer: inout JSONWriter) {
        guard let value else { return writeNil(step, &writer) }
        writer.key(rendered: step.key)
        writer.value(value)
    }

    @inline(__always)
    private func writeOptional(_ value: Bool?, _ step: ExportStep, _ writer: inout JSONWriter) {
        guard let value else { return writeNil(step, &writer) }
        writer.key(rendered: step.key)
        writer.value(value)
    }

    /// Writes a member whose value can fail, or be left out.
    private mutating func write(
        _ step: ExportStep, of model: ModelObject, _ layout: ExportLayout, _ writer: inout JSONWriter
    ) throws(ExportFailure) {
        switch step.kind {
        case .branch, .rule, .relation:
            _ = try write(layout.tree.members[Int(step.member)], of: model, layout, &writer)
            return
        default: break
        }
        let start = writer.count
        writer.key(rendered: step.key)
        let outcome: ExportOutcome
        do throws(ExportFailure) {
            outcome = try writeValue(step, of: PropertyStorage(model), layout, &writer)
        } catch {
            throw error.under(.key(layout.tree.members[Int(step.member)].key))
        }
        _ = finish(outcome, from: start, &writer)
    }

    /// Settles what becomes of a key behind which nothing may have been written. False where it is left out.
    func finish(_ outcome: ExportOutcome, from start: Int, _ writer: inout JSONWriter) -> Bool {
        switch outcome {
        case .written: return true
        case .null where nulls == .include:
            writer.null()
            return true
        case .null, .omitted:
            writer.rewind(to: start)
            return false
        }
    }

    private mutating func writeValue(
        _ step: ExportStep, of storage: PropertyStorage, _ layout: ExportLayout, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        let offset = Int(step.offset)
        switch step.kind {
        case .double:
            return try writeValue(storage.load(Double.self, at: offset), &writer)
        case .optionalDouble:
            guard let value = storage.load(Double?.self, at: offset) else { return .null }
            return try writeValue(value, &writer)
        case .model:
            guard let model = storage.load(ModelObject?.self, at: offset) else { return .null }
            try write(model, &writer)
            return .written
        case .strings:
            try enterLevel()
            writer.beginArray()
            for text in storage.load([String].self, at: offset) { writer.value(text) }
            writer.endArray()
            leaveLevel()
            return .written
        case .integers:
            try enterLevel()
            writer.beginArray()
            for number in storage.load([Int].self, at: offset) { writer.value(number) }
            writer.endArray()
            leaveLevel()
            return .written
        case .doubles:
            return try writeValues(storage.load([Double].self, at: offset), &writer)
        default:
            guard case .property(let index) = layout.tree.members[Int(step.member)].content else { return .omitted }
            return try layout.schema.properties[index].accessor.write(storage, &self, &writer)
        }
    }

    @inline(__always)
    private func writeValue(
        _ value: Double, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        guard value.isFinite else { return write(try notFinite("\(value)"), &writer) }
        writer.value(value)
        return .written
    }

    private mutating func writeValues(
        _ values: [Double], _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        try enterLevel()
        writer.beginArray()
        for (index, value) in values.enumerated() {
            do throws(ExportFailure) {
                _ = try writeValue(value, &writer)
            } catch {
                throw error.under(.index(index))
            }
        }
        writer.endArray()
        leaveLevel()
        return .written
    }
}
