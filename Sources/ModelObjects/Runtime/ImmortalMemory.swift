import Foundation

/// References to memory that is never freed, and to which nothing else refers: the old slots of a table, and what a
/// thread made for a class while another thread did the same.
///
/// Nothing reads them. LeakSanitizer would report memory without a reference.
final class ImmortalMemory: @unchecked Sendable {  // The lock protects the addresses.
    private static let shared = ImmortalMemory()

    private let lock = NSLock()
    private var addresses: [UInt] = []

    static func keep(_ address: UnsafeRawPointer) {
        shared.lock.withLock { shared.addresses.append(UInt(bitPattern: address)) }
    }

    /// Keeps an object, because memory to which it refers is never freed.
    static func keep(_ object: AnyObject) {
        unsafe keep(Unmanaged.passRetained(object).toOpaque())
    }
}
