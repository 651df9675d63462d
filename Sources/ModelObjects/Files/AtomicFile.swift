import Foundation

/// Reads and replaces whole files: a reader finds the old content or the new one, never a part, even if the writing
/// process is killed or the power fails.
///
/// The new content is written to a temporary file in the same folder and synchronized to the disk; then the temporary
/// file is renamed over the old one, and the folder is synchronized. Foundation's `.atomic` does less: it gives a
/// private file the default mode, replaces a symbolic link with a file, and does not wait for the folder.
///
/// **Leftover files.** The writer locks (`flock`) its temporary file. The system releases the lock when the
/// process ends, even if it is killed. So a temporary file that can be locked has no writer, and the next
/// writer in the folder removes it. A new file looks like a leftover until it is locked, so a writer whose
/// new file is locked by another, or has no name after locking it, creates another file.
enum AtomicFile {
    /// A unique name: `.modelobjects-` and 16 hexadecimal digits and `.tmp`.
    static let prefix = ".modelobjects-"
    static let suffix = ".tmp"

    private static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
            && name.utf8.count == prefix.utf8.count + 16 + suffix.utf8.count
            && name.dropFirst(prefix.count).dropLast(suffix.count).allSatisfy(\.isHexDigit)
    }

    /// The content of a regular file.
    ///
    /// - Throws: `FileFailure` with the system's reason: `ENOENT`, `EACCES`, `EISDIR` for a folder, `EINVAL`
    ///   for a device or a pipe, which might never end.
    static func contents(of path: String) throws(FileFailure) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe blocks until a writer opens it.
        let file = try PosixFile(path, flags: O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        try requireRegular(status, .read, path)
        guard let size = Int(exactly: status.st_size), UInt64(size) < ProcessInfo.processInfo.physicalMemory
        else {
            throw FileFailure(.read, path, code: ENOMEM)
        }
        return try file.contents(size: size)
    }

    /// Replaces the content of a file, or creates the file.
    ///
    /// An existing file keeps its permissions, its access control list and, if this process may set them, its owner and
    /// group. On Apple platforms, it also keeps its protection class and its extended attributes; the attributes are lost
    /// there if this process may not read the file, or the device is locked. A file that this process may not write to is
    /// rejected. A new file gets the mode 0666 less the process's umask. If the path is a symbolic link, its target is
    /// replaced (or created), and the link stays.
    ///
    /// Complexity: in addition to the content, one check of each name in the folder.
    ///
    /// - Parameter protection: The protection class, on systems that encrypt files; nil for that of the old
    ///   file, or the system's default.
    /// - Throws: `FileFailure` with the system's reason. The old file is then unchanged, unless the operation is
    ///   `.synchronize` with the folder's path: the new content is there, but a power failure might undo it.
    static func replace(
        _ path: String, with content: [UInt8], protection: FileProtectionType? = nil
    ) throws(FileFailure) {
        let replacement = try Replacement(path, protection: protection)
        try replacement.write(content)
        try replacement.commit()
    }

    /// The new content of a file, written in pieces.
    ///
    /// The old content stays until `commit`. If the replacement is released before, the file doesn't change.
    final class Replacement {
        private let path: String
        private let temporary: PosixFile
        private var isCommitted = false

        init(_ path: String, protection: FileProtectionType? = nil) throws(FileFailure) {
            self.path = path
            let destination = try resolved(path)
            let folder = folder(of: destination)
            let old = try replaceable(destination, path)
            sweep(folder)
            temporary = try makeTemporary(in: folder, mode: old == nil ? 0o666 : 0o600, for: path)
            if let old { try keepAttributes(of: destination, old, on: temporary) }
            try temporary.protect(protection ?? (old == nil ? nil : PosixFile.protection(of: destination)))
        }

        deinit {
            if !isCommitted { PosixFile.remove(temporary.path) }
        }

        func write(_ content: [UInt8]) throws(FileFailure) {
            try temporary.write(content)
        }

        /// Replaces the old content.
        func commit() throws(FileFailure) {
            // Since the replacement was made, the file may have been created, or got other permissions.
            let destination = try resolved(path)
            if let old = try replaceable(destination, path) {
                try keepAttributes(of: destination, old, on: temporary)
            }
            try temporary.synchronize()
            // Opened before the file is renamed, so that the old content stays if that fails.
            let folder = try open(folder: folder(of: destination))
            // The file is still open and locked, so no other writer removes it before it is renamed.
            try temporary.rename(to: destination)
            isCommitted = true
            if let folder { try synchronize(folder) }
        }
    }

    /// The target of the symbolic links at the end of the path, whether it exists or not.
    private static func resolved(_ path: String) throws(FileFailure) -> String {
        var path = path
        // Linux follows the same number of links.
        for _ in 0..<40 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
                return path
            }
            // In a name that isn't UTF-8, Foundation replaces the wrong bytes, which gives the path of another file.
            if target.unicodeScalars.contains("\u{FFFD}") { throw FileFailure(.resolve, path, code: EILSEQ) }
            // Not by Characters: a combining mark after the slash would belong to it.
            let isAbsolute = target.utf8.first == UInt8(ascii: "/")
            path = isAbsolute ? target : folder(of: path) + "/" + target
        }
        throw FileFailure(.resolve, path, code: ELOOP)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func requireRegular(
        _ status: stat, _ operation: FileFailure.Operation, _ path: String
    ) throws(FileFailure) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw FileFailure(operation, path, code: EISDIR)
        default: throw FileFailure(operation, path, code: EINVAL, message: "Not a regular file")
        }
    }

    /// The status of a file that can be replaced; nil if there is no file.
    ///
    /// - Parameter path: The path to show in failures.
    private static func replaceable(_ destination: String, _ path: String) throws(FileFailure) -> stat? {
        guard let status = try PosixFile.linkStatus(destination) else {
            if destination != path, let failure = linkFailure(path) { throw failure }
            return nil
        }
        try requireRegular(status, .write, path)
        // Renaming needs only the folder's permission, so check that the file itself is writable. It is opened by way of
        // its links: in a folder such as /tmp, Linux doesn't follow those of other users.
        do {
            _ = try PosixFile(path, flags: O_WRONLY)
        } catch {
            #if canImport(Darwin)
            if PosixFile.isProtected(destination, error) { return status }
            #endif
            throw error
        }
        return status
    }

    /// Why the system doesn't follow the links of a path that leads to no file; nil if it does.
    private static func linkFailure(_ path: String) -> FileFailure? {
        do {
            _ = try PosixFile(path, flags: O_WRONLY)
            return nil
        } catch {
            return error.code == ENOENT ? nil : error
        }
    }

    /// Creates a locked, empty file.
    ///
    /// - Parameter path: The path to show in failures.
    private static func makeTemporary(
        in folder: String, mode: mode_t, for path: String
    ) throws(FileFailure) -> PosixFile {
        while true {
            let name = prefix + String(format: "%016llx", UInt64.random(in: 0 ... .max)) + suffix
            let file: PosixFile
            do {
                file = try PosixFile(
                    folder + "/" + name, flags: O_CREAT | O_EXCL | O_WRONLY, mode: mode, named: path)
            } catch {
                guard [EACCES, EPERM, EROFS].contains(error.code) else { throw error }
                let message = "No file can be created in its folder (\(error.message))"
                throw FileFailure(.create, path, code: error.code, message: message)
            }
            do {
                // A file that was removed while it is open has no name left.
                guard try file.tryToLock(), try file.status().st_nlink > 0 else { continue }
            } catch {
                // A file system without locks: other writers can't lock the file either, so they don't remove it.
                guard error.operation == .lock else {
                    PosixFile.remove(file.path)
                    throw error
                }
            }
            return file
        }
    }

    /// Gives a file the permissions, the owner and the other attributes of the file that it replaces.
    private static func keepAttributes(
        of destination: String, _ old: stat, on file: borrowing PosixFile
    ) throws(FileFailure) {
        // First, because it can also set the permissions.
        try file.copyMetadata(of: destination)
        var mode = old.st_mode & 0o7777
        let new = try file.status()
        if new.st_uid != old.st_uid || new.st_gid != old.st_gid {
            do {
                try file.setOwner(old.st_uid, group: old.st_gid)
            } catch {
                // Only the superuser can change the owner; the group can be set by its members.
                do {
                    try file.setOwner(new.st_uid, group: old.st_gid)
                    mode &= 0o0777
                } catch {
                    // The file has another group now, which gets the permissions of others instead of those of the old
                    // group.
                    mode = mode & 0o0707 | (mode & 0o0007) << 3
                }
            }
        }
        try file.setMode(mode)
    }

    /// Opens a folder to synchronize it; nil if it can't be opened because it is writable but not readable.
    private static func open(folder: String) throws(FileFailure) -> PosixFile? {
        do {
            return try PosixFile(folder, flags: O_RDONLY)
        } catch {
            guard isUnsupported(error) else { throw error }
            return nil
        }
    }

    private static func synchronize(_ folder: borrowing PosixFile) throws(FileFailure) {
        do {
            try folder.synchronize()
        } catch {
            guard isUnsupported(error) else { throw error }
        }
    }

    /// Whether the folder's permissions or its file system don't allow synchronizing it.
    private static func isUnsupported(_ failure: FileFailure) -> Bool {
        [EACCES, EPERM, EINVAL, ENOTSUP, ENOSYS].contains(failure.code)
    }

    /// Removes the temporary files whose writers have ended.
    ///
    /// Files that cannot be removed stay.
    private static func sweep(_ folder: String) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        for name in names where isTemporary(name) {
            // The file has the mode of the one that it was to replace, which may allow only reading or only writing.
            for access in [O_RDONLY, O_WRONLY] {
                let flags = access | O_NOFOLLOW | O_NONBLOCK
                guard let file = try? PosixFile(folder + "/" + name, flags: flags) else { continue }
                if let isFree = try? file.tryToLock(), isFree { PosixFile.remove(file.path) }
                break
            }
        }
    }
}
