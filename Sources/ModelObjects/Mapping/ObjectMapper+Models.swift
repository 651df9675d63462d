/// Mapping of whole objects: the choice of the class, the hooks around filling, and the effect of a
/// rejection.
extension ObjectMapper {
    /// An object, or the reason why there is none.
    enum Outcome {
        case made(ModelObject)
        case rejected(ProblemRecord)
    }

    // MARK: Nested models

    /// Makes a model from the object under the cursor; nil if it is rejected, which is recorded.
    func makeModel(
        _ type: ModelObject.Type, _ reader: inout JSONReader, _ context: MappingContext
    ) throws -> ModelObject? {
        model(try make(type, &reader, around: context.options.aroundModels), context)
    }

    /// Makes a model from a dictionary; nil if it is rejected, which is recorded.
    func makeModel(
        _ type: ModelObject.Type, _ dictionary: [String: Any], _ context: MappingContext
    ) throws -> ModelObject? {
        model(try make(type, dictionary, around: context.options.aroundModels), context)
    }

    /// The model that was made; nil if it is rejected, which is recorded.
    func model(_ outcome: Outcome, _ context: MappingContext) -> ModelObject? {
        switch outcome {
        case .made(let model): return model
        case .rejected(let problem): return recordRejection(problem, context)
        }
    }

    /// Fills an existing model in place, or makes an object of another class if the payload names one.
    ///
    /// Nil if the object is rejected, which is recorded; the model is then unchanged.
    func fillNested(
        _ model: ModelObject, _ declared: ModelObject.Type, _ reader: inout JSONReader,
        _ context: MappingContext
    ) throws -> ModelObject? {
        try undoingIfRejected(context) {
            try make(declared, &reader, around: context.options, existing: model)
        }
    }

    func fillNested(
        _ model: ModelObject, _ declared: ModelObject.Type, _ dictionary: [String: Any],
        _ context: MappingContext
    ) throws -> ModelObject? {
        try undoingIfRejected(context) {
            try make(declared, dictionary, around: context.options, existing: model)
        }
    }

    private func undoingIfRejected(
        _ context: MappingContext, _ make: () throws -> Outcome
    ) rethrows -> ModelObject? {
        let mark = mark
        let outcome = try make()
        if case .rejected = outcome { rollBack(to: mark) }
        return self.model(outcome, context)
    }

    /// Records why a nested object is rejected: a property keeps its value, and an array or dictionary omits
    /// the element.
    func recordRejection<Model>(_ problem: ProblemRecord, _ context: MappingContext) -> Model? {
        add(problem.rejecting(context.rejects))
        return nil
    }

    /// Fills the model that a property holds, if a payload would make a model of the same class.
    ///
    /// - Parameter fill: Fills it; returns the reason if the object is rejected.
    /// - Returns: Whether it was filled; nil, without a call of `fill`, for any other property or model.
    @inline(__always)
    func fillInPlace(
        _ schema: ModelSchema, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage,
        _ options: ResolvedOptions, _ fill: (ModelObject, ModelSchema) throws -> ProblemRecord?
    ) throws -> Bool? {
        guard slot.kind == .model, !isPatch else { return nil }
        let offset = Int(slot.offset)
        let isOnlyReference = storage.holdsOnlyReference(at: offset)
        let isFilled = try schema.withModels(at: index) { declared, schema -> Bool? in
            guard schema.isMadeDirectly, let model = storage.load(ModelObject?.self, at: offset),
                type(of: model) == declared
            else { return nil }
            // A model to which only a new object refers, and which leads to no others, disappears with the object.
            let isOwned =
                isOnlyReference && !isUpdate && options.missing == .keepValue && !schema.mayReject
                && !schema.mayReachModels
            if isOwned { return try fill(model, schema) == nil }
            let mark = mark
            takeSnapshot(of: model, schema)
            guard let rejection = try fill(model, schema) else { return true }
            rollBack(to: mark)
            return recordRejection(rejection, context(in: options, isElement: false)) ?? false
        }
        // Nil also if the table has no class for the property.
        return isFilled ?? nil
    }

    // MARK: Any model

    /// Makes an object of a class, or of the subclass that the payload names; or fills the existing one if the payload
    /// names no other class.
    func make(
        _ type: ModelObject.Type, _ reader: inout JSONReader, around: ResolvedOptions?,
        existing: ModelObject? = nil
    ) throws -> Outcome {
        let schema = ModelSchema.of(type)
        if existing != nil || schema.overridesWillMap || schema.isPolymorphic {
            return try chooseAndMake(schema, &reader, around: around, existing: existing)
        }
        let object = type.init()
        let rejection = try fill(
            object, schema, options(for: schema, around: around), &reader, isNew: true)
        return rejection.map { .rejected($0) } ?? .made(object)
    }

