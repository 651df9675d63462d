/// An object of a merge patch for a property with a dictionary, which the property's converter applies.
struct DictionaryPatch {
    /// The dictionary before the patch; nil for a new one.
    let old: Any?
    let members: [String: Any]
    /// Returns what a value of the patch gives for an entry with an old value, nil for a new entry, in a dictionary
    /// whose values have some content.
    let merge: (_ value: Any, _ old: Any?, TypeContent) throws -> Any
}

/// A dictionary that a merge patch made for a property whose hooks get whole values, and the one that it replaces.
struct PatchedDictionary {
    /// Kept, so that no other dictionary gets its address.
    let made: [String: Any]
    let old: Any
}

extension ObjectMapper {
    /// Remembers what a dictionary replaces, so that an entry that cannot be used keeps its value.
    func replace(_ old: Any, with made: [String: Any]) {
        guard let word = LentValue.lend(made, { $0.containerWord }) else { return }
        detailed.patchedDictionaries[word] = PatchedDictionary(made: made, old: old)
    }

    /// The dictionary that another one replaces.
    func replaced(by made: [String: Any]) -> Any? {
        guard isMergePatch, let word = LentValue.lend(made, { $0.containerWord }) else { return nil }
        return details?.patchedDictionaries[word]?.old
    }
}
