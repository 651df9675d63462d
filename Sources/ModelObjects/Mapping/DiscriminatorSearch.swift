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

extension JSONReader {
    /// Searches the object under the cursor for a discriminator's key without making a String for any key.
    ///
    /// The search runs to the end of the object, because a second matching key may come last.
    func findDiscriminator(
        _ matcher: KeyMatcher, _ containers: ContainerIndex
    ) throws -> DiscriminatorSearch {
        var reader = self
        var result = DiscriminatorSearch.absent
        guard reader.peek() == UInt8(ascii: "{") else { return .unclear }
        guard try reader.enterObject() else { return .absent }
        repeat {
            let key = try reader.readKey()
            if reader.foldedTarget(of: key, in: matcher.foldedTable) != SpellingTable.absent {
                guard case .absent = result, reader.target(of: key, in: matcher.table) >= 0 else {
                    return .unclear
                }
                _ = reader.peek()
                result = .found(reader.offset)
            }
            switch reader.peek() {
            case UInt8(ascii: "{"), UInt8(ascii: "["): try containers.skipValue(&reader)
            default: try reader.skipScalar()
            }
        } while try reader.hasNextMember()
        return result
    }
}

extension ObjectMapper {
    /// The class that the discriminator of the object under the cursor names, if the declared class allows it; nil if
    /// there is none.
    func discriminatedClass(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ discriminator: Discriminator,
        _ options: ResolvedOptions, ahead reader: JSONReader
    ) throws -> ModelObject.Type? {
        guard let matcher = schema.discriminatorMatcher(options.keyMatching) else { return nil }
        var text: String?
        var ahead = reader
        switch try reader.findDiscriminator(matcher, detailed.containers) {
        case .absent:
            break
        case .found(let offset):
            ahead.seek(to: offset)
            switch ahead.peek() {
            case UInt8(ascii: "n"):
                break
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
            text = try discriminatorValue(schema, PayloadValue(at: reader.offset), options, source)?
                .discriminatorText
        }
        return allowed(discriminator.class(for: text), type)
    }
}
