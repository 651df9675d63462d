/// The way straight to bytes: each property from the object's memory into the text, without a dictionary, an
/// Any or a key to be rendered on the way.
extension ObjectExporter {
    /// Writes a model.
    mutating func write(_ model: ModelObject, _ writer: inout JSONWriter) throws(ExportFailure) {
        let plan = plan(of: type(of: model))
        let storage = PropertyStorage(model)
        guard plan.isPlain, !isFilterNext, !storage.hasAttachment else {
            return try writeUnusual(model, &writer)
        }
        try enter(model)
        writer.beginObject()
        let steps = plan.steps
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
            case .optionalString:
                writeNil(step, &writer)
            case .model:
                guard let nested = storage.load(ModelObject?.self, at: offset) else {
                    writeNil(step, &writer)
                    continue
                }
                writer.key(rendered: step.key)
                do throws(ExportFailure) {
                    try write(nested, &writer)
                } catch {
                    throw error.under(.key(self.key(of: step, in: model)))
                }
            case .optionalInt:
                writeOptional(storage.load(Int?.self, at: offset), step, &writer)
            case .optionalBool:
                writeOptional(storage.load(Bool?.self, at: offset), step, &writer)
            default:
                try write(step, of: model, &writer)
            }
        }
        writer.endObject()
        withExtendedLifetime(model) {}
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

    /// The key of a step.
    private func key(of step: ExportStep, in model: ModelObject) -> String {
        layout(of: type(of: model)).tree.members[Int(step.member)].key
    }

    /// Writes a member whose value can fail, or be left out.
    private mutating func write(
        _ step: ExportStep, of model: ModelObject, _ writer: inout JSONWriter
    ) throws(ExportFailure) {
        if step.kind.isUnusual {
            let layout = layout(of: type(of: model))
            _ = try write(layout.tree.members[Int(step.member)], of: model, layout, &writer)
            return
        }
        let start = writer.count
        writer.key(rendered: step.key)
        let outcome: ExportOutcome
        do throws(ExportFailure) {
            outcome = try writeValue(step, of: model, &writer)
        } catch {
            throw error.under(.key(key(of: step, in: model)))
        }
        _ = finish(outcome, from: start, &writer)
    }

    /// Settles what becomes of a key behind which nothing may have been written.
    ///
    /// False where it is left out.
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
        _ step: ExportStep, of model: ModelObject, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        let storage = PropertyStorage(model)
        let offset = Int(step.offset)
        switch step.kind {
        case .double:
            return try writeValue(storage.load(Double.self, at: offset), &writer)
        case .optionalDouble:
            guard let value = storage.load(Double?.self, at: offset) else { return .null }
            return try writeValue(value, &writer)
        case .namedString, .namedOptionalString:
            let text =
                step.kind == .namedString
                ? storage.load(String.self, at: offset) : storage.load(String?.self, at: offset)
            if let text, !text.isEmpty { writer.value(text) } else { writeName(step, of: model, &writer) }
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
        case .integersByKey:
            try enterLevel()
            writer.beginObject()
            for (key, number) in storage.load([String: Int].self, at: offset) {
                writer.key(key)
                writer.value(number)
            }
            writer.endObject()
            leaveLevel()
            return .written
        case .models:
            guard let type = layout(of: type(of: model)).modelCollections[Int(step.member)] else {
                return .omitted
            }
            try type.write(storage, at: offset, &self, &writer)
            return .written
        case .doubles:
            return try writeValues(storage.load([Double].self, at: offset), &writer)
        default:
            let layout = layout(of: type(of: model))
            guard case .property(let index) = layout.tree.members[Int(step.member)].content else {
                return .omitted
            }
            let property = layout.schema.properties[index]
            if let compiled = property.compiled { return try compiled.write(storage, &self, &writer) }
            return try property.accessor.write(storage, &self, &writer)
        }
    }

    /// Writes the name of the class in a property's place.
    private func writeName(_ step: ExportStep, of model: ModelObject, _ writer: inout JSONWriter) {
        let tree = layout(of: type(of: model)).tree
        guard case .property(let index) = tree.members[Int(step.member)].content else { return }
        writer.value(tree.classNames?.standIns[index] ?? "")
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
