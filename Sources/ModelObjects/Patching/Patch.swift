import Foundation

/// The entry points of patches.
enum Patch {
    // MARK: Making patches

    static func merge(
        from old: ModelObject, to new: ModelObject, _ options: ExportOptions
    ) throws -> ExportedValue {
        let generator = PatchGenerator(options)
        return try generator.mergePatch(
            from: generator.document(old), to: generator.document(new), at: generator.root) ?? .object([])
    }

    static func operations(
        from old: ModelObject, to new: ModelObject, _ options: ExportOptions
    ) throws -> [PatchOperation] {
        let generator = PatchGenerator(options)
        var operations: [PatchOperation] = []
        try generator.operations(
            from: generator.document(old), to: generator.document(new), at: generator.root, &operations)
        return operations
    }

    // MARK: Applying merge patches

    static func apply(mergeText json: Data, to model: ModelObject, _ options: MappingOptions?) throws {
        try call(options, on: model).map(json, root: .object) { mapper, reader in
            let offset = reader.offset
            guard case .object(let patch) = JSONValue(try reader.readAny(keepingDigits: true)) else { return }
            try mapper.at(offset) { try apply(patch, to: model, mapper) }
        }
    }

    static func apply(merge patch: [String: Any], to model: ModelObject, _ options: MappingOptions?) throws {
        let call = call(options, on: model)
        try call.map { mapper in
            guard case .object(let patch) = try call.root(of: patch, .object, mapper) else { return }
            try apply(patch, to: model, mapper)
        }
    }

    private static func apply(_ patch: [String: Any], to model: ModelObject, _ mapper: ObjectMapper) throws {
        (mapper.isMergePatch, mapper.isPatch) = (true, true)
        try mapper.fillRoot(model, try MergePatch(of: model, mapper).update(patch))
    }

    /// The call that fills a model with a patch.
    private static func call(_ options: MappingOptions?, on model: ModelObject) -> MappingCall {
        var options = options ?? MappingOptions()
        options.nulls = .clearOptionals
        options.rootPath = nil
        return MappingCall(options: options, type: type(of: model), isUpdate: true)
    }

    private static func limits(_ options: MappingOptions?, of model: ModelObject) -> MappingLimits {
        MappingCall(options: options, type: type(of: model), mayBeSampled: false).limits
    }

    // MARK: Applying operations

    static func apply(operationsText json: Data, to model: ModelObject, _ options: MappingOptions?) throws {
        let patch = try reading(options, on: model).map(json, root: .array) { _, reader in
            guard case .array(let patch) = JSONValue(try reader.readAny(keepingDigits: true)) else {
                return [] as [Any]
            }
            return patch
        }
        try apply(patch, to: model, options)
    }

    static func apply(operations patch: [Any], to model: ModelObject, _ options: MappingOptions?) throws {
        let call = reading(options, on: model)
        try call.map { mapper in _ = try call.root(of: patch, .array, mapper) }
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
        let levels = limits(options, of: model).depth
        let exportOptions = ExportOptions(maxDepth: ExportedValue.levels(levels))
        let original = try Export.tree(model, exportOptions).checkStack()
        let document = DocumentNode(original)
        var applied: [Applied] = []
        var budget = PatchBudget(levels: levels)
        for (index, json) in patch.enumerated() {
            do {
                let operation = try PatchOperation(json: json)
                let place = try operation.apply(to: document, &budget)
                applied.append(Applied(pointer: operation.pointer, place: place))
            } catch let failure as PatchFailure {
                throw error(index, PatchOperation.path(in: json), failure.reason)
            }
        }
        let operations = applied
        try update(model, from: original, to: document.value, options) { failure($0, operations) }
    }

    /// An operation that changed the document.
    private struct Applied {
        let pointer: JSONPointer
        /// Where the pointer led: with an index if its last step is `-`.
        let place: JSONPointer
    }

    /// The error of the failed operation.
    private static func failure(_ error: any Error, _ applied: [Applied]) -> any Error {
        switch error {
        case let fault as PatchUpdate.Fault:
            let index = operation(for: fault.pointer, applied)
            return self.error(index, applied[index].pointer.text, fault.reason)
        case let error as ModelError where !applied.isEmpty && isOfOperation(error.code):
            let steps = [PathComponent](error.codingPath).map(\.text)
            let index = operation(for: JSONPointer(steps), applied)
            // Without the period, which ends every sentence of an error.
            let reason = String(error.description.dropLast())
            return self.error(index, applied[index].pointer.text, reason, underlying: error)
        default:
            return error
        }
    }

    private static func update(
        _ model: ModelObject, from original: ExportedValue, to document: ExportedValue,
        _ options: MappingOptions?, _ failure: (any Error) -> any Error
    ) throws {
        var options = options ?? MappingOptions()
        options.setMismatches = options.setMismatches ?? .reject
        options.setElements = options.setElements ?? .reject
        options.setNullIsMismatch = options.setNullIsMismatch ?? true
        try call(options, on: model).map(failure: failure) { mapper in
            mapper.isPatch = true
            let update = PatchUpdate(original, mapper)
            let changes = try update.changes(ofRoot: model, from: original, to: document)
            try mapper.checkDepth(of: changes)
            mapper.takeSnapshot(of: model, ModelSchema.of(type(of: model)))
            for place in update.removals { try mapper.clear(place) }
            try mapper.fillRoot(model, changes)
        }
    }

    /// Whether an error is about an operation, not about the whole object.
    private static func isOfOperation(_ code: ModelError.Code) -> Bool {
        code != .limitExceeded && code != .validationFailed && code != .hookFailed
    }

    /// The last operation that affects a place.
    private static func operation(for place: JSONPointer, _ applied: [Applied]) -> Int {
        applied.lastIndex { place.starts(with: $0.place) || $0.place.starts(with: place) }
            ?? applied.count - 1
    }

    private static func error(
        _ index: Int, _ pointer: String, _ reason: String, underlying: (any Error)? = nil
    ) -> ModelError {
        let place = PathComponent.escaped(pointer, isQuoted: false)
        return ModelError(
            .patchFailed, at: [.index(index)],
            Headline("Operation \(index) of the patch, at `\(place.shortPointer)`, failed: \(reason)"),
            expected: "an operation that can be applied", found: reason, underlyingError: underlying,
            pathSuffix: " " + place)
    }
}
