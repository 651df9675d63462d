/// Where a value stands: a position in the text, where there is one, and the steps from there.
struct PayloadLocation: Sendable {
    var offset: Int?
    var components: [PathComponent] = []
    /// `offset` is that of a key, not of its value.
    var isKey = false

    init(offset: Int? = nil, isKey: Bool = false) {
        self.offset = offset
        self.isKey = isKey
    }

    /// Whether it is certain that a location comes before another.
    func precedes(_ other: PayloadLocation) -> Bool {
        if offset != other.offset { return offset ?? -1 < other.offset ?? -1 }
        // Steps from a place in the text are as the text has them, which cannot be told from here.
        return offset == nil && components.precedes(other.components)
    }
}
