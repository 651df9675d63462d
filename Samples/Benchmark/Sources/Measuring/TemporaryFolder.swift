import Foundation

/// A folder for all temporary files of this process.
///
/// It is removed when the process ends, also after an error, and if it is interrupted or told to terminate.
let temporaryFolder: URL = {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("benchmark-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { ending.removeFolder() }
    ending.signals.forEach { $0.resume() }
    return folder
}()

private let ending = Ending()

private final class Ending: @unchecked Sendable {
    private let lock = NSLock()
    private var children: [Process] = []

    let signals: [any DispatchSourceSignal]

    init() {
        signals = [SIGINT, SIGTERM].map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
        for (source, number) in zip(signals, [SIGINT, SIGTERM]) {
            // Otherwise the signal ends the process before the source reports it.
            signal(number, SIG_IGN)
            source.setEventHandler { [self] in
                removeFolder()
                _exit(128 + number)
            }
        }
    }

    /// Terminates the processes that may write to the folder, and removes it.
    ///
    /// Keeps the lock, so that the process can't end on another thread before the folder is removed.
    func removeFolder() {
        lock.lock()
        children.filter(\.isRunning).forEach { $0.terminate() }
        try? FileManager.default.removeItem(at: temporaryFolder)
    }

    func start(_ child: Process) throws {
        try lock.withLock {
            try child.run()
            children.removeAll { !$0.isRunning }
            children.append(child)
        }
    }
}

extension Process {
    /// Runs this process, which ends when its parent does.
    func start() throws {
        try ending.start(self)
    }
}
