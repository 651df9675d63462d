/// The steps after an object's last key.
extension ObjectMapper {
    /// Whether `finish` has work for an object of a class, even if no converter threw.
    @inline(__always)
    func needsFinish(_ schema: ModelSchema, _ options: ResolvedOptions) -> Bool {
        report != nil || schema.hasFinish || options.missing != .keepValue
    }

    /// Checks an object that was filled from the text at an offset; `didMap` gets the dictionary that is there.
    func finish(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ progress: FillProgress,
        from start: Int, _ reader: JSONReader, isNew: Bool
    ) throws -> ProblemRecord? {
        try finish(object, schema, options, progress, at: PayloadLocation(offset: start), isNew: isNew) {
            var again = reader
            again.seek(to: start)
            return try details.dictionaries.readFinishedObject(&again)
        }
    }

    /// Checks a filled object: required properties, `didMap`, `validate`.
    ///
    /// Returns nil, or the reason why the object is rejected.
    func finish(
        _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions, _ progress: FillProgress,
        at location: @autoclosure () -> PayloadLocation, isNew: Bool, dictionary: () throws -> [String: Any]
    ) throws -> ProblemRecord? {
        report?.endObject(schema, filled: progress.filled)
        // While the text is still arriving, a better value may follow.
        if let rejection = progress.failure, !isOpen(location()) { return rejection }
        if isNew, !schema.required.isEmpty || options.missing == .reject {
            if let rejection = checkRequired(schema, options, progress, at: location()) { return rejection }
        }
        if isPatch, !isNew { try checkRemovals(from: object, schema) }
        if schema.overridesDidMap {
            let dictionary = try dictionary()
            do {
                try object.didMap(dictionary)
            } catch {
                return hookFailure(
                    .hookFailed, error, expected: "an object that didMap accepts",
                    "didMap of \(schema.type) threw an error", at: location())
            }
        }
        if schema.overridesValidate {
            do {
                try object.validate()
            } catch {
                return hookFailure(
                    .validationFailed, error, expected: "a valid \(schema.type)",
                    "Validation of \(schema.type) failed", at: location())
            }
        }
        return nil
    }

    /// Returns the problem of the first required property without a value, with those of the others; nil if there are none.
    private func checkRequired(
        _ schema: ModelSchema, _ options: ResolvedOptions, _ progress: FillProgress,
        at location: PayloadLocation
    ) -> ProblemRecord? {
        var problems: [ProblemRecord] = []
        for (index, property) in schema.properties.enumerated() where !progress.filled.contains(index) {
            let isRequired =
                property.rule.isRequired
                || (options.missing == .reject && !property.content.isOptional && !property.rule.isOptional)
            guard isRequired else { continue }
            var location = location
            location.path.append(property.firstInput.steps)
            problems.append(
                ProblemRecord(
                    code: .missingRequired, location: location, expected: property.accessor.expected,
                    found: "no usable value", action: .refusedObject,
                    headline: Self.missingHeadline(property, isNamed: progress.seen.contains(index))))
        }
        return ProblemRecord.joined(problems)
    }

    /// - Parameter isNamed: Whether the payload has a key of the property, whose value is null or doesn't fit.
    private static func missingHeadline(_ property: Property, isNamed: Bool) -> Headline {
        Headline(
            "\(isNamed ? "No usable value for" : "Missing") required `\(property.name)`\(property.keysInSentence)",
            // Only this sentence has an ending; see `ModelError.isOfUnusableValue`.
            ending: isNamed ? ": expected \(property.accessor.expected)" : "",
            stepsInObject: property.firstInput.components.count)
    }

    private func hookFailure(
        _ code: ModelError.Code, _ error: any Error, expected: String, _ headline: Headline,
        at location: PayloadLocation
    ) -> ProblemRecord {
        ProblemRecord(
            code: code, location: location, expected: expected, found: "one that it rejects",
            action: .refusedObject, underlyingError: error, headline: headline)
    }
}
