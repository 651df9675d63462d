/// Data that the library stores with an object in addition to its properties.
final class ModelAttachment {
    /// The values of unknown keys, if the options keep them.
    var unknownValues: [String: Any]?
    /// The state of the mapping in progress, if the class overrides `serializeValue`.
    var decoding: HookDecodingState?
}
