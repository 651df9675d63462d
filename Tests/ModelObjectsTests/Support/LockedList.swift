import Foundation

/// A list to which several threads may append.
final class LockedList<Element: Sendable>: @unchecked Sendable {  // `elements` is only used under the lock.
    private let lock = NSLock()
    private var elements: [Element] = []

    var all: [Element] { lock.withLock { elements } }

    func append(_ element: Element) { lock.withLock { elements.append(element) } }
}
