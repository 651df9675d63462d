/// What the values of a converter are and can hold: one answer for the mapper, the exporter, comparing and archiving.
///
/// A scalar's converter states it; that of a container is made of that of its elements. A property keeps its own.
struct TypeContent: Sendable {
    /// The fast path that fits.
    var kind = PropertyKind.other
    /// An Optional, which null clears.
    var isOptional = false
    /// The class of a model, an optional one, or the models of an array or a dictionary.
    var modelClass: ModelObject.Type?
    /// The class that the models inside belong to in an archive; nil where there can be none.
    var archivedClass: ModelObject.Type?
    /// The enum that the values are, or that a container holds.
    var enumeration: Enumeration?
    /// Whether a date format can say anything about the values: they are dates, or may be made of one.
    var mayBeDates = false
    /// Any, or a model of no particular class: what an untyped container holds.
    var isUntypedElement = false
    /// An untyped container, whose element class a rule or `arrayMappings` may name.
    var isUntypedContainer = false
    /// Whether the values are models or containers of them.
    var holdsModels = false
    /// Whether a value can hold a model.
    var mayHoldModels = false
    /// Whether a value can hold a Set of models, whose members have to be whole before they are inserted.
    var mayHoldSets = false

    var inOptional: TypeContent {
        var content = self
        content.isOptional = true
        if isOptional { content.kind = .other }
        return content
    }

    var inArray: TypeContent { inContainer(of: kind == .model ? .modelArray : .other) }

    func inDictionary(byText: Bool) -> TypeContent {
        inContainer(of: kind == .model && byText ? .modelDictionary : .other)
    }

    var inSet: TypeContent {
        TypeContent(
            archivedClass: archivedClass, enumeration: enumeration, mayBeDates: mayBeDates,
            holdsModels: holdsModels, mayHoldModels: mayHoldModels, mayHoldSets: mayHoldModels)
    }

    private func inContainer(of kind: PropertyKind) -> TypeContent {
        var content = self
        content.kind = isOptional ? .other : kind
        content.isOptional = false
        content.isUntypedContainer = isUntypedElement || isUntypedContainer
        content.isUntypedElement = false
        return content
    }
}

/// An enum, an option set, or anything else with a raw value, as a schema checks it against a rule.
struct Enumeration {
    let type: any Any.Type
    let hasFallback: Bool
}
