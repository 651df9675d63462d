import Foundation

extension ModelObject {
    /// The object as a dictionary of Swift values: String, Int (UInt64 or Decimal where Int cannot hold it),
    /// Double, Bool, `[Any]`, `[String: Any]` and NSNull.
    ///
    /// A Decimal property gives a Decimal.
    ///
    /// Keys are those that the rules declare first, or the names of the properties; paths nest again, and a
    /// path's indices make an array (`"a.0.b"`). Left out are properties that are nil (see
    /// `ExportOptions.nulls`), that take no part in mapping, or have the rule `notExported`. A value that a
    /// `combined` rule makes is exported under the property's own key: to take it apart again is for
    /// `didExport`. Values that `unknownKeys: .keep` kept come last, sorted by their keys. First comes the
    /// text by which a discriminator names the class, where it has one and no property or kept value says it
    /// under that key; it stands in for a property of the key that is nil or an empty text.
    ///
    /// Mapping the result again gives an equal object, unless a rule, an option or a hook says otherwise. (One
    /// option does by default: ``ExportOptions/nulls``, where an Optional has a default that is not nil.)
    ///
    /// - Throws: `ModelError`: `.cycle` where the object holds itself, by whatever way; `.keyCollision` where
    ///   two properties would be exported under one key; `.notFinite`; `.limitExceeded`; `.notExportable` for
    ///   a value that has no form in JSON (a type that is Decodable but not Encodable, a date that its format
    ///   cannot write); `.hookFailed` for what `didExport` or a converter threw. The path names the place.
    /// - Complexity: linear in what is exported. An object that is reached in several ways is exported as
    ///   often.
    public func jsonObject(_ options: ExportOptions = .init()) throws -> [String: Any] {
        try Export.dictionary(self, options)
    }

    /// The object as JSON text in UTF-8, properties in the order of their declaration, superclass first.
    ///
    /// Keys and edges are those of `jsonObject(_:)`.
    ///
    /// - Throws: as `jsonObject(_:)`.
    public func jsonData(_ options: ExportOptions = .init()) throws -> Data {
        try Export.text(self, options).finish()
    }

    /// The object as JSON text: see `jsonData(_:)`.
    ///
    /// ```swift
    /// try user.jsonString()              // {"userName":"ann","cars":[]}
    /// ```
    ///
    /// - Throws: as `jsonObject(_:)`.
    public func jsonString(_ options: ExportOptions = .init()) throws -> String {
        try Export.text(self, options).finishString()
    }
}

extension ModelClass where Self: ModelObject {
    /// Objects as dictionaries: see `jsonObject(_:)`.
    ///
    /// The array counts as a level of `ExportOptions.maxDepth`.
    ///
    /// - Throws: as `jsonObject(_:)`.
    public static func jsonObject(
        _ models: [Self], options: ExportOptions = .init()
    ) throws -> [[String: Any]] {
        try Export.dictionaries(models, options)
    }

    /// Objects as a JSON array in UTF-8: see `jsonData(_:)`.
    ///
    /// - Throws: as `jsonObject(_:)`.
    public static func jsonData(_ models: [Self], options: ExportOptions = .init()) throws -> Data {
        try Export.text(models, options).finish()
    }

    /// Objects as a JSON array: see `jsonData(_:options:)`.
    ///
    /// - Throws: as `jsonObject(_:)`.
    public static func jsonString(_ models: [Self], options: ExportOptions = .init()) throws -> String {
        try Export.text(models, options).finishString()
    }
}
