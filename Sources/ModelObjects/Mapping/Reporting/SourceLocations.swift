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
    private let part: TextPart?
    private let index = ContainerIndex()
    private let paths: TextPaths
    /// The objects and arrays that steps led through, by offset.
    private var containers: [Int: Container] = [:]
    /// The steps of the last location from its start, with the offsets of their values and keys.
    ///
    /// In a deep document, consecutive locations share most of their steps.
    private var trail: [(component: PathComponent, offset: Int, key: Int)] = []
    private var trailStart: Int?

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
        self.part = part
        let path = part?.path ?? []
        paths =
            reader?.paths(of: locations.compactMap(\.offset), from: part?.start, at: path)
            ?? TextPaths(from: path)
    }

    func path(of location: PayloadLocation) -> SharedPath {
        paths.path(of: location.offset, location.components)
    }

    /// The offset of a value in the text; for a missing value, that of the last step that exists.
    ///
    /// Nil if there is no text.
    func offset(of location: PayloadLocation) -> Int? {
        guard let start = location.offset, reader != nil else { return location.offset }
        let components = location.components
        if location.position != nil || trailStart != start { trail = [] }
        trailStart = location.position == nil ? start : nil
        var known = 0
        while known < min(trail.count, components.count), trail[known].component == components[known] {
            known += 1
        }
        trail.removeSubrange(known...)
        for component in components[known...] {
            let place = trail.isEmpty ? location.position : nil
            let offset = trail.last?.offset ?? start
            // A hook can pass a value on under a key that the payload doesn't have.
            guard let member = member(component, of: offset, at: place) else { return place ?? offset }
            trail.append((component, member.value.place, member.keyOffset))
        }
        guard let last = trail.last else { return start }
        return location.isKey ? last.key : last.offset
    }

    /// - Parameter place: The offset of the value, if it is known: an object can have several with the same key.
    private func member(_ component: PathComponent, of offset: Int, at place: Int?) -> Member? {
        let container = container(at: offset)
        guard let index = container.indices[component.text] else { return nil }
        let indexAtPlace = place.flatMap { container.valueIndices[$0] }
        if let indexAtPlace, container.members[indexAtPlace].key == component.text {
            return container.members[indexAtPlace]
        }
        return container.members[index]
    }

    private func container(at offset: Int) -> Container {
        if let known = containers[offset] { return known }
        var members: [Member] = []
        if var reader {
            reader.remainingDepth = Int32(reader.maximumDepth)
            reader.seek(to: offset)
            members = (try? PayloadSource.readMembers(&reader, index)) ?? []
        }
        let container = Container(members)
        containers[offset] = container
        return container
    }

    /// Line and column of each position, both from 1.
    func positions(of offsets: [Int]) -> [Int: (line: Int, column: Int)] {
        guard let reader, let lines = part == nil ? LineIndex() : part?.lines else { return [:] }
        return Dictionary(offsets.map { ($0, lines.position(of: $0, in: reader)) }, uniquingKeysWith: { $1 })
    }

    /// The path and the line of each location.
    func places(of locations: [PayloadLocation]) -> [MappingReport.Place] {
        let offsets = locations.map { offset(of: $0) }
        let positions = positions(of: offsets.compactMap(\.self))
        return zip(locations, offsets).map { location, offset in
            .init(path: path(of: location), line: offset.flatMap { positions[$0]?.line })
        }
    }

    /// Sorts by position in the text; without text, by path: keys by Unicode scalars, elements by index.
    func sorted<Entry>(_ entries: [Entry], by location: (Entry) -> PayloadLocation) -> [Entry] {
        guard entries.count > 1 else { return entries }
        return order(of: entries.map(location)).map { entries[$0] }
    }

    private func order(of locations: [PayloadLocation]) -> [Int] {
        let offsets = locations.map { offset(of: $0) ?? -1 }
        return locations.indices.sorted { left, right in
            if offsets[left] != offsets[right] { return offsets[left] < offsets[right] }
            let order = locations[left].components.order(to: locations[right].components)
            return order == 0 ? left < right : order < 0
        }
    }
}

extension [PathComponent] {
    /// Whether a path sorts before another: keys by Unicode scalars, elements by index, and containers before their
    /// contents.
    func precedes(_ other: [PathComponent]) -> Bool { order(to: other) < 0 }

    /// Negative if this path sorts first, and zero if both are the same.
    ///
    /// (The paths of a deep document share most of their components, which are the fastest to compare as equal.)
    fileprivate func order(to other: [PathComponent]) -> Int {
        for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
            return switch (self[index], other[index]) {
            case (.index(let left), .index(let right)): left < right ? -1 : 1
            case (.index, .key): -1
            case (.key, .index): 1
            case (.key(let left), .key(let right)): left.byteOrder(to: right)
            }
        }
        return count - other.count
    }
}
