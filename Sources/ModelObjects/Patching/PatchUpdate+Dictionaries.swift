/// Changes of dictionaries, whose other entries stay as they are: an export can't hold all of their values.
extension PatchUpdate {
    /// The change of a property's dictionary; nil if the property gets the whole new value instead.
    func dictionaryPatch(
        of property: Property, in model: ModelObject, from old: ExportedValue, to new: ExportedValue,
        _ content: TypeContent, at place: DocumentPlace
    ) throws -> DictionaryPatch? {
        let schema = ModelSchema.of(type(of: model))
        guard case .object(let oldMembers, nil) = old, case .object(let members, nil) = new,
            !property.isChangedByExport(of: schema)
        else { return nil }
        let stored = property.stored(in: model)
        guard property.isPatchedByConverter(stored, in: schema, content) else { return nil }
        let entries = try entries(members, replacing: oldMembers, of: stored, in: model, content, at: place)
        return DictionaryPatch(old: stored, entries: entries)
    }

    /// The changes of a dictionary's entries.
    ///
    /// - Parameters:
    ///   - stored: The dictionary, if it is known.
    ///   - content: The content of the dictionary.
    private func entries(
        _ members: [ExportedValue.Member], replacing oldMembers: [ExportedValue.Member], of stored: Any?,
        in model: ModelObject, _ content: TypeContent, at place: DocumentPlace
    ) throws -> [String: DictionaryPatch.NewValue?] {
        let pairs = MemberPairs(old: oldMembers, new: members)
        let isUntyped = content.isUntypedContainer || content.isUntypedElement
        let stored = isUntyped ? stored.flatMap { JSONValue($0).entries } : nil
        var entries: [String: DictionaryPatch.NewValue?] = [:]
        for (index, member) in members.enumerated() {
            let old = pairs.oldValue(at: index)
            if let old, isUnchanged(old, member.value, in: model) { continue }
            entries[member.key] = try newValue(
                member.value, replacing: old, of: stored?[member.key], in: model, content.inside,
                at: place.member(member.key))
        }
        // A new key can be equal to a removed one, such as `é` in composed and decomposed form.
        for member in pairs.removed where entries.index(forKey: member.key) == nil {
            entries.updateValue(nil, forKey: member.key)
        }
        return entries
    }

    /// The new value of an entry.
    ///
    /// - Parameters:
    ///   - stored: The entry, if it is known.
    ///   - content: The content of the entry.
    private func newValue(
        _ new: ExportedValue, replacing old: ExportedValue?, of stored: Any?, in model: ModelObject,
        _ content: TypeContent, at place: DocumentPlace
    ) throws -> DictionaryPatch.NewValue {
        let isDictionary =
            content.levels.first == .dictionary || stored.flatMap { JSONValue($0).entries } != nil
        if isDictionary, case .object(let oldMembers, nil)? = old, case .object(let members, nil) = new {
            let entries = try entries(
                members, replacing: oldMembers, of: stored, in: model, content, at: place)
            return { DictionaryPatch(old: contentOfPresence($0), entries: entries) }
        }
        let payload = try payload(of: new, at: place, content)
        do {
            try mapper.checkDepth(of: payload, inside: place.path.count)
        } catch let error as ModelError {
            throw error.moved(to: place.path + error.main.components)
        }
        return { _ in payload }
    }
}

extension ExportedValue {
    /// The value of a dictionary without the entries that others with equal keys replace, which have another text,
    /// such as `-0` or a raw value in another case.
    ///
    /// - Parameters:
    ///   - old: The value before the change, whose entries are outdated.
    ///   - stored: The dictionary before the change.
    func withoutOutdated(from old: ExportedValue?, in stored: Any) -> ExportedValue {
        guard case .object(let members, nil) = self,
            let view = contentOfPresence(stored) as? any DictionaryView
        else { return self }
        let names = members.map { view.exportedKey(of: $0.key) }
        let replaced = Set(zip(members, names).filter { $0.key != $1 }.map { ExactText($1) })
        let hasDictionaries = members.contains { $0.value.members != nil && $0.value.owner == nil }
        if replaced.isEmpty, !hasDictionaries { return self }
        let entries = hasDictionaries ? view.membersByKeyText?.members ?? [:] : [:]
        let pairs = MemberPairs(old: old?.members ?? [], new: members)
        let remaining = members.enumerated().filter { index, member in
            // An operation can store both spellings.
            member.key != names[index] || !replaced.contains(ExactText(names[index]))
                || pairs.oldValue(at: index)?.isSame(as: member.value) != true
        }
        return .object(
            remaining.map { index, member in
                let value = entries[names[index]].map {
                    member.value.withoutOutdated(from: pairs.oldValue(at: index), in: $0)
                }
                return Member(key: member.key, value: value ?? member.value)
            })
    }
}
