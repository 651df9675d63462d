extension MappingReport: CustomStringConvertible {
    /// The findings as text, one sentence per line.
    ///
    /// The text starts with the reason why there is no object, followed by problems, keys without a property,
    /// properties without a key, conversions, and properties that aren't mapped. Findings whose paths differ only in
    /// array indices share a line, with their number and the first line of the input. The text contains no values of
    /// the payload, unless ``MappingOptions/includeValues`` is set.
    ///
    /// ```swift
    /// print(User.inspect(json: #"{"usr_name": "ada", "age": "36"}"#).report)
    /// // No property for $.usr_name; the nearest is userName.
    /// // No key for userName.
    /// // Converted string to Int at $.age.
    /// ```
    public var description: String {
        var lines: [String] = []
        if let error { lines.append("No object: \(error)") }
        lines += FindingGroup.lines(
            problems.map { problem in
                FindingGroup(
                    place: Place(path: problem.components, line: problem.line),
                    ownPosition: Sentence.position(line: problem.line, column: problem.column)
                ) { problem.sentence(at: $0, $1) + problem.hint }
            })
        if omittedProblems > 0 { lines.append("And \(omittedProblems) more problems.") }
        lines += FindingGroup.lines(
            unmatchedKeys.map { key in
                FindingGroup(place: key.place) { path, position in
                    let nearest = key.suggestion.map { "; the nearest is \($0.text)" } ?? ""
                    return "No property for \(path.path)\(position.map { " (\($0))" } ?? "")\(nearest)."
                }
            })
        lines += unfilled.map { "No key for \($0)." }
        lines += FindingGroup.lines(
            conversions.map { conversion in
                FindingGroup(place: conversion.place) { path, position in
                    let place = path.path + (position.map { " (\($0))" } ?? "")
                    return "Converted \(conversion.from) to \(conversion.to) at \(place)."
                }
            })
        lines += unmappable.map { "\($0.property) isn't mapped: it is \($0.reason)." }
        if lines.isEmpty { return "No findings: every key filled its property unchanged." }
        return lines.joined(separator: "\n")
    }
}

extension MappingProblem {
    /// The text that a report adds to the sentence.
    fileprivate var hint: String {
        code == .typeMismatch && expected == "Date" && found == JSONKind.string.rawValue
            ? #" Declare its format with `.date(.format("…"))`."# : ""
    }
}

/// Findings of a report whose sentences differ only in the array indices of their paths.
private struct FindingGroup {
    let place: MappingReport.Place
    /// The position that the sentence of a single finding shows.
    var ownPosition: String?
    /// The sentence with a path and a position.
    let sentence: ([PathComponent], String?) -> String

    /// One line for each group, in the order of their first findings.
    static func lines(_ findings: [FindingGroup]) -> [String] {
        var groups: [(first: FindingGroup, count: Int)] = []
        var indices: [String: Int] = [:]
        for finding in findings {
            let general = finding.sentence(finding.place.path.general, nil)
            if let index = indices[general] {
                groups[index].count += 1
            } else {
                indices[general] = groups.count
                groups.append((finding, 1))
            }
        }
        return groups.map { first, count in
            if count == 1 { return first.sentence(first.place.path, first.ownPosition) }
            let line = first.place.line.map { ", first at line \($0)" } ?? ""
            return first.sentence(first.place.path.general, "\(count) times\(line)")
        }
    }
}
