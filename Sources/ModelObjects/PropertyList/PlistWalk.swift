/// A walk through the values of a binary property list that computes their digest.
///
/// It also checks the relations between objects: every key must be a text, no container may contain itself, and the limits
/// of depth and of the number of values apply. A shared object is visited, and counted, at each place.
struct PlistWalk {
    let table: PlistTable
    /// How values are digested; nil to check them only.
    let rule: PlistDigest.Rule?
    /// Keys of the outermost dictionary that don't count.
    let excluded: [String]
    /// The number of values that may still be visited.
    private var remaining: Int64
    /// The numbers of the containers around the current object.
    private var path: [Int] = []

    init(_ table: PlistTable, _ rule: PlistDigest.Rule?, without excluded: [String]) {
        self.table = table
        self.rule = rule
        self.excluded = excluded
        remaining = PlistTable.maximumValues(inFileOf: table.bytes.count)
    }

    /// The digest of an object and everything in it.
    mutating func digest(of number: Int, isKey: Bool = false) throws(PlistFailure) -> UInt64 {
        // Most values of a keyed archive, which has no digest.
        if rule == nil, !isKey, table.traits[number].contains(.simple) {
            try count(1)
            return 0
        }
        let object = try table.object(number)
        guard !isKey || object.isText else { throw table.failure(.badKey, number) }
        try count(object.values)
        switch object {
        case .array(let start, let count):
            try enter(number)
            var digest = PlistDigest(.array, count: count)
            for place in 0..<count {
                digest.combine(try self.digest(of: table.reference(place, from: start)))
            }
            path.removeLast()
            return digest.value
        case .dictionary(let start, let count):
            try enter(number)
            var (counted, sum): (Int, UInt64) = (0, 0)
            for place in 0..<count {
                let key = table.reference(place, from: start)
                let keyDigest = try digest(of: key, isKey: true)
                let value = try digest(of: table.reference(count + place, from: start))
                if path.count == 1, try isExcluded(key) { continue }
                sum &+= PlistDigest.entry(key: keyDigest, value: value)
                counted += 1
            }
            path.removeLast()
            return PlistDigest.dictionary(count: counted, sum: sum)
        default: return rule.map { PlistDigest.scalar(object, in: table.bytes, $0) } ?? 0
        }
    }

    private mutating func count(_ values: Int64) throws(PlistFailure) {
        remaining -= values
        guard remaining >= 0 else { throw table.failure(.tooMuchSharing, table.root) }
    }

    private mutating func enter(_ number: Int) throws(PlistFailure) {
        guard !path.contains(number) else { throw table.failure(.cycle, number) }
        try PlistTable.checkDepth(path.count + 1, at: table.trailer.offset(of: number, in: table.bytes))
        path.append(number)
    }

    private func isExcluded(_ key: Int) throws(PlistFailure) -> Bool {
        guard !excluded.isEmpty, let text = try table.text(key) else { return false }
        return excluded.contains { $0.hasSameBytes(as: text) }
    }
}

extension PlistDigest {
    /// The digest of an object in a file, including everything in it; 0 without a rule.
    ///
    /// - Parameter excluded: Keys of the object that don't count, such as that of the digest itself.
    /// - Throws: `PlistFailure` if the values of the object are not valid (see `PlistWalk`).
    static func of(
        _ table: PlistTable, _ number: Int, _ rule: Rule? = .byValue, without excluded: [String] = []
    ) throws(PlistFailure) -> UInt64 {
        var walk = PlistWalk(table, rule, without: excluded)
        return try walk.digest(of: number)
    }
}
