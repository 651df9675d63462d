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

    /// The last call of the hook.
    struct Call {
        /// The key, which `KeyMatcher.expectedKeys` keeps alive if it is the expected one at `place`, and otherwise
        /// `unexpectedKey`.
        var key = StringBits("")
        var unexpectedKey: String?
        var place = ExpectedKeys.Place()
        /// The value, if it is an array or a dictionary.
        ///
        /// The hook's caller keeps it alive, so any other value that the hook passes on, including a changed copy, has a
        /// different address.
        var container: UnownedContainer?
        /// The reader before the container; nil if it was not read from text.
        var text: JSONReader?
        /// The number of bytes that are read once more if the property is filled from the text.
        var rereadCount = 0
        /// Whether the hook has passed on any value since the call.
        var hasPassedOn = false

        /// Whether the hook passed on the key that it was called for.
        @inline(__always)
        func isForKey(_ key: String) -> Bool { self.key == StringBits(key) }
    }
}
