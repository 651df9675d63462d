import Foundation

#if os(Linux) || os(Android)
@_silgen_name("getxattr")
private func attribute(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?,
    _ size: Int
) -> Int  // 5

@_silgen_name("fsetxattr")
private func setAttribute(
    _ descriptor: CInt, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?, _ size: Int, _ flags: CInt
) -> CInt  // 5

@_silgen_name("fremovexattr")
private func removeAttribute(_ descriptor: CInt, _ name: UnsafePointer<CChar>) -> CInt  // 5
#endif

/// A file that this process holds open, and the system calls that take pointers.
///
/// Invariants of the unsafe code in this file:
///
/// 1. A path is passed to the system as a C string that Swift makes for the duration of the call; the system keeps no
///    pointer to it. A path that contains a NUL would name another, shorter path: `checked` rejects it first.
/// 2. The buffers for `read` and `write` are those of `withUnsafe...Bytes`, used only inside the closure, and the count
///    never exceeds the memory at the pointer: it is the count of a checked slice of the buffer.
/// 3. `fstat` and `lstat` fill a local variable of exactly the type in the call's declaration.
/// 4. `strerror` returns a C string that the process owns; it is copied before any other call.
/// 5. `getxattr`, `fsetxattr` and `fremovexattr` have these signatures in glibc, musl and Bionic (man 2 getxattr), whose
///    modules don't declare them. They read or write at most `size` bytes at `value`, the count of the buffer.
/// 6. A list that `acl_get_file`, `acl_get_fd_np` or `acl_init` returns belongs to this process (man 3 acl): it is freed
///    once, with `acl_free`, after its last use.
///
/// `errno` is read in the expression after the failed call, before anything else could set it. The descriptor belongs
/// to this value alone, which cannot be copied: it is closed once, at the end of the value's life.
struct PosixFile: ~Copyable {
    let path: String
    /// The path to show in failures.
    private let name: String
    private let descriptor: Int32

    /// Opens or, with `O_CREAT` in `flags`, creates a file.
    ///
    /// Child processes don't inherit the descriptor.
    ///
    /// - Parameter name: The path to show in failures, if not that of the file itself.
    init(_ path: String, flags: Int32, mode: mode_t = 0, named name: String? = nil) throws(FileFailure) {
        let operation: FileFailure.Operation = flags & O_CREAT == 0 ? .open : .create
        let (path, name) = (try Self.checked(path, operation), name ?? path)
        let opened = try Self.retrying(operation, name) {
            unsafe open(path, flags | O_CLOEXEC, mode)  // 1
        }
        (self.path, self.name, descriptor) = (path, name, opened)
    }

    deinit {
        // A failure to close doesn't matter: the content has been synchronized or is discarded.
        _ = close(descriptor)
    }

    func status() throws(FileFailure) -> stat {
        var status = stat()
        _ = try Self.retrying(.open, name) { unsafe fstat(descriptor, &status) }  // 3
        return status
    }

    /// Reads into the buffer from `start`, at most to its end.
    ///
    /// Returns 0 at the end of the file.
    func read(into buffer: inout [UInt8], from start: Int) throws(FileFailure) -> Int {
        try Self.retrying(.read, name) {
            unsafe buffer.withUnsafeMutableBytes { bytes in  // 2
                let remaining = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
                return unsafe Foundation.read(
                    descriptor, remaining.baseAddress, min(remaining.count, Self.maximumLength))
            }
        }
    }

    /// Reads up to the end of the file.
    ///
    /// - Parameter size: The size that the system reports. Some system files have more content, and pipes have no size.
    func contents(size: Int) throws(FileFailure) -> [UInt8] {
        // One more byte, to detect the end without another buffer.
        var content = [UInt8](repeating: 0, count: max(size + 1, 4096))
        var count = 0
        while true {
            if count == content.count { content.append(contentsOf: repeatElement(0, count: count)) }
            let more = try read(into: &content, from: count)
            guard more > 0 else { break }
            count += more
        }
        content.removeSubrange(count...)
        return content
    }