    /// Makes an object of the class that the payload chooses, or fills the existing one.
    private func chooseAndMake(
        _ schema: ModelSchema, _ reader: inout JSONReader, around: ResolvedOptions?, existing: ModelObject?
    ) throws -> Outcome {
        let start = reader.offset
        if schema.overridesWillMap, try needsWillMapResult(schema, reader) {
            let dictionary = try reader.readObject()
            return try at(start) { try make(schema.type, dictionary, around: around, existing: existing) }
        }
        if schema.overridesModelClass {
            return try details.dictionaries.use {
                var ahead = reader
                let dictionary = try ahead.readObject(cache: details.dictionaries)
                let options = options(for: schema, around: around)
                let choice = at(start) { chosenClass(schema, dictionary, options, existing: existing) }
                return try make(
                    chosen: choice.type, isByHook: choice.isByHook, declared: schema, &reader, around: around,
                    existing: existing)
            }
        }
        let kept = keptClass(of: existing, schema.type)
        var choice: ModelObject.Type? = kept ?? schema.type
        if schema.discriminator != nil {
            let options = options(for: schema, around: around)
            choice = try discriminatedClass(schema, options, ahead: reader, kept: kept)
        }
        return try make(chosen: choice, declared: schema, &reader, around: around, existing: existing)
    }

    /// Makes an object of the class that was chosen for a declared class, or fills the existing one if it has that class.
    ///
    /// - Parameters:
    ///   - chosen: Nil if the payload names no class that the declared class allows.
    ///   - isByHook: Whether `modelClass(for:)` chose the class.
    func make(
        chosen: ModelObject.Type?, isByHook: Bool = false, declared: ModelSchema, _ reader: inout JSONReader,
        around: ResolvedOptions?, existing: ModelObject? = nil
    ) throws -> Outcome {
        let start = reader.offset
        guard let chosen else {
            let source = PayloadSource(reader, containerIndex)
            try containerIndex.skipValue(&reader)
            let options = options(for: declared, around: around)
            return try at(start) {
                .rejected(
                    try invalidClass(
                        declared, isByHook: isByHook, options, PayloadValue(at: start), source))
            }
        }
        let schema = ModelSchema.of(chosen)
        if chosen != declared.type, schema.overridesWillMap, try needsWillMapResult(schema, reader) {
            let dictionary = try reader.readObject()
            return try at(start) {
                try make(chosen: chosen, declared: declared, dictionary, around: around, existing: existing)
            }
        }
        let (object, isNew) = objectToFill(of: schema, existing)
        let rejection = try fill(
            object, schema, options(for: schema, around: around), &reader, isNew: isNew)
        return rejection.map { .rejected($0) } ?? .made(object)
    }

    /// The existing object, after a snapshot of it, if it has the chosen class; otherwise a new one.
    private func objectToFill(
        of schema: ModelSchema, _ existing: ModelObject?
    ) -> (object: ModelObject, isNew: Bool) {
        guard let existing, type(of: existing) == schema.type, !isOutdated(existing) else {
            return (schema.type.init(), true)
        }
        takeSnapshot(of: existing, schema)
        return (existing, !isUpdate)
    }

    /// Makes an object from a dictionary, or fills the existing one if the payload names no other class.
    func make(
        _ type: ModelObject.Type, _ dictionary: [String: Any], around: ResolvedOptions?,
        existing: ModelObject? = nil
    ) throws -> Outcome {
        let schema = ModelSchema.of(type)
        guard let dictionary = payloadFromWillMap(of: schema, dictionary) else {
            return .rejected(rejectedByWillMap(type))
        }
        guard schema.isPolymorphic else {
            let kept = keptClass(of: existing, type)
            return try make(
                chosen: kept ?? type, declared: schema, dictionary, around: around, existing: existing)
        }
        let options = options(for: schema, around: around)
        let choice = chosenClass(schema, dictionary, options, existing: existing)
        guard let chosen = choice.type else {
            return .rejected(
                try invalidClass(
                    schema, isByHook: choice.isByHook, options, .init(whole: dictionary), PayloadSource()))
        }
        return try make(chosen: chosen, declared: schema, dictionary, around: around, existing: existing)
    }

    /// Makes an object of a class that is already chosen.
    ///
    /// The class's own `willMap` is called, unless it is the same method that already ran for the declared class.
    private func make(
        chosen type: ModelObject.Type, declared: ModelSchema, _ dictionary: [String: Any],
        around: ResolvedOptions?, existing: ModelObject?
    ) throws -> Outcome {
        let schema = ModelSchema.of(type)
        let isMapped = type == declared.type || HookDetection.isSame(.willMap, type, declared.type)
        guard let dictionary = isMapped ? dictionary : payloadFromWillMap(of: schema, dictionary) else {
            return .rejected(rejectedByWillMap(type))
        }
        let (object, isNew) = objectToFill(of: schema, existing)
        let rejection = try fill(
            object, schema, options(for: schema, around: around), dictionary, isNew: isNew)
        return rejection.map { .rejected($0) } ?? .made(object)
    }

