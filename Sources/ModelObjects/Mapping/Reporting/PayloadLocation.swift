/// The location of a value: a position in the text, if there is one, and the path from there.
struct PayloadLocation: Sendable {
    var offset: Int?
    var path = SharedPath()
    /// Whether it is that of a key, not of its value.
    var isKey = false
    /// The offset of the value that a hook was called for, while `offset` is that of the hook's object.
    var memberOffset: Int?
    /// The known offset that is nearest to the value.
    var nearestOffset: Int? { memberOffset ?? offset }

    /// Whether it is certain that a location comes before another.
    func precedes(_ other: PayloadLocation) -> Bool {
        let (place, otherPlace) = (nearestOffset, other.nearestOffset)
        if place != otherPlace { return place ?? -1 < otherPlace ?? -1 }
        // Steps below a place in the text have the order of the text, which is not known here.
        return place == nil && path.order(to: other.path) < 0
    }
}
