/// What patches ask about properties.
extension Property {
    /// The property's value in a model, without its `Presence`.
    func stored(in model: ModelObject) -> Any {
        defer { withExtendedLifetime(model) {} }
        let value: Any = accessor.value(in: PropertyStorage(model))
        return contentOfPresence(value) ?? value
    }

    /// Whether a hook or a rule may export another value than the property holds.
    func isChangedByExport(of schema: ModelSchema) -> Bool {
        rule.makesExportedValue || rule.conversion != nil
            || rule.isExported && (schema.overridesDidExport || schema.overridesExportedValue)
    }

    /// Whether the converter can change the property's dictionary: no hook sees the new one.
    ///
    /// - Parameter value: The property's value.
    func isPatchedByConverter(_ value: Any, in schema: ModelSchema, _ content: TypeContent) -> Bool {
        guard schema.isFilledDirectly, !schema.overridesWillMap else { return false }
        if content.isUntyped { return JSONValue(value).entries != nil }
        return content.levels.first == .dictionary
            && (value is any DictionaryView || JSONValue(value).isNull)
    }
}

extension TypeContent {
    /// Whether it is that of any value.
    var isUntyped: Bool { levels.isEmpty && (isUntypedContainer || isUntypedElement) && modelClass == nil }
}
