/// The location of a value in a text that a decoder reads.
///
/// Its problems are located from its own start, so that the errors of many values in one text take linear time.
struct TextPart {
    let start: Int
    let path: [PathComponent]
    /// Nil if the text was made from values, and has no lines that a caller knows.
    let lines: LineIndex?
}

/// Computes paths and positions of recorded values, after a call has finished.
///
/// One pass over the text finds the paths of all of them.
final class SourceLocations {
    private let reader: JSONReader?
    /// Nil if the text has no lines that a caller knows.
    private let lines: LineIndex?
    private let index = ContainerIndex()
    private let paths: TextPaths
    /// The objects and arrays that paths lead through, by offset.
    private var containers: [Int: Container] = [:]
    private var targets: [Start: PathValues<Target>] = [:]

    /// Where the path of a location starts.
    private struct Start: Hashable {
        let tree: ObjectIdentifier?
        let offset: Int?
        let memberOffset: Int?

        init(_ location: PayloadLocation) {
            (tree, offset) = (location.path.tree.map { ObjectIdentifier($0) }, location.offset)
            memberOffset = location.memberOffset
        }
    }

    /// The value that a path leads to.
    private struct Target {
        /// The end of the path from the root of the document.
        let path: Int
        /// The offset of the value in the text; for a missing value, that of the last step that exists.
        ///
        /// Nil if there is no text.
        let offset: Int?
        var keyOffset: Int?
        /// The offset of the next value, if it is known: an object can have several with the same key.
        var memberOffset: Int?
        var isMissing = false
    }

    /// The members of an object or an array.
    private final class Container {
        let members: [Member]
        /// The index of each key; the last index of a repeated key.
        let indices: [String: Int]
        /// The index of each value, by its offset.
        private(set) lazy var valueIndices = Dictionary(
            members.enumerated().map { ($0.element.value.place, $0.offset) }, uniquingKeysWith: { $1 })

        init(_ members: [Member]) {
            self.members = members
            indices = Dictionary(
                members.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { $1 })
        }
    }

    /// - Parameter part: The part of the text that the locations are in; nil if they can be anywhere.
    init(_ locations: [PayloadLocation], in reader: JSONReader?, part: TextPart? = nil) {
        self.reader = reader
        lines = part == nil ? LineIndex() : part?.lines
        let path = part?.path ?? []
        paths =
            reader?.paths(of: locations.compactMap(\.offset), from: part?.start, at: path)
            ?? TextPaths(from: path)
    }

    func path(of location: PayloadLocation) -> SharedPath {
        SharedPath(paths.tree, to: target(of: location).path)
    }

    /// The offset of a value or a key in the text; for a missing value, that of the last step that exists.
    ///
    /// Nil if there is no text.
    func offset(of location: PayloadLocation) -> Int? {
        let target = target(of: location)
        return location.isKey ? target.keyOffset ?? target.offset : target.offset
    }

    private func target(of location: PayloadLocation) -> Target {
        let first = Target(
            path: paths.end(at: location.offset), offset: location.offset, memberOffset: location.memberOffset
        )
        if location.path.isEmpty { return first }
        return targets[Start(location), default: PathValues()].value(of: location.path, from: first, target)
    }

    private func target(_ component: PathComponent, in outer: Target) -> Target {
        let path = paths.tree.append(component, to: outer.path)
        // A hook can pass a value on under a key that the payload doesn't have.
        guard reader != nil, !outer.isMissing, let offset = outer.offset,
            let member = member(component, of: container(at: offset), at: outer.memberOffset)
        else { return Target(path: path, offset: outer.memberOffset ?? outer.offset, isMissing: true) }
        return Target(path: path, offset: member.value.place, keyOffset: member.keyOffset)
    }

    private func member(_ component: PathComponent, of container: Container, at offset: Int?) -> Member? {
        if let index = offset.flatMap({ container.valueIndices[$0] }),
            container.members[index].key == component.text
        {
            return container.members[index]
        }
        return container.indices[component.text].map { container.members[$0] }
    }

    private func container(at offset: Int) -> Container {
        if let known = containers[offset] { return known }
        var members: [Member] = []
        if var reader {
            reader.remainingDepth = Int32(MappingLimits.maximumDepth)
            reader.seek(to: offset)
            members = (try? PayloadSource.readMembers(&reader, index)) ?? []
        }
        let container = Container(members)
        containers[offset] = container
        return container
    }

    /// The line and the column, both from 1; nil without a text that has lines.
    func position(of location: PayloadLocation) -> (line: Int, column: Int)? {
        guard let reader, let lines, let offset = offset(of: location) else { return nil }
        return lines.position(of: offset, in: reader)
    }

    func place(of location: PayloadLocation) -> MappingReport.Place {
        .init(path: path(of: location), line: position(of: location)?.line)
    }

    /// Sorts by position in the text; without text, by path: keys by Unicode scalars, elements by index.
    func sorted<Entry>(_ entries: [Entry], by location: (Entry) -> PayloadLocation) -> [Entry] {
        guard entries.count > 1 else { return entries }
        return order(of: entries.map(location)).map { entries[$0] }
    }

    private func order(of locations: [PayloadLocation]) -> [Int] {
        let places = locations.map { (offset: offset(of: $0) ?? -1, path: path(of: $0)) }
        return places.indices.sorted { left, right in
            let (first, second) = (places[left], places[right])
            if first.offset != second.offset { return first.offset < second.offset }
            let order = first.path.order(to: second.path)
            return order == 0 ? left < right : order < 0
        }
    }
}
