import Foundation

#if os(Linux)  // other platforms don't support forks of processes with threads

/// A copy of this process in which only the calling thread continues.
///
/// Creating it costs a millisecond instead of the start of a program. Locks that other threads hold at that moment
/// are never released in the copy, so use it only in processes without other active threads, such as that of an
/// exit test. After some seconds the system ends a copy that is still running.
struct ForkedProcess {
    private let id: pid_t

    /// - Parameter body: The work of the copy, which ends with status 1 if this throws.
    init(_ body: () throws -> Never) throws {
        // Swift's overlay hides `fork`, since few programs can use it well.
        guard let symbol = dlsym(nil, "fork") else { throw CocoaError(.featureUnsupported) }
        let fork = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
        id = fork()
        if id == -1 { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EAGAIN) }
        if id == 0 {
            alarm(20)
            do { try body() } catch { _exit(1) }
        }
    }

    /// Kills the copy.
    ///
    /// - Returns: The signal that ended it, or 0 if it had already exited.
    func kill() -> Int32 {
        _ = Glibc.kill(id, SIGKILL)
        var status: Int32 = 0
        while waitpid(id, &status, 0) == -1, errno == EINTR {}
        return status & 0x7F
    }
}

#endif