    /// Writes all of these bytes, in as many calls as needed.
    func write(_ content: [UInt8]) throws(FileFailure) {
        var written = 0
        while written < content.count {
            written += try Self.retrying(.write, name) {
                unsafe content.withUnsafeBytes { bytes in  // 2
                    let remaining = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                    return unsafe Foundation.write(
                        descriptor, remaining.baseAddress, min(remaining.count, Self.maximumLength))
                }
            }
        }
    }

    /// Takes the file's lock, which the system releases when the file is closed, even if the process is killed.
    ///
    /// - Returns: False if another open file holds the lock.
    func tryToLock() throws(FileFailure) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EWOULDBLOCK { return false }
            guard code == EINTR else { throw FileFailure(.lock, name, code: code) }
        }
        return true
    }

    func setMode(_ mode: mode_t) throws(FileFailure) {
        _ = try Self.retrying(.setPermissions, name) { fchmod(descriptor, mode) }
    }

    func setOwner(_ owner: uid_t, group: gid_t) throws(FileFailure) {
        _ = try Self.retrying(.setPermissions, name) { fchown(descriptor, owner, group) }
    }

    /// Copies the access control list of another file and, on Apple platforms, its extended attributes.
    ///
    /// Skips attributes that cannot be copied: some belong to the system. On Apple platforms, all are lost if the file
    /// can't be opened, because this process may not read it, or because the device is locked.
    func copyMetadata(of source: String) throws(FileFailure) {
        #if canImport(Darwin)
        let source = try Self.checked(source, .open)
        #if os(macOS) || targetEnvironment(macCatalyst)
        try copyAccessControlList(of: source)
        #endif
        let old: Int32
        do {
            old = try Self.retrying(.open, name) { unsafe open(source, O_RDONLY | O_CLOEXEC) }  // 1
        } catch {
            guard error.code == EACCES || error.code == EPERM else { throw error }
            return
        }
        defer { _ = close(old) }
        _ = fcopyfile(old, descriptor, nil, copyfile_flags_t(COPYFILE_XATTR))
        #elseif os(Linux) || os(Android)
        try setAccessControlList(Self.accessControlList(of: source))
        #endif
    }

    #if os(macOS) || targetEnvironment(macCatalyst)
    /// Errors of files without a list, and of file systems without lists.
    private static let noList = [ENOENT, ENOTSUP, EOPNOTSUPP]

    /// Copies the access control list of a file; without one, removes that which a new file inherits from its folder.
    ///
    /// (`fcopyfile` would add the inherited entries of the new file, and leave out those of the old one.)
    private func copyAccessControlList(of source: String) throws(FileFailure) {
        func check(_ isDone: Bool) throws(FileFailure) {
            let code = errno
            if isDone || Self.noList.contains(code) { return }
            throw FileFailure(.setPermissions, name, code: code)
        }
        var list = unsafe acl_get_file(source, ACL_TYPE_EXTENDED)  // 1, 6
        defer { if unsafe list != nil { _ = unsafe acl_free(UnsafeMutableRawPointer(list)) } }  // 6
        if unsafe list == nil {
            try check(false)
            guard let inherited = unsafe acl_get_fd_np(descriptor, ACL_TYPE_EXTENDED) else { return }  // 6
            _ = unsafe acl_free(UnsafeMutableRawPointer(inherited))  // 6
            unsafe list = acl_init(0)  // 6
            try check(unsafe list != nil)
        }
        try check(unsafe acl_set_fd_np(descriptor, list, ACL_TYPE_EXTENDED) == 0)  // 6
    }
    #endif

    #if canImport(Darwin)
    /// Whether a file can't be opened only because the device is locked (`FileProtectionType.completeUnlessOpen`).
    static func isProtected(_ path: String, _ failure: FileFailure) -> Bool {
        guard failure.code == EPERM else { return false }
        return unsafe access(path, W_OK) == 0  // 1
    }
    #endif

    #if os(Linux) || os(Android)
    /// The attribute with a file's access control list (man 5 acl).
    ///
    /// If there is one, the group's permissions in the file's mode are the mask of the list, not those of the group.
    private static let listName = "system.posix_acl_access"

    /// Errors of files without a list, and of file systems without lists.
    private static let noList = [ENODATA, ENOTSUP, ENOSYS]

    /// The access control list of a file; empty if it has none.
    static func accessControlList(of path: String) throws(FileFailure) -> [UInt8] {
        let name = try checked(path, .open)
        var list: [UInt8] = []
        while true {
            do {
                let size = try retrying(.open, path) {
                    unsafe list.withUnsafeMutableBytes {  // 1, 5
                        unsafe attribute(name, listName, $0.baseAddress, $0.count)
                    }
                }
                if size <= list.count { return Array(list.prefix(size)) }
                list = Array(repeating: 0, count: size)
            } catch {
                if noList.contains(error.code) { return [] }
                guard error.code == ERANGE else { throw error }
                list = []
            }
        }
    }

    /// Sets the file's access control list; an empty one removes that which a new file inherits from its folder.
    func setAccessControlList(_ list: [UInt8]) throws(FileFailure) {
        do {
            _ = try Self.retrying(.setPermissions, name) {
                if list.isEmpty { return unsafe removeAttribute(descriptor, Self.listName) }  // 1, 5
                return unsafe list.withUnsafeBytes {  // 1, 5
                    unsafe setAttribute(descriptor, Self.listName, $0.baseAddress, $0.count, 0)
                }
            }
        } catch {
            guard list.isEmpty, Self.noList.contains(error.code) else { throw error }
        }
    }
    #endif

    /// Sets the protection class, on systems that encrypt files; nil leaves it unchanged.
    func protect(_ protection: FileProtectionType?) throws(FileFailure) {
        #if canImport(Darwin)
        guard let protection else { return }
        do {
            try FileManager.default.setAttributes([.protectionKey: protection], ofItemAtPath: path)
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw FileFailure(.setPermissions, name, code: cause?.code.rawValue ?? ENOTSUP)
        }
        #endif
    }

    /// The protection class of a file, if the system encrypts files.
    static func protection(of path: String) -> FileProtectionType? {
        #if canImport(Darwin)
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.protectionKey] as? FileProtectionType
        #else
        return nil
        #endif
    }

    /// Waits until the content is on the disk and survives a power failure.
    func synchronize() throws(FileFailure) {
        #if canImport(Darwin)
        // On Apple platforms, fsync leaves the content in the drive's own memory. Not every file system supports
        // F_FULLFSYNC.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        _ = try Self.retrying(.synchronize, name) { fsync(descriptor) }
    }

    /// The status of the path itself: for a symbolic link that of the link, not of its target.
    ///
    /// Nil if the path doesn't exist.
    static func linkStatus(_ path: String) throws(FileFailure) -> stat? {
        let name = try checked(path, .open)
        var status = stat()
        do {
            _ = try retrying(.open, path) { unsafe lstat(name, &status) }  // 1, 3
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
        return status
    }

    func rename(to destination: String) throws(FileFailure) {
        let destination = try Self.checked(destination, .rename)
        _ = try Self.retrying(.rename, name) { unsafe Foundation.rename(path, destination) }  // 1
    }

    /// Removes a name, and the file if that was its last name.
    ///
    /// Does nothing if the file doesn't exist.
    static func remove(_ path: String) {
        guard !path.utf8.contains(0) else { return }
        _ = unsafe unlink(path)  // 1
    }

    static func message(for code: Int32) -> String {
        unsafe String(cString: strerror(code))  // 4
    }

    /// Some systems reject transfers of more than 2^31 - 1 bytes in one call.
    private static let maximumLength = 1 << 30

    private static func checked(
        _ path: String, _ operation: FileFailure.Operation
    ) throws(FileFailure) -> String {
        guard !path.utf8.contains(0) else { throw FileFailure(operation, path, code: EINVAL) }
        return path
    }

    /// Repeats a call that a signal interrupted, and throws any other error.
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
