/// Builds arrays whose element count is not known until the last element is made.
///
/// A growing array allocates a new buffer for the first, second, fourth and eighth element. Here the first elements are
/// collected on the stack, and most arrays allocate one buffer of the right size.
///
/// Invariants
/// 1. The first `count` slots of the temporary memory are initialised, and no others. `count` is at most its capacity.
/// 2. Elements are moved out of it once, all together, and `count` is 0 from then on. If an error is thrown, the
///    `defer` releases the elements collected so far.

/// The maximum number of elements collected on the stack.
private let waitingCapacity = 16

/// - Parameter next: makes an element, or returns nil if there is none, and reports whether another may follow.
@inline(__always)
func collectedElements<Element>(_ next: (_ isLast: inout Bool) throws -> Element?) rethrows -> [Element] {
    try unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: waitingCapacity) { waiting in
        var count = 0
        defer { unsafe waiting.prefix(count).deinitialize() }  // Invariants 1 and 2.
        var isLast = false
        while !isLast, count < waitingCapacity {
            if let element = try next(&isLast) {
                unsafe waiting.initializeElement(at: count, to: element)  // Invariant 1.
                count += 1
            }
        }
        let moved = count
        count = 0  // Invariant 2.
        var elements = unsafe array(movedFrom: waiting, moved, capacity: isLast ? moved : 2 * moved)
        while !isLast {
            if let element = try next(&isLast) { elements.append(element) }
        }
        return elements
    }
}

/// Moves the first `count` elements into a new array.
///
/// (Kept out of line: if it is inlined, each `append` may check again whether the array is shared.)
@inline(never)
private func array<Element>(
    movedFrom waiting: UnsafeMutableBufferPointer<Element>, _ count: Int, capacity: Int
) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(capacity)
    for index in 0..<count { unsafe elements.append(waiting.moveElement(from: index)) }
    return elements
}
