/// Mapping state that most calls don't need.
final class MappingState {
    /// Where the mapping is in the payload.
    var place = Place()
    /// The paths to values that something refers to.
    private lazy var paths = PathTree()
    /// The steps from the root of the text to the value that is mapped.
    var rootSteps: [PathComponent] = []
    /// What was recorded about the payload so far.
    var notes = MappingNotes()
    /// The notes of models in a Codable value that could not be made, by the offsets of their values.
    ///
    /// They don't count if the same value is decoded as another type.
    var notesOfFailedParts: [Int: MappingNotes] = [:]
    /// The problem that was recorded last, if the call needs the reason why it gives no object.
    var newestProblem: ProblemRecord?
    /// The offsets of values that are not complete, because their text is still arriving.
    var openValues: Set<Int> = []
    /// Whether none of the values is complete, because they were made from one whose text is still arriving.
    var isOpen = false
    lazy private(set) var patch = PatchState()
    /// Limits the comparisons for building Sets.
    lazy var comparisons = EqualityBudget()
    /// The Sets of models that were made; nil unless models may be equal only because they are incomplete.
    var madeSets: MadeSets?
    /// The options of classes that set any.
    ///
    /// The options around them are kept, too, because their identity is part of the key.
    var resolved: [ObjectPair: (options: ResolvedOptions, around: ResolvedOptions)] = [:]
    /// The options of outermost arrays and dictionaries, kept for the contexts that refer to them.
    var elementOptions: [ResolvedOptions] = []
    /// Whether the class of an outermost object rejects problems: see `ObjectMapper.collectsProblems`.
    var outermostRejects = false
    /// Reads the arrays and dictionaries that hooks get.
    var untypedReader = UntypedReader()
    /// While a value that a hook passed on is read again: how many bytes hooks inside it may read again.
    var rereadLimit: Int?
    /// The parts of the container that a hook received, while another container that it passed on is mapped.
    var plainContainers: PlainContainers?
    /// What the outermost hook's value contains, while the hook is called with it.
    var containersInText: ContainersInText?
    /// The result of a class's `willMap` for the payload that is mapped next: see `ObjectMapper.needsWillMapResult`.
    var willMapResult: (type: ModelObject.Type, payload: [String: Any]?)?
    /// The caller's `userInfo` for Codable types; nil if it is empty.
    var userInfo: [CodingUserInfoKey: Any]?
    /// The lines of the text, for errors of values that decoders read.
    lazy var lines = LineIndex()
    /// A copy of the text for decoders that are kept after the call.
    var textCopy: TextCopy?
    /// The ends of containers in the text that were skipped.
    lazy var containerIndex = ContainerIndex()
    /// The objects of the text that hooks got as dictionaries.
    lazy var dictionaries = DictionaryCache()

    /// A position in the text, and the path from there.
    struct Place {
        var offset: Int?
        /// See `PayloadLocation.memberOffset`.
        var memberOffset: Int?
        fileprivate var path = CurrentPath<PathComponent>()

        init(offset: Int? = nil) { self.offset = offset }

        /// Whether it says nothing but an offset.
        var isOffset: Bool { path.isEmpty && memberOffset == nil }
    }

    @inline(never)
    func enter(_ component: consuming PathComponent) { place.path.append(component) }

    @inline(never)
    func leave() { place.path.removeLast() }

    /// Where the mapping is, for something that refers to it.
    var location: PayloadLocation {
        var location = PayloadLocation(offset: place.offset)
        location.memberOffset = place.memberOffset
        if !place.path.isEmpty { location.path = SharedPath(paths, to: place.path.end(in: paths) { $0 }) }
        return location
    }
}
