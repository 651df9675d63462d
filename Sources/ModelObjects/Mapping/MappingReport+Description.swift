extension MappingReport: CustomStringConvertible {
    /// The findings as text, one sentence per line.
    ///
    /// First comes why there is no object, then problems, keys without a property, properties without a key,
    /// conversions, and properties that aren't mapped. The text contains no values of the payload, unless
    /// ``MappingOptions/includeValues`` is set.
    ///
    /// ```swift
    /// print(User.inspect(json: #"{"usr_name": "ada", "age": "36"}"#).1)
    /// // No property for $.usr_name; the nearest is userName.
    /// // No key for userName.
    /// // Converted string to Int at $.age.
    /// ```
    public var description: String {
        var lines: [String] = []
        if let error { lines.append("No object: \(error)") }
        lines += problems.map(\.description)
        if omittedProblems > 0 { lines.append("And \(omittedProblems) more problems.") }
        lines += unmatchedKeys.map { key in
            "No property for \(key.path)" + (key.suggestion.map { "; the nearest is \($0.text)." } ?? ".")
        }
        lines += unfilled.map { "No key for \($0)." }
        lines += conversions.map { "Converted \($0.from) to \($0.to) at \($0.path)." }
        lines += unmappable.map { "\($0.property) takes no part: it is \($0.reason)." }
        return lines.isEmpty ? "Every key filled its property as it was." : lines.joined(separator: "\n")
    }
}
