import Foundation

/// A payload in a file, for child processes; removed with the last reference to it.
final class TemporaryPayload {
    let url: URL

    init(_ payload: Data) throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("benchmark-\(ProcessInfo.processInfo.processIdentifier).json")
        try payload.write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
