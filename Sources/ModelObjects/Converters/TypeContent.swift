/// Describes the values of a converter and what they can contain, for mapping, exporting, comparing and
/// archiving.
///
/// A scalar's converter declares it; a container's content is derived from that of its elements. `Property`
/// caches it. Examples:
///
///     type              kind        levels  modelClass   archivedClass  what is true
///     Int?              int                                             isOptional, mayBeDates
///     User?             model               User         User           isOptional, holdsModels, mayHoldModels
///     [User]            modelArray  array   User         User           holdsModels, mayHoldModels
///     Set<User>         other       array                User           holdsModels, mayHoldModels, mayHoldSets
///     [ModelObject]     modelArray  array   ModelObject  ModelObject    holdsModels, mayHoldModels, isUntypedContainer
///     [Any]             other       array                ModelObject    mayHoldModels, mayHoldSets, isUntypedContainer
///     a Codable struct  other                            ModelObject    mayBeDates
struct TypeContent: Sendable {
    /// A container of values.
    enum Level {
        case array, dictionary
    }

    /// The fast path for the type.
    var kind = PropertyKind.other
    /// The containers that the type is, from the outside in.
    var levels: [Level] = []
    /// Whether the type is an Optional, which null clears.
    var isOptional = false
    /// The class of a model, of an optional model, of a raw value, or of the models of an array or a dictionary.
    var modelClass: ModelObject.Type?
    /// The class in an archive of the models inside; nil if there can be none.
    var archivedClass: ModelObject.Type?
    /// The enum that the values are, or that a container holds.
    var enumeration: Enumeration?
    /// Whether a date format applies to the values: they are dates, or may be converted from one.
    var mayBeDates = false
    /// Any, or a model of no particular class: the element of an untyped container.
    var isUntypedElement = false
    /// An untyped container, whose element class a rule or `arrayMappings` may name.
    var isUntypedContainer = false
    /// Whether the values are models or containers of them.
    var holdsModels = false
    /// Whether the type's raw values are containers.
    var hasRawContainers = false
    /// Whether a value can hold a model.
    var mayHoldModels = false
    /// Whether a value can hold a Set of models, whose members must be complete before they are inserted.
    var mayHoldSets = false

    /// Whether no key leads into a value.
    var isScalar: Bool { levels.isEmpty && archivedClass == nil }

    var inOptional: TypeContent {
        var content = self
        content.isOptional = true
        if isOptional { content.kind = .other }
        return content
    }

    var inArray: TypeContent { inContainer(.array, of: kind == .model ? .modelArray : .other) }

    func inDictionary(byText: Bool) -> TypeContent {
        inContainer(.dictionary, of: kind == .model && byText ? .modelDictionary : .other)
    }

    var inSet: TypeContent {
        var content = inContainer(.array, of: .other)
        (content.modelClass, content.isUntypedContainer) = (nil, false)
        content.mayHoldSets = mayHoldModels
        return content
    }

    /// The content of a type with raw values of this content.
    ///
    /// The type isn't a container or a model, even if its raw values are: it can't be merged or filled like
    /// them.
    func asRawValue(of type: any Any.Type, hasFallback: Bool) -> TypeContent {
        var content = self
        (content.kind, content.levels, content.isOptional, content.holdsModels) = (.other, [], false, false)
        (content.isUntypedElement, content.isUntypedContainer) = (false, false)
        content.enumeration = Enumeration(type: type, hasFallback: hasFallback)
        if !levels.isEmpty { (content.modelClass, content.hasRawContainers) = (nil, true) }
        return content
    }

    private func inContainer(_ level: Level, of kind: PropertyKind) -> TypeContent {
        var content = self
        content.levels.insert(level, at: 0)
        content.kind = isOptional ? .other : kind
        content.isOptional = false
        content.isUntypedContainer = isUntypedElement || isUntypedContainer
        content.isUntypedElement = false
        return content
    }
}

/// An enum, an option set, or another type with a raw value, for a schema to check against a rule.
struct Enumeration {
    let type: any Any.Type
    let hasFallback: Bool
}
