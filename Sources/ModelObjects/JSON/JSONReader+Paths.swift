/// Finds the path of a position in a document.
///
/// A problem is recorded by its position alone, which costs mapping nothing. Its path is computed when it is read.
extension JSONReader {
    /// The path of each position at which a value, or the quote of a key, starts.
    ///
    /// Takes one pass over the text, up to the last position. Only keys on these paths become Strings.
    ///
    /// - Parameters:
    ///   - first: Where the outermost value starts; nil for that of the text.
    ///   - path: The path of the outermost value.
    func paths(of offsets: [Int], from first: Int?, at path: [PathComponent]) -> TextPaths {
        var search = PathSearch(
            offsets: Set(offsets).sorted(byNumber: \.self), found: TextPaths(from: path))
        if offsets.isEmpty { return search.found }
        var reader = self
        reader.seek(to: first ?? (firstBytes(3) == [0xEF, 0xBB, 0xBF] ? 3 : 0))
        reader.remainingDepth = Int32(maximumDepth) + 1
        // Text that can no longer be read comes after an error that ended the call.
        try? reader.findPaths(&search)
        return search.found
    }

    private struct PathSearch {
        /// In ascending order, in which the walk reaches them.
        let offsets: [Int]
        var next = 0
        var found: TextPaths
        /// The path to the current position.
        var path = CurrentPath<Step>()

        var isOver: Bool { next == offsets.count }

        mutating func visit(_ offset: Int, _ reader: JSONReader) {
            while !isOver, offsets[next] < offset { next += 1 }
            guard !isOver, offsets[next] == offset else { return }
            next += 1
            found.ends[offset] = path.end(in: found.tree, from: found.start) { step in
                switch step {
                case .key(let text): .key(reader.string(text))
                case .index(let index): .index(index)
                }
            }
        }
    }

    /// Not recursive, since the error may be that the stack has no room for more levels.
    private mutating func findPaths(_ search: inout PathSearch) throws {
        repeat {
            let byte = peek()
            search.visit(offset, self)
            if byte == UInt8(ascii: "{"), try enterObject() {
                try visitKey(&search)
            } else if byte == UInt8(ascii: "["), try enterArray() {
                search.path.append(.index(0))
            } else {
                if byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") { try skipScalar() }
                try moveToNextValue(&search)
            }
        } while !search.path.isEmpty && !search.isOver
    }

    private mutating func visitKey(_ search: inout PathSearch) throws {
        let key = try readKey()
        search.path.append(.key(key))
        search.visit(key.offset - 1, self)
    }

    /// Moves from the end of a value to the next one, out of the containers that end there.
    private mutating func moveToNextValue(_ search: inout PathSearch) throws {
        while !search.path.isEmpty {
            switch search.path.removeLast() {
            case .index(let index):
                if try hasNextElement() { return search.path.append(.index(index + 1)) }
            case .key:
                if try hasNextMember() { return try visitKey(&search) }
            }
        }
    }
}

/// The paths of positions in a text.
struct TextPaths {
    let tree = PathTree()
    /// The end of the path of the outermost value.
    fileprivate let start: Int
    /// The end of the path of each position.
    fileprivate var ends: [Int: Int] = [:]

    init(from path: [PathComponent]) { start = SharedPath(path, in: tree).end }

    /// The end of the path of a position; that of the outermost value's path, if the position is not known.
    func end(at offset: Int?) -> Int { offset.flatMap { ends[$0] } ?? start }
}
