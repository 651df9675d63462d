/// A difference between a model and an older state of it, from ``ModelObject/changes(since:)``.
public struct PropertyChange {
    /// The path of the difference, in property names: `$.address.city`, `$.tags[2]`, `$.prices["a.b"]`.
    public let path: String
    /// The old value; nil if there was none, or if it was a nil Optional.
    public let old: Any?
    /// The new value; nil if there is none, or if it is a nil Optional.
    public let new: Any?
    /// Whether a rule hides the value.
    let isRedacted: Bool
}

extension PropertyChange: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path and both values on one line: `$.age: 41 -> 42`.
    ///
    /// Values of properties with the rule ``PropertyRule/redacted-swift.type.property`` aren't shown.
    public var description: String {
        "\(path): \(text(of: old)) -> \(text(of: new))"
    }

    /// The same line as ``description``.
    public var debugDescription: String { description }

    /// The members, as debuggers and `dump` show them.
    ///
    /// Values of properties with the rule ``PropertyRule/redacted-swift.type.property`` aren't shown.
    public var customMirror: Mirror {
        func shown(_ value: Any?) -> Any {
            isRedacted ? DebugText.redacted : DebugText.reflectable(value as Any)
        }
        return Mirror(
            self, children: ["path": path, "old": shown(old), "new": shown(new)], displayStyle: .struct)
    }

    private func text(of value: Any?) -> String {
        if isRedacted { return DebugText.redacted }
        return value.map { DebugText.line(of: $0) } ?? "nil"
    }
}
