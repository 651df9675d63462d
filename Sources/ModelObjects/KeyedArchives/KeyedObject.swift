import Foundation

/// One object of a keyed archive, with the places of its parts in the property list.
enum KeyedObject {
    /// A nil reference.
    case null
    case value(Any)
    case list([Int])
    /// - Parameter omitted: the number of entries whose key is not a text, a number or a UUID.
    case dictionary([(key: String, place: Int)], omitted: Int)
    case model(ModelObject.Type, [(key: String, place: Int)])
    /// An object of a class that is not known.
    case unknown(className: String)
    /// An object of a class of Foundation without the members that the class writes.
    case unreadable(FoundationClass)

    var parts: [(step: PathComponent, place: Int)] {
        switch self {
        case .list(let places): places.enumerated().map { (.index($0.offset), $0.element) }
        case .dictionary(let members, _), .model(_, let members): members.map { (.key($0.key), $0.place) }
        case .null, .value, .unknown, .unreadable: []
        }
    }
}

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
