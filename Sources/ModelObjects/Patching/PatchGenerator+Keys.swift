extension PatchGenerator {
    /// A value with the keys of an old value, where these are equal but have other texts: another normalization, such
    /// as that of `é`, or in a dictionary, another spelling, such as `-0`, or a raw value in another case.
    ///
    /// Neither a dictionary nor a merge patch can have both spellings: the receiver's dictionary keeps the old one.
    ///
    /// - Parameters:
    ///   - stored: The dictionary that the old value is the export of; nil if there is none. Only requested if keys
    ///     differ, because finding it takes long.
    ///   - place: The place of the old value.
    func spelled(
        _ new: ExportedValue, as old: ExportedValue, of stored: () -> Any? = { nil },
        at place: @autoclosure () -> DocumentPlace
    ) -> ExportedValue {
        guard case .object(let members, let owner) = new, let oldMembers = old.members else { return new }
        let pairs = MemberPairs(old: oldMembers, new: members)
        let removed = Dictionary(pairs.removed.map { ($0.key, $0) }) { first, _ in first }
        if removed.isEmpty, !members.contains(where: { $0.value.members != nil }) { return new }
        lazy var view = old.owner == nil ? contentOfPresence(stored()) as? any DictionaryView : nil
        lazy var entries = view?.membersByKeyText?.members
        func spelled(_ value: ExportedValue, as oldValue: ExportedValue, at key: String) -> ExportedValue {
            if value.members == nil { return value }
            func stored() -> Any? {
                old.owner == nil ? entries?[key] : self.stored(at: place().member(key, of: old.owner))
            }
            return self.spelled(value, as: oldValue, of: stored, at: place().member(key, of: old.owner))
        }
        let result = members.enumerated().map { index, member -> ExportedValue.Member in
            let (key, value) = (member.key, member.value)
            if let old = pairs.oldValue(at: index) {
                return .init(key: key, value: spelled(value, as: old, at: key), isNil: member.isNil)
            }
            guard !removed.isEmpty, let old = removed[view?.exportedKey(of: key) ?? key] else {
                return member
            }
            return .init(
                key: old.key, value: spelled(value, as: old.value, at: old.key), isNil: member.isNil)
        }
        return .object(result, of: owner)
    }

    /// The value of the property that is exported at a place.
    private func stored(at place: DocumentPlace) -> Any? {
        guard let model = place.model,
            let property = ExportLayout.of(type(of: model), options).property(at: place.steps),
            !property.rule.makesExportedValue
        else { return nil }
        return property.stored(in: model)
    }
}
