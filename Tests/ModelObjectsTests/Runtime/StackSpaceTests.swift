import Foundation
import Testing

@testable import ModelObjects

struct StackSpaceTests {
    #if canImport(Darwin) || os(Linux)
    /// A stack that is used up in steps of about 1 KB is low before its end, and not at its beginning.
    @Test(
        .disabled(if: Sanitizer.isOn, "A sanitizer keeps variables elsewhere."),
        arguments: [64, 128, 512, 1024])
    func aStackIsLowBeforeItsEnd(kilobytes: Int) {
        let steps = onStack(kilobytes: kilobytes) { Self.stepsUntilLow(0) }
        // glibc may give a thread the stack of one that ended, up to four times as large.
        #expect(steps > 8 && steps < 8 * kilobytes)
    }

    @inline(never)
    private static func stepsUntilLow(_ steps: Int) -> Int {
        if StackSpace.current.isLow { return steps }
        return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { bytes in
            bytes[0] = UInt8(truncatingIfNeeded: steps)
            return stepsUntilLow(steps + 1) + Int(bytes[0] & 0)
        }
    }
    #endif

    @Test func onlyLargeStacksHaveUncheckedLevels() {
        #expect(onStack(kilobytes: 64) { StackSpace.current.uncheckedLevels } <= 16)
        #expect(onLargeStack { StackSpace.current.uncheckedLevels } == 16)
    }
}
