/// Records what reading an archive drops and converts, for a report.
///
/// Paths start at the roots of the archive. An object's path leads through the fields by which it was reached first. An
/// object that no short path leads to is located by its number: `$.objects[7]`.
final class ArchiveRecorder {
    let mapper: ObjectMapper
    /// By the number of an object: the steps to it from a root or from another object.
    private var steps: [Int: (from: Int?, steps: [PathComponent])] = [:]

    /// The maximum number of objects on a path.
    private static let longestPath = 64

    init(_ mapper: ObjectMapper) { self.mapper = mapper }

    // MARK: Paths

    /// Adds a root of the archive.
    ///
    /// - Parameter index: Its index in an archive of an array; nil for the only root.
    func addRoot(_ object: Int, at index: Int?) {
        if steps[object] == nil { steps[object] = (nil, index.map { [.index($0)] } ?? []) }
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
            case .reference(let number): if steps[number] == nil { steps[number] = (object, path) }
            case .array(let elements):
                for (index, element) in elements.enumerated() { add(element, at: .index(index)) }
            case .dictionary(let entries): for entry in entries { add(entry.value, at: .key(entry.key)) }
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
        let notes = try mapper.collectingNotes { try mapper.at(path(of: object) + [.key(field)], fill) }
        if counts() { mapper.append(notes) }
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
