extension ObjectMapper {
    /// A Set of members that may hold models.
    ///
    /// - Throws: An error at the current location if too many models have equal first values (see `EqualityBudget`).
    func set<Member>(of members: [Member]) throws -> Set<Member> {
        if let set = details.comparisons.set(of: members) {
            if Member.self is ModelObject.Type { details.madeSets?.add(set, madeOf: members) }
            return set
        }
        throw tooManyEqual(.set)
    }

    /// Counts the comparisons of a dictionary's keys.
    func count(keyComparisons: Int64) throws {
        guard details.comparisons.count(comparisons: keyComparisons) else { throw tooManyEqual(.dictionary) }
    }

    private func tooManyEqual(_ container: ModelError.HashedContainer) -> any Error {
        currentLocation.offset == nil
            ? ModelError.tooManyEqual(container, at: currentLocation.path.components)
            : rejection(.tooManyEqual(container, at: []))
    }
}
