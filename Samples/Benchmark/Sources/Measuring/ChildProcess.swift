import Foundation

/// This program again, in a process of its own, where memory and caches are nobody else's.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    /// What was read of its output behind the last line.
    private var unread = Data()

    /// Starts it with these arguments, and with these variables added to the environment.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = arguments
        if !environment.isEmpty {
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        }
        process.standardOutput = output
        process.standardInput = input
        try process.run()
    }

    /// The next line of its output, which is waited for; nil where it ended without one.
    func line() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let part = output.fileHandleForReading.availableData
            if part.isEmpty { return nil }
            unread.append(part)
        }
    }

    /// Lets the child go on.
    func go() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
    }

    /// Ends its input, and waits for the rest of its output and its end.
    @discardableResult
    func wait() throws -> String {
        try input.fileHandleForWriting.close()
        let text = unread + output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ComparisonError(
                description: "a child process ended with status \(process.terminationStatus)")
        }
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
