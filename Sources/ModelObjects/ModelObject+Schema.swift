extension ModelClass where Self: ModelObject {
    /// Describes the JSON that objects of the class are exported as, as a JSON Schema (draft 2020-12).
    ///
    /// ```swift
    /// class User: ModelObject {
    ///     var name = ""
    ///     var age: Int?
    ///     override class var propertyRules: [String: PropertyRule] {
    ///         ["name": .required, "age": .described("in full years")]
    ///     }
    /// }
    /// try User.jsonSchemaString(for: .structuredOutput)
    /// // {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":
    /// //  {"name":{"type":"string"},"age":{"type":["integer","null"],"description":"in full years"}},
    /// //  "required":["name","age"],"additionalProperties":false}
    /// ```
    ///
    /// The keys are those of an export. An export of an object that has its required properties validates against the
    /// schema, with and without nulls.
    ///
    /// - An Optional is a union with null. Only properties with the rule ``PropertyRule/required-swift.type.property``
    ///   are required, and these can't be null.
    /// - Defaults are those of a new object. A value that differs from object to object, such as `UUID()`, is no
    ///   default, and neither is one of a redacted property.
    /// - Enums that are CaseIterable list their raw values.
    /// - Other classes are definitions in `$defs`, named as in archives, without the module.
    /// - A discriminator's classes are alternatives with a constant. A class that no text names is one more
    ///   alternative.
    /// - Converted values, Codable types that are not models, and types that conform to ``ModelValue`` are not
    ///   constrained, and neither is Any.
    ///
    /// Hooks are not considered: ``ModelObject/exportedValue(_:property:)`` and ``ModelObject/didExport(_:)`` can make
    /// exports that don't validate. The class itself accepts more than the schema: other spellings of keys, numbers as
    /// text, other formats of dates. To compare recorded responses with a class, use ``audit(samples:)-([Data])``.
    ///
    /// A schema for ``SchemaUse/structuredOutput`` uses the keywords that language models support. It throws for a
    /// property whose JSON it cannot describe with them: Any, a dictionary, a converted value, another Codable type.
    ///
    /// - Parameters:
    ///   - use: The purpose of the schema.
    ///   - options: The options of the exports that the schema describes, such as the spelling of keys.
    /// - Throws: ``ModelError``: ``ModelError/Code/notExportable`` with the name of a property that structured output
    ///   cannot describe; ``ModelError/Code/keyCollision`` if two properties have the same key.
    /// - Complexity: Linear in the number of properties of all classes; nothing is cached.
    public static func jsonSchema(
        for use: SchemaUse = .validation, options: ExportOptions = .init()
    ) throws -> [String: Any] {
        try SchemaWriter.schema(of: self, for: use, options).dictionary
    }

    /// The schema that ``jsonSchema(for:options:)`` describes, as JSON text.
    ///
    /// The text is the same in every process. Properties have the order of their declaration.
    ///
    /// - Throws: The errors of ``jsonSchema(for:options:)``.
    public static func jsonSchemaString(
        for use: SchemaUse = .validation, options: ExportOptions = .init()
    ) throws -> String {
        try Export.text(SchemaWriter.schema(of: self, for: use, options), options).finishString()
    }
}
