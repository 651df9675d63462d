/// Finds the class for a model's document like the class for a payload, by `modelClass(for:)` and the
/// discriminators.
///
/// After a patch, the declared class of a model's place finds the class for the patched document. If it is
/// the model's class, the model is filled in place; otherwise, the document makes a new model.
struct DocumentClasses {
    let mapper: ObjectMapper
    /// The options of the model around the document; nil at the root.
    private(set) var around: ResolvedOptions?

    func options(of schema: ModelSchema) -> ResolvedOptions { mapper.options(for: schema, around: around) }

    /// The classes of documents inside that of a model.
    func inside(_ schema: ModelSchema) -> DocumentClasses {
        DocumentClasses(mapper: mapper, around: options(of: schema))
    }

    /// The members of a document that can choose its class: those that discriminators read, or all of them for
    /// `modelClass(for:)`.
    func choosingMembers(
        in document: ExportedValue, of schema: ModelSchema, _ declared: ModelSchema?
    ) -> [String: Any] {
        if declared?.overridesModelClass == true { return document.dictionary }
        let mode = options(of: schema).keyMatching
        var members: [String: Any] = [:]
        for member in document.members ?? [] where schema.isDiscriminatorKey(member.key, mode) {
            members[member.key] = member.value.plain
        }
        return members
    }

    /// The value that a discriminator reads in the members that choose a class; nil if it is missing or null.
    ///
    /// - Returns: The steps to the value, and its text: nil for an array or an object, which names no class.
    func value(
        _ level: DiscriminatorLevel, in members: [String: Any], of schema: ModelSchema
    ) -> (steps: [String], text: String?)? {
        let source = PayloadSource()
        guard let owner = level.classes.last.map({ ModelSchema.of($0) }),
            let place = try? mapper.discriminatorPlace(
                owner, PayloadValue(whole: members), options(of: schema), source),
            let value = try? source.jsonValue(place.value), !value.isNull
        else { return nil }
        return (place.path.map(\.text), value.discriminatorText)
    }

    /// The class that a declared class finds; nil if there is none.
    func chosenClass(by declared: ModelSchema, in members: [String: Any]) -> ModelObject.Type? {
        mapper.chosenClass(declared, members, options(of: declared)).type
    }

    /// Whether an old and a new document of a model differ in what chooses a class.
    func chooseDifferently(
        _ old: [String: Any], _ new: [String: Any], of schema: ModelSchema, _ declared: ModelSchema
    ) -> Bool {
        if declared.overridesModelClass,
            declared.type.modelClass(for: old) != declared.type.modelClass(for: new)
        {
            return true
        }
        return schema.levels(below: declared).contains {
            value($0, in: old, of: schema)?.text != value($0, in: new, of: schema)?.text
        }
    }

    /// Whether a changed document makes an object of another class than its model's.
    func changesClass(
        of model: ModelObject, from old: [String: Any], to new: [String: Any], _ declared: ModelSchema
    ) -> Bool {
        let schema = ModelSchema.of(type(of: model))
        return chosenClass(by: declared, in: new) != schema.type
            && chooseDifferently(old, new, of: schema, declared)
    }

    /// Makes the mapper fill a model in place, even if the patch names another class.
    func keep(_ model: ModelObject) { mapper.details.patch.keptModels.insert(ObjectIdentifier(model)) }
}
