/// Classes that may override `willMap` or `modelClass(for:)`: all of them, where the runtime does not show which do
/// (`RuntimeShortcuts.hookPlaces`).
///
/// A hook that leaves the payload as it is, as the one of `ModelObject` does, must not make a difference: the object is
/// filled from the bytes then, with the payload's order, each digit of its numbers, and its places for messages.
extension ObjectMapper {
    /// Whether the object under the cursor is to be filled from the dictionary that `willMap` makes of it.
    ///
    /// Without knowledge of the hooks, `willMap` is called, and what it returns is kept for `payload(for:_:)`.
    func changesPayload(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ reader: JSONReader
    ) throws -> Bool {
        guard schema.areHooksUncertain else { return true }
        let dictionary = try dictionary(at: reader)
        let result = at(reader.offset) { type.willMap(dictionary) }
        if let result, isSame(result, dictionary) { return false }
        detailed.willMapResult = (type, result)
        return true
    }

    /// What a class's `willMap` makes of a payload; nil where it refuses the object.
    ///
    /// Called once for each object, also where `changesPayload` has called it.
    func payload(for type: ModelObject.Type, _ dictionary: [String: Any]) -> [String: Any]? {
        if let result = details?.willMapResult {
            detailed.willMapResult = nil
            if result.type == type { return result.payload }
        }
        return type.willMap(dictionary)
    }

    /// Whether a model that is there has to be filled from a dictionary: `willMap` changes the payload, or another class
    /// may be chosen.
    func needsDictionary(
        _ model: ModelObject, _ schema: ModelSchema, _ declared: ModelObject.Type, _ reader: JSONReader
    ) throws -> Bool {
        guard schema.areHooksUncertain else { return true }
        if type(of: model) != declared || schema.discriminator != nil { return true }
        if try changesPayload(declared, schema, reader) { return true }
        let dictionary = try dictionary(at: reader)
        return declared.modelClass(for: dictionary) != nil
    }

    private func dictionary(at reader: JSONReader) throws -> [String: Any] {
        var ahead = reader
        _ = ahead.peek()
        return try detailed.dictionaries.use { try detailed.dictionaries.readObject(&ahead) }
    }
}
