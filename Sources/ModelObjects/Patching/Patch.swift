import Foundation

/// The entry points of patches.
enum Patch {
    // MARK: Making patches

    static func merge(
        from old: ModelObject, to new: ModelObject, _ options: ExportOptions
    ) throws -> ExportedValue {
        let generator = PatchGenerator(options)
        return try generator.mergePatch(
            from: generator.document(old), to: generator.document(new), of: nil, at: []) ?? .object([])
    }

    static func operations(
        from old: ModelObject, to new: ModelObject, _ options: ExportOptions
    ) throws -> [PatchOperation] {
        let generator = PatchGenerator(options)
        var operations: [PatchOperation] = []
        try generator.operations(
            from: generator.document(old), to: generator.document(new), of: nil, at: JSONPointer([]),
            &operations)
        return operations
    }

    // MARK: Reading patches

    static func object(in json: Data) throws -> [String: Any] {
        guard case .object(let object) = try value(in: json) else { throw wrongRoot("object") }
        return object
    }

    static func array(in json: Data) throws -> [Any] {
        guard case .array(let array) = try value(in: json) else { throw wrongRoot("array") }
        return array
    }

    private static func value(in json: Data) throws -> JSONValue {
        try withJSONReader(json, maximumDepth: MappingLimits().depth) { reader in
            do {
                if let error = reader.notJSON { throw error }
                let value = JSONValue(try reader.readTree())
                try reader.finish()
                return value
            } catch let exceeded as JSONDepthExceeded {
                throw ModelError.tooDeep(levels: exceeded.limit, isOfStack: exceeded.isOfStack, at: [])
            } catch {
                if let encoding = JSONEncoding.other(reader.firstBytes(4)) {
                    throw ModelError.notUTF8(encoding)
                }
                throw error
            }
        }
    }

    private static func wrongRoot(_ expected: String) -> ModelError {
        ModelError(
            .invalidRoot, "Expected a patch that is an \(expected)", expected: expected,
            found: "another value")
    }

    // MARK: Applying patches

    static func apply(merge patch: [String: Any], to model: ModelObject, _ options: MappingOptions?) throws {
        var options = options ?? MappingOptions()
        options.nulls = .clearOptionals
        options.rootPath = nil
        let document = try Export.tree(model, ExportOptions()).checkDepth()
        try MappingCall(options: options, type: type(of: model), isUpdate: true).map { mapper in
            mapper.isMergePatch = true
            try mapper.checkDepth(of: patch)
            let update = try MergePatch(mapper).update(patch, of: model, document)
            try mapper.fillRoot(model, update)
        }
    }

    static func apply(operations patch: [Any], to model: ModelObject, _ options: MappingOptions?) throws {
        let original = try Export.tree(model, ExportOptions()).checkDepth()
        var document = original
        var pointers: [JSONPointer] = []
        var budget = PatchOperation.mostCopies
        for (index, json) in patch.enumerated() {
            var pointer = JSONPointer([])
            do {
                let operation = try PatchOperation(json: json)
                pointer = operation.pointer
                try operation.apply(to: &document, &budget)
            } catch let failure as PatchFailure {
                throw error(index, pointer, failure.reason)
            }
            pointers.append(pointer)
        }
        do {
            try update(model, from: original, to: document, options)
        } catch let fault as PatchUpdate.Fault {
            let index = operation(for: fault.pointer, pointers)
            throw error(index, pointers[index], fault.reason)
        } catch let error as ModelError where !pointers.isEmpty && isOfOperation(error.code) {
            let steps = [PathComponent](error.codingPath).map(\.text)
            let index = operation(for: JSONPointer(steps), pointers)
            let sentence = error.description
            let reason = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
            throw self.error(index, pointers[index], reason, underlying: error)
        }
    }

    private static func update(
        _ model: ModelObject, from original: ExportedValue, to document: ExportedValue,
        _ options: MappingOptions?
    ) throws {
        var options = options ?? MappingOptions()
        options.setMismatches = options.setMismatches ?? .reject
        options.setElements = options.setElements ?? .reject
        options.setNullIsMismatch = options.setNullIsMismatch ?? true
        options.nulls = .clearOptionals
        options.rootPath = nil
        try MappingCall(options: options, type: type(of: model), isUpdate: true).map { mapper in
            let update = PatchUpdate(original) { model in
                let schema = ModelSchema.of(type(of: model))
                return mapper.options(for: schema, around: nil).unknownKeys == .keep
            }
            let changes = try update.changes(of: model, from: original, to: document, at: JSONPointer([]))
            try mapper.checkDepth(of: changes)
            mapper.remember(model, ModelSchema.of(type(of: model)))
            for removal in update.removals { try mapper.apply(removal) }
            try mapper.fillRoot(model, changes)
        }
    }

    /// Whether an operation, rather than the whole object, is at fault.
    private static func isOfOperation(_ code: ModelError.Code) -> Bool {
        code != .limitExceeded && code != .validationFailed && code != .hookFailed
    }

    /// The last operation that concerns a place.
    private static func operation(for place: JSONPointer, _ pointers: [JSONPointer]) -> Int {
        pointers.lastIndex { place.starts(with: $0) || $0.starts(with: place) } ?? pointers.count - 1
    }

    private static func error(
        _ index: Int, _ pointer: JSONPointer, _ reason: String, underlying: (any Error)? = nil
    ) -> ModelError {
        ModelError(
            .patchFailed, at: [.index(index)],
            Headline("Operation \(index) of the patch, at `\(pointer.text)`, failed: \(reason)"),
            expected: "an operation that can be applied", found: reason, underlyingError: underlying,
            pathSuffix: " " + pointer.text)
    }
}

extension JSONReader {
    /// Reads a value in which each number keeps its digits.
    fileprivate mutating func readTree() throws -> Any {
        switch peek() {
        case UInt8(ascii: "{"):
            var object: [String: Any] = [:]
            guard try enterObject() else { return object }
            repeat {
                let key = string(try readKey())
                object[key] = try readTree()
            } while try hasNextMember()
            return object
        case UInt8(ascii: "["):
            var array: [Any] = []
            guard try enterArray() else { return array }
            repeat { array.append(try readTree()) } while try hasNextElement()
            return array
        default:
            return try readValue(keepingDigits: true).any
        }
    }
}
