import Foundation

/// A new process of this program, with its own memory and caches.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    /// Output that was read after the last line.
    private var unread = Data()

    /// Starts the process with these arguments, and adds these variables to its environment.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = arguments
        if !environment.isEmpty {
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        }
        process.standardOutput = output
        process.standardInput = input
        try process.start()
    }

    /// Waits for the next line of output; nil if the process ended without one.
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

    /// Lets the child continue.
    func go() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
    }

    /// Closes the child's input, and waits for the rest of its output and its exit.
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
