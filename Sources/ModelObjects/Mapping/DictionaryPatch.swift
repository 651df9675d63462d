/// An object of a merge patch for a property with a dictionary, which the property's converter applies.
struct DictionaryPatch {
    /// The dictionary before the patch; nil for a new one.
    let old: Any?
    let members: [String: Any]
    /// Returns what a value of the patch gives for an entry with an old value, nil for a new entry.
    let merge: (_ value: Any, _ old: Any?) throws -> Any
}

extension ObjectMapper {
    /// Notes the value that a property of an existing object has before a merge patch, so that an entry of a dictionary
    /// that cannot be used keeps its value.
    func willPatch(_ property: Property, _ storage: PropertyStorage) {
        detailed.patchedValue = fillsNewObject ? nil : contentOfPresence(property.accessor.load(storage))
    }

    /// The value before a merge patch of the dictionary that is being converted; nil for any other value.
    ///
    /// It can be taken once, so that a dictionary inside the value doesn't get it.
    func takePatchedValue() -> Any? {
        guard isMergePatch, let details else { return nil }
        defer { details.patchedValue = nil }
        return details.patchedValue
    }
}

/// What a `Presence` holds, or the value itself if it is none; nil for a missing value.
func contentOfPresence(_ value: Any?) -> Any? {
    guard let presence = value as? any PresenceView else { return value }
    return presence.content
}
