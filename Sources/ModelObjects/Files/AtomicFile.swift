import Foundation

/// Reads a file whole, and replaces one whole: whoever reads it finds the old content or the new one, never a
/// part, even where the writing process is killed or the power fails.
///
/// The new content goes into a temporary file in the same folder, that file to the disk, its name over the
/// old one, and the folder to the disk. Foundation's `.atomic` does less: it gives a private file the default
/// mode, puts a file in the place of a symbolic link, and does not wait for the folder.
///
/// **Left-overs.** The writer holds a lock (`flock`) on its temporary file, which the system takes back when
/// the process ends, however it ends. So a temporary file that can be locked belongs to nobody, and the next
/// writer in the folder removes it. The two steps of making a file and locking it leave a gap in which it
/// looks left over; a writer that finds its file locked by another, or without a name, once it has the lock,
/// takes a new one.
enum AtomicFile {
    /// A name that nothing else has: `.modelobjects-` and 16 hexadecimal digits and `.tmp`.
    static let prefix = ".modelobjects-"
    static let suffix = ".tmp"

    /// The content of a regular file.
    ///
    /// - Throws: `FileFailure` with the system's reason: `ENOENT`, `EACCES`, `EISDIR` for a folder, `EINVAL`
    ///   for a device or a pipe, which might never end.
    static func contents(of path: String) throws(FileFailure) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe waits for somebody to write into it.
        let file = try PosixFile(path, flags: O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        try requireRegular(status, .read, path)
        guard let size = Int(exactly: status.size), UInt64(size) < ProcessInfo.processInfo.physicalMemory
        else {
            throw FileFailure(.read, path, code: ENOMEM)
        }
        // One byte more, so that the end shows without another buffer. Some systems' files say 0 and have
        // content.
        var content = [UInt8](repeating: 0, count: max(size + 1, 4096))
        var count = 0
        while true {
            if count == content.count { content.append(contentsOf: repeatElement(0, count: count)) }
            let more = try file.read(into: &content, from: count)
            guard more > 0 else { break }
            count += more
        }
        content.removeSubrange(count...)
        return content
    }

    /// Replaces the content of a file, or makes the file.
    ///
    /// A file that is there keeps its permissions and, where this process may give it away, its owner and
    /// group; on Apple platforms also its access control list, its extended attributes and its protection class. One
    /// that this process may not write to is refused. A new file gets what the process's umask
    /// leaves of 0666. At a symbolic link the file behind it is replaced (or made), and the link stays.
    ///
    /// Complexity: besides the content, one look at each name in the folder.
    ///
    /// - Parameter protection: when the file can be read, on systems that encrypt files; nil for that of the old
    ///   file, or the system's default.
    /// - Throws: `FileFailure` with the system's reason. The old file is as it was then, unless the operation
    ///   is `.synchronize` with the folder's path: the new content is there, but a power failure might undo
    ///   it.
    static func replace(
        _ path: String, with content: [UInt8], protection: FileProtectionType? = nil
    ) throws(FileFailure) {
        let destination = try resolved(path)
        let folder = folder(of: destination)
        let old = try PosixFile.linkStatus(destination)
        if let old {
            try requireRegular(old, .write, path)
            // Renaming asks for the folder's permission alone; a file that says "read only" means it.
            _ = try PosixFile(destination, flags: O_WRONLY)
        }
        sweep(folder)
        do {
            try put(content, at: destination, in: folder, old, protection)
        } catch {
            // The temporary file's own path would say nothing to anybody.
            throw FileFailure(error.operation, path, code: error.code)
        }
        try synchronize(folder: folder)
    }

    private static func put(
        _ content: [UInt8], at destination: String, in folder: String, _ old: PosixFile.Status?,
        _ protection: FileProtectionType?
    ) throws(FileFailure) {
        let temporary = try makeTemporary(in: folder, mode: old == nil ? 0o666 : 0o600)
        do {
            if let old {
                try keepPermissions(old, on: temporary)
                try temporary.copyMetadata(of: destination)
            }
            try temporary.protect(protection ?? (old == nil ? nil : PosixFile.protection(of: destination)))
            try temporary.write(content)
            try temporary.synchronize()
            // Still open, so still locked: nobody sweeps it away before it has its name.
            try PosixFile.rename(temporary.path, to: destination)
        } catch {
            PosixFile.remove(temporary.path)
            throw error
        }
    }

    /// The file behind the symbolic links at the end of the path, whether it exists or not.
    private static func resolved(_ path: String) throws(FileFailure) -> String {
        var path = path
        // The number of links that Linux follows.
        for _ in 0..<40 {
            guard let status = try PosixFile.linkStatus(path), status.isSymbolicLink else { return path }
            let target = try PosixFile.destination(ofLink: path)
            path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
        }
        throw FileFailure(.resolve, path, code: ELOOP)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func requireRegular(
        _ status: PosixFile.Status, _ operation: FileFailure.Operation, _ path: String
    ) throws(FileFailure) {
        if status.isDirectory { throw FileFailure(operation, path, code: EISDIR) }
        guard status.isRegular else {
            throw FileFailure(operation, path, code: EINVAL, message: "Not a regular file")
        }
    }

    /// A locked, empty file.
    private static func makeTemporary(in folder: String, mode: mode_t) throws(FileFailure) -> PosixFile {
        while true {
            let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
            let name = prefix + String(repeating: "0", count: 16 - digits.count) + digits + suffix
            let file = try PosixFile(folder + "/" + name, flags: O_CREAT | O_EXCL | O_WRONLY, mode: mode)
            do {
                guard try file.tryToLock(), try file.status().links > 0 else { continue }
            } catch {
                // A file system without locks: nobody can lock, so nobody sweeps.
                guard error.operation == .lock else {
                    PosixFile.remove(file.path)
                    throw error
                }
            }
            return file
        }
    }

    private static func keepPermissions(_ old: PosixFile.Status, on file: borrowing PosixFile)
        throws(FileFailure)
    {
        var mode = old.mode & 0o7777
        let new = try file.status()
        if new.owner != old.owner || new.group != old.group {
            do {
                try file.setOwner(old.owner, group: old.group)
            } catch {
                // Only the superuser gives files away; a group may be set by its members.
                do {
                    try file.setOwner(new.owner, group: old.group)
                    mode &= 0o0777
                } catch {
                    // The group is another now: it gets what all others have, not what was meant for the old
                    // one.
                    mode = mode & 0o0707 | (mode & 0o0007) << 3
                }
            }
        }
        try file.setMode(mode)
    }

    private static func synchronize(folder: String) throws(FileFailure) {
        do {
            try PosixFile(folder, flags: O_RDONLY).synchronize()
        } catch {
            // A folder that may be written but not read cannot be opened; some file systems know no such
            // call.
            guard [EACCES, EINVAL, ENOTSUP, ENOSYS].contains(error.code) else {
                throw FileFailure(.synchronize, folder, code: error.code)
            }
        }
    }

    /// Removes the temporary files whose writers are gone.
    ///
    /// Whatever cannot be removed stays.
    private static func sweep(_ folder: String) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        for name in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
            guard let file = try? PosixFile(folder + "/" + name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
                let isFree = try? file.tryToLock(), isFree
            else { continue }
            PosixFile.remove(file.path)
        }
    }
}
