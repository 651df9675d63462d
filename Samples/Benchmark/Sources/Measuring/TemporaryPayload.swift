import Foundation

/// A payload in a file, for child processes; removed with the last reference to it.
final class TemporaryPayload {
    let url = temporaryFolder.appendingPathComponent("payload.json")

    init(_ payload: Data) throws {
        try payload.write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
