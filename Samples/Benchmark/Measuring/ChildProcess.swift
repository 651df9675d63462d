import Foundation

/// This program again, in a process of its own, where memory and caches are nobody else's.
struct ChildProcess {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()

    /// Starts it with these arguments.
    init(_ arguments: [String]) throws {
        process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = arguments
        process.standardOutput = output
        process.standardInput = input
        try process.run()
    }

    /// Waits until the child has printed its first line, which says that it is ready.
    func waitUntilReady() {
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let part = output.fileHandleForReading.availableData
            if part.isEmpty { return }
            line.append(part)
        }
    }

    /// Lets the child go on.
    func go() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
    }

    /// What it printed until its end.
    func wait() throws -> String {
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ComparisonError(
                description: "a child process ended with status \(process.terminationStatus)")
        }
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
