/// The one shape of every message.
///
/// `Expected Int, found string at $.users[3].age (line 12, column 9).`, or, with the value that was found,
/// `Expected Int, found string "abc" at $.users[3].age (line 12, column 9).`
enum Sentence {
    static func text(
        expected: String, found: String, value: String?, path: String, line: Int?, column: Int?
    ) -> String {
        var text = "Expected \(expected)"
        if !found.isEmpty { text += ", found \(found)" }
        if let value { text += " \(value)" }
        text += " at \(path)"
        if let line, let column { text += " (line \(line), column \(column))" }
        return text + "."
    }
}
