/// A container in an Any that is copied part by part.
protocol CopiedContainer {
    var parts: [Any] { get }
    /// The container with copies of its parts, which are in the same order.
    func replacing(_ copies: [Any]) -> Any
}

extension Array: CopiedContainer {
    var parts: [Any] { exactly(self, as: [Any].self) ?? map { $0 as Any } }

    func replacing(_ copies: [Any]) -> Any {
        exactly(copies, as: Self.self) ?? zip(self, copies).map { $1 as? Element ?? $0 }
    }
}

extension Set: CopiedContainer {
    var parts: [Any] { map { $0 as Any } }
    func replacing(_ copies: [Any]) -> Any { Set(zip(self, copies).map { $1 as? Element ?? $0 }) }
}

extension Dictionary: CopiedContainer {
    /// The keys, unless they are texts, and the values.
    var parts: [Any] {
        if let object = exactly(self, as: [String: Any].self) { return Array(object.values) }
        return (Key.self == String.self ? [] : keys.map { $0 as Any }) + values.map { $0 as Any }
    }

    func replacing(_ copies: [Any]) -> Any {
        if let object = exactly(self, as: [String: Any].self) {
            var next = copies.makeIterator()
            return object.mapValues { next.next() ?? $0 }
        }
        var keys = copies.dropLast(count).makeIterator()
        let members = zip(self, copies.suffix(count)).map { member, value in
            (keys.next() as? Key ?? member.key, value as? Value ?? member.value)
        }
        // Keys that are models may be equal until they are complete.
        return Dictionary(members) { $1 }
    }
}

extension Optional: CopiedContainer {
    var parts: [Any] { map { [$0 as Any] } ?? [] }
    func replacing(_ copies: [Any]) -> Any { copies.first.flatMap { $0 as? Wrapped } as Any }
}

extension AnyHashable: CopiedContainer {
    var parts: [Any] { [base] }
    func replacing(_ copies: [Any]) -> Any { copies.first as? AnyHashable ?? self }
}
