/// Records what reading an archive drops and converts, for a report.
///
/// Paths start at the roots of the archive. An object's path leads through the fields by which it was reached first. An
/// object that no short path leads to is located by its number: `$.objects[7]`.
final class ArchiveRecorder {
    let mapper: ObjectMapper
    /// By the number of an object: the steps to it from a root or from another object.
    private var steps: [Int: (from: Int?, steps: [PathComponent])] = [:]
    /// The objects with steps in the order in which they were found, and the number of those whose fields were added.
    private var (found, addedCount): ([Int], Int) = ([], 0)

    /// The maximum number of objects on a path.
    private static let longestPath = 64

    init(_ mapper: ObjectMapper) { self.mapper = mapper }

    // MARK: Paths

    /// Adds a root of the archive.
    ///
    /// - Parameter index: Its index in an archive of an array; nil for the only root.
    func addRoot(_ object: Int, at index: Int?) {
        addObject(object, from: nil, index.map { [.index($0)] } ?? [])
    }

    private func addObject(_ object: Int, from outer: Int?, _ path: [PathComponent]) {
        guard steps[object] == nil else { return }
        steps[object] = (outer, path)
        found.append(object)
    }

    /// The next object whose fields must be added; nil if there is none.
    func next() -> Int? {
        guard addedCount < found.count else { return nil }
        addedCount += 1
        return found[addedCount - 1]
    }

    /// Adds the objects that a field of an object refers to.
    func addReferences(in node: ArchiveNode, of object: Int, field: String) {
        var path: [PathComponent] = [.key(field)]
        func add(_ node: ArchiveNode, at step: PathComponent) {
            path.append(step)
            add(node)
            path.removeLast()
        }
        func add(_ node: ArchiveNode) {
            switch node {
            case .reference(let number): addObject(number, from: object, path)
            case .array(let elements):
                for (index, element) in elements.enumerated() { add(element, at: .index(index)) }
            case .dictionary(let entries): for entry in entries { add(entry.value, at: .key(entry.key)) }
            case .marked(ArchiveLayout.Mark.dictionary, .array(let nodes)):
                for place in stride(from: 0, to: nodes.count - 1, by: 2) {
                    add(nodes[place], at: .index(place / 2))
                    add(nodes[place + 1], at: nodes[place].step(at: place / 2))
                }
            case .marked(_, let content): add(content)
            default: break
            }
        }
        add(node)
    }

    private func path(of object: Int) -> [PathComponent] {
        var path: [PathComponent] = []
        var current = object
        for _ in 0..<Self.longestPath {
            guard let (outer, steps) = steps[current] else { break }
            path = steps + path
            guard let outer else { return path }
            current = outer
        }
        return [.key(ArchiveLayout.Key.objects), .index(object)]
    }

    // MARK: Notes

    /// Fills a field, and records what is lost.
    ///
    /// - Parameter counts: Whether the field now has its final value; called after it is filled.
    func record(
        _ object: Int, _ field: String, if counts: @autoclosure () -> Bool, _ fill: () throws -> Void
    ) rethrows {
        let notes = try mapper.collectingNotes(fill)
        if notes.isEmpty || !counts() { return }
        mapper.at(path(of: object) + [.key(field)]) {
            let locations = SourceLocations(notes.locations, in: nil)
            mapper.append(notes.moved(locations, to: mapper.currentLocation))
        }
    }

    /// Records a field that no property takes.
    func recordUnused(_ object: Int, _ field: String, _ schema: ModelSchema) {
        mapper.at(path(of: object) + [.key(field)]) {
            guard schema.properties.contains(where: { $0.name == field }) else {
                return mapper.note(.unmatchedKey(field, schema), at: mapper.currentLocation)
            }
            mapper.record(
                .unknownKey, expected: "an archived property", found: "one that isn't archived",
                action: .ignoredKey, rejects: false,
                headline: "isn't read: its property has the rule .notArchived")
        }
    }

    /// Records a value in the current field that can't be used, and that no converter records.
    func recordLoss(of found: String, expected: String, isElement: Bool) {
        mapper.record(
            .typeMismatch, expected: expected, found: found,
            action: isElement ? .skippedElement : .keptValue, rejects: false)
    }
}

extension ArchiveNode {
    /// The step to the value of an entry with this key.
    ///
    /// - Parameter index: The index of the entry, for a key without a text.
    func step(at index: Int) -> PathComponent {
        switch self {
        case .string(let text): .key(text)
        case .integer(let number): .key("\(number)")
        case .double(let number): .key("\(number)")
        case .bool(let bool): .key("\(bool)")
        default: .index(index)
        }
    }
}
