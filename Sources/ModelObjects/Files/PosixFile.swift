import Foundation

/// A file that this process holds open, and the few calls of the system that take pointers.
///
/// Invariants of the unsafe code in this file:
///
/// 1. A path goes to the system as a C string that Swift makes for the length of the call; the system keeps
///    no pointer to it. A path with a NUL in it would be another, shorter path: `checked` refuses it first.
/// 2. The buffers that `read` and `write` get are those of `withUnsafe...Bytes`, used inside of the closure
///    alone, and the count never exceeds what is behind the pointer: it is that of a checked slice of it.
/// 3. `fstat` and `lstat` fill a local variable of the very type that the call is declared with.
/// 4. `readlink` gets a buffer of `capacity` bytes and that count, and returns how much it wrote: not more.
/// 5. `strerror` returns a C string of the process's; it is copied before anything else is called.
///
/// `errno` is read in the expression after the failed call, before anything else could set it. The descriptor
/// belongs to this value alone, which cannot be copied: it is closed once, when the value goes.
struct PosixFile: ~Copyable {
    /// What the system says about a file.
    struct Status {
        let mode: mode_t
        let owner: uid_t
        let group: gid_t
        let size: Int64
        /// How many names the file has; 0 for one that has been removed while it is open.
        let links: Int

        var isDirectory: Bool { mode & S_IFMT == S_IFDIR }
        var isRegular: Bool { mode & S_IFMT == S_IFREG }
        var isSymbolicLink: Bool { mode & S_IFMT == S_IFLNK }

        fileprivate init(_ status: stat) {
            mode = status.st_mode
            owner = status.st_uid
            group = status.st_gid
            size = Int64(status.st_size)
            links = Int(status.st_nlink)
        }
    }

    let path: String
    private let descriptor: Int32

    /// Opens or, with `O_CREAT` in `flags`, creates a file.
    ///
    /// The descriptor does not pass to child processes.
    init(_ path: String, flags: Int32, mode: mode_t = 0) throws(FileFailure) {
        let operation: FileFailure.Operation = flags & O_CREAT == 0 ? .open : .create
        let name = try Self.checked(path, operation)
        let opened = try Self.retrying(operation, path) {
            unsafe open(name, flags | O_CLOEXEC, mode)  // 1
        }
        self.path = path
        descriptor = opened
    }

    deinit {
        // Nothing is left to be said here: what was written has been synchronized, or is thrown away.
        _ = close(descriptor)
    }

    func status() throws(FileFailure) -> Status {
        var status = stat()
        _ = try Self.retrying(.open, path) { unsafe fstat(descriptor, &status) }  // 3
        return Status(status)
    }

    /// Reads on into the buffer from `start`, at most to its end.
    ///
    /// 0 at the end of the file.
    func read(into buffer: inout [UInt8], from start: Int) throws(FileFailure) -> Int {
        try Self.retrying(.read, path) {
            unsafe buffer.withUnsafeMutableBytes { bytes in  // 2
                let remaining = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
                return unsafe Foundation.read(
                    descriptor, remaining.baseAddress, min(remaining.count, Self.mostAtOnce))
            }
        }
    }

    /// Writes all of these bytes, in as many calls as the system wants.
    func write(_ content: [UInt8]) throws(FileFailure) {
        var written = 0
        while written < content.count {
            written += try Self.retrying(.write, path) {
                unsafe content.withUnsafeBytes { bytes in  // 2
                    let remaining = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                    return unsafe Foundation.write(
                        descriptor, remaining.baseAddress, min(remaining.count, Self.mostAtOnce))
                }
            }
        }
    }

