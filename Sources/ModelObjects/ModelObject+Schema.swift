extension ModelClass {
    /// Returns a JSON Schema (draft 2020-12) of the class's exports.
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
    /// The keys are those of an export. Every export validates against a schema for ``SchemaUse/validation``, with
    /// and without nulls, if its required properties have values, and if a property at the key of a discriminator
    /// doesn't name another class.
    ///
    /// - An Optional is a union with null. Only properties with the rule ``PropertyRule/required-swift.type.property``
    ///   are required, and these can't be null.
    /// - Defaults are those of a new object, except values of required and redacted properties, and values that differ
    ///   from object to object, such as `UUID()`.
    /// - Enums that are CaseIterable list their raw values.
    /// - Other classes are definitions in `$defs`, named as in archives, without the module.
    /// - The classes of a discriminator are alternatives with a constant. A class that the discriminator
    ///   doesn't list is one more alternative.
    /// - Any, converted values, Codable types that aren't models, and types that conform to ``ModelValue``
    ///   are not constrained.
    ///
    /// The schema ignores hooks: ``ModelObject/exportedValue(_:property:)`` and ``ModelObject/didExport(_:)``
    /// can make exports that don't validate. The class itself accepts more than the schema: other spellings
    /// of keys, numbers in strings, other date formats. To check recorded responses, use
    /// ``audit(samples:options:)-([Data],_)``.
    ///
    /// A schema for ``SchemaUse/structuredOutput`` uses only keywords that language models support. They
    /// can't describe Any, dictionaries, converted and combined values, Codable types that aren't models, types that
    /// conform to ``ModelValue``, properties of the type ModelObject itself, dates in a format with closures, and keys
    /// that lead into an array: the call then throws.
    ///
    /// - Parameters:
    ///   - use: The purpose of the schema.
    ///   - options: The options of the exports that the schema describes, such as the spelling of keys.
    /// - Returns: The schema. A dictionary has no order; ``jsonSchemaString(for:options:)`` has the properties in the
    ///   order of their declaration.
    /// - Throws: ``ModelError``: ``ModelError/Code/notExportable`` with the name of a property that structured output
    ///   cannot describe; ``ModelError/Code/keyCollision`` if two properties have the same key.
    /// - Complexity: Linear in the number of properties of all classes; nothing is cached.
    public static func jsonSchema(
        for use: SchemaUse = .validation, options: ExportOptions = .init()
    ) throws -> [String: Any] {
        try SchemaWriter.schema(of: self, for: use, options).dictionary
    }

    /// Returns the schema of ``jsonSchema(for:options:)`` as JSON text.
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
