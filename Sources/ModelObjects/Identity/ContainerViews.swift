/// A Set that hides in an Any.
protocol SetView {
    var members: [Any] { get }
}

extension Set: SetView {
    var members: [Any] { map { $0 as Any } }
}

/// A Dictionary that hides in an Any, whatever its keys.
protocol DictionaryView {
    var untypedMembers: [AnyHashable: Any] { get }
}

extension Dictionary: DictionaryView {
    var untypedMembers: [AnyHashable: Any] {
        var members: [AnyHashable: Any] = [:]
        for (key, value) in self { members[AnyHashable(key)] = value }
        return members
    }
}

extension DictionaryView {
    /// The members by the text of their keys, in the order of the keys' Unicode scalars.
    var membersByText: [(key: String, value: Any)] {
        untypedMembers.map { key, value in
            let raw = (key.base as? any RawRepresentable).map { $0.rawValue as Any } ?? key.base
            return ("\(raw)", value)
        }.sorted { KeyFolding.precedes($0.key, $1.key) }
    }
}

/// What an Optional that hides in an Any holds, at any depth of Optionals; nil where that is nil.
func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalView else { return value }
    return optional.wrapped.flatMap { unwrapped($0) }
}

private protocol OptionalView {
    var wrapped: Any? { get }
}

extension Optional: OptionalView {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}
