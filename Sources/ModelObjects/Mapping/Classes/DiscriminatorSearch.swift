/// The result of one discriminator for an object.
enum DiscriminatorResult {
    /// The key is missing, or its value is null.
    case missing
    /// The class for the key's value, if the declared class allows it.
    case named(ModelObject.Type?)
    /// The fallback, if the declared class allows it, because no class is listed for the key's value.
    case unlisted(fallback: ModelObject.Type?)
}

/// The class to which the discriminators of an object lead.
struct ClassChoice {
    /// Nil if there is none that the declared class allows.
    var type: ModelObject.Type?
    /// The schema of the discriminator that doesn't list the object's value, so that its fallback, or the class that
    /// was chosen before, is used.
    var unlistedIn: ModelSchema?
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
        if case .named(let type?) = result, !ModelSchema.of(type).overridesDiscriminator(of: schema) {
            return type
        }
        let choice = try discriminatedClass(result, schema, kept: kept) {
            try search($0, options, ahead: reader)
        }
        if recordsNotes {
            let source = PayloadSource(reader, containers)
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
    ///   - result: The result of the discriminator of the declared class.
    ///   - kept: The class of an existing object, which is used where a value is missing, if the values
    ///     before it lead to this class.
    ///   - search: Searches for the key of another discriminator.
    @inline(never)
    func discriminatedClass(
        _ result: DiscriminatorResult, _ schema: ModelSchema, kept: ModelObject.Type?,
        _ search: (ModelSchema) throws -> DiscriminatorResult
    ) rethrows -> ClassChoice {
        let intermediate = kept.flatMap { ModelSchema.of($0).intermediateClass(below: schema) }
        let named: ModelObject.Type?
        var unlistedIn: ModelSchema?
        switch result {
        case .named(let type):
            named = type
        case .unlisted(let fallback):
            named = fallback
            unlistedIn = schema
        case .missing:
            if let kept, intermediate == nil { return ClassChoice(type: kept) }
            named = intermediate ?? allowed(schema.discriminator?.fallback, schema.type)
        }
        var choice = ClassChoice(type: named, unlistedIn: unlistedIn)
        guard let named else { return choice }
        let next = ModelSchema.of(named)
        guard next.overridesDiscriminator(of: schema) else { return choice }
        let keptBelow = intermediate == named ? kept : nil
        choice = try discriminatedClass(search(next), next, kept: keptBelow, search)
        if choice.type == nil { choice.type = named }
        return choice
    }

    /// Searches the object under the cursor for a discriminator's key without making a String for any key.
    ///
    /// The search runs to the end of the object, because a second matching key may come last. If several keys match, a
    /// key has an unusual spelling, or the discriminator is a path, the ranks of all keys are compared.
    private func search(
        _ schema: ModelSchema, _ options: ResolvedOptions, ahead reader: JSONReader
    ) throws -> DiscriminatorResult {
        guard let tables = schema.discriminatorTables(options.keyMatching)?.value else { return .missing }
        var found: Int?
        // A copy that stays in registers, as in `fillMembers`.
        var cursor = reader
        guard try cursor.enterObject() else { return .missing }
        repeat {
            guard cursor.peek() == UInt8(ascii: "\"") else { throw cursor.unexpected("a key") }
            let key = try cursor.scanString()
            let byte = try cursor.readColonAndPeek()
            if cursor.mayMatch(key, in: tables.folded) {
                if found == nil, cursor.target(of: key, in: tables.table) >= 0 {
                    found = cursor.offset
                } else if cursor.foldedTarget(of: key, in: tables.folded) != SpellingTable.absent {
                    let source = PayloadSource(reader, containers)
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
        guard let found else { return .missing }
        var ahead = reader
        ahead.seek(to: found)
        return try result(ahead, schema)
    }

    /// The class for the value under the cursor.
    private func result(_ value: JSONReader, _ schema: ModelSchema) throws -> DiscriminatorResult {
        var reader = value
        switch reader.peek() {
        case UInt8(ascii: "n"):
            return .missing
        case UInt8(ascii: "\""):
            let scanned = try reader.scanString()
            let index = reader.target(of: scanned, in: schema.discriminatorTable)
            if index >= 0 { return .named(schema.discriminatorClasses[Int(index)]) }
            return named(reader.string(scanned), schema)
        default:
            return named(try reader.readValue().shortestText, schema)
        }
    }

    /// Searches for a discriminator's key, which may appear in several spellings.
    func search(
        _ schema: ModelSchema, _ object: PayloadValue, _ options: ResolvedOptions, _ source: PayloadSource
    ) throws -> DiscriminatorResult {
        guard let place = try discriminatorPlace(schema, object, options, source),
            source.kind(of: place.value) != .null
        else { return .missing }
        return named(try source.jsonValue(place.value).discriminatorText, schema)
    }

    private func named(_ text: String?, _ schema: ModelSchema) -> DiscriminatorResult {
        guard let discriminator = schema.discriminator else { return .missing }
        guard let type = text.flatMap({ discriminator.classes[$0] }) else {
            return .unlisted(fallback: allowed(discriminator.fallback, schema.type))
        }
        return .named(allowed(type, schema.type))
    }

    @inline(never)
    private func skipAhead(_ reader: inout JSONReader, _ byte: UInt8) throws {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try containers.skipValue(&reader)
        default: try reader.skipScalar()
        }
    }
}
