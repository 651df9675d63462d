import Foundation

@testable import ModelObjects

/// Runs a body on a thread with a stack of 512 KB, like the background threads of an app.
func onSmallStack<Result>(_ body: @escaping () -> Result) -> Result {
    onThread((512 << 10) * Sanitizer.stackFactor, body)
}

/// Runs a body on a thread with a stack of 8 MB, like a main thread.
func onLargeStack<Result>(_ body: @escaping () -> Result) -> Result {
    onThread((8 << 20) * Sanitizer.stackFactor, body)
}

/// Runs a body on a thread with a stack of any size.
func onStack<Result>(kilobytes: Int, _ body: @escaping () -> Result) -> Result {
    onThread((kilobytes << 10) * Sanitizer.stackFactor, body)
}

/// Runs a body on a thread with little stack left.
///
/// - Parameter kilobytes: The amount that the body can use before the stack counts as low.
func onStack<Result>(left kilobytes: Int, _ body: @escaping () -> Result) -> Result {
    onStack(kilobytes: 512) { StackUse.run(left: kilobytes, body) }
}

/// Uses up a stack, in steps of at least 1 KB.
enum StackUse {
    @inline(never)
    static func stepsUntilLow(_ steps: Int = 0) -> Int {
        if StackSpace.current.isLow { return steps }
        return withFrame(steps) { stepsUntilLow(steps + 1) }
    }

    /// Runs a body as soon as this number of further steps would make the stack low.
    @inline(never)
    static func run<Result>(left steps: Int, _ body: () -> Result) -> Result {
        if isLow(after: steps) { return body() }
        return withFrame(steps) { run(left: steps, body) }
    }

    @inline(never)
    private static func isLow(after steps: Int) -> Bool {
        if steps == 0 { return StackSpace.current.isLow }
        return withFrame(steps) { isLow(after: steps - 1) }
    }

    @inline(__always)
    private static func withFrame<Result>(_ steps: Int, _ body: () -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { bytes in
            unsafe bytes.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: steps))
            let result = body()
            // Reading the bytes after the call makes the optimizer keep a frame for each step.
            if unsafe isNegative(bytes) { return body() }
            return result
        }
    }

    @inline(never)
    private static func isNegative(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
        unsafe bytes.reduce(zero) { $0 + Int($1) } < 0
    }

    /// Zero, but the compiler cannot know it.
    private static let zero = CommandLine.arguments.isEmpty ? 1 : 0
}

private func onThread<Result>(_ stackSize: Int, _ body: @escaping () -> Result) -> Result {
    let box = UncheckedBox<(body: () -> Result, result: Result?)>((body, nil))
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        // The system may use an old stack of up to four times the size again: occupy that one and take another.
        let isLarger = StackSpace.current.levels(ofSize: 1) > stackSize
        box.value.result = isLarger ? onThread(stackSize, box.value.body) : box.value.body()
        done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    done.wait()
    guard let result = box.value.result else { preconditionFailure("The thread ended without a result.") }
    return result
}

private final class UncheckedBox<Value>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
}
