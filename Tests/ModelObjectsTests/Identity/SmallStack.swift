import Foundation

/// Runs a body on a thread with a stack of 512 KB, as the threads of an app have it.
func onSmallStack<Result>(_ body: @escaping () -> Result) -> Result {
    onThread((512 << 10) * Sanitizer.stackFactor, body)
}

/// Runs a body on a thread with a stack of 8 MB, as a main thread has it.
func onLargeStack<Result>(_ body: @escaping () -> Result) -> Result { onThread(8 << 20, body) }

/// Runs a body on a thread with a stack of any size.
func onStack<Result>(kilobytes: Int, _ body: @escaping () -> Result) -> Result {
    onThread((kilobytes << 10) * Sanitizer.stackFactor, body)
}

private func onThread<Result>(_ stackSize: Int, _ body: @escaping () -> Result) -> Result {
    let box = UncheckedBox<(body: () -> Result, result: Result?)>((body, nil))
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        box.value.result = box.value.body()
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
