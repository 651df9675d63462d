import Foundation
import Testing

@testable import ModelObjects

struct StackSpaceTests {
    #if canImport(Darwin) || os(Linux)
    /// A stack that is used up in steps of about 1 KB is low before its end, and not at its beginning.
    ///
    /// The thread may get a stack up to four times as large as it asked for: glibc reuses the stacks of threads that
    /// have ended.
    @Test(
        .disabled(if: Sanitizer.isOn, "A sanitizer keeps variables elsewhere."),
        arguments: [64, 128, 512, 1024])
    func aStackIsLowBeforeItsEnd(kilobytes: Int) {
        let steps = onStack(kilobytes: kilobytes) { Self.stepsUntilLow(0) }
        #expect(steps > 8 && steps < 4 * kilobytes)
    }

    @inline(never)
    private static func stepsUntilLow(_ steps: Int) -> Int {
        if StackSpace.current.isLow { return steps }
        return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: steps))
            let reached = stepsUntilLow(steps + 1)
            // Read after the call, so that an optimiser keeps a frame for each step.
            return sum(bytes) >= 0 ? reached : 0
        }
    }

    @inline(never)
    private static func sum(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
        unsafe bytes.reduce(0) { $0 + Int($1) } + Self.zero
    }

    private static let zero = Int(ProcessInfo.processInfo.environment["NO_SUCH_VARIABLE"] ?? "0") ?? 0
    #endif

    @Test func onlyLargeStacksHaveUncheckedLevels() {
        // Glibc may hand out a used stack of up to 256 KB.
        #expect(onStack(kilobytes: 64) { StackSpace.current.uncheckedLevels } == 1)
        #expect(onLargeStack { StackSpace.current.uncheckedLevels } == 16)
    }
}
