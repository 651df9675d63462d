/// Where an object's discriminator key stands.
enum DiscriminatorSearch {
    /// No key is like it.
    case absent
    /// The only key that is like it, and where its value is.
    case found(Int)
    /// Several keys are like it, one is of unusual spelling, or the discriminator is a path: who wants to know
    /// compares ranks.
    case unclear
}

extension JSONReader {
    /// Looks for a discriminator's key in the object under the cursor, without a String for any key.
    ///
    /// To the end of the object: a second key of the same meaning may come last.
    func findDiscriminator(_ matcher: KeyMatcher) throws -> DiscriminatorSearch {
        var reader = self
        reader.remainingDepth = Int32(reader.maximumDepth)  // Filling comes later, and minds the limit.
        var result = DiscriminatorSearch.absent
        guard reader.peek() == UInt8(ascii: "{") else { return .unclear }
        guard try reader.enterObject() else { return .absent }
        repeat {
            let key = try reader.readKey()
            let target = reader.target(of: key, in: matcher.table)
            if target >= 0 {
                guard case .absent = result else { return .unclear }
                _ = reader.peek()
                result = .found(reader.offset)
            } else if target != SpellingTable.absent
                || reader.foldedTarget(of: key, in: matcher.foldedTable) != SpellingTable.absent
            {
                return .unclear
            }
            try reader.skipValue()
        } while try reader.hasNextMember()
        return result
    }
}

extension ObjectMapper {
    /// The text behind the discriminator key of the object under the cursor; nil where there is none.
    func discriminatorText(
        _ schema: ModelSchema, _ options: ResolvedOptions, ahead reader: JSONReader
    ) throws -> String? {
        guard let matcher = schema.discriminatorMatcher(options.keyMatching) else { return nil }
        var ahead = reader
        switch try reader.findDiscriminator(matcher) {
        case .absent:
            return nil
        case .found(let offset):
            ahead.seek(to: offset)
            switch ahead.kind(at: offset) {
            case .null: return nil
            case .string: return try ahead.readString()
            default: return try ahead.readValue().shortestText
            }
        case .unclear:
            return try discriminatorText(schema, reader.offset, options, &ahead)
        }
    }
}
