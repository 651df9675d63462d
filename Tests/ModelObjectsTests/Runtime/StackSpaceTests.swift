import Foundation
import Testing

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

    @Test func onlyLargeStacksHaveUncheckedLevels() {
        // Glibc may reuse a stack of up to 256 KB.
        #expect(onStack(kilobytes: 64) { StackSpace.current.uncheckedLevels } == 1)
        #expect(onLargeStack { StackSpace.current.uncheckedLevels } == 16)
    }
}
