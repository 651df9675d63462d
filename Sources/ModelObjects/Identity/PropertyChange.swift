/// A difference between a model and an older state of it, from ``ModelObject/changes(since:)``.
public struct PropertyChange {
    /// The path of the difference, in property names: `$.address.city`, `$.tags[2]`, `$.prices["a.b"]`.
    public let path: String
    /// The outermost property in the path, such as `address` for `$.address.city`; nil for `$`: the objects have different
    /// classes.
    public let property: String?
    /// The old value, even if it is redacted; nil if there was none, or if it was a nil Optional.
    public let old: Any?
    /// The new value, even if it is redacted; nil if there is none, or if it is a nil Optional.
    public let new: Any?
    /// Whether the value belongs to a property that the rule ``PropertyRule/redacted-swift.property`` hides, so that a log
    /// must not contain it.
    public let isRedacted: Bool
}

extension PropertyChange: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path and both values on one line: `$.age: 41 -> 42`.
    ///
    /// Values that the rule ``PropertyRule/redacted-swift.property`` hides aren't shown.
    public var description: String {
        "\(path): \(text(of: old)) -> \(text(of: new))"
    }

    /// The same line as ``description``.
    public var debugDescription: String { description }

    /// The members, as debuggers and `dump` show them.
    ///
    /// Values that the rule ``PropertyRule/redacted-swift.property`` hides aren't shown.
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
