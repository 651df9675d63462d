/// What the library keeps with an object beside its properties.
final class ModelAttachment {
    /// The values of unknown keys, where the options keep them.
    var unknownValues: [String: Any]?
    /// The filling under way, where the class overrides `serializeValue`.
    var filling: HookFilling?
}
