import Foundation

/// Removes duplicate keys, for a reader that would use the first of them.
extension JSONReader {
    /// The text from a position to the cursor, without the members whose key occurs again later in their object.
    ///
    /// Keys are the same if their Strings are equal, as in a dictionary.
    ///
    ///     {"a": 1, "b": {"c": 2, "c": 3}, "a": 4}
    ///     {"b": {"c": 3}, "a": 4}
    func dataWithoutRepetitions(from offset: Int) throws -> Data {
        var reader = self
        reader.seek(to: offset)
        reader.remainingDepth = Int32(maximumDepth)  // The text was already read once, within the limit.
        var cuts: [Range<Int>] = []
        try reader.findRepetitions(&cuts)
        guard !cuts.isEmpty else { return data(from: offset) }
        var text = Data()
        var kept = offset
        // In this order, a cut inside an object that is cut itself comes after that object's cut.
        for cut in cuts.sorted(byNumber: \.lowerBound) where cut.lowerBound >= kept {
            reader.seek(to: cut.lowerBound)
            text += reader.data(from: kept)
            kept = cut.upperBound
        }
        return text + data(from: kept)
    }

    /// Finds the members to cut, each with the comma after it: another member always follows.
    private mutating func findRepetitions(_ cuts: inout [Range<Int>]) throws {
        var last: [String: Int] = [:]
        var starts: [Int] = []
        _ = try walk { reader, step in
            if case .key(let key) = step {
                starts.append(key.offset - 1)
                if let earlier = last.updateValue(starts.count - 1, forKey: reader.string(key)) {
                    // The member after the earlier one, which may be this one, has started.
                    cuts.append(starts[earlier]..<starts[earlier + 1])
                }
            }
            try reader.findRepetitions(&cuts)
            return true
        }
    }
}
