/// Finds the path of a position in a document.
///
/// A problem is recorded by its position alone, which costs mapping nothing. Its path is computed when it is read.
extension JSONReader {
    /// The path of each position at which a value, or the quote of a key, starts.
    ///
    /// Takes one pass over the text, up to the last position. Only keys on these paths become Strings.
    ///
    /// - Parameter first: Where the outermost value starts; by default that of the text.
    func paths(of offsets: [Int], from first: Int? = nil) -> [Int: [PathComponent]] {
        guard !offsets.isEmpty else { return [:] }
        var reader = self
        reader.seek(to: first ?? (firstBytes(3) == [0xEF, 0xBB, 0xBF] ? 3 : 0))
        reader.remainingDepth = Int32(maximumDepth) + 1
        var search = PathSearch(wanted: Set(offsets).sorted(byNumber: \.self))
        // Text that can no longer be read comes after an error that ended the call.
        try? reader.findPaths(&search)
        return search.found
    }

    private struct PathSearch {
        /// In ascending order, in which the walk reaches them.
        let wanted: [Int]
        var next = 0
        var steps: [Step] = []
        var found: [Int: [PathComponent]] = [:]

        var isOver: Bool { next == wanted.count }

        mutating func visit(_ offset: Int, _ reader: JSONReader) {
            while !isOver, wanted[next] < offset { next += 1 }
            guard !isOver, wanted[next] == offset else { return }
            next += 1
            found[offset] = steps.map { step in
                switch step {
                case .key(let text): .key(reader.string(text))
                case .index(let index): .index(index)
                }
            }
        }
    }

    private mutating func findPaths(_ search: inout PathSearch) throws {
        _ = peek()
        search.visit(offset, self)
        _ = try walk { reader, step in
            search.steps.append(step)
            if case .key(let key) = step { search.visit(key.offset - 1, reader) }
            try reader.findPaths(&search)
            search.steps.removeLast()
            return !search.isOver
        }
    }
}

extension JSONReader {
    /// The first bytes of the text, including a byte order mark.
    func firstBytes(_ count: Int) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: start, count: min(count, byteCount)))
    }

    /// The length of the text.
    var byteCount: Int { unsafe end - start }

    /// The lines and columns of positions, both counted from 1.
    ///
    /// Takes one pass over the text.
    func positions(of offsets: Set<Int>) -> [Int: (line: Int, column: Int)] {
        var found: [Int: (line: Int, column: Int)] = [:]
        var position = TextPosition()
        for offset in offsets.sorted(byNumber: \.self) {
            advance(&position, to: offset)
            found[offset] = position.lineAndColumn
        }
        return found
    }

    /// Counts members and elements down; false if there are more than `rest`.
    mutating func countValues(_ rest: inout Int) throws -> Bool {
        try walk { reader, _ in
            rest -= 1
            return try rest >= 0 && reader.countValues(&rest)
        }
    }

    /// Checks that the whole text is JSON, before it is rejected for another reason.
    ///
    /// The cursor doesn't move.
    func validateRest(isNested: Bool) throws {
        if isNested { return }
        var ahead = self
        if let error = notJSON { throw error }
        try ahead.skipValue()
        try ahead.finish()
    }
}
