/// Calls of `willMap`, also for classes that only may override it or `modelClass(for:)`.
///
/// If the runtime does not show which classes override them (`RuntimeShortcuts.hookPlaces`), every class may.
///
/// A hook that leaves the payload unchanged, like the one of `ModelObject`, must not make a difference. The object is
/// then filled from the bytes, which keeps the payload's order, each digit of its numbers, and its positions for
/// messages.
extension ObjectMapper {
    /// Whether the object under the cursor must be filled from the dictionary that `willMap` returns for it.
    ///
    /// If the hooks are not known, `willMap` is called, and its result is kept for `payloadFromWillMap(of:_:)`.
    func needsWillMapResult(_ schema: ModelSchema, _ reader: JSONReader) throws -> Bool {
        guard schema.areHooksUncertain else { return true }
        var ahead = reader
        _ = ahead.peek()
        let dictionary = try details.dictionaries.use { try ahead.readObject(cache: details.dictionaries) }
        let result = at(reader.offset) { schema.type.willMap(dictionary) }
        if let result, containerWord(of: result) == containerWord(of: dictionary) { return false }
        details.willMapResult = (schema.type, result)
        return true
    }

    /// The payload that a class's `willMap` returns, if the class has one; nil if it rejects the object.
    ///
    /// `willMap` is called once for each object, even if `needsWillMapResult` has already called it.
    func payloadFromWillMap(of schema: ModelSchema, _ dictionary: [String: Any]) -> [String: Any]? {
        guard schema.overridesWillMap else { return dictionary }
        let type = schema.type
        if let result = detailsIfMade?.willMapResult {
            details.willMapResult = nil
            if result.type == type { return result.payload }
        }
        return type.willMap(dictionary)
    }
}
