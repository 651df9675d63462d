import Foundation

/// Real payloads that are not part of the repository: `shared/data` next to the package's folder.
enum PayloadFiles {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()  // Payloads
        .deletingLastPathComponent()  // ModelObjectsTests
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()  // the package
        .deletingLastPathComponent()
        .appendingPathComponent("shared/data")

    static func exists(_ name: String) -> Bool {
        FileManager.default.isReadableFile(atPath: folder.appendingPathComponent(name).path)
    }

    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(name))
    }
}
