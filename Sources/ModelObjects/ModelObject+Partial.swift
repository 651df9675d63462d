import Foundation

extension ModelObject {
    /// Fills this object from JSON text that is still arriving, in place.
    ///
    /// Pass the whole text so far, each time that more has arrived. Values that are complete are used, and the objects
    /// and arrays that are still open hold what has arrived of them. If nothing is complete yet, nothing changes.
    ///
    /// ```swift
    /// try answer.update(partial: #"{"title": "Tea", "steps": ["Boil water", "Add"#)
    /// answer.steps                       // ["Boil water"]
    /// ```
    ///
    /// Each call maps the whole text as ``update(json:options:)-(String,_)`` does, and calls the hooks. An array of
    /// models has new models after each call. If a nested object or a Codable value is refused when it is complete, the
    /// property keeps what it got of its beginning. If a key, or another spelling of it, comes again later in the text, a
    /// nested model can keep what it got from the first one.
    ///
    /// - Parameters:
    ///   - text: The text from its beginning.
    ///   - openStrings: Whether a string or a number at the end of the text is used as far as it has arrived. A number
    ///     can have other digits later. A property that isn't text, such as a date or an enum, can get the value of a
    ///     part of its string, and keeps it if the whole string doesn't fit.
    ///   - options: The options of the call. A ``MappingOptions/rootPath`` that the text has not reached yet changes
    ///     nothing.
    /// - Throws: The errors of ``update(json:options:)-(String,_)``, but not because the text ends early: if a hook such
    ///   as ``validate()`` rejects this object before it is complete, nothing changes. The keys of a `combined` rule, and
    ///   a value for which a converter throws, count only when their object is complete. A required property of a nested
    ///   object counts as missing until it has arrived, so the nested object is left out until then; that is no error,
    ///   even if the options reject such objects.
    /// - Complexity: Linear in the length of the text.
    public func update(partial text: String, openStrings: Bool = false, options: MappingOptions? = nil) throws
    {
        guard let text = PartialText(Array(text.utf8), openStrings: openStrings) else { return }
        let call = MappingCall(options: options, type: type(of: self), isUpdate: true, mayBeSampled: false)
        do {
            try call.fill(self, text)
        } catch let error as ModelError where error.code == .invalidRoot && !text.openValues.isEmpty {
            // The value at the root path may still arrive, as that of another key too.
            let mayChange = error.codingPath.last.map { $0.intValue == nil } ?? false
            guard mayChange || error.found == ModelError.noValue else { throw error }
        } catch let error as ModelError where !text.openValues.isEmpty {
            // A hook of this object may accept it when it is complete.
            let isOfHook = error.code == .validationFailed || error.code == .hookFailed
            let root = call.rootPath.map { DeclaredKey(path: $0).components.count } ?? 0
            guard isOfHook, error.codingPath.count == root else { throw error }
        }
    }
}
