/// Arrays of elements whose number is not known before the last one was made.
///
/// An array that grows takes a new buffer for the first, the second, the fourth and the eighth element. Here the first
/// ones wait on the stack, and most arrays take one buffer, of their size.
///
/// Invariants
/// 1. The first `count` places of the temporary memory are initialised, and no others; `count` is at most its
///    capacity.
/// 2. Elements are moved out of it once, all together, and `count` is 0 from then on; what is there when an
///    error is thrown is released by the `defer`.

/// How many elements wait on the stack.
private let waitingCapacity = 16

/// - Parameter next: makes an element, or nil for none, and says whether another may follow.
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

/// An array of the first `count` elements, which are moved out.
///
/// (A function of its own: inlined, each `append` may ask anew whether the array is shared.)
@inline(never)
private func array<Element>(
    movedFrom waiting: UnsafeMutableBufferPointer<Element>, _ count: Int, capacity: Int
) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(capacity)
    for index in 0..<count { unsafe elements.append(waiting.moveElement(from: index)) }
    return elements
}
