/// What a mapping keeps where something out of the ordinary happens.
final class MappingState {
    var location = PayloadLocation()
    var notes = MappingNotes()
    var snapshots: [ObjectSnapshot] = []
    /// An object among `snapshots` overrides `willChange` or `didChange`.
    var hasObservers = false
    lazy var comparisons = EqualityBudget()
    var resolved: [(schema: ModelSchema, around: ResolvedOptions, options: ResolvedOptions)] = []
    lazy var containers = ContainerIndex()
    lazy var dictionaries = DictionaryCache()
    /// What a class's `willMap` made of the payload that is mapped next: see `ObjectMapper.changesPayload`.
    var willMapResult: (type: ModelObject.Type, payload: [String: Any]?)?
}
