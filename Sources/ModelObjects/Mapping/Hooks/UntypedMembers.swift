/// The members of the objects that become dictionaries, while they are read: the innermost object's last.
///
/// Example: `{"id": 7, "user_name": "ann", "x": 1}` for a class with the properties `id`, `userName` and `email`. The
/// values are `[7, "ann", 0]`, in the order of the properties, and the others are `[("x", 1)]`.
struct UntypedMembers: ~Copyable {
    /// By property: the values of keys that are expected in the object's style, and 0 for any other.
    private var values = ValuePlaces()
    /// The number of places in use; those after them hold 0.
    private var end = 0
    private var others: [(key: String, value: Any)] = []

    /// An object whose members are read.
    struct Object {
        fileprivate let templates: DictionaryTemplates
        fileprivate let start: Int
        fileprivate let firstOther: Int
        /// The index of the first entry of the object's style in `KeyMatcher.expectedKeys`.
        ///
        /// The style of most keys of the object. A key that is spelled differently in this style is added to `others`.
        fileprivate private(set) var styleStart = 0
        private var isStyleFinal = false
        fileprivate private(set) var seen = PropertySet()
        fileprivate private(set) var seenCount = 0

        fileprivate init(_ templates: DictionaryTemplates, start: Int, firstOther: Int) {
            (self.templates, self.start, self.firstOther) = (templates, start, firstOther)
        }

        /// Counts a key that is spelled as expected in the object's style, so that its value has a place.
        ///
        /// - Returns: False for any other key.
        @inline(__always)
        fileprivate mutating func admit(_ key: String?, _ place: ExpectedKeys.Place) -> Bool {
            let isExpected = place.entry >= 0 && place.styleStart == styleStart
            guard isExpected || place.property >= 0 && admitsOtherStyle(key, place) else { return false }
            if seen.insertNew(place.property) { seenCount &+= 1 }
            return true
        }

        /// Whether a key in another style is spelled as expected in the object's style, which this may change to the other
        /// one.
        @inline(never)
        private mutating func admitsOtherStyle(_ key: String?, _ place: ExpectedKeys.Place) -> Bool {
            let keys = templates.keys
            if !isStyleFinal, place.entry >= 0 {
                isStyleFinal = true
                let start = place.styleStart
                let isStyle = (0..<templates.stride).allSatisfy {
                    !seen.contains($0) || keys[start + $0].hasSameBytes(as: keys[styleStart + $0])
                }
                if isStyle { styleStart = start }
            }
            let isSame = keys[styleStart + place.property].hasSameBytes(as: key ?? keys[place.entry])
            if !isSame { isStyleFinal = true }
            return isSame
        }
    }

    mutating func begin(_ templates: DictionaryTemplates) -> Object {
        let object = Object(templates, start: end, firstOther: others.count)
        end += templates.stride
        values.reserve(end)
        return object
    }

    /// Adds a member; if a key occurs twice, the last value counts.
    ///
    /// - Parameters:
    ///   - value: a string, a number, a Bool or null: it is put into an `Any` in its place.
    ///   - key: can be nil for the expected key at the place.
    @inline(__always)
    mutating func add<Scalar>(
        _ value: consuming Scalar, _ key: String?, _ place: ExpectedKeys.Place, to object: inout Object
    ) {
        if object.admit(key, place) {
            values.store(scalar: value, at: object.start &+ place.property)
        } else {
            addOther(value, key ?? object.templates.keys[place.entry])
        }
    }

    mutating func add(
        any value: consuming Any, _ key: String?, _ place: ExpectedKeys.Place, to object: inout Object
    ) {
        if object.admit(key, place) {
            values.store(value, at: object.start &+ place.property)
        } else {
            addOther(value, key ?? object.templates.keys[place.entry])
        }
    }

    /// Makes a dictionary of the members of the innermost object, which are removed.
    mutating func end(_ object: Object) -> [String: Any] {
        var dictionary: [String: Any]
        if let template = object.templates.template(ofStyleAt: object.styleStart, keyCount: object.seenCount)
        {
            dictionary = template.mapValues { values.take(at: object.start &+ $0) }
            if object.seenCount < template.count {
                for (key, property) in template where !object.seen.contains(property) {
                    dictionary[key] = nil
                }
            }
        } else {
            dictionary = [:]
            dictionary.reserveCapacity(object.seenCount + others.count - object.firstOther)
            for property in 0..<object.templates.stride where object.seen.contains(property) {
                let key = object.templates.keys[object.styleStart + property]
                dictionary[key] = values.take(at: object.start + property)
            }
        }
        end = object.start
        if others.count > object.firstOther { removeOthers(from: object.firstOther, into: &dictionary) }
        return dictionary
    }

    var otherCount: Int { others.count }

    mutating func addOther(_ value: consuming Any, _ key: String) { others.append((key, value)) }

    /// Moves the last others to a dictionary; if a key occurs twice, the last value counts.
    mutating func removeOthers(from first: Int, into dictionary: inout [String: Any]) {
        for index in first..<others.count {
            var value: Any = 0
            swap(&value, &others[index].value)
            dictionary[others[index].key] = value
        }
        others.removeLast(others.count - first)
    }

    mutating func removeAll() {
        if end > 0 {
            values = ValuePlaces()
            end = 0
        }
        if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    }
}
