import Foundation
import Testing

@testable import ModelObjects

/// Archives that earlier versions of the library wrote.
///
/// They are never removed, and every version reads them.
@Suite struct ArchiveFixtureTests {
    /// The fixtures hold `ArchiveEveryValue.filled()`, which never changes.
    @Test(arguments: ["Archive-1"])
    func archivesOfEveryVersionCanBeRead(_ name: String) throws {
        let file = try #require(
            Bundle.module.url(forResource: name, withExtension: "plist", subdirectory: "Fixtures"))
        let read = try ArchiveEveryValue.unarchive(from: file)
        // This version writes the same bytes for both, so every value is preserved to the last bit.
        #expect(try read.archivedData() == Self.value().archivedData())
        #expect(read.child === read.children[0] && read.child?.owner === read && read.string == "$null")
        read.child?.owner = nil
    }

    private static func value() -> ArchiveEveryValue {
        let value = ArchiveEveryValue.filled()
        let child = ArchiveEveryValue()
        child.int = 1
        (value.child, value.children, value.named) = (child, [child], ["child": child, "none": nil])
        child.owner = value
        return value
    }

    /// Writes the fixture of this version if an environment variable names the file.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["WRITE_ARCHIVE_FIXTURE"] != nil))
    func writeTheFixture() throws {
        let file = try #require(ProcessInfo.processInfo.environment["WRITE_ARCHIVE_FIXTURE"])
        try Self.value().archive(to: URL(fileURLWithPath: file))
    }
}
