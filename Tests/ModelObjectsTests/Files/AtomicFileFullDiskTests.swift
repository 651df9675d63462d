import Foundation
import Testing

@testable import ModelObjects

#if os(Linux)  // only there, a test may be able to mount a file system

@Suite struct AtomicFileFullDiskTests {
    @Test(.enabled(if: SmallDisk.isPossible, "this process may not mount a tmpfs"))
    func aFullDiskLeavesTheOldFile() throws {
        let disk = try SmallDisk()
        let file = disk.folder.path("file")
        let old = [UInt8](repeating: 1, count: 100_000)
        try AtomicFile.replace(file, with: old)
        #expect(throws: FileFailure(.write, file, code: ENOSPC)) {
            try AtomicFile.replace(file, with: [UInt8](repeating: 2, count: 500_000))
        }
        #expect(try AtomicFile.contents(of: file) == old)
        #expect(try disk.folder.names == ["file"])
        try AtomicFile.replace(file, with: [3])
        #expect(try AtomicFile.contents(of: file) == [3])
    }

    /// The old file and its folder have to be opened, too.
    @Test func aProcessWithTooManyOpenFilesLeavesTheOldFile() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            let file = folder + "/file"
            try AtomicFile.replace(file, with: [1])
            let replacement = try AtomicFile.Replacement(file)
            try replacement.write([2])
            var descriptors = [dup(0)]
            while descriptors.last != -1 { descriptors.append(dup(0)) }
            #expect(throws: FileFailure(.open, file, code: EMFILE)) { try replacement.commit() }
            for descriptor in descriptors { close(descriptor) }
            #expect(try AtomicFile.contents(of: file) == [1])
        }
    }
}

/// A tmpfs of 256 KB that is unmounted when the last reference to it is released.
private final class SmallDisk: Sendable {
    let folder: TemporaryFolder

    static let isPossible = (try? SmallDisk()) != nil

    init() throws {
        folder = try TemporaryFolder()
        guard Self.run("/bin/mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder.path) else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    deinit {
        _ = Self.run("/bin/umount", folder.path)
    }

    private static func run(_ program: String, _ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

#endif
