/// Reads objects one by one.
extension KeyedArchive {
    private static let classKey = "$class"

    func object(of uid: Int) throws -> KeyedObject {
        let place = place(of: uid)
        if uid == 0, try text(at: place) == "$null" { return .null }
        return try object(at: place)
    }

    /// The object, or the plain value, at a place of the property list.
    func object(at place: Int) throws -> KeyedObject {
        if let elements = try table.elements(of: place) { return .list(elements) }
        if let value = try scalar(at: place) { return .value(value) }
        var members = try members(at: place)
        guard let place = members.removeValue(forKey: Self.classKey) else {
            return .dictionary(Self.sorted(members), omitted: 0)
        }
        switch try kind(at: place) {
        case .model(let type): return .model(type, Self.sorted(members))
        case .unknown(let name): return .unknown(className: name)
        case .foundation(.list): return try list("NS.object", members).map { .list($0) } ?? .unreadable(.list)
        case .foundation(.dictionary): return try dictionary(members)
        case .foundation(let known): return try value(known, members).map { .value($0) } ?? .unreadable(known)
        }
    }

    /// The value at a place of the property list, if it is not a model or a container; nil otherwise.
    ///
    /// Containers aren't read, because a container can be a key of itself.
    func plainValue(at place: Int) throws -> Any? {
        if let value = try scalar(at: place) { return value }
        let members = try members(at: place)
        guard let place = members[Self.classKey], case .foundation(let known) = try kind(at: place),
            known != .list, known != .dictionary
        else { return nil }
        return try value(known, members)
    }

    /// The members in the order of their keys, with the keys as the object gave them.
    private static func sorted(_ members: [String: Int]) -> [(key: String, place: Int)] {
        members.sorted(byText: \.key).map { key, place in
            (key.hasPrefix("$$") ? String(key.unicodeScalars.dropFirst()) : key, place)
        }
    }

    private func dictionary(_ members: [String: Int]) throws -> KeyedObject {
        guard let keys = try list("NS.key", members), let values = try list("NS.object", members) else {
            return .unreadable(.dictionary)
        }
        guard keys.count == values.count else {
            throw ModelError.invalidKeyedArchive(
                "an NSDictionary with \(keys.count) keys and \(values.count) objects")
        }
        var entries: [(key: String, place: Int)] = []
        for (key, value) in zip(keys, values) {
            if let key = try dictionaryKey(at: key) { entries.append((key, value)) }
        }
        return .dictionary(entries.sorted(byText: \.key), omitted: keys.count - entries.count)
    }
}
