import Foundation

/// One object of a keyed archive, with the places of its parts in the property list.
enum KeyedObject {
    /// A nil reference.
    case null
    case value(Any)
    case list([Int])
    /// - Parameter omitted: the number of entries whose key is neither a text nor a number.
    case dictionary([(key: String, place: Int)], omitted: Int)
    case model(ModelObject.Type, [(key: String, place: Int)])
    /// An object of a class that is not known.
    case unknown(className: String)
    /// An array, a set or a dictionary in a form that is not known.
    case unreadable(FoundationClass)

    var parts: [(step: PathComponent, place: Int)] {
        switch self {
        case .list(let places): places.enumerated().map { (.index($0.offset), $0.element) }
        case .dictionary(let members, _), .model(_, let members): members.map { (.key($0.key), $0.place) }
        case .null, .value, .unknown, .unreadable: []
        }
    }
}

/// Reads the objects of a keyed archive one by one.
final class KeyedObjectReader {
    let archive: KeyedArchive
    private let classes: KeyedClasses
    private var kinds: [KeyedClasses.Kind] = []
    /// The index of each class's meaning, by the UID of its description.
    private var kindIndices: [Int: Int] = [:]
    private static let classKey = "$class"

    init(_ archive: KeyedArchive, _ classes: KeyedClasses) {
        self.archive = archive
        self.classes = classes
    }

    func object(of uid: Int) throws -> KeyedObject {
        let place = archive.place(of: uid)
        if uid == 0, try archive.text(at: place) == "$null" { return .null }
        return try object(at: place)
    }

    /// The object, or the plain value, at a place of the property list.
    func object(at place: Int) throws -> KeyedObject {
        if let elements = try archive.table.elements(of: place) { return .list(elements) }
        if let value = try archive.scalar(at: place) { return .value(value) }
        var members = try archive.members(at: place)
        guard let place = members.removeValue(forKey: Self.classKey) else {
            return .dictionary(Self.sorted(members), omitted: 0)
        }
        switch try kind(at: place) {
        case .model(let type): return .model(type, Self.sorted(members))
        case .unknown(let name): return .unknown(className: name)
        case .foundation(.list):
            return try archive.list("NS.object", members).map { .list($0) } ?? .unreadable(.list)
        case .foundation(.dictionary): return try dictionary(members)
        case .foundation(let known): return .value(try archive.value(known, members))
        }
    }

    /// The members in the order of their keys, with the keys as the object gave them.
    private static func sorted(_ members: [String: Int]) -> [(key: String, place: Int)] {
        members.sorted(byText: \.key).map { key, place in
            (key.hasPrefix("$$") ? String(key.unicodeScalars.dropFirst()) : key, place)
        }
    }

    private func dictionary(_ members: [String: Int]) throws -> KeyedObject {
        guard let keys = try archive.list("NS.key", members),
            let values = try archive.list("NS.object", members)
        else { return .unreadable(.dictionary) }
        guard keys.count == values.count else {
            throw ModelError.invalidKeyedArchive(
                "an NSDictionary with \(keys.count) keys and \(values.count) objects")
        }
        var entries: [(key: String, place: Int)] = []
        for (key, value) in zip(keys, values) {
            if let key = try archive.dictionaryKey(at: key) { entries.append((key, value)) }
        }
        return .dictionary(entries.sorted(byText: \.key), omitted: keys.count - entries.count)
    }

    /// The meaning of the class at a place that `$class` refers to.
    private func kind(at place: Int) throws -> KeyedClasses.Kind {
        guard let uid = try archive.uid(at: place) else {
            throw ModelError.invalidKeyedArchive("an object whose $class is not a reference")
        }
        if let index = kindIndices[uid] { return kinds[index] }
        let kind = try kind(of: archive.members(at: archive.place(of: uid)))
        kindIndices[uid] = kinds.count
        kinds.append(kind)
        return kind
    }

    /// A class name for messages, shortened because a damaged file can have a long name that many objects
    /// share.
    private static func shortened(_ name: String) -> String {
        name.utf8.count > longestName ? String(name.unicodeScalars.prefix(longestName)) + "…" : name
    }

    private static let longestName = 256

    /// The meaning of the first known name among those of a class and its superclasses.
    private func kind(of description: [String: Int]) throws -> KeyedClasses.Kind {
        guard let name = try description["$classname"].flatMap({ try archive.text(at: $0) }) else {
            throw ModelError.invalidKeyedArchive("an object whose $class is not a class")
        }
        if let kind = classes.kind(of: name) { return kind }
        for place in try description["$classes"].flatMap({ try archive.table.elements(of: $0) }) ?? [] {
            if let name = try archive.text(at: place), let kind = classes.kind(of: name) { return kind }
        }
        return .unknown(name: Self.shortened(name))
    }
}
