/// A step of a path through a payload: a key of an object or an index of an array.
enum PathComponent: Hashable, Sendable {
    case key(String)
    case index(Int)

    /// The key, or the index in digits.
    var text: String {
        switch self {
        case .key(let key): key
        case .index(let index): "\(index)"
        }
    }
}

/// A path component as Swift's coding errors show it.
struct PathCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ component: PathComponent) {
        switch component {
        case .key(let key):
            stringValue = key
            intValue = nil
        case .index(let index):
            stringValue = "Index \(index)"
            intValue = index
        }
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        self.init(.index(intValue))
    }
}

extension [PathComponent] {
    /// The path as text: `$.users[3].age`; a key that is not letters, digits and `_` as `$["a.b"]`.
    var path: String {
        reduce(into: "$") { path, component in
            switch component {
            case .index(let index):
                path += "[\(index)]"
            case .key(let key)
            where !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }:
                path += ".\(key)"
            case .key(let key):
                let escaped = key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                path += "[\"\(escaped)\"]"
            }
        }
    }

    var codingPath: [any CodingKey] { map { PathCodingKey($0) } }
}
