extension MappingReport: CustomStringConvertible {
    /// The findings as text, one sentence per line.
    ///
    /// The text starts with the reason why there is no object or no change, followed by problems, keys
    /// without a property, properties without a key (except after an update), conversions, and properties that
    /// aren't mapped. Findings whose paths differ only in array indices or dictionary keys share a line, with
    /// their number and the line of the first one; ``summary`` has these groups as data. The text contains no
    /// values of the payload, unless ``MappingOptions/includeValues`` is set.
    ///
    /// ```swift
    /// print(User.inspect(json: #"{"usr_name": "ada", "age": "36"}"#).report)
    /// // No property for $.usr_name; the nearest is userName.
    /// // No key for userName.
    /// // Converted string to Int at $.age.
    /// ```
    public var description: String {
        var lines: [String] = []
        let reason = error.map { ($0 as? ModelError)?.problems.first?.description ?? "\($0)" }
        if let reason { lines.append("\(isOfUpdate ? "Not changed" : "No object"): \(reason)") }
        lines += groups(of: .problem).map(\.message).filter { $0 != reason }
        if omittedProblems > 0 {
            lines.append("And \(omittedProblems) more problem\(omittedProblems == 1 ? "" : "s").")
        }
        lines += groups(of: .unmatchedKey).map(\.message)
        if !isOfUpdate { lines += unfilled.map { "No key for \($0)." } }
        lines += groups(of: .conversion).map(\.message)
        lines += unmappable.map { "\($0.property) isn't mapped: it is \($0.reason)." }
        return lines.isEmpty
            ? "No findings: every key filled its property unchanged." : lines.joined(separator: "\n")
    }
}
