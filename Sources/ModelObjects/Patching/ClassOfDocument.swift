/// Which class the discriminators choose for the document of a model.
///
/// After a patch, a model is of the class that the declared class of its place finds for the patched document. If this is
/// the class that it has, the model is filled in place; otherwise, the document makes a new one.
extension ObjectMapper {
    /// What a discriminator reads in a document.
    struct Name {
        let steps: [String]
        /// Nil for an array or an object, which names no class.
        let text: String?
    }

    /// What a discriminator reads in the names of a document; nil for nothing or null.
    func name(_ level: DiscriminatorLevel, in names: [String: Any], of schema: ModelSchema) -> Name? {
        let (source, options) = (PayloadSource(), options(for: schema, around: nil))
        guard let owner = level.classes.last.map({ ModelSchema.of($0) }),
            let place = try? discriminatorPlace(owner, PayloadValue(whole: names), options, source),
            let value = try? source.jsonValue(place.value), !value.isNull
        else { return nil }
        return Name(steps: place.path.map(\.text), text: value.discriminatorText)
    }

    /// The first discriminator, of those that a declared class asks, for which an old and a new document of a model have
    /// different texts, or only one of them has any.
    ///
    /// - Returns: What it reads in the new document, or else in the old one.
    func changedName(
        of schema: ModelSchema, _ declared: ModelSchema, from old: [String: Any], to new: [String: Any]
    ) -> Name? {
        for level in schema.levels(below: declared) {
            let (before, after) = (name(level, in: old, of: schema), name(level, in: new, of: schema))
            if before?.text != after?.text || (before == nil) != (after == nil) { return after ?? before }
        }
        return nil
    }

    /// The class that a declared class finds for the names of a document; nil if there is none.
    func classFound(by declared: ModelSchema, in names: [String: Any]) -> ModelObject.Type? {
        discriminatedClass(declared, names, options(for: declared, around: nil))
    }

    /// The members of a document under the keys of the discriminators that can lead to a class.
    func names(in document: ExportedValue, of schema: ModelSchema) -> [String: Any] {
        let mode = options(for: schema, around: nil).keyMatching
        var names: [String: Any] = [:]
        for member in document.members ?? [] where schema.isDiscriminatorKey(member.key, mode) {
            names[member.key] = member.value.plain
        }
        return names
    }
}
