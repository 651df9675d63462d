/// A value that may fill a property.
struct Candidate {
    let match: KeyMatch
    /// The key in the payload's spelling, or the one that a hook passed on, or the steps of a path.
    let path: [PathComponent]
    let value: PayloadValue
    /// Whether the key isn't the first one of its property, and paths of other properties lead into the value.
    var isForPaths = false

    /// The payload's key, if a hook passed the value on under another one.
    var payloadKey: String?

    /// The path in the payload, for findings.
    var payloadPath: [PathComponent] {
        guard let payloadKey else { return path }
        return [.key(payloadKey)] + path.dropFirst()
    }

    /// The value's place in the payload.
    var place: Int { value.place }

    /// The key, or the steps of the path joined by dots.
    var key: String { path.map(\.text).joined(separator: ".") }

    /// Whether this candidate is better than the other.
    ///
    /// If the same key appears twice, the last one is better.
    func precedes(_ other: Candidate) -> Bool {
        if let isBetter = match.isBetter(than: other.match) { return isBetter }
        if path.lexicographicallyPrecedes(other.path, by: { $0.text.byteOrder(to: $1.text) < 0 }) {
            return true
        }
        return place > other.place && hasSamePath(as: other)
    }

    /// Whether both are the same value of the payload.
    func isSameValue(as other: Candidate) -> Bool { place == other.place && hasSamePath(as: other) }

    private func hasSamePath(as other: Candidate) -> Bool {
        path.elementsEqual(other.path) { $0.text.hasSameBytes(as: $1.text) }
    }

    /// Whether the other candidate is inside this one's object or array.
    func contains(_ other: Candidate) -> Bool {
        other.path.count > path.count && other.path.starts(with: path)
    }
}
