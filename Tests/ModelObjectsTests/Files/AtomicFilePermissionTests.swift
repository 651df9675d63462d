import Foundation
import Testing

@testable import ModelObjects

#if os(macOS) || os(Linux)  // only these platforms support exit tests

/// Operations that the system denies, in processes with fewer rights than the test process may have.
@Suite struct AtomicFilePermissionTests {
    /// Drops superuser rights; other users have none to drop.
    private static func dropRights() { if geteuid() == 0 { _ = (setgid(65_534), setuid(65_534)) } }

    private static func failure(_ body: () throws -> Void) -> FileFailure? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ModelError)?.underlyingError as? FileFailure
        }
    }

    @Test func permissionErrorsAreReported() async throws {
        let folder = try TemporaryFolder()
        defer { chmod(folder.path("locked"), 0o755) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let (file, locked) = (path + "/file", path + "/locked")
            try AtomicFile.replace(file, with: [1])
            try FileManager.default.createDirectory(atPath: locked, withIntermediateDirectories: false)
            try AtomicFile.replace(locked + "/file", with: [1])
            #expect(chmod(file, 0) == 0 && chmod(locked + "/file", 0o666) == 0 && chmod(locked, 0o555) == 0)
            Self.dropRights()
            for (path, read, write, message) in [
                (file, FileFailure.Operation.open, FileFailure.Operation.open, nil),
                (locked + "/new", .open, .create, AtomicFileTests.noFile),
                (locked + "/file", .open, .create, AtomicFileTests.noFile),
            ] {
                let url = URL(fileURLWithPath: path)
                let writing = Self.failure { try ArchiveLink().archive(to: url) }
                #expect(writing == FileFailure(write, path, code: EACCES, message: message))
                guard path == file else { continue }
                let reading = Self.failure { _ = try ArchiveLink.unarchive(from: url) }
                #expect(reading == FileFailure(read, path, code: EACCES))
                let error = #expect(throws: ModelError.self) { try ArchiveLink.unarchive(from: url) }
                #expect(
                    error?.description == "Could not read \(path): Permission denied.")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: locked) == ["file"])
            #expect(try AtomicFile.contents(of: locked + "/file") == [1])
        }
    }

    /// A process that may not read a file can replace it.
    @Test func filesThatNobodyMayReadAreReplaced() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            #expect(chmod(path, 0o777) == 0)
            Self.dropRights()
            let file = path + "/file"
            try AtomicFile.replace(file, with: [1])
            #expect(chmod(file, 0o200) == 0)
            let leftover = path + "/" + AtomicFile.prefix + "0123456789abcdef" + AtomicFile.suffix
            _ = try PosixFile(leftover, flags: O_CREAT | O_WRONLY, mode: 0o200)
            try AtomicFile.replace(file, with: [2])
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["file"])
            #expect(try PosixFile.linkStatus(file)?.st_mode == S_IFREG | 0o200)
            #expect(chmod(file, 0o600) == 0)
            #expect(try AtomicFile.contents(of: file) == [2])
        }
    }

    /// If the process cannot keep the group, the new one gets the permissions of others.
    @Test(
        .enabled(if: geteuid() == 0, "only the superuser can give files away"),
        arguments: [(true, 0o626), (false, 0o666)] as [(Bool, mode_t)])
    func onlyAMemberOfTheGroupOfAFileKeepsTheGroup(isMember: Bool, mode: mode_t) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("file")
        try AtomicFile.replace(file, with: [1])
        #expect(chown(file, 12_345, 100) == 0 && chmod(file, 0o2626) == 0 && chmod(folder.path, 0o777) == 0)
        await #expect(processExitsWith: .success) { [file = file as String, isMember = isMember as Bool] in
            var group: gid_t = isMember ? 100 : 200
            #expect(setgroups(1, &group) == 0)
            Self.dropRights()
            try AtomicFile.replace(file, with: [2])
        }
        let status = try #require(try PosixFile.linkStatus(file))
        #expect(status.st_uid == 65_534 && (status.st_gid == 100) == isMember)
        #expect(status.st_mode & 0o7777 == mode)
    }

    @Test func exceedingTheFileSizeLimitLeavesOnlyTheOldFile() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("file")
        await #expect(processExitsWith: .success) { [file = file as String] in
            try AtomicFile.replace(file, with: [1])
            limitFileSizes()
            #expect(throws: FileFailure(.write, file, code: EFBIG)) {
                try AtomicFile.replace(file, with: [UInt8](repeating: 2, count: 200_000))
            }
        }
        #expect(try AtomicFile.contents(of: file) == [1])
        #expect(try folder.names == ["file"])
    }
}

#endif
