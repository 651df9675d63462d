import Foundation

/// Real payloads that are not part of the repository.
///
/// They are in the folder that the environment variable `MODELOBJECTS_PAYLOADS` names.
enum PayloadFiles {
    private static let folder = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["MODELOBJECTS_PAYLOADS"] ?? "/nowhere")

    static func exists(_ name: String) -> Bool {
        FileManager.default.isReadableFile(atPath: folder.appendingPathComponent(name).path)
    }

    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(name))
    }
}
