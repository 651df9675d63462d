import Foundation

extension ModelObject {
    // MARK: Merge patches (RFC 7396)

    /// Returns the merge patch from an older state of this object to its current state.
    ///
    /// ```swift
    /// let old = user.copy()
    /// user.nickname = nil
    /// user.address?.city = "Oslo"
    /// try user.mergePatch(since: old)    // ["nickname": NSNull(), "address": ["city": "Oslo"]]
    /// ```
    ///
    /// The patch contains what changed, with the keys of an export. nil becomes null. Changed arrays are
    /// complete; nested models and dictionaries contain only what changed in them. If nothing changed, the
    /// patch is empty.
    ///
    /// If a Codable value has changed, a different order of its Sets counts as a change. In an array of models, a different
    /// order of such Sets counts even if nothing else has changed.
    ///
    /// A merge patch can't express that a ``Presence`` becomes missing, or null as a value of a dictionary.
    ///
    /// A new model is written as in an export: if no discriminator names its class, the receiver makes an object of the
    /// declared class.
    ///
    /// - Parameters:
    ///   - old: An object of the same class.
    ///   - options: The options of both exports; `nulls` has no effect.
    /// - Throws: ``ModelError/Code/notExportable`` for a change that a merge patch can't express, if the
    ///   classes differ, and if a model replaced one of another class that no discriminator names; the errors
    ///   of ``jsonObject(options:)``.
    /// - Complexity: Linear in the size of both exports. Models whose declared class overrides ``modelClass(for:)`` are
    ///   visited once more for each such model around them.
    public func mergePatch(since old: ModelObject, options: ExportOptions = .init()) throws -> [String: Any] {
        try Patch.mergePatch(from: old, to: self, options).dictionary
    }

    /// Returns the merge patch from an older state of this object to its current state, as JSON text.
    ///
    /// - Throws: The errors of ``mergePatch(since:options:)``.
    public func mergePatchData(since old: ModelObject, options: ExportOptions = .init()) throws -> Data {
        Export.text(try Patch.mergePatch(from: old, to: self, options), options).finish()
    }

    /// Returns what changed since an older state, as JSON text for a PATCH request.
    ///
    /// The text is a merge patch (RFC 7396), the same as that of ``mergePatchData(since:options:)``. If nothing
    /// changed, it is `{}`.
    ///
    /// - Parameters:
    ///   - old: An object of the same class.
    ///   - options: The options of both exports; `nulls` has no effect.
    /// - Throws: The errors of ``mergePatch(since:options:)``.
    public func jsonData(changedSince old: ModelObject, options: ExportOptions = .init()) throws -> Data {
        try mergePatchData(since: old, options: options)
    }

    /// The same text as ``jsonData(changedSince:options:)``, as a String.
    public func jsonString(changedSince old: ModelObject, options: ExportOptions = .init()) throws -> String {
        Export.text(try Patch.mergePatch(from: old, to: self, options), options).finishString()
    }

    /// Applies a merge patch to this object, all or nothing.
    ///
    /// - Null makes an Optional nil and a ``Presence`` `.null`. A Codable type that decodes null gets the value that it
    ///   decodes. Any other property gets its default, as in a new object. Null also removes an entry of a
    ///   dictionary and, with the option `unknownKeys: .keep`, a kept value. Null for a property with the rule
    ///   ``PropertyRule/required-swift.type.property`` is an error.
    /// - Nested models are patched in place, including those in dictionaries. Arrays are replaced.
    /// - A different value of the discriminator creates a new object. So does a string for a model with the rule
    ///   ``PropertyRule/embeddedJSON-swift.type.property``.
    ///
    /// Otherwise, the patch is applied like an update: keys match in any spelling, values are converted, and
    /// hooks run. See ``update(dictionary:options:)``. ``MappingOptions/rootPath`` and
    /// ``MappingOptions/nulls-swift.property`` have no effect: null always clears.
    ///
    /// - Throws: The errors of ``update(json:options:)-(Data,_)``; the object is then unchanged.
    public func apply(mergePatch patch: Data, options: MappingOptions? = nil) throws {
        try Patch.apply(mergeText: patch, to: self, options)
    }

    /// Applies a merge patch in a string to this object, all or nothing.
    ///
    /// - Throws: The errors of ``apply(mergePatch:options:)-(Data,_)``.
    public func apply(mergePatch patch: String, options: MappingOptions? = nil) throws {
        try apply(mergePatch: Data(patch.utf8), options: options)
    }

    /// Applies a merge patch to this object, all or nothing.
    ///
    /// - Throws: The errors of ``apply(mergePatch:options:)-(Data,_)``, except ``JSONSyntaxError``.
    public func apply(mergePatch patch: [String: Any], options: MappingOptions? = nil) throws {
        try Patch.apply(merge: patch, to: self, options)
    }

    /// Applies a merge patch as ``apply(mergePatch:options:)-(Data,_)`` does, and reports what happened to every key.
    ///
    /// It never throws.
    ///
    /// - Returns: The report. If ``MappingReport/error`` is set, the object is unchanged. Properties without a key are in
    ///   ``MappingReport/unfilled``, but not in the description.
    public func applyWithReport(mergePatch patch: Data, options: MappingOptions? = nil) -> MappingReport {
        MappingReport.inspecting(type(of: self)) {
            try Patch.apply(mergeText: patch, to: self, options, $0)
        }.report
    }

