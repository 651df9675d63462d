import Foundation
import Testing

#if canImport(Glibc)
import XCTest
#endif

@testable import ModelObjects

struct StackSpaceTests {
    #if canImport(Darwin) || os(Linux)
    /// A stack that grows in steps of about 1 KB is reported as low before its end, and not at its start.
    ///
    /// The thread may get a stack up to four times as large as requested: glibc reuses the stacks of threads that
    /// have ended.
    @Test(
        .disabled(if: Sanitizer.isOn, "A sanitizer keeps variables elsewhere."),
        arguments: [64, 128, 512, 1024])
    func lowStackSpaceIsDetectedBeforeTheEnd(kilobytes: Int) {
        let steps = onStack(kilobytes: kilobytes) { StackUse.stepsUntilLow() }
        #expect(steps > 8 && steps < 4 * kilobytes)
    }
    #endif

    @Test(.disabled(if: Sanitizer.isOn, "The stacks are larger."))
    func onlyLargeStacksHaveUncheckedLevels() {
        // Glibc may reuse a stack of up to 256 KB.
        #expect(onStack(kilobytes: 64) { StackSpace.current.uncheckedLevels } == 1)
        #expect(onLargeStack { StackSpace.current.uncheckedLevels } == 16)
    }
}

#if canImport(Glibc)
/// XCTest runs on the first thread of a process, Swift Testing on others.
final class FirstThreadTests: XCTestCase {
    /// Of a larger stack, 128 MB are used.
    func testTheStackIsFoundByItsLimit() throws {
        let found = try XCTUnwrap(StackSpace.firstThreadBounds)
        let reported = try XCTUnwrap(StackSpace.bounds())
        if found.size == 128 << 20 {
            XCTAssertGreaterThanOrEqual(found.lowest, reported.lowest)
        } else {
            XCTAssertEqual(found.lowest, reported.lowest)
        }
        XCTAssertNil(onLargeStack { StackSpace.firstThreadBounds.map(\.size) })
    }
}
#endif
