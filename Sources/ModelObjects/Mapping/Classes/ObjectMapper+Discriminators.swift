/// The class that a discriminator of an object, all of them, or `modelClass(for:)` chooses.
struct ClassChoice {
    /// Nil if there is none that the declared class allows.
    var type: ModelObject.Type?
    /// Whether `modelClass(for:)` chose it.
    var isByHook = false
    /// The declared class whose discriminator doesn't list the object's value, so that its fallback, or the class that
    /// was chosen before, is used.
    var unlistedIn: ModelObject.Type?
}

extension ObjectMapper {
    /// The class that the object under the cursor names, if the declared class allows it; nil if there is none.
    ///
    /// - Parameter kept: The class of an existing object.
    func discriminatedClass(
        _ schema: ModelSchema, _ options: ResolvedOptions, ahead reader: JSONReader,
        kept: ModelObject.Type? = nil
    ) throws -> ModelObject.Type? {
        let result = try search(schema, options, ahead: reader)
        // The usual case: there is one discriminator.
        if let result, result.unlistedIn == nil, let type = result.type,
            !ModelSchema.of(type).overridesDiscriminator(of: schema)
        {
            return type
        }
        let choice = try followDiscriminators(from: result, schema, kept: kept) {
            try search($0, options, ahead: reader)
        }
        if recordsTolerated {
            let source = PayloadSource(reader, containerIndex)
            try at(reader.offset) {
                try recordFallback(choice, PayloadValue(at: reader.offset), options, source)
            }
        }
        return choice.type
    }

    /// The class to which the discriminators of an object lead.
    ///
    /// If the chosen class has another discriminator, it chooses among the subclasses of that class. If it
    /// finds no class, an object of the chosen class is made.
    ///
    /// - Parameters:
    ///   - result: The result of the discriminator of the declared class; nil if the key is missing, or its value is null.
    ///   - kept: The class of an existing object, which is used where a value is missing, if the values
    ///     before it lead to this class.
    ///   - search: Searches for the key of another discriminator.
    @inline(never)
    func followDiscriminators(
        from result: ClassChoice?, _ schema: ModelSchema, kept: ModelObject.Type?,
        _ search: (ModelSchema) throws -> ClassChoice?
    ) rethrows -> ClassChoice {
        let intermediate = kept.flatMap { ModelSchema.of($0).intermediateClass(below: schema) }
        if result == nil, intermediate == nil, let kept { return ClassChoice(type: kept) }
        var choice =
            result
            ?? ClassChoice(type: intermediate ?? allowed(schema.discriminator?.fallback, schema.type))
        guard let named = choice.type else { return choice }
        let next = ModelSchema.of(named)
        guard next.overridesDiscriminator(of: schema) else { return choice }
        let keptBelow = intermediate == named ? kept : nil
        choice = try followDiscriminators(from: search(next), next, kept: keptBelow, search)
        if choice.type == nil { choice.type = named }
        return choice
    }

    /// Searches the object under the cursor for a discriminator's key without making a String for any key; nil if the key
    /// is missing, or its value is null.
    ///
    /// The search runs to the end of the object, because a second matching key may come last. If several keys match, a
    /// key has an unusual spelling, or the discriminator is a path, the ranks of all keys are compared.
    private func search(
        _ schema: ModelSchema, _ options: ResolvedOptions, ahead reader: JSONReader
    ) throws -> ClassChoice? {
        guard let tables = schema.discriminatorTables(options.keyMatching)?.value else { return nil }
        var found: Int?
        // A copy that stays in registers, as in `fillMembers`.
        var cursor = reader
        guard try cursor.enterObject() else { return nil }
        repeat {
            guard cursor.peek() == UInt8(ascii: "\"") else { throw cursor.unexpected("a key") }
            let key = try cursor.scanString()
            let byte = try cursor.readColonAndPeek()
            if cursor.mayMatch(key, in: tables.folded) {
                if found == nil, cursor.target(of: key, in: tables.table) >= 0 {
                    found = cursor.offset
                } else if cursor.foldedTarget(of: key, in: tables.folded) != SpellingTable.absent {
                    let source = PayloadSource(reader, containerIndex)
                    return try search(schema, PayloadValue(at: reader.offset), options, source)
                }
            }
            if byte == UInt8(ascii: "\"") {
                _ = try cursor.scanString()
            } else if !cursor.skipUsualNumber() {
                var other = cursor
                try skipAhead(&other, byte)
                cursor.move(to: other)
            }
        } while try cursor.hasNextMember()
        guard let found else { return nil }
        var ahead = reader
        ahead.seek(to: found)
        return try choice(at: ahead, schema)
    }

    /// The class for the value under the cursor.
    private func choice(at value: JSONReader, _ schema: ModelSchema) throws -> ClassChoice? {
        var reader = value
        switch reader.peek() {
        case UInt8(ascii: "n"):
            return nil
        case UInt8(ascii: "\""):
            let scanned = try reader.scanString()
            let index = reader.target(of: scanned, in: schema.discriminatorTable)
            if index >= 0 { return ClassChoice(type: schema.discriminatorClasses[Int(index)]) }
            return choice(named: reader.string(scanned), schema)
        default:
            return choice(named: try reader.readValue().shortestText, schema)
        }
    }

    /// Searches for a discriminator's key, which may appear in several spellings; nil if it is missing, or its value is
    /// null.
    func search(
        _ schema: ModelSchema, _ object: PayloadValue, _ options: ResolvedOptions, _ source: PayloadSource
    ) throws -> ClassChoice? {
        guard let place = try discriminatorPlace(schema, object, options, source),
            source.kind(of: place.value) != .null
        else { return nil }
        return choice(named: try source.jsonValue(place.value).discriminatorText, schema)
    }

    private func choice(named text: String?, _ schema: ModelSchema) -> ClassChoice? {
        guard let discriminator = schema.discriminator else { return nil }
        guard let type = text.flatMap({ discriminator.classes[$0] }) else {
            return ClassChoice(
                type: allowed(discriminator.fallback, schema.type), unlistedIn: schema.type)
        }
        return ClassChoice(type: allowed(type, schema.type))
    }

    @inline(never)
    private func skipAhead(_ reader: inout JSONReader, _ byte: UInt8) throws {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try containerIndex.skipValue(&reader)
        default: try reader.skipScalar()
        }
    }
}

extension JSONReader {
    /// Whether a key's fold may be in a table; false for most keys that are not.
    @inline(__always)
    fileprivate func mayMatch(_ key: JSONString, in table: SpellingTable) -> Bool {
        !key.isASCII || key.isEscaped || withBytes(of: key) { table.mayHoldFold(of: $0) }
    }
}
