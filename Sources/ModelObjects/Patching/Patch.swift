import Foundation

/// The entry points of patches.
enum Patch {
    // MARK: Making patches

    static func mergePatch(
        from old: ModelObject, to new: ModelObject, _ options: ExportOptions
    ) throws -> ExportedValue {
        let generator = PatchGenerator(options, isMerge: true)
        let oldDocument = try generator.document(old)
        let newDocument = try generator.spelled(generator.document(new), as: oldDocument, at: generator.root)
        return try generator.mergePatch(from: oldDocument, to: newDocument, at: generator.root) ?? .object([])
    }

    static func operations(
        from old: ModelObject, to new: ModelObject, _ options: ExportOptions
    ) throws -> [ExportedValue] {
        let generator = PatchGenerator(options, isMerge: false)
        try generator.addOperations(
            from: generator.document(old), to: generator.document(new), at: generator.root)
        return generator.operations
    }

    // MARK: Applying merge patches

    static func apply(
        mergeText json: Data, to model: ModelObject, _ options: MappingOptions?,
        _ report: ReportBuilder? = nil
    ) throws {
        try call(options, on: model, report).map(json, root: .object) { mapper, reader in
            let offset = reader.offset
            guard case .object(let patch) = JSONValue(try reader.readAny(keepingDigits: true)) else { return }
            try mapper.at(offset) { try apply(patch, to: model, mapper) }
        }
    }

    static func apply(
        merge patch: [String: Any], to model: ModelObject, _ options: MappingOptions?,
        _ report: ReportBuilder? = nil
    ) throws {
        let call = call(options, on: model, report)
        try call.mapUntyped { mapper in
            try apply(call.rootObject(of: patch, mapper), to: model, mapper)
        }
    }

    private static func apply(_ patch: [String: Any], to model: ModelObject, _ mapper: ObjectMapper) throws {
        mapper.patchKind = .merge
        let merge = MergePatch(of: model, DocumentClasses(mapper: mapper))
        try mapper.fillRoot(model, try merge.updatePayload(for: patch))
    }

    /// The call that fills a model with a patch.
    private static func call(
        _ options: MappingOptions?, on model: ModelObject, _ report: ReportBuilder? = nil
    ) -> MappingCall {
        var options = options ?? MappingOptions()
        options.nulls = .clearOptionals
        options.rootPath = nil
        return MappingCall(options: options, type: type(of: model), isUpdate: true, report: report)
    }

    private static func limits(_ options: MappingOptions?, of model: ModelObject) -> MappingLimits {
        MappingCall(options: options, type: type(of: model), mayBeSampled: false).limits
    }

    // MARK: Applying operations

    static func apply(operationsText json: Data, to model: ModelObject, _ options: MappingOptions?) throws {
        let patch = try reading(options, on: model).map(json, root: .array) { _, reader in
            try reader.readAny(keepingDigits: true)
        }
        try apply(patch as? [Any] ?? [], to: model, options)
    }

    static func apply(operations patch: [Any], to model: ModelObject, _ options: MappingOptions?) throws {
        let call = reading(options, on: model)
        try call.mapUntyped { mapper in _ = try call.rootArray(of: patch, mapper) }
        try apply(patch, to: model, options)
    }

    /// The call that reads operations, whose values are in an array and an object.
    private static func reading(_ options: MappingOptions?, on model: ModelObject) -> MappingCall {
        var options = options ?? MappingOptions()
        var limits = limits(options, of: model)
        limits.depth = min(limits.depth, MappingLimits.maximumDepth) + 2
        options.limits = limits
        options.rootPath = nil
        return MappingCall(options: options, type: type(of: model), mayBeSampled: false)
    }

    private static func apply(_ patch: [Any], to model: ModelObject, _ options: MappingOptions?) throws {
        let levels = ExportedValue.levels(limits(options, of: model).depth)
        let exportOptions = ExportOptions(maxDepth: levels)
        let original = try Export.tree(
            model, exportOptions, allowsUnexportable: true, callFormat: options?.setDateFormat
        ).checkStack()
        let document = DocumentNode(original)
        var budget = PatchBudget(levels: min(levels, ExportedValue.deepest))
        for (index, json) in patch.enumerated() {
            do {
                let operation = try PatchOperation(json: json)
                try operation.apply(to: document, index: index, &budget)
            } catch let failure as PatchFailure {
                throw error(index, json, failure.reason + suffix(failure.place, json))
            }
        }
        try update(model, from: original, to: document, options) { failure($0, patch, document) }
    }

    /// The error of the failed operation.
    private static func failure(_ error: any Error, _ patch: [Any], _ document: DocumentNode) -> any Error {
        func index(_ steps: [String]) -> Int { document.operation(at: steps) ?? patch.count - 1 }
        switch error {
        case let fault as PatchUpdate.Fault:
            let index = index(fault.pointer.steps)
            // The place can be inside the value of the operation.
            let suffix = suffix(fault.pointer, patch[index])
            return self.error(index, patch[index], fault.reason + suffix)
        case let error as ModelError where !patch.isEmpty && isOfOperation(error.code):
            let index = index(error.main.components.map(\.text))
            // Without the period, which ends every sentence of an error.
            let reason = String(error.description.dropLast())
            return self.error(index, patch[index], reason, underlying: error)
        default:
            return error
        }
    }

    /// The place that a reason is about; empty if it is the `path` of the operation, which the error names.
    private static func suffix(_ place: JSONPointer?, _ operation: Any) -> String {
        guard let place = place?.text, place != PatchOperation.path(in: operation) else { return "" }
        return " (`\(PathComponent.escaped(place, isQuoted: false).shortPointer)`)"
    }

    private static func update(
        _ model: ModelObject, from original: ExportedValue, to document: DocumentNode,
        _ options: MappingOptions?, _ failure: (any Error) -> any Error
    ) throws {
        var options = options ?? MappingOptions()
        options.setMismatches = options.setMismatches ?? .reject
        options.setElements = options.setElements ?? .reject
        options.setNullIsMismatch = options.setNullIsMismatch ?? true
        try call(options, on: model).mapUntyped(failure: failure) { mapper in
            mapper.patchKind = .operations
            let update = PatchUpdate(from: original, to: document, mapper)
            let changes = try update.changes(ofRoot: model)
            try mapper.checkDepth(of: changes)
            mapper.takeSnapshot(of: model, ModelSchema.of(type(of: model)))
            for place in update.removals { try mapper.clear(place) }
            try mapper.fillRoot(model, changes)
            if !mapper.notes.problems.isRejected { try update.checkAdditions(of: model) }
        }
    }

    /// Whether an error is about an operation, not about the whole object.
    private static func isOfOperation(_ code: ModelError.Code) -> Bool {
        code != .limitExceeded && code != .validationFailed && code != .hookFailed
    }

    /// - Parameter operation: The failed operation, as JSON.
    private static func error(
        _ index: Int, _ operation: Any, _ reason: String, underlying: (any Error)? = nil
    ) -> ModelError {
        let place = PathComponent.escaped(PatchOperation.path(in: operation), isQuoted: false)
        return ModelError(
            .patchFailed, at: [.index(index)],
            Headline("Operation \(index) of the patch, at `\(place.shortPointer)`, failed: \(reason)"),
            expected: "an operation that can be applied", found: reason, underlyingError: underlying,
            pathSuffix: " " + place)
    }
}
