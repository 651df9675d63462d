import Foundation

extension Data {
    /// Reads a file.
    ///
    /// - Throws: `ModelError` with `.fileFailed`, also for a URL that is not that of a file: `Data(contentsOf:)` would
    ///   download it.
    init(ofFile file: URL) throws {
        self = try ModelError.withPath(of: file, for: .read) { _ in try Data(contentsOf: file) }
    }
}
