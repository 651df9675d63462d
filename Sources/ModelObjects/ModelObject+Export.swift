import Foundation

extension ModelObject {
    /// Exports the object as a dictionary of Swift values.
    ///
    /// Values are String, Int (UInt64 or Decimal if Int can't hold it), Double, Bool, `[Any]`, `[String: Any]` and
    /// NSNull. A Decimal property gives a Decimal.
    ///
    /// - The key is the first one that the property's rule declares, or the property's name. A path becomes
    ///   nested objects, and arrays for its indices (`"a.0.b"`).
    /// - Properties that are nil are left out (see ``ExportOptions/nulls-swift.property``), and so are properties
    ///   that aren't mapped or have the rule ``PropertyRule/notExported-swift.type.property``.
    /// - The value of a `combined` rule is exported under the property's own key. To split it, use
    ///   ``didExport(_:)``.
    /// - Values that `unknownKeys: .keep` kept come last, sorted by their keys.
    /// - The discriminator's value for the class comes first, unless a property or kept value is exported
    ///   under the same key. It replaces a property that is nil or an empty string.
    ///
    /// Mapping the result gives an equal object, unless a rule, an option or a hook changes it. (By default,
    /// a nil Optional and a ``Presence/missing`` value are left out, so they get the default of their
    /// property: see ``ExportOptions/nulls-swift.property``.)
    ///
    /// - Throws: ``ModelError`` with the path of the value:
    ///   - ``ModelError/Code/cycle`` if the object contains itself;
    ///   - ``ModelError/Code/keyCollision`` if two properties have the same key;
    ///   - ``ModelError/Code/notFinite`` for NaN and infinity;
    ///   - ``ModelError/Code/limitExceeded`` beyond ``ExportOptions/maxDepth``, and if objects that
    ///     contain others are repeated so often that the export has more than a million objects;
    ///   - ``ModelError/Code/notExportable`` for a value without a JSON form, such as a type that is Decodable but
    ///     not Encodable, or a date that its format cannot write;
    ///   - ``ModelError/Code/hookFailed`` if ``didExport(_:)`` or a converter threw.
    /// - Complexity: Linear in the size of the result. An object that is referenced several times is exported each
    ///   time.
    public func jsonObject(options: ExportOptions = .init()) throws -> [String: Any] {
        try Export.tree(self, options, models: .members).dictionary
    }

    /// Exports the object as JSON text in UTF-8, with properties in the order of declaration, superclass first.
    ///
    /// Keys and values are those of ``jsonObject(options:)``.
    ///
    /// - Throws: The errors of ``jsonObject(options:)``.
    public func jsonData(options: ExportOptions = .init()) throws -> Data {
        try Export.text(self, options).finish()
    }

    /// Exports the object as a JSON string, with properties in the order of declaration, superclass first.
    ///
    /// ```swift
    /// try user.jsonString()              // {"userName":"ann","cars":[]}
    /// ```
    ///
    /// - Throws: The errors of ``jsonObject(options:)``.
    public func jsonString(options: ExportOptions = .init()) throws -> String {
        try Export.text(self, options).finishString()
    }
}

extension ModelClass {
    /// Exports objects as an array of dictionaries.
    ///
    /// The array counts as a level of ``ExportOptions/maxDepth``.
    ///
    /// - Throws: The errors of ``ModelObject/jsonObject(options:)``.
    public static func jsonObject(
        _ models: [Self], options: ExportOptions = .init()
    ) throws -> [[String: Any]] {
        try Export.dictionaries(models, options)
    }

    /// Exports objects as a JSON array in UTF-8.
    ///
    /// - Throws: The errors of ``ModelObject/jsonObject(options:)``.
    public static func jsonData(_ models: [Self], options: ExportOptions = .init()) throws -> Data {
        try Export.text(models, options).finish()
    }

    /// Exports objects as a JSON array in a string.
    ///
    /// - Throws: The errors of ``ModelObject/jsonObject(options:)``.
    public static func jsonString(_ models: [Self], options: ExportOptions = .init()) throws -> String {
        try Export.text(models, options).finishString()
    }
}

extension ModelObject {
    /// Use ``jsonObject(options:)``.
    @available(*, deprecated, renamed: "jsonObject(options:)")
    public func jsonObject(_ options: ExportOptions) throws -> [String: Any] {
        try jsonObject(options: options)
    }

    /// Use ``jsonData(options:)``.
    @available(*, deprecated, renamed: "jsonData(options:)")
    public func jsonData(_ options: ExportOptions) throws -> Data { try jsonData(options: options) }

    /// Use ``jsonString(options:)``.
    @available(*, deprecated, renamed: "jsonString(options:)")
    public func jsonString(_ options: ExportOptions) throws -> String { try jsonString(options: options) }
}
