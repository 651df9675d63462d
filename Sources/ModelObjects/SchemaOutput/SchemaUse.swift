/// The purpose of a JSON Schema, which decides the keywords that it uses.
public enum SchemaUse: Sendable {
    /// For validators: says all that is known of an export, and allows further keys.
    case validation
    /// For language models, which fill a schema as their answer or as the arguments of a tool.
    ///
    /// All keys are required, and no others are allowed. A property that is Optional can be null.
    case structuredOutput
}
