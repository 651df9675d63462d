import Foundation

/// The parts of an error's sentence that replace what was expected and found.
///
/// Supplied where an error is made, unless the error's code and members are enough.
struct Headline: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text before the place; empty for the text of the code.
    let text: String
    /// The text after the place.
    let ending: String
    /// The number of the path's last steps that are inside the object that the sentence is about.
    let stepsInObject: Int
    /// The steps from that object to the key that was used instead.
    let winner: [PathComponent]

    init(_ text: String = "", ending: String = "", stepsInObject: Int = 0, winner: [PathComponent] = []) {
        self.text = text
        self.ending = ending
        self.stepsInObject = stepsInObject
        self.winner = winner
    }

    init(stringLiteral text: String) { self.init(text) }

    static func fileFailed(_ operation: String, _ file: URL, _ reason: String) -> Headline {
        let path = file.relativePath.isEmpty ? file.path : file.relativePath
        // Other URLs can contain passwords, tokens or all the data.
        let scheme = file.scheme.map { "with the scheme \($0)" } ?? "without a scheme"
        let name = file.isFileURL ? PathComponent.escaped(path, isQuoted: false) : "a URL \(scheme)"
        return Headline(
            "Could not \(operation) \(name): \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)")
    }
}

/// Makes the sentences of all errors and problems, with one form for each code.
///
/// A value that doesn't fit: `Expected Int, found string at $.users[3].age (line 12, column 9).`, or, with the value
/// that was found, `Expected Int, found string "abc" at $.users[3].age (line 12, column 9).`
struct Sentence {
    let problem: MappingProblem
    let path: [PathComponent]
    /// The line and the column, or the number of places.
    let position: String?

    /// The sentence with its period.
    ///
    /// - Parameter others: the number of further problems.
    func text(others: Int = 0) -> String {
        let ending = problem.action == .usedFallback ? MappingProblem.fallbackEnding : ""
        return others > 0 ? "\(unfinished), and \(others) more." : "\(unfinished)\(ending)."
    }

    static func position(line: Int?, column: Int?) -> String? {
        guard let line, let column else { return nil }
        return "line \(line), column \(column)"
    }

    private var unfinished: String {
        switch (problem.code, problem.headline) {
        case (.unknownKey, nil):
            return "Unknown key \(place(of: path))"
        case (.unknownKey, let headline?):
            return "Key \(place(of: path)) \(headline.text)"
        case (.duplicateKey, nil):
            return "Duplicate key \(place(of: path)); the last usable value is used"
        case (.duplicateKey, let headline?):
            return "\(headline.text) \(place(of: path)): \(winner(headline))\(headline.ending)"
        case (.invalidClass, nil):
            return "Unknown class\(location): expected \(problem.expected), found \(foundValue)"
        case (.notFinite, nil):
            return "Cannot export \(problem.found)\(location): JSON has no such number"
        case (.invalidRoot, let headline?), (.fileFailed, let headline?), (.patchFailed, let headline?):
            return headline.text
        case (_, let headline?) where !headline.text.isEmpty:
            let text =
                location.isEmpty && headline.text.hasSuffix(",")
                ? String(headline.text.dropLast()) : headline.text
            return text + location + headline.ending
        case (_, let headline):
            return "Expected \(problem.expected)" + (problem.found.isEmpty ? "" : ", found \(foundValue)")
                + location
                + (headline?.ending ?? "")
        }
    }

    private var foundValue: String { problem.value.map { "\(problem.found) \($0)" } ?? problem.found }

    // MARK: Places

    /// The place in the sentence; empty for the whole input if it has no lines.
    private var location: String {
        let path = problem.code == .missingRequired ? object : path
        return path.isEmpty && position == nil ? "" : " at \(place(of: path))"
    }

    private var object: [PathComponent] { path.dropLast(problem.headline?.stepsInObject ?? 0) }

    private func winner(_ headline: Headline) -> String { (object + headline.winner).shortPath }

    private func place(of path: [PathComponent]) -> String {
        path.shortPath + (position.map { " (\($0))" } ?? "")
    }
}

/// The maximum number of Unicode scalars of a path in a sentence. (A single Character can be megabytes long.)
private let longestPath = 120

extension String {
    /// A JSON Pointer for sentences: a long one is shortened in the middle.
    var shortPointer: String {
        let scalars = unicodeScalars
        return scalars.count > longestPath
            ? String(scalars.prefix(longestPath / 2 - 1)) + "…" + String(scalars.suffix(longestPath / 2))
            : self
    }
}

extension [PathComponent] {
    /// The steps inside a value, for sentences: `width`, `sizes[0].width`.
    var shortSteps: String {
        let steps = shortPath.dropFirst()
        return "`\(steps.first == "." ? steps.dropFirst() : steps)`"
    }

    /// The path for sentences: a long path is shortened in the middle, `$.a[0][0]…[0].b`.
    var shortPath: String {
        // A step has at least two scalars.
        if 2 * count <= longestPath {
            let path = reduce(into: "$") { $0 += $1.shortText }
            if path.unicodeScalars.count <= longestPath { return path }
        }
        // Half of the scalars for each end, and one for the ellipsis.
        return "$" + steps(self, within: longestPath / 2 - 1).joined() + "…"
            + steps(reversed(), within: longestPath / 2).reversed().joined()
    }

    /// The texts of the first steps that fit; if the first step is too long, its end.
    private func steps(_ steps: some Collection<PathComponent>, within limit: Int) -> [String] {
        var remaining = limit
        var texts: [String] = []
        for step in steps {
            let text = step.shortText
            let count = text.unicodeScalars.count
            if count > remaining {
                if texts.isEmpty, remaining == longestPath / 2 {
                    texts.append(String(text.unicodeScalars.suffix(remaining)))
                }
                break
            }
            remaining -= count
            texts.append(text)
        }
        return texts
    }
}

extension PathComponent {
    /// The text of the step; of a key that is too long for any sentence, the text of its end.
    fileprivate var shortText: String {
        // A scalar has at most four bytes.
        guard case .key(let key) = self, key.utf8.count > 4 * longestPath else { return pathText }
        return PathComponent.key(String(key.unicodeScalars.suffix(longestPath))).pathText
    }
}

extension [String] {
    /// The texts as a list in a sentence: `a`, `a and b`, or `a, b and c`.
    var inSentence: String {
        guard count > 1, let last else { return joined() }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }
}
