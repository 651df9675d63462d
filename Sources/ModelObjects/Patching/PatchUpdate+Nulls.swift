/// Nulls in a document in place of values that cannot be exported, and nulls that operations stored there.
extension PatchUpdate {
    /// Whether the value at a place of a model is the same as before, and no operation has stored null there in place
    /// of a value that the document can't hold.
    func isUnchanged(
        _ old: ExportedValue, _ new: ExportedValue, of model: ModelObject, at place: DocumentPlace
    ) -> Bool {
        isUnchanged(old, new, in: model) && !(document.storesNull && isCleared(new, of: model, at: place))
    }

    /// Whether an object of a model has nulls, and an operation changed a part of it or replaced it.
    func mayBeCleared(_ old: ExportedValue, _ new: ExportedValue) -> Bool {
        guard document.storesNull, case .object(let oldMembers, _?) = old, case .object(let members, _) = new,
            !oldMembers.sharesElements(with: members)
        else { return false }
        return oldMembers.contains(where: \.value.listsNull)
    }

    private func isCleared(_ new: ExportedValue, of model: ModelObject, at place: DocumentPlace) -> Bool {
        let layout = ExportLayout.of(type(of: model))
        let steps = place.steps
        if case .array(let elements, _) = new {
            guard new.listsNull, layout.step(below: steps) != nil else { return false }
            return elements.indices.contains {
                isCleared(elements[$0], of: model, at: place.element($0))
            }
        }
        guard new.isNull,
            rewrittenModels.contains(ObjectIdentifier(model))
                || document.hasStored(at: place.pointer.steps, inside: place.path.count - steps.count)
        else { return false }
        guard let property = layout.property(at: steps) else {
            let kept = steps.count == 1 ? model.attachment?.unknownValues?[steps[0]] : nil
            return kept.map { !JSONValue($0).isNull } ?? false
        }
        defer { withExtendedLifetime(model) {} }
        // In an array, a missing Presence is null, too.
        guard let stored = contentOfPresence(property.accessor.value(in: PropertyStorage(model))) else {
            return true
        }
        // A hook can export null for a value.
        let options = ExportOptions(only: [property.name])
        return !JSONValue(stored).isNull
            && (try? Export.tree(model, options, callFormat: mapper.callDateFormat)) == nil
    }
}
