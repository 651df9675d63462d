extension HookDecodingState {
    /// State that few objects need.
    final class Extra {
        /// The first keys of the properties: all of them for a report, otherwise those with another style
        /// than the rest.
        var firsts: [FirstKey] = []
        /// The values of first keys that filled no property, or may have filled it with null.
        var unused: [Int: Any] = [:]
        /// The notes about first values by property, if there are any.
        var notes: [Int: MappingNotes] = [:]
        /// The properties for which several keys, or a path, compete.
        var conflicts: [Int: KeyConflict] = [:]
        /// The members that `combined` rules use.
        var inputs: [Member] = []
        /// The payload's keys, if there is a report.
        var keys = DuplicateKeys()
    }

    /// The first key of a property.
    struct FirstKey {
        let property: Int
        let text: String
        /// The payload's key of the value, which a hook can pass on under another one.
        let inPayload: String

        init(_ property: Int, _ text: String, _ inPayload: String? = nil) {
            (self.property, self.text, self.inPayload) = (property, text, inPayload ?? text)
        }
    }
}
