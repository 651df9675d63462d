import Foundation
import Testing

@testable import ModelObjects

#if os(macOS) || os(Linux)  // only these platforms support exit tests

@Suite struct ArchivePythonTests {
    @Test(.enabled(if: PythonProcess.isThere))
    func archivesRoundTripThroughPython() throws {
        let folder = try TemporaryFolder()
        let (ours, theirs) = (folder.path("ours.plist"), folder.path("theirs.plist"))
        try AtomicFile.replace(ours, with: ArchiveSamples.sealed())
        try AtomicFile.replace(folder.path("all.plist"), with: ArchivePlist.encode(ArchiveSamples.tree))
        let output = try PythonProcess.run(
            """
            import plistlib, sys
            value = plistlib.load(open(sys.argv[1], 'rb'))
            row = value['objects'][1]
            print(row[1:4] == ['Zoë', 70000, '$0'], row[5] is False, value['objects'][2][1] == bytes(range(21)))
            plistlib.dump(value, open(sys.argv[2], 'wb'), fmt=plistlib.FMT_BINARY)
            print(len(plistlib.load(open(sys.argv[3], 'rb'))['array']))
            """, ours, theirs, folder.path("all.plist"))
        #expect(output == "True True True\n\(ArchiveSamples.scalars.count)\n")
        // Like XML, Python has no Float.
        #expect(throws: Never.self) { try ArchivePlist.open(AtomicFile.contents(of: theirs)) }
        #expect(throws: Never.self) { try ArchivePlist.decode(AtomicFile.contents(of: theirs)) }
    }
}

/// Python, if it is installed.
enum PythonProcess {
    static let executable: String? = [
        "/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3",
    ]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isThere: Bool { (try? run("import plistlib; print(1)")) == "1\n" }

    /// The output of a program.
    static func run(_ program: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable ?? "/usr/bin/env")
        process.arguments = (executable == nil ? ["python3"] : []) + ["-c", program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONIOENCODING": "utf-8"]) {
            $1
        }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}

#endif