    func rejectedByWillMap(_ type: ModelObject.Type) -> ProblemRecord {
        problem(
            .validationFailed, expected: "an object that willMap of \(type) accepts",
            found: "one that it rejects", action: .refusedObject,
            headline: "willMap of \(type) rejected the object")
    }

    // MARK: Properties

    /// Whether null sets a property to nil, or does nothing, without a call through the accessor.
    @inline(__always)
    func hasFastNull(_ slot: PropertySlot, _ options: ResolvedOptions) -> Bool {
        switch slot.nullEffect {
        case .clears: options.nulls == .clearOptionals
        case .none:
            !recordsTolerated && !isMergePatch && !(options.nullIsMismatch && options.mismatches == .reject)
        case .other: false
        }
    }

    /// Fills a property from an untyped value, which may need its converter, contain embedded JSON, or be null.
    ///
    /// False if the property keeps its value.
    func fill(
        _ property: Property, _ storage: PropertyStorage, from value: JSONValue, _ context: MappingContext
    ) throws -> Bool {
        if property.rule.isEmbeddedJSON, case .string(let text) = value {
            return try fill(property, storage, fromEmbedded: text, context)
        }
        return try fill(property, storage, fromPlain: value, context)
    }

    private func fill(
        _ property: Property, _ storage: PropertyStorage, fromEmbedded text: String, _ context: MappingContext
    ) throws -> Bool {
        let isConverted = property.rule.conversion != nil
        switch try embedded(text) {
        case .success(let value):
            if isPatch, !fillsNewObject, !isConverted {
                return try replace(property, storage, with: value, context)
            }
            if !value.isNull { return try fill(property, storage, fromPlain: value, context) }
        case .failure(let error) where !isNullWord(text):
            recordInvalidJSON(error, context)
            return false
        case .failure:
            if isConverted { return try fill(property, storage, fromPlain: .string(text), context) }
        }
        return try property.accessor.acceptNull(storage, context, from: .string(text))
    }

    private func fill(
        _ property: Property, _ storage: PropertyStorage, fromPlain value: JSONValue,
        _ context: MappingContext
    ) throws -> Bool {
        guard let conversion = property.rule.conversion else {
            return try property.accessor.fill(storage, from: value, context)
        }
        if case .null = value { return try property.accessor.acceptNull(storage, context) }
        guard let any = try context.untyped(value) else { return false }
        do {
            if let result = try conversion.from(any), property.accessor.store(result, storage) { return true }
        } catch {
            throw converterFailure(property, found: value.kind.rawValue, error)
        }
        context.recordMismatch(
            property.accessor.expected, found: value.kind, value: value,
            headline: Headline(ending: ": the converter of `\(property.name)` returned nil"))
        return false
    }

    private func recordInvalidJSON(_ error: JSONSyntaxError, _ context: MappingContext) {
        let reason = error.reason.prefix(1).lowercased() + error.reason.dropFirst()
        context.recordMismatch(
            "JSON text", found: .string, underlyingError: error,
            headline: Headline(ending: ": \(reason) at byte \(error.offset)"))
    }

    /// The error of a property's converter, which rejects the object.
    ///
    /// - Parameter found: What the converter was called with.
    func converterFailure(_ property: Property, found: String, _ error: any Error) -> ConverterFailure {
        ConverterFailure(
            problem: problem(
                .hookFailed, expected: property.accessor.expected,
                found: "\(found) that its converter rejects", action: .refusedObject,
                underlyingError: property.isSecret || hidesValues ? nil : error,
                headline: "The converter of `\(property.name)` threw an error"))
    }

    /// The value of a JSON text, or the reason why the text isn't JSON.
    ///
    /// - Throws: `MappingCall.Rejection` if the value is nested too deeply.
    func embedded(_ text: String) throws -> Result<JSONValue, JSONSyntaxError> {
        try withJSONReader(text, maximumDepth: remainingDepth) { reader in
            do {
                let value = try reader.readAny(keepingDigits: true, metInfinity: &metInfinity)
                try reader.finish()
                return .success(JSONValue(value))
            } catch let exceeded as JSONDepthExceeded {
                let levels = maximumDepth - remainingDepth + exceeded.limit
                throw rejection(.tooDeep(levels: levels, isOfStack: exceeded.isOfStack, at: []))
            } catch let error as JSONSyntaxError {
                return .failure(error)
            }
        }
    }

    /// The context for making a property's value.
    @inline(__always)
    func context(for property: Property, _ context: MappingContext) -> MappingContext {
        guard property.content.isUntypedContainer else { return context }
        var context = context
        context.elementClass = context.options.elementClass(of: property)
        return context
    }
}
