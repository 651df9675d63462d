/// A value of a payload that can be read more than once: `PayloadSource` finds it by its place.
struct PayloadValue {
    /// The place in the payload: in text, the offset of the value; in a dictionary, the place of the member that
    /// contains it.
    ///
    /// The members of one object have different places, in their order.
    let place: Int
    /// The value, unless it is in text.
    let untyped: Any

    /// A value in text.
    init(at offset: Int) {
        place = offset
        untyped = ()
    }

    init(_ value: Any, place: Int) {
        self.place = place
        untyped = value
    }

    /// A whole object: its members are numbered in the order in which it lists them.
    init(whole value: Any) {
        self.init(value, place: -1)
    }

    /// A value in this one.
    ///
    /// - Parameter index: Its number, which is its place if this is the whole object.
    func inner(_ value: Any, at index: Int) -> PayloadValue {
        PayloadValue(value, place: place < 0 ? index : place)
    }
}

/// A key and its value.
struct Member {
    let key: String
    let value: PayloadValue
    var isElement = false
    /// The position of the key, in text.
    var keyOffset = 0
    /// The payload's key, if a hook passed the value on, perhaps under another one.
    var payloadKey: String?

    /// The step from the object or array to the value.
    var step: PathComponent { isElement ? Int(key).map { .index($0) } ?? .key(key) : .key(key) }
}
