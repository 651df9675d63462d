import Foundation

/// References to objects that are never freed, and to which nothing else refers: what a thread made for a class while
/// another thread did the same.
///
/// Nothing reads them. LeakSanitizer would report memory without a reference.
final class ImmortalMemory: @unchecked Sendable {  // The lock protects the addresses.
    private static let shared = ImmortalMemory()

    private let lock = NSLock()
    private var addresses: [UInt] = []

    /// The number of references, for tests: it must not grow with the number of values.
    static var count: Int { shared.lock.withLock { shared.addresses.count } }

    static func keep(_ address: UnsafeRawPointer) {
        shared.lock.withLock { shared.addresses.append(UInt(bitPattern: address)) }
    }
}