    /// Takes the lock that goes with the open file, and is given back with it, even by a killed process.
    ///
    /// - Returns: False where another open file has it.
    func tryToLock() throws(FileFailure) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EWOULDBLOCK { return false }
            guard code == EINTR else { throw FileFailure(.lock, path, code: code) }
        }
        return true
    }

    func setMode(_ mode: mode_t) throws(FileFailure) {
        _ = try Self.retrying(.setPermissions, path) { fchmod(descriptor, mode) }
    }

    func setOwner(_ owner: uid_t, group: gid_t) throws(FileFailure) {
        _ = try Self.retrying(.setPermissions, path) { fchown(descriptor, owner, group) }
    }

    /// Takes over the access control list and the extended attributes of another file, on Apple platforms.
    ///
    /// An attribute that cannot be copied is left out: some belong to the system.
    func copyMetadata(of source: String) throws(FileFailure) {
        #if canImport(Darwin)
        let name = try Self.checked(source, .open)
        let old = try Self.retrying(.open, source) { unsafe open(name, O_RDONLY | O_CLOEXEC) }  // 1
        defer { _ = close(old) }
        if fcopyfile(old, descriptor, nil, copyfile_flags_t(COPYFILE_ACL)) != 0 {
            let code = errno
            guard code == ENOTSUP else { throw FileFailure(.setPermissions, path, code: code) }
        }
        _ = fcopyfile(old, descriptor, nil, copyfile_flags_t(COPYFILE_XATTR))
        #endif
    }

    /// Sets when the file can be read, on systems that encrypt files; nil leaves it as it is.
    func protect(_ protection: FileProtectionType?) throws(FileFailure) {
        #if canImport(Darwin)
        guard let protection else { return }
        do {
            try FileManager.default.setAttributes([.protectionKey: protection], ofItemAtPath: path)
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw FileFailure(.setPermissions, path, code: cause?.code.rawValue ?? ENOTSUP)
        }
        #endif
    }

    /// When a file can be read, if the system encrypts files.
    static func protection(of path: String) -> FileProtectionType? {
        #if canImport(Darwin)
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.protectionKey] as? FileProtectionType
        #else
        return nil
        #endif
    }

    /// Waits until the content is on the disk, where power cannot take it back.
    func synchronize() throws(FileFailure) {
        #if canImport(Darwin)
        // There, fsync leaves the content in the drive's own memory. Not every file system knows the other
        // call.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        _ = try Self.retrying(.synchronize, path) { fsync(descriptor) }
    }

    /// What the path itself names: of a symbolic link the link, not its target.
    ///
    /// Nil where there is nothing.
    static func linkStatus(_ path: String) throws(FileFailure) -> Status? {
        let name = try checked(path, .open)
        var status = stat()
        do {
            _ = try retrying(.open, path) { unsafe lstat(name, &status) }  // 1, 3
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
        return Status(status)
    }

    /// The text of a symbolic link.
    static func destination(ofLink path: String) throws(FileFailure) -> String {
        let name = try checked(path, .resolve)
        let capacity = 4096
        var buffer = [CChar](repeating: 0, count: capacity)
        let count = try retrying(.resolve, path) { unsafe readlink(name, &buffer, capacity) }  // 1, 4
        let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
        let destination = String(decoding: bytes, as: UTF8.self)
        guard count < capacity else { throw FileFailure(.resolve, path, code: ENAMETOOLONG) }
        guard destination.utf8.elementsEqual(bytes) else { throw FileFailure(.resolve, path, code: EILSEQ) }
        return destination
    }

    static func rename(_ path: String, to destination: String) throws(FileFailure) {
        let (source, target) = (try checked(path, .rename), try checked(destination, .rename))
        _ = try retrying(.rename, destination) { unsafe Foundation.rename(source, target) }  // 1
    }

    /// Removes a name, and the file with its last one.
    ///
    /// That there is none is no failure.
    static func remove(_ path: String) {
        guard !path.utf8.contains(0) else { return }
        _ = unsafe unlink(path)  // 1
    }

    static func message(for code: Int32) -> String {
        unsafe String(cString: strerror(code))  // 5
    }

    /// Some systems refuse to move more than 2^31 - 1 bytes in one call.
    private static let mostAtOnce = 1 << 30

    private static func checked(
        _ path: String, _ operation: FileFailure.Operation
    ) throws(FileFailure) -> String {
        guard !path.utf8.contains(0) else { throw FileFailure(operation, path, code: EINVAL) }
        return path
    }

    /// Calls again after a signal came in between, and throws what else went wrong.
    private static func retrying<Result: SignedInteger>(
        _ operation: FileFailure.Operation, _ path: String, _ call: () -> Result
    ) throws(FileFailure) -> Result {
        while true {
            let result = call()
            if result != -1 { return result }
            let code = errno
            guard code == EINTR else { throw FileFailure(operation, path, code: code) }
        }
    }
}
