/// The part of a patch for a dictionary property, which the property's converter applies: entries that the patch
/// doesn't mention stay as they are.
struct DictionaryPatch {
    /// Makes the payload of an entry from its old value, which is nil for a new entry.
    typealias NewValue = (_ old: Any?) throws -> Any

    /// The dictionary before the patch; nil for a new one.
    var old: Any?
    /// The entries that change, by key; nil for those that are removed.
    let entries: [String: NewValue?]
}

extension ObjectMapper {
    /// Records the value of a property before a patch changes it, so that dictionary entries keep their values: those
    /// that the patch doesn't mention, also if it has changed the same object in another place, and those whose new
    /// values in a merge patch can't be used.
    ///
    /// The record is removed when the property is filled, so that no other dictionary is taken for the property's.
    func willPatch(_ property: Property, _ storage: PropertyStorage) {
        // An array has no entries.
        if property.content.levels.first == .array { return }
        details.patch.oldValue = fillsNewObject ? nil : contentOfPresence(property.accessor.load(storage))
    }

    /// The value before a patch of the dictionary that is being converted; nil for any other value.
    ///
    /// It can be taken only once, so that a nested dictionary doesn't get it.
    func takePatchedValue() -> Any? {
        guard isPatch, let details = detailsIfMade else { return nil }
        defer { details.patch.oldValue = nil }
        return details.patch.oldValue
    }
}

/// The content of a `Presence`, or the value itself if it isn't a `Presence`; nil for a missing value.
func contentOfPresence(_ value: Any?) -> Any? {
    guard let presence = value as? any PresenceView else { return value }
    return presence.content
}
