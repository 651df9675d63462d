/// Arrays and dictionaries of elements whose number is not known before the last one was made.
///
/// An array that grows takes a new buffer for the first, the second, the fourth and the eighth element, and a
/// dictionary hashes its keys again each time it grows. Here the first ones wait on the stack, and most take one
/// buffer, of their size.
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

/// - Parameter next: makes a member, whose value is nil where it cannot be used, and says whether another may
///   follow. Of a key given twice the last value counts.
@inline(__always)
func collectedDictionary<Value>(
    _ next: (_ isLast: inout Bool) throws -> (key: String, value: Value?)
) rethrows -> [String: Value] {
    try unsafe withUnsafeTemporaryAllocation(
        of: (String, Value).self, capacity: waitingCapacity
    ) { waiting in
        var count = 0
        defer { unsafe waiting.prefix(count).deinitialize() }  // Invariants 1 and 2.
        var isLast = false
        while !isLast, count < waitingCapacity {
            let (key, value) = try next(&isLast)
            guard let value else { continue }
            unsafe waiting.initializeElement(at: count, to: (key, value))  // Invariant 1.
            count += 1
        }
        let moved = count
        count = 0  // Invariant 2.
        var members = [String: Value](minimumCapacity: isLast ? moved : 2 * moved)
        members.merge(unsafe MovedElements(waiting, moved)) { _, last in last }
        while !isLast {
            let (key, value) = try next(&isLast)
            if let value { members[key] = value }
        }
        return members
    }
}

/// The first elements of temporary memory, each moved out as it is asked for.
///
/// So they are handed over without being retained and released. All of them must be asked for, once
/// (invariant 2).
@safe
private struct MovedElements<Element>: Sequence, IteratorProtocol {
    private let elements: UnsafeMutableBufferPointer<Element>
    private let count: Int
    private var moved = 0

    init(_ elements: UnsafeMutableBufferPointer<Element>, _ count: Int) {
        unsafe self.elements = elements
        self.count = count
    }

    @inline(__always)
    mutating func next() -> Element? {
        guard moved < count else { return nil }
        defer { moved += 1 }
        return unsafe elements.moveElement(from: moved)
    }
}
