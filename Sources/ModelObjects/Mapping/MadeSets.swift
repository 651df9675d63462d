/// The Sets of models that a mapping made, and what it made them of.
///
/// Some members are not in their Set, because they were equal to others.
struct MadeSets {
    /// By the word of each Set.
    ///
    /// The Sets are kept, so that any other Set has a different word: see `SetView.storageWord`.
    private var byStorage: [UInt: (set: any SetView, members: [Any])] = [:]
    /// The most members that a Set with these models was made of.
    private var byModels: [Set<ObjectIdentifier>: [Any]] = [:]

    mutating func add(_ set: any SetView, madeOf members: [Any]) {
        byStorage[set.storageWord] = (set, members)
        let models = set.models
        if members.count > byModels[models]?.count ?? 0 { byModels[models] = members }
    }

    /// The values from which a Set was made.
    ///
    /// If a hook made it from another Set with the same models, the values from which the other Set was made.
    func members(of set: any SetView) -> [Any] {
        byStorage[set.storageWord]?.members ?? byModels[set.models] ?? set.members
    }
}
