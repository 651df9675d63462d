/// Finds out where in a document a position is: a problem is noted by its position alone, which costs the
/// mapping nothing, and its path is looked up when somebody reads it.
extension JSONReader {
    /// The path of each position at which a value, or the quote of a key, starts.
    ///
    /// One pass over the text.
    func paths(of offsets: Set<Int>) -> [Int: [PathComponent]] {
        guard !offsets.isEmpty else { return [:] }
        var reader = self
        reader.seek(to: 0)
        reader.remainingDepth = Int32(maximumDepth) + 1
        var found: [Int: [PathComponent]] = [:]
        var path: [PathComponent] = []
        // What cannot be read any more lies behind an error that ended the call.
        try? reader.findPaths(offsets, &path, &found)
        return found
    }

    private mutating func findPaths(
        _ offsets: Set<Int>, _ path: inout [PathComponent], _ found: inout [Int: [PathComponent]]
    ) throws {
        let byte = peek()
        if offsets.contains(offset) { found[offset] = path }
        switch byte {
        case UInt8(ascii: "{"):
            guard try enterObject() else { return }
            repeat {
                _ = peek()
                let keyOffset = offset
                path.append(.key(string(try readKey())))
                if offsets.contains(keyOffset) { found[keyOffset] = path }
                try findPaths(offsets, &path, &found)
                path.removeLast()
            } while try hasNextMember()
        case UInt8(ascii: "["):
            guard try enterArray() else { return }
            var index = 0
            repeat {
                path.append(.index(index))
                try findPaths(offsets, &path, &found)
                path.removeLast()
                index += 1
            } while try hasNextElement()
        default:
            try skipValue()
        }
    }
}

extension JSONReader {
    /// Where the value is that some steps lead to from the value at a position; the last of them that is
    /// there.
    func offset(of components: [PathComponent], from offset: Int) -> Int {
        var reader = self
        var offset = offset
        for component in components {
            let name: String
            switch component {
            case .key(let key): name = key
            case .index(let index): name = "\(index)"
            }
            guard let member = try? reader.members(of: offset)?.last(where: { $0.key == name }) else { break }
            offset = member.handle
        }
        return offset
    }

    /// The bytes that the text starts with, a byte order mark included.
    func firstBytes(_ count: Int) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: start, count: min(count, byteCount)))
    }

    /// The length of the text.
    var byteCount: Int { unsafe end - start }

    /// Line and column of positions, both from 1.
    ///
    /// One pass over the text.
    func positions(of offsets: Set<Int>) -> [Int: (line: Int, column: Int)] {
        var found: [Int: (line: Int, column: Int)] = [:]
        var line = 1
        var lineStart = 0
        var index = 0
        for offset in offsets.sorted() {
            while index < min(offset, byteCount) {
                if unsafe start[index] == 0x0A {
                    line += 1
                    lineStart = index + 1
                }
                index += 1
            }
            found[offset] = (line, offset - lineStart + 1)
        }
        return found
    }

    /// Counts members and elements down; false where there are more than were left.
    mutating func countValues(_ rest: inout Int) throws -> Bool {
        switch peek() {
        case UInt8(ascii: "{"):
            guard try enterObject() else { return true }
            repeat {
                rest -= 1
                _ = try readKey()
                guard rest >= 0, try countValues(&rest) else { return false }
            } while try hasNextMember()
        case UInt8(ascii: "["):
            guard try enterArray() else { return true }
            repeat {
                rest -= 1
                guard rest >= 0, try countValues(&rest) else { return false }
            } while try hasNextElement()
        default:
            try skipValue()
        }
        return true
    }

    /// Checks that the text is JSON to its end, before it is refused for another reason.
    ///
    /// The cursor stays.
    func validateRest(isNested: Bool) throws {
        if isNested { return }
        var ahead = self
        try ahead.skipValue()
        try ahead.finish()
    }
}
