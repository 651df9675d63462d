/// The arrays and dictionaries in the value that a hook was called with: they need no further conversion.
///
/// The hook has passed on one of them, or a new container with some of them in it. Hooks of models inside may do the same.
/// Without this set, each would convert everything inside once more.
struct PlainContainers {
    /// Kept alive, so that any other container has a different word: see `containerWord(of:)`.
    private let root: Any
    private lazy var words = Self.words(in: root)

    init(root: Any) { self.root = root }

    mutating func contains(_ container: Any) -> Bool {
        containerWord(of: container).map { words.contains($0) } ?? false
    }

    private static func words(in root: Any) -> Set<UInt> {
        var words: Set<UInt> = []
        var pending = [root]
        while let next = pending.popLast() {
            guard let word = containerWord(of: next) else { continue }
            words.insert(word)
            switch JSONValue(next) {
            case .array(let elements): pending += elements
            case .object(let members): pending += members.values
            default: break
            }
        }
        return words
    }
}

extension ObjectMapper {
    /// Remembers the parts of the container that a hook received, because the hook passes on another container, which
    /// may contain some of them.
    ///
    /// False if parts are remembered already, and for a value that isn't a container.
    @inline(never)
    func rememberParts(of received: UnownedContainer?, insteadOf value: Any) -> Bool {
        guard let received, containerWord(of: value) != nil, details.plainContainers == nil else {
            return false
        }
        details.plainContainers = PlainContainers(root: received.value)
        return true
    }
}
