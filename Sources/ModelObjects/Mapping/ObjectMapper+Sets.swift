/// A Set of models, and what it was made of.
struct MadeSet {
    /// Kept, so that any other Set has a different word: see `SetView.storageWord`.
    let set: any SetView
    /// Some are not in the Set, because they were equal to others.
    let members: [Any]
}

extension ObjectMapper {
    /// A Set of members that may hold models.
    ///
    /// - Throws: An error at the current location if too many models have equal first values (see `EqualityBudget`).
    func set<Member>(of members: [Member]) throws -> Set<Member> {
        if let set = detailed.comparisons.set(of: members) {
            if detailed.madeSets != nil, Member.self is ModelObject.Type {
                detailed.madeSets?[set.models, default: []].append(MadeSet(set: set, members: members))
            }
            return set
        }
        guard currentLocation.offset != nil else {
            throw ModelError.tooManyEqual(at: currentLocation.path.components)
        }
        throw refusal(.tooManyEqual(at: []))
    }
}
