import Foundation

/// The members of a Set inside an Any.
protocol SetView {
    var members: [Any] { get }
    /// The word of its storage; two Sets that exist at the same time have the same word only if they are copies.
    var storageWord: UInt { get }
}

extension Set: SetView {
    var members: [Any] { map { $0 as Any } }
    var storageWord: UInt { word(self) }
}

extension SetView {
    /// The identities of those members that are models.
    var models: Set<ObjectIdentifier> {
        Set(members.lazy.compactMap { asModel($0) }.map(ObjectIdentifier.init))
    }
}

/// The members of a Dictionary inside an Any, with any key type.
protocol DictionaryView: Collection {
    /// The members, unordered and without hashing the keys.
    var pairs: [(key: Any, value: Any)] { get }
    /// A new dictionary, for which each key is hashed.
    var untypedMembers: [AnyHashable: Any] { get }
    /// The text under which a key is exported, for any spelling of it: that of the equal key that the dictionary has,
    /// such as a raw value in another case. A text that is no key stays as it is.
    func exportedKey(of text: String) -> String
}

extension Dictionary: DictionaryView {
    var pairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }

    var untypedMembers: [AnyHashable: Any] {
        var members: [AnyHashable: Any] = [:]
        for (key, value) in self { members[AnyHashable(key)] = value }
        return members
    }

    func exportedKey(of text: String) -> String {
        if Key.self == String.self { return text }
        guard let keys = KeyConversion<Key>(), let key = keys.make(text) else { return text }
        // Equal Decimals have one text, and looking them up can take long: see `KeyCollisions`.
        let equal = keys.keepsDigits ? nil : index(forKey: key).map { self[$0].key }
        return keys.text(equal ?? key) ?? text
    }
}

/// The value of a Presence inside an Any.
protocol PresenceView {
    /// Null as NSNull; nil if the value is missing.
    var content: Any? { get }
}

extension Presence: PresenceView {
    var content: Any? {
        switch self {
        case .missing: nil
        case .null: NSNull()
        case .value(let value): value
        }
    }
}

extension DictionaryView {
    /// Whether a key is a model, or may hold one.
    ///
    /// The key's `==` and its description might lead back to the dictionary and recurse endlessly.
    var hasKeysOfModels: Bool {
        pairs.contains { pair in
            switch JSONValue(pair.key) {
            case .array, .object: true
            case .other(let key): asModel(key) != nil || key is any Collection
            default: false
            }
        }
    }

    /// The members by the text of their keys; nil if a key can't have a text or two keys have the same text.
    ///
    /// The members are incomplete if a key is not finite, and so has no text.
    var membersByKeyText: (members: [String: Any], isComplete: Bool)? {
        var members: [String: Any] = [:]
        var isComplete = true
        for (key, value) in pairs {
            let base = (key as? AnyHashable)?.base ?? key
            let raw = (base as? any RawRepresentable).map { $0.rawValue as Any } ?? base
            guard let key = raw as? any DictionaryKey else { return nil }
            guard let text = key.keyText else {
                isComplete = false
                continue
            }
            guard members.updateValue(value, forKey: text) == nil else { return nil }
        }
        return (members, isComplete)
    }
}

extension JSONValue {
    /// The members of a dictionary by the text of their keys; nil for any other value, and if a key has no text.
    var entries: [String: Any]? {
        switch self {
        case .object(let members): return members
        case .other(let value):
            guard case (let members, true)? = (value as? any DictionaryView)?.membersByKeyText else {
                return nil
            }
            return members
        default: return nil
        }
    }

    /// Whether a number that JSON doesn't have is in the value.
    ///
    /// True if the stack has no room to search.
    var holdsNotFinite: Bool {
        if StackSpace.current.isLow { return true }
        if case .array(let elements) = self { return elements.contains { JSONValue($0).holdsNotFinite } }
        return entries.map { $0.values.contains { JSONValue($0).holdsNotFinite } } ?? isNotFinite
    }
}
