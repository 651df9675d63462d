import Foundation
import Testing

/// Real payloads that are not part of the repository.
///
/// They are in the folder that the environment variable `MODELOBJECTS_PAYLOADS` names.
enum PayloadFiles {
    private static let folder = ProcessInfo.processInfo.environment["MODELOBJECTS_PAYLOADS"].map {
        URL(fileURLWithPath: $0)
    }

    static func exists(_ name: String) -> Bool {
        folder.map { FileManager.default.isReadableFile(atPath: $0.appendingPathComponent(name).path) }
            ?? false
    }

    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: #require(folder).appendingPathComponent(name))
    }
}