    /// Applies a merge patch in a string, and reports what happened to every key.
    ///
    /// It never throws.
    ///
    /// - Returns: The report. If ``MappingReport/error`` is set, the object is unchanged.
    public func applyWithReport(mergePatch patch: String, options: MappingOptions? = nil) -> MappingReport {
        applyWithReport(mergePatch: Data(patch.utf8), options: options)
    }

    /// Applies a merge patch, and reports what happened to every key.
    ///
    /// It never throws.
    ///
    /// - Returns: The report. If ``MappingReport/error`` is set, the object is unchanged.
    public func applyWithReport(
        mergePatch patch: [String: Any], options: MappingOptions? = nil
    ) -> MappingReport {
        MappingReport.inspecting(type(of: self)) { try Patch.apply(merge: patch, to: self, options, $0) }
            .report
    }

    // MARK: JSON Patches (RFC 6902)

    /// Returns the JSON Patch from an older state of this object to its current state.
    ///
    /// ```swift
    /// try user.jsonPatch(since: old)     // [["op": "replace", "path": "/address/city", "value": "Oslo"]]
    /// ```
    ///
    /// The patch has `add`, `remove` and `replace` operations on the object's export, in which nil is left
    /// out. Elements of arrays are compared to find those that were added and removed; if more than 256
    /// elements in a row differ and their number changed, the array is replaced. A changed Set is replaced;
    /// the order of its elements is ignored. If nothing changed, the patch is empty.
    ///
    /// A changed array inside a Codable value is replaced, because it may be that of a Set. If such a value has
    /// changed, the order of its Sets counts.
    ///
    /// The keys in pointers have the key style of the options. Set a key style only if the receiver expects it:
    /// ``apply(jsonPatch:options:)-(Data,_)`` finds only keys in the default style.
    ///
    /// A new model is written as in an export: if no discriminator names its class, the receiver makes an object of the
    /// declared class.
    ///
    /// - Throws: ``ModelError/Code/notExportable`` if the classes differ, and if a model replaced one of
    ///   another class that no discriminator names; the errors of ``jsonObject(options:)``.
    /// - Complexity: That of ``mergePatch(since:options:)``, except in arrays that differ: their elements are compared once
    ///   for each such array around them.
    public func jsonPatch(since old: ModelObject, options: ExportOptions = .init()) throws -> [[String: Any]]
    {
        try Patch.operations(from: old, to: self, options).map(\.dictionary)
    }

    /// Returns the JSON Patch from an older state of this object to its current state, as JSON text.
    ///
    /// - Throws: The errors of ``jsonPatch(since:options:)``.
    public func jsonPatchData(since old: ModelObject, options: ExportOptions = .init()) throws -> Data {
        Export.text(.array(try Patch.operations(from: old, to: self, options)), options).finish()
    }

    /// The same text as ``jsonPatchData(since:options:)``, as a String.
    public func jsonPatchString(since old: ModelObject, options: ExportOptions = .init()) throws -> String {
        Export.text(.array(try Patch.operations(from: old, to: self, options)), options).finishString()
    }

    /// Applies a JSON Patch to this object, all or nothing.
    ///
    /// The operations change the object's export (``jsonObject(options:)``: a nil Optional is absent), in
    /// which pointers match keys exactly. Dates in it have the format in which the options read them. A value that
    /// can't be exported, of a property or a kept unknown key, is null there, such as a NaN; a cycle of models is an
    /// error. `test` compares numbers by value, and everything else exactly.
    ///
    /// Then the object is updated to the changed export. A property whose key was removed becomes nil or
    /// ``Presence/missing``, or gets the value of a new object. Remaining models are changed in place. Entries
    /// of a dictionary that don't change keep their values; in an array that changes, all elements except models are read
    /// from the export.
    ///
    /// Unless the options say otherwise, a value that doesn't fit its property is an error.
    /// ``MappingOptions/rootPath`` and ``MappingOptions/nulls-swift.property`` have no effect.
    ///
    /// Limits: The document can have 512 levels, or ``MappingLimits/depth`` if that is greater. In total, operations
    /// can copy a million values, in which each 64 bytes of a text count as one, and can move ten million values to a
    /// deeper level, within an array, or in an array to another member.
    ///
    /// - Complexity: Linear in the sizes of the export and the patch. Adding or removing an element of an array also moves
    ///   the elements after it. The members and elements of what a pointer leads through are compared once for each level
    ///   around them.
    /// - Throws: ``ModelError/Code/patchFailed`` with the index and the pointer of the operation in
    ///   ``ModelError/path``, such as `$[3] /address/city`; ``ModelError/Code/invalidRoot`` if the patch isn't an array;
    ///   ``JSONSyntaxError``; the errors of ``jsonObject(options:)``; the errors of hooks and limits of
    ///   ``update(json:options:)-(Data,_)``. The object is then unchanged.
    public func apply(jsonPatch patch: Data, options: MappingOptions? = nil) throws {
        try Patch.apply(operationsText: patch, to: self, options)
    }

    /// Applies a JSON Patch in a string to this object, all or nothing.
    ///
    /// - Throws: The errors of ``apply(jsonPatch:options:)-(Data,_)``.
    public func apply(jsonPatch patch: String, options: MappingOptions? = nil) throws {
        try apply(jsonPatch: Data(patch.utf8), options: options)
    }

    /// Applies a JSON Patch to this object, all or nothing.
    ///
    /// - Throws: The errors of ``apply(jsonPatch:options:)-(Data,_)``, except ``JSONSyntaxError``.
    public func apply(jsonPatch patch: [[String: Any]], options: MappingOptions? = nil) throws {
        try Patch.apply(operations: patch, to: self, options)
    }
}
