/// What the library keeps with an object beside its properties.
final class ModelAttachment {
    /// The values of unknown keys, where the options keep them.
    var unknownValues: [String: Any]?
    /// The state of the mapping under way, where the class overrides `serializeValue`.
    var decoding: HookDecodingState?
}
