#if canImport(Glibc)
import Foundation
import XCTest

@testable import ModelObjects

/// XCTest runs before Swift Testing, so that no other test allocates memory meanwhile.
final class FilteredExportMemoryTests: XCTestCase {
    private final class Small: ModelObject {
        var id = 0
        var name = ""
    }

    /// Each export made a list that was never freed: 32 bytes.
    func testExportsOfSomePropertiesLeakNothing() throws {
        let small = Small()
        let options = ExportOptions(only: ["id"])
        func export(_ times: Int) throws { for _ in 0..<times { _ = try small.jsonData(options: options) } }
        try export(1_000)
        let before = try Self.residentBytes()
        try export(60_000)
        XCTAssertLessThan(try Self.residentBytes() - before, 1 << 20)
    }

    private static func residentBytes() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try XCTUnwrap(Int(pages[1])) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
#endif
