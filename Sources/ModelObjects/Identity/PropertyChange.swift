/// One difference between a model and an older state of it: see `ModelObject.changes(since:)`.
public struct PropertyChange {
    /// Where the difference is, from the model, by the names of properties: `$.address.city`, `$.tags[2]`,
    /// `$.prices["a.b"]`.
    public let path: String
    /// What was there; nil where nothing was, or an Optional that was nil.
    public let old: Any?
    /// What is there now; nil where nothing is, or an Optional that is nil.
    public let new: Any?
    /// A rule says that the value is not to be shown.
    let isRedacted: Bool
}

extension PropertyChange: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path and both values on one line: `$.age: 41 -> 42`.
    ///
    /// Values of `redacted` properties are not shown.
    public var description: String {
        "\(path): \(text(of: old)) -> \(text(of: new))"
    }

    /// The same line as `description`.
    public var debugDescription: String { description }

    /// The members as debuggers and `dump` show them.
    ///
    /// Values of `redacted` properties are not shown.
    public var customMirror: Mirror {
        let hidden: Any = DebugText.redacted
        return Mirror(
            self,
            children: [
                "path": path, "old": isRedacted ? hidden : old as Any,
                "new": isRedacted ? hidden : new as Any,
            ], displayStyle: .struct)
    }

    private func text(of value: Any?) -> String {
        if isRedacted { return DebugText.redacted }
        return value.map { DebugText.line(of: $0) } ?? "nil"
    }
}
