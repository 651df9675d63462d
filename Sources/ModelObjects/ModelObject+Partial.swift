import Foundation

extension ModelObject {
    /// Fills this object from JSON text that is still arriving, in place.
    ///
    /// Each time more of the text arrives, pass all of it from the beginning. Complete values are stored. Objects and
    /// arrays that are still open contain the complete values that have arrived in them.
    ///
    /// ```swift
    /// try answer.update(partial: #"{"title": "Tea", "steps": ["Boil water", "Add"#)
    /// answer.steps                       // ["Boil water"]
    /// ```
    ///
    /// Each call maps the whole text as ``update(json:options:)-(String,_)`` does, and calls the hooks. An
    /// array of models has new models after each call. If a nested object or a Codable value is rejected when
    /// it is complete, the property keeps the values from its beginning. If a key is repeated later in the
    /// text, in any spelling, a nested model can keep values from the first occurrence.
    ///
    /// - Parameters:
    ///   - text: The text from its beginning.
    ///   - openStrings: Whether to use an incomplete string or number at the end of the text. A property that
    ///     isn't a String, such as a date or an enum, can then get a value from the beginning of its string,
    ///     and keeps it if the whole string doesn't fit.
    ///   - options: The options of the call. Until the text reaches ``MappingOptions/rootPath``, nothing
    ///     changes.
    /// - Throws: The errors of ``update(json:options:)-(String,_)``. An incomplete text is an error only if its root
    ///   isn't an object, as in `nul`. If a hook such as ``validate()`` rejects this object before it is complete,
    ///   nothing changes. The closure of a `combined` rule gets the keys that have arrived, and its result is stored.
    ///   If it returns nil, or if it or a converter throws, the property gets no value until the object is complete. A
    ///   nested object is left out until its required properties have arrived, even if the options reject such
    ///   objects. Unknown keys of a class with a discriminator, or with an override of ``modelClass(for:)``, are
    ///   rejected when the whole text is complete. So are all values that don't fit and all unknown keys of a class that
    ///   overrides ``willMap(_:)``.
    /// - Complexity: Linear in the length of the text.
    public func update(partial text: String, openStrings: Bool = false, options: MappingOptions? = nil) throws
    {
        guard let text = PartialText(Array(text.utf8), openStrings: openStrings) else { return }
        let call = MappingCall(options: options, type: type(of: self), isUpdate: true, mayBeSampled: false)
        try call.fill(self, text)
    }
}
