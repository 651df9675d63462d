/// The position of an object's discriminator key.
enum DiscriminatorSearch {
    /// No key matches it.
    case absent
    /// Exactly one key matches it; the offset is that of its value.
    case found(Int)
    /// Several keys match it, one has an unusual spelling, or the discriminator is a path: the caller must compare
    /// ranks.
    case unclear
}

extension ObjectMapper {
    /// The class that the discriminator of the object under the cursor names, if the declared class allows it; nil if
    /// there is none.
    ///
    /// - Parameter kept: The class of an existing object, which it keeps if the discriminator is missing or null.
    func discriminatedClass(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ options: ResolvedOptions, ahead reader: JSONReader,
        kept: ModelObject.Type? = nil
    ) throws -> ModelObject.Type? {
        var text: String?
        var ahead = reader
        switch try findDiscriminator(schema, options, ahead: reader) {
        case .absent:
            if let kept { return kept }
        case .found(let offset):
            ahead.seek(to: offset)
            switch ahead.peek() {
            case UInt8(ascii: "n"):
                if let kept { return kept }
            case UInt8(ascii: "\""):
                let scanned = try ahead.scanString()
                let index = ahead.target(of: scanned, in: schema.discriminatorTable)
                if index >= 0 { return schema.discriminatorClasses[Int(index)] }
                text = ahead.string(scanned)
            default:
                text = try ahead.readValue().shortestText
            }
        case .unclear:
            let source = PayloadSource(reader, detailed.containers)
            let value = try discriminatorValue(schema, PayloadValue(at: reader.offset), options, source)
            if value == nil, let kept { return kept }
            text = value?.discriminatorText
        }
        return allowed(schema.discriminator?.class(for: text), type)
    }

    /// Searches the object under the cursor for a discriminator's key without making a String for any key.
    ///
    /// The search runs to the end of the object, because a second matching key may come last.
    private func findDiscriminator(
        _ schema: ModelSchema, _ options: ResolvedOptions, ahead reader: JSONReader
    ) throws -> DiscriminatorSearch {
        guard let tables = schema.discriminatorTables(options.keyMatching)?.value else { return .absent }
        var result = DiscriminatorSearch.absent
        // A copy that stays in registers, as in `fillMembers`.
        var cursor = reader
        guard cursor.peek() == UInt8(ascii: "{") else { return .unclear }
        guard try cursor.enterObject() else { return .absent }
        repeat {
            guard cursor.peek() == UInt8(ascii: "\"") else { throw cursor.unexpected("a key") }
            let key = try cursor.scanString()
            let byte = try cursor.readColonAndPeek()
            if cursor.mayMatch(key, in: tables.folded) {
                if cursor.target(of: key, in: tables.table) >= 0, case .absent = result {
                    result = .found(cursor.offset)
                } else if cursor.foldedTarget(of: key, in: tables.folded) != SpellingTable.absent {
                    return .unclear
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
        return result
    }

    @inline(never)
    private func skipAhead(_ reader: inout JSONReader, _ byte: UInt8) throws {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try detailed.containers.skipValue(&reader)
        default: try reader.skipScalar()
        }
    }
}
