/// Data that the library stores with an object in addition to its properties.
class ModelAttachment {
    /// The values of unknown keys, if the options keep them.
    final var unknownValues: [String: Any]?

    /// Stores the value of a key in the object; false if the object is not being mapped through `serializeValue`.
    func store(_ value: Any, key: String) -> Bool { false }
}
