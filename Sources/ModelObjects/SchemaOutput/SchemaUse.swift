/// The purpose of a JSON Schema, which decides the keywords that it uses.
public enum SchemaUse: Sendable {
    /// For validators: describes exports as exactly as possible, and allows other keys.
    case validation
    /// For language models, which answer with JSON that matches a schema, or call a tool with it.
    ///
    /// All keys are required, and no others are allowed. A property that is Optional can be null.
    case structuredOutput
}
