/// Dictionaries with the keys of a class, one for each style of spelling, and placeholder values.
///
/// Copying a dictionary, and replacing values at known indices, needs no hashing. So an object that has
/// nearly all keys of its class becomes a dictionary in a fraction of the usual time.
final class DictionaryTemplates: @unchecked Sendable {  // Immutable; the values are Ints.
    private struct Template {
        let dictionary: [String: Any]
        /// The places of the keys, by property; nil if a key is not expected.
        let places: [Dictionary<String, Any>.Index?]
    }

    private let templates: [Template]
    private let keys: [String]
    /// The number of entries of each style.
    private let stride: Int

    init(_ schema: ModelSchema) {
        let matcher = schema.matcher(.fuzzy)
        keys = matcher.expectedKeys
        stride = matcher.tables.value.sequence.propertyCount + 1
        var templates: [Template] = []
        for start in Swift.stride(from: 0, to: keys.count, by: stride) {
            let spellings = keys[start..<start + stride]
            var dictionary = [String: Any](minimumCapacity: stride)
            for spelling in spellings where !spelling.isEmpty { dictionary[spelling] = 0 }
            templates.append(
                Template(
                    dictionary: dictionary,
                    places: spellings.map { $0.isEmpty ? nil : dictionary.index(forKey: $0) }))
        }
        self.templates = templates
    }

    /// Removes the last members and returns them as a dictionary; nil if they have too few keys of the class.
    ///
    /// If a key occurs twice, the last value counts.
    ///
    /// - Parameters:
    ///   - first: the index of the first of the members.
    ///   - style: the index of the first entry of the style that most keys have.
    func dictionary(_ members: inout UntypedMembers, from first: Int, style: Int) -> [String: Any]? {
        let template = templates[style / stride]
        var known = 0
        for index in first..<members.list.count where members.list[index].key >= 0 { known += 1 }
        // Removing a key takes longer than adding one.
        guard known * 4 >= template.dictionary.count * 3 else { return nil }
        var dictionary = template.dictionary
        var (seen, seenCount) = (PropertySet(), 0)
        var others: [UntypedMember] = []
        while members.list.count > first {
            var member = members.list.removeLast()
            guard let property = property(of: member, style, members), let place = template.places[property]
            else {
                others.append(member)
                continue
            }
            if seen.insertNew(property) {
                swap(&dictionary.values[place], &member.value)
                seenCount += 1
            }
        }
        if seenCount < template.dictionary.count {
            for property in template.places.indices where !seen.contains(property) {
                if template.places[property] != nil { dictionary[keys[style + property]] = nil }
            }
        }
        for member in others.reversed() { dictionary[members.text(of: member, keys)] = member.value }
        return dictionary
    }

    /// The property of a key that is expected in a style.
    @inline(__always)
    private func property(of member: UntypedMember, _ style: Int, _ members: UntypedMembers) -> Int? {
        let property = member.property
        if property < 0 { return nil }
        if member.key == style &+ property { return property }
        return keys[style + property].hasSameBytes(as: members.text(of: member, keys)) ? property : nil
    }
}

/// A member of an object that becomes a dictionary.
struct UntypedMember {
    /// The only property that the key matches, or -1.
    let property: Int
    /// The index of the key in `KeyMatcher.expectedKeys`; for any other key, `~index` into `UntypedMembers.otherKeys`.
    let key: Int
    var value: Any
}

/// The members of the objects that become dictionaries, the innermost object's last.
struct UntypedMembers {
    var list: [UntypedMember] = []
    private var otherKeys: [String] = []

    /// - Parameter key: nil for the expected key at the place.
    @inline(__always)
    mutating func append(_ value: Any, _ key: String?, _ place: ExpectedKeys.Place) {
        var entry = place.entry
        if let key, entry < 0 {
            entry = ~otherKeys.count
            otherKeys.append(key)
        }
        list.append(UntypedMember(property: place.property, key: entry, value: value))
    }

    @inline(__always)
    func text(of member: UntypedMember, _ expectedKeys: [String]) -> String {
        member.key < 0 ? otherKeys[~member.key] : expectedKeys[member.key]
    }

    /// Removes the last members and returns them as a dictionary.
    ///
    /// If a key occurs twice, the last value counts.
    mutating func dictionary(from first: Int, _ expectedKeys: [String]) -> [String: Any] {
        var dictionary = [String: Any](minimumCapacity: list.count - first)
        for member in list[first...] { dictionary[text(of: member, expectedKeys)] = member.value }
        list.removeLast(list.count - first)
        return dictionary
    }

    /// Forgets the keys of an object whose members were removed.
    @inline(__always)
    mutating func forgetKeys(from first: Int) {
        if otherKeys.count > first { otherKeys.removeLast(otherKeys.count - first) }
    }

    var keyCount: Int { otherKeys.count }

    mutating func removeAll() {
        if !list.isEmpty { list.removeAll(keepingCapacity: true) }
        if !otherKeys.isEmpty { otherKeys.removeAll(keepingCapacity: true) }
    }
}
