import Foundation

#if os(Linux)  // elsewhere the system wants no copies of processes with threads

/// A copy of this process in which the calling thread alone goes on: to have a process costs a millisecond
/// then, and not the start of a program.
///
/// Whatever other threads held at that moment is held forever in the copy, so it is for processes that have
/// none at work, such as that of an exit test. After some seconds the system ends a copy that nobody ended.
struct ForkedProcess {
    private let id: pid_t

    /// - Parameter body: What the copy does; it ends with status 1 where that throws.
    init(_ body: () throws -> Never) throws {
        // Swift's overlay hides the function, since few programs can make good use of it.
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
    /// - Returns: The signal that ended it; 0 where it had ended by itself.
    func kill() -> Int32 {
        _ = Glibc.kill(id, SIGKILL)
        var status: Int32 = 0
        while waitpid(id, &status, 0) == -1, errno == EINTR {}
        return status & 0x7F
    }
}

#endif
