/// Compares the keys of an object that match one property, such as `_id` and `id`, to decide which value counts.
private struct KeyComparison {
    let index: Int
    let matcher: KeyMatcher
    private var best: KeyMatch?
    /// Whether the key that was added last matches better than those before it; nil if it matches equally well.
    private(set) var isWonByLast: Bool?

    init(_ index: Int, _ matcher: KeyMatcher) {
        self.index = index
        self.matcher = matcher
    }

    /// Adds a key, unless it can't lead to the property; false if it matches something else, too.
    mutating func add(_ match: KeyMatcher.TableMatch, key: () -> String) -> Bool {
        switch match {
        case .property(let found) where found == index: break
        case .property, .nothing: return true
        case .undecided: return !matcher.matches(key()).contains { $0.target.properties.contains(index) }
        }
        guard let match = matcher.matches(key()).first else { return false }
        isWonByLast = best.map { match.isBetter(than: $0) } ?? true
        if isWonByLast != false { best = match }
        return true
    }

    /// Adds the keys of the object under the cursor, up to the one whose value is at an offset, where the cursor stops;
    /// false if they can't decide.
    mutating func add(keysUpTo end: Int, _ reader: inout JSONReader, _ containerIndex: ContainerIndex) throws
        -> Bool
    {
        guard try reader.enterObject() else { return false }
        repeat {
            let key = try reader.readKey()
            _ = reader.peek()
            let match = matcher.tableMatch(reader.target(of: key, in: matcher.table)) {
                reader.foldedTarget(of: key, in: $0)
            }
            guard add(match, key: { reader.string(key) }) else { return false }
            if reader.offset == end { return true }
            try containerIndex.skipValue(&reader)
        } while try reader.hasNextMember()
        return false
    }
}

/// Conflicts that need no careful pass, which takes several times as long as the rest of a small object: two keys that
/// match one property and nothing else.
///
/// The later key loses if it matches worse than an earlier one that has filled the property without notes. It wins if
/// it matches better, and its value is a scalar of the property's type.
extension ObjectMapper {
    /// Settles the conflict at which filling an object ended; false if there is none, or only the careful pass can.
    ///
    /// If it is settled, the cursor is after the value, and filling can continue.
    func settleConflict(
        in object: ModelObject, from start: Int, _ schema: ModelSchema, _ options: ResolvedOptions,
        _ state: inout DecodingState, _ reader: inout JSONReader
    ) throws -> Bool {
        guard let conflict = state.conflict, let index = conflict.property, report == nil,
            state.chargeKeyComparison(of: index, length: conflict.offset - start),
            !schema.properties[index].accessor.converter.takesNull
        else { return false }
        var comparison = KeyComparison(index, schema.matcher(options.keyMatching))
        var ahead = reader
        ahead.seek(to: start)
        guard try comparison.add(keysUpTo: conflict.offset, &ahead, containerIndex),
            let isWon = comparison.isWonByLast,
            !isWon || ahead.isAtScalar(schema.slots[index])
        else { return false }
        reader = ahead
        if isWon {
            try fillMarkingSeen(index, object, schema, options, &state, &reader)
        } else {
            try containerIndex.skipValue(&reader)
        }
        state.conflict = nil
        return true
    }

    /// Fills a property from the member at a place of a dictionary, or ignores it, although an earlier member filled the
    /// property; false if only the careful pass can decide.
    @inline(never)
    func settleConflict(
        of index: Int, _ value: LentValue, at place: Int, of dictionary: [String: Any],
        _ storage: PropertyStorage,
        _ schema: ModelSchema, _ options: ResolvedOptions, _ progress: inout FillProgress
    ) -> Bool {
        guard !isPatch, report == nil, progress.filled.contains(index),
            progress.chargeKeyComparison(of: index, length: 16 * (place + 1)),
            !schema.properties[index].accessor.converter.takesNull
        else { return false }
        var comparison = KeyComparison(index, schema.matcher(options.keyMatching))
        for key in dictionary.keys.prefix(place + 1) {
            guard comparison.add(comparison.matcher.tableMatch(of: key), key: { key }) else { return false }
        }
        guard let isWon = comparison.isWonByLast else { return false }
        return !isWon || storage.storeScalar(value, schema.slots[index])
    }
}

extension JSONReader {
    /// Whether the loop over bytes stores the value under the cursor in the property without a conversion.
    fileprivate func isAtScalar(_ slot: PropertySlot) -> Bool {
        var ahead = self
        switch (slot.kind, ahead.peek()) {
        case (.string, UInt8(ascii: "\"")), (.bool, UInt8(ascii: "t")), (.bool, UInt8(ascii: "f")):
            return true
        case (.int, _): return ahead.readShortInteger() != nil
        case (.double, _): return ahead.readShortDouble() != nil
        default: return false
        }
    }
}
