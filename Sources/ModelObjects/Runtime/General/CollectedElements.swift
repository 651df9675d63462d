/// Builds arrays whose element count is not known until the last element is made.
///
/// A growing array allocates a new buffer for the first, second, fourth and eighth element. Here the first elements are
/// collected on the stack, and most arrays allocate one buffer of the right size.
///
/// Invariants
/// 1. The first `count` slots of the temporary memory are initialized, and no others. `count` is at most its capacity.
/// 2. Elements are moved out of it all together, and `count` is 0 from then on. If an error is thrown, the `defer`
///    releases the elements that are still there.

/// The maximum number of elements collected on the stack.
private let waitingCapacity = 16

/// - Parameter next: makes an element, or returns nil if there is none, and reports whether another may follow. (Called
///   in one place, because it is inlined there.)
@inline(__always)
func collectedElements<Element>(_ next: (_ isLast: inout Bool) throws -> Element?) rethrows -> [Element] {
    try unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: waitingCapacity) { waiting in
        var elements: [Element] = []
        var count = 0
        defer {
            // Without specialization, making a slice takes as long as reading several elements.
            if count > 0 { unsafe waiting.prefix(count).deinitialize() }  // Invariants 1 and 2.
        }
        var isLast = false
        while !isLast {
            guard let element = try next(&isLast) else { continue }
            if count == waitingCapacity { unsafe move(waiting, &count, to: &elements, isLast: false) }
            unsafe waiting.initializeElement(at: count, to: element)  // Invariant 1.
            count += 1
        }
        unsafe move(waiting, &count, to: &elements, isLast: true)
        return elements
    }
}

/// Moves the first `count` elements to the end of an array.
@inline(never)
private func move<Element>(
    _ waiting: UnsafeMutableBufferPointer<Element>, _ count: inout Int, to elements: inout [Element],
    isLast: Bool
) {
    if elements.isEmpty { elements.reserveCapacity(isLast ? count : 2 * count) }
    let moved = count
    count = 0  // Invariant 2.
    for index in 0..<moved { unsafe elements.append(waiting.moveElement(from: index)) }
}
