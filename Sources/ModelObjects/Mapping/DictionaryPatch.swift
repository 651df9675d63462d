/// An object of a merge patch for a property with a dictionary, which the property's converter applies.
struct DictionaryPatch {
    /// The dictionary before the patch; nil for a new one.
    let old: Any?
    let members: [String: Any]
    /// Returns what a value of the patch gives for an entry with an old value, nil for a new entry, in a dictionary
    /// whose values have some content.
    let merge: (_ value: Any, _ old: Any?, TypeContent) throws -> Any
}
