/// Finds the keys that an object has more than once.
struct DuplicateKeys {
    /// The place of each key's first value; nil once the key has been found a second time.
    private var places: [ExactText: PayloadLocation?] = [:]

    /// The place of a key's first value, if this is the key's second occurrence.
    mutating func firstPlace(of key: String, _ place: @autoclosure () -> PayloadLocation) -> PayloadLocation?
    {
        let key = ExactText(key)
        guard let first = places[key] else {
            places[key] = .some(place())
            return nil
        }
        places[key] = .some(nil)
        return first
    }
}
