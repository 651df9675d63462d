extension MappingReport {
    /// The findings as text, one sentence per line.
    ///
    /// The text starts with the reason why there is no object or no change, followed by problems, keys
    /// without a property, properties without a key (except after an update), conversions, and properties that
    /// aren't mapped. Findings whose paths differ only in array indices or dictionary keys share a line, with
    /// their number and the line of the first one; ``summary`` has these groups as data. The text contains no
    /// values of the payload, unless ``MappingOptions/includeValues`` is set. If a Codable type throws ``error``,
    /// its own message can contain a value, so the text has only the type that was expected and the path, or,
    /// for any other error than a `DecodingError`, the type of the error.
    ///
    /// ```swift
    /// print(User.inspect(json: #"{"usr_name": "ada", "age": "36"}"#).report)
    /// // No property for $.usr_name; the nearest is userName.
    /// // No key for userName.
    /// // Converted string to Int at $.age.
    /// ```
    public var description: String {
        var lines: [String] = []
        let reason = error.map { $0.modelError?.main.description ?? $0.sentenceWithoutValues }
        if let reason { lines.append("\(isOfUpdate ? "Not changed" : "No object"): \(reason)") }
        lines += groups(of: .problem).map(\.message).filter { $0 != reason }
        if omittedProblems > 0 {
            lines.append("And \(counted(omittedProblems, "more problem")).")
        }
        let contested = contestedKeys
        lines += groups(of: .unmatchedKey).filter { !contested.contains($0.general.components) }
            .map(\.message)
        if !isOfUpdate, let outermost {
            lines += outermost.unfilled.map { "No key for \($0.name)\($0.keysInSentence)." }
        }
        lines += groups(of: .conversion).map(\.message)
        lines += unmappable.map { "\($0.property) isn't mapped: it is \($0.reason)." }
        return lines.isEmpty ? "No findings." : lines.joined(separator: "\n")
    }

    /// All members, with only the type of an ``error`` that a Codable type threw: its text can contain values.
    public var customMirror: Mirror {
        let shown: Any? = error.map { error in
            error is ModelError || error is JSONSyntaxError ? error as Any : Swift.type(of: error)
        }
        return Mirror(
            self,
            children: [
                "type": type, "matched": matched, "unmatchedKeys": unmatchedKeys, "unfilled": unfilled,
                "unmappable": unmappable, "conversions": conversions, "problems": problems,
                "omittedProblems": omittedProblems, "error": shown as Any,
            ], displayStyle: .struct)
    }
}

extension Error {
    /// The error of this library: this error, or the cause of a `DecodingError`.
    fileprivate var modelError: ModelError? { self as? ModelError ?? (self as? DecodingError)?.modelError }

    /// A sentence without values of the payload, for reports and findings.
    ///
    /// Only this library's own errors describe themselves without values.
    var sentenceWithoutValues: String {
        if let error = modelError { return error.description }
        switch self {
        case let error as JSONSyntaxError: return error.description
        case let error as DecodingError:
            let reason = error.reason
            return "\(reason.prefix(1).uppercased())\(reason.dropFirst())."
        default: return "A Codable type threw an error of type \(type(of: self))."
        }
    }
}
