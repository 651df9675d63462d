import Foundation
import Testing

@testable import ModelObjects

#if os(Linux)
/// Not declared by the modules of the system's libraries (man 2 setxattr).
@_silgen_name("setxattr")
private func setxattr(_: UnsafePointer<CChar>, _: UnsafePointer<CChar>, _: UnsafeRawPointer, _: Int, _: CInt)
    -> CInt
#endif

@Suite struct AtomicFileTests {
    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = folder.path("file")
    }

    private func mode(_ path: String) throws -> mode_t {
        try #require(try PosixFile.linkStatus(path)).st_mode & 0o7777
    }

    private func failure(_ body: () throws(FileFailure) -> Void) -> FileFailure? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    // MARK: Content

    @Test(arguments: [0, 1, 4095, 4096, 4097, 3_000_000])
    func contentRoundTrips(_ count: Int) throws {
        let period = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var content: [UInt8] = []
        while content.count < count { content += period.prefix(count - content.count) }
        try AtomicFile.replace(file, with: content)
        #expect(try AtomicFile.contents(of: file) == content)
        try AtomicFile.replace(file, with: [1])
        #expect(try AtomicFile.contents(of: file) == [1])
        #expect(try folder.names == ["file"])
    }

    #if os(Linux)  // the platform with files whose sizes are unknown
    @Test func aFileCanBeLargerThanItSays() throws {
        let content = try AtomicFile.contents(of: "/proc/self/maps")
        #expect(content.count > 4096 && content.last == UInt8(ascii: "\n"))
    }
    #endif

    @Test func unusualFileNamesWork() throws {
        for name in ["a b", "Zürich", "👨‍👩‍👧", "$x", "-f", "%20", String(repeating: "n", count: 255)] {
            try AtomicFile.replace(folder.path(name), with: [7])
            #expect(try AtomicFile.contents(of: folder.path(name)) == [7])
        }
    }

    // MARK: Permissions

    static let noFile = "No file can be created in its folder (Permission denied)"

    @Test(arguments: [mode_t(0o600), 0o644, 0o640, 0o660, 0o755, 0o400])
    func permissionsAreKept(_ mode: mode_t) throws {
        try AtomicFile.replace(file, with: [1])
        #expect(chmod(file, mode | 0o200) == 0)
        try AtomicFile.replace(file, with: [2])
        #expect(try self.mode(file) == mode | 0o200)
        #expect(try AtomicFile.contents(of: file) == [2])
    }

    #if os(Linux)
    /// An access control list that gives one more user the permission to read and write.
    static let list: [UInt8] = {
        // Version 2; then tags, permissions and identifiers (include/uapi/linux/posix_acl_xattr.h).
        let entries: [(tag: UInt16, permissions: UInt16, id: UInt32)] = [
            (0x01, 6, .max), (0x02, 6, 1234), (0x04, 0, .max), (0x10, 6, .max), (0x20, 0, .max),
        ]
        return entries.reduce(into: bytes(of: UInt32(2).littleEndian)) { list, entry in
            list += bytes(of: entry.tag.littleEndian) + bytes(of: entry.permissions.littleEndian)
            list += bytes(of: entry.id.littleEndian)
        }
    }()

    /// Otherwise the group would get the permissions of the list's mask.
    @Test func anAccessControlListIsKept() throws {
        try AtomicFile.replace(file, with: [1])
        do {
            try PosixFile(file, flags: O_WRONLY).setAccessControlList(Self.list)
        } catch {
            // A file system without lists.
            guard error.code == ENOTSUP else { throw error }
            return
        }
        #expect(try mode(file) == 0o660)
        try AtomicFile.replace(file, with: [2])
        #expect(try PosixFile.accessControlList(of: file) == Self.list && mode(file) == 0o660)
    }

    @Test func onlyNewFilesInheritAnAccessControlList() throws {
        try AtomicFile.replace(file, with: [1])
        #expect(chmod(file, 0o660) == 0)
        let status = setxattr(folder.path, "system.posix_acl_default", Self.list, Self.list.count, 0)
        if status != 0 && errno == ENOTSUP { return }
        try #require(status == 0)
        try AtomicFile.replace(file, with: [2])
        #expect(try PosixFile.accessControlList(of: file).isEmpty && mode(file) == 0o660)
        try AtomicFile.replace(folder.path("new"), with: [1])
        #expect(try PosixFile.accessControlList(of: folder.path("new")) == Self.list)
    }
    #endif

    /// A stream can be open for hours.
    @Test func permissionsThatChangeWhileTheReplacementIsWrittenAreKept() throws {
        for isOld in [true, false] {
            let file = folder.path("changed \(isOld)")
            if isOld { try AtomicFile.replace(file, with: [1]) }
            let replacement = try AtomicFile.Replacement(file)
            try replacement.write([2])
            if !isOld { try Data([1]).write(to: URL(fileURLWithPath: file)) }
            #expect(chmod(file, 0o640) == 0)
            try replacement.commit()
            #expect(try mode(file) == 0o640 && AtomicFile.contents(of: file) == [2])
        }
    }

    @Test func aLinkThatIsMadeWhileTheReplacementIsWrittenIsKept() throws {
        try AtomicFile.replace(folder.path("target"), with: [1])
        let replacement = try AtomicFile.Replacement(file)
        try replacement.write([2])
        #expect(symlink("target", file) == 0)
        try replacement.commit()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == "target")
        #expect(try AtomicFile.contents(of: folder.path("target")) == [2])
    }

    @Test func aNewFileGetsDefaultPermissions() throws {
        try AtomicFile.replace(file, with: [1])
        _ = try PosixFile(folder.path("plain"), flags: O_CREAT | O_WRONLY, mode: 0o666)
        #expect(try mode(file) == mode(folder.path("plain")))
    }

    @Test(
        .enabled(if: geteuid() == 0, "only the superuser can give files away"),
        arguments: [(12_345, 23_456), (0, 23_456), (12_345, nil)] as [(uid_t, gid_t?)])
    func ownerAndGroupAreKept(owner: uid_t, group: gid_t?) throws {
        try AtomicFile.replace(file, with: [1])
        // Without a group, the file has that of every new file.
        let group = try group ?? #require(try PosixFile.linkStatus(file)).st_gid
        #expect(chown(file, owner, group) == 0)
        #expect(chmod(file, 0o640) == 0)
        try AtomicFile.replace(file, with: [2])
        let status = try #require(try PosixFile.linkStatus(file))
        #expect(status.st_uid == owner)
        #expect(status.st_gid == group)
        #expect(status.st_mode & 0o7777 == 0o640)
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
    func replacingAReadOnlyFileThrows() throws {
        try AtomicFile.replace(file, with: [1])
        #expect(chmod(file, 0o444) == 0)
        let error = failure { () throws(FileFailure) in try AtomicFile.replace(file, with: [2]) }
        #expect(error?.code == EACCES)
        #expect(try AtomicFile.contents(of: file) == [1])
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
    func writingToAReadOnlyFolderThrows() throws {
        try AtomicFile.replace(file, with: [1])
        #expect(chmod(folder.path, 0o555) == 0)
        defer { chmod(folder.path, 0o755) }
        let error = failure { () throws(FileFailure) in try AtomicFile.replace(file, with: [2]) }
        #expect(error == FileFailure(.create, file, code: EACCES, message: Self.noFile))
        #expect(try AtomicFile.contents(of: file) == [1])
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
    func readingAnUnreadableFileThrows() throws {
        try AtomicFile.replace(file, with: [1])
        #expect(chmod(file, 0) == 0)
        let error = failure { () throws(FileFailure) in _ = try AtomicFile.contents(of: file) }
        #expect(error == FileFailure(.open, file, code: EACCES))
    }

    // MARK: Symbolic links

    @Test func aSymbolicLinkIsKeptAndItsTargetReplaced() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("inner"), withIntermediateDirectories: false)
        let target = folder.path("inner/target")
        try AtomicFile.replace(target, with: [1])
        #expect(chmod(target, 0o600) == 0)
        for (link, destination) in [
            ("absolute", target), ("relative", "inner/target"), ("second", "relative"),
        ] {
            #expect(symlink(destination, folder.path(link)) == 0)
            try AtomicFile.replace(folder.path(link), with: Array(link.utf8))
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: folder.path(link)) == destination)
            #expect(try AtomicFile.contents(of: target) == Array(link.utf8))
            #expect(try mode(target) == 0o600)
        }
    }

    @Test func writingToADanglingLinkCreatesItsTarget() throws {
        #expect(symlink("target", folder.path("link")) == 0)
        try AtomicFile.replace(folder.path("link"), with: [5])
        #expect(try AtomicFile.contents(of: folder.path("target")) == [5])
        #expect(try folder.names == ["link", "target"])
    }

    @Test func aCycleOfLinksIsRejected() throws {
        #expect(symlink("b", folder.path("a")) == 0)
        #expect(symlink("a", folder.path("b")) == 0)
        let error = failure { () throws(FileFailure) in try AtomicFile.replace(folder.path("a"), with: [1]) }
        #expect(error?.code == ELOOP)
        #expect(try folder.names == ["a", "b"])
    }

    #if os(Linux)
    @Test func aLinkToANameThatIsNoTextIsRejected() throws {
        let name: [CChar] = [0x74, -1, 0]
        #expect(symlink(name, folder.path("link")) == 0)
        let error = failure { () throws(FileFailure) in try AtomicFile.replace(folder.path("link"), with: [1])
        }
        #expect(error?.code == EILSEQ)
        #expect(try folder.names == ["link"])
    }
    #endif

    // MARK: Failures

    @Test func readingReportsTheSystemError() throws {
        let rows: [(path: String, operation: FileFailure.Operation, code: Int32)] = [
            (folder.path("missing"), .open, ENOENT), (folder.path("missing/file"), .open, ENOENT),
            (folder.path, .read, EISDIR), ("", .open, ENOENT), (file + "\u{0}x", .open, EINVAL),
            (folder.path(String(repeating: "n", count: 256)), .open, ENAMETOOLONG),
        ]
        for row in rows {
            let error = failure { () throws(FileFailure) in _ = try AtomicFile.contents(of: row.path) }
            #expect(error == FileFailure(row.operation, row.path, code: row.code), "\(row.path)")
        }
    }

    @Test func failedWritesReportTheSystemErrorAndLeaveNoFiles() throws {
        try AtomicFile.replace(file, with: [1])
        let rows: [(path: String, code: Int32)] = [
            (folder.path("missing/file"), ENOENT), (folder.path, EISDIR), (folder.path + "/", EISDIR),
            (file + "/below", ENOTDIR), (file + "\u{0}x", EINVAL),
            (folder.path(String(repeating: "n", count: 256)), ENAMETOOLONG),
        ]
        for row in rows {
            let error = failure { () throws(FileFailure) in try AtomicFile.replace(row.path, with: [2]) }
            #expect(error?.code == row.code, "\(row.path)")
            #expect(error?.path == row.path)
        }
        #expect(try AtomicFile.contents(of: file) == [1])
        #expect(try folder.names == ["file"])
    }

    @Test func errorMessagesHaveThePathAndTheReason() {
        #expect(
            "\(FileFailure(.open, "/a/b", code: ENOENT))" == "Could not open /a/b: No such file or directory")
    }

    /// Opening a pipe would wait for a writer, and reading a device might never end.
    @Test func pipesAndDevicesAreRejected() throws {
        #expect(mkfifo(file, 0o666) == 0)
        for path in [file, "/dev/null"] {
            #expect(
                failure { () throws(FileFailure) in _ = try AtomicFile.contents(of: path) }?.code == EINVAL)
            #expect(
                failure { () throws(FileFailure) in try AtomicFile.replace(path, with: [1]) }?.code == EINVAL)
        }
    }

    @Test func aFileLargerThanMemoryIsRejected() throws {
        try AtomicFile.replace(file, with: [])
        // Some file systems don't support files of this size.
        guard truncate(file, 1 << 42) == 0 else { return }
        #expect(failure { () throws(FileFailure) in _ = try AtomicFile.contents(of: file) }?.code == ENOMEM)
    }

    // MARK: Left-over temporary files

    @Test func leftoverTemporaryFilesAreRemovedUnlessInUse() throws {
        let names = ["0000000000000000", "ffffffffffffffff"].map {
            AtomicFile.prefix + $0 + AtomicFile.suffix
        }
        for name in names {
            _ = try PosixFile(folder.path(name), flags: O_CREAT | O_WRONLY, mode: 0o600)
        }
        let live = try PosixFile(folder.path(names[1]), flags: O_WRONLY)
        #expect(try live.tryToLock())
        let others = [
            ".modelobjects", "modelobjects-0.tmp", ".modelobjects-x", "x.tmp", ".modelobjects-notes.tmp",
            ".modelobjects-notes to myself.tmp",
        ]
        for name in others { _ = try PosixFile(folder.path(name), flags: O_CREAT | O_WRONLY, mode: 0o600) }
        try AtomicFile.replace(file, with: [1])
        #expect(try Set(folder.names) == Set(others + [names[1], "file"]))
        // The lock is held until here.
        #expect(try live.status().st_nlink == 1)
    }

    @Test func oneOpenFileHoldsTheLock() throws {
        try AtomicFile.replace(file, with: [])
        do {
            let holder = try PosixFile(file, flags: O_RDONLY)
            #expect(try holder.tryToLock())
            #expect(try !PosixFile(file, flags: O_RDONLY).tryToLock())
        }
        #expect(try PosixFile(file, flags: O_RDONLY).tryToLock())
    }

    @Test func aFolderOrALinkWithATemporaryNameIsLeftAlone() throws {
        let name = AtomicFile.prefix + "0000000000000001" + AtomicFile.suffix
        let link = AtomicFile.prefix + "0000000000000002" + AtomicFile.suffix
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
        try AtomicFile.replace(folder.path("precious"), with: [1])
        #expect(symlink("precious", folder.path(link)) == 0)
        try AtomicFile.replace(file, with: [1])
        #expect(try Set(folder.names) == [name, link, "precious", "file"])
    }

    @Test func concurrentWritersLeaveOneCompleteFile() async throws {
        let (file, folder) = (file, folder)
        try AtomicFile.replace(file, with: Self.content(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for round in 0..<Effort.count(40, atLeast: 15) {
                        try AtomicFile.replace(file, with: Self.content(UInt8(writer * 30 + round % 30)))
                        let read = try AtomicFile.contents(of: file)
                        #expect(read == Self.content(read.first ?? 0))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try folder.names == ["file"])
    }

    private static func content(_ number: UInt8) -> [UInt8] {
        [UInt8](repeating: number, count: 10_000 + Int(number) * 100)
    }
}
