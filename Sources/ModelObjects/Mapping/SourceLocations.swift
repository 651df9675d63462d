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
    private let containers = ContainerIndex()
    private let paths: [Int: [PathComponent]]
    /// The members of the objects and arrays that steps led through, by offset.
    private var members: [Int: [Member]] = [:]
    /// The index of each key in `members`, by the offset of its object; the last index of a repeated key.
    private var places: [Int: [String: Int]] = [:]
    /// The index of each value in `members`, by the offset of its object and its own.
    private var valueIndices: [Int: [Int: Int]] = [:]

    /// - Parameter part: The part of the text that the locations are in; nil if they can be anywhere.
    init(_ locations: [PayloadLocation], in reader: JSONReader?, part: TextPart? = nil) {
        self.reader = reader
        self.part = part
        paths = reader?.paths(of: locations.compactMap(\.offset), from: part?.start) ?? [:]
    }

    func path(of location: PayloadLocation) -> [PathComponent] {
        (part?.path ?? []) + (location.offset.flatMap { paths[$0] } ?? []) + location.components
    }

    /// The offset of a value in the text; for a missing value, that of the last step that exists.
    ///
    /// Nil if there is no text.
    func offset(of location: PayloadLocation) -> Int? {
        guard let start = location.offset, reader != nil else { return location.offset }
        var offset = start
        var key: Int?
        for (index, component) in location.components.enumerated() {
            let place = index == 0 ? location.position : nil
            // A hook can pass a value on under a key that the payload doesn't have.
            guard let member = member(component, of: offset, at: place) else { return place ?? offset }
            (offset, key) = (member.value.order, member.keyOffset)
        }
        return location.isKey ? key ?? offset : offset
    }

    /// - Parameter place: The offset of the value, if it is known: an object can have several with the same key.
    private func member(_ component: PathComponent, of offset: Int, at place: Int?) -> Member? {
        if members[offset] == nil {
            let found = readMembers(of: offset)
            members[offset] = found
            places[offset] = Dictionary(
                found.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { $1 })
            valueIndices[offset] = Dictionary(
                found.enumerated().map { ($0.element.value.order, $0.offset) }, uniquingKeysWith: { $1 })
        }
        guard let index = places[offset]?[component.text], let members = members[offset] else { return nil }
        let indexAtPlace = place.flatMap { valueIndices[offset]?[$0] }
        if let indexAtPlace, members[indexAtPlace].key == component.text { return members[indexAtPlace] }
        return members[index]
    }

    private func readMembers(of offset: Int) -> [Member] {
        guard var reader else { return [] }
        reader.remainingDepth = Int32(reader.maximumDepth)
        reader.seek(to: offset)
        return (try? PayloadSource.readMembers(&reader, containers)) ?? []
    }

    /// Line and column of each position, both from 1.
    func positions(of offsets: [Int]) -> [Int: (line: Int, column: Int)] {
        guard let reader else { return [:] }
        guard let part else { return reader.positions(of: Set(offsets)) }
        guard let lines = part.lines else { return [:] }
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
            let (path, other) = (locations[left].components, locations[right].components)
            return path == other ? left < right : path.precedes(other)
        }
    }
}

extension [PathComponent] {
    /// Whether a path sorts before another: keys by Unicode scalars, elements by index, and containers before their
    /// contents.
    func precedes(_ other: [PathComponent]) -> Bool {
        lexicographicallyPrecedes(other) { left, right in
            switch (left, right) {
            case (.index(let left), .index(let right)): left < right
            case (.index, .key): true
            case (.key, .index): false
            case (.key(let left), .key(let right)): left.byteOrder(to: right) < 0
            }
        }
    }
}
