import Foundation

/// A number that several threads may change. (`Mutex` and `Atomic` need macOS 15.)
final class LockedCount: @unchecked Sendable {  // `number` is only used under the lock.
    private let lock = NSLock()
    private var number = 0

    var value: Int { lock.withLock { number } }

    func add(_ difference: Int) { lock.withLock { number += difference } }
}
