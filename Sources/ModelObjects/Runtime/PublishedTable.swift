/// A map from types to one immortal object each, that grows and never shrinks, and that readers take
/// no lock for.
///
/// Invariants
/// 1. An object that was added is retained once, for ever: a reference read from the table stays valid.
/// 2. A place is written once: the element first, then the key, which publishes it. A reader that loads the key
///    sees the element (`AtomicPointer`).
/// 3. The capacity is a power of two and at least half of the places are empty, so a probe ends.
/// 4. A table that became too small is copied into one of twice the size and stays allocated, since a reader
///    may still be in it; all of them together take less than twice the newest.
/// 5. Only one thread adds at a time: the caller holds the lock that orders additions.
@safe
final class PublishedTable<Element: AnyObject>: @unchecked Sendable {  // Invariants 2 and 5.
    /// The newest table: the first stored property, for `AtomicPointer`.
    private var published: UnsafeRawPointer?

    @unsafe
    private struct Slot {
        /// The type; the first word, for `AtomicPointer`.
        var key: UnsafeRawPointer?
        var element: Unmanaged<Element>?
    }

    /// Never changes: a reader has it in its hands.
    private struct Header {
        let capacity: Int
        let mask: Int
    }

    /// How many elements there are, for the one thread that adds (invariant 5).
    private var count = 0

    init() {
        let table = unsafe UnsafeRawPointer(Self.allocate(capacity: 64))
        unsafe published = unsafe table
        // Here for all that are read so: a table is the first thing that the library makes.
        guard unsafe AtomicPointer(firstPropertyOf: self).load() == table else {
            RuntimeChecks.stop("keeps the first stored property of a class in another place")
        }
    }

    /// The element of a type, or nil.
    ///
    /// Constant time; no reference counting that other threads would feel.
    @inline(__always)
    func element(for type: any Any.Type) -> Element? {
        withElement(for: type) { $0 }
    }

    /// Lends the element of a type: it is neither retained nor released (invariant 1).
    ///
    /// Nil, and nothing is done, where there is none.
    @inline(__always)
    func withElement<Result>(for type: any Any.Type, _ body: (Element) throws -> Result) rethrows -> Result? {
        let found = unsafe Self.find(type, in: current)
        return try unsafe found?._withUnsafeGuaranteedRef { try body($0) }
    }

    /// Adds an element; a type that is there keeps the element it has.
    ///
    /// Invariant 5 is the caller's.
    func add(_ element: Element, for type: any Any.Type) {
        guard self.element(for: type) == nil else { return }
        let old = unsafe current
        var table = unsafe old
        let capacity = unsafe table.assumingMemoryBound(to: Header.self).pointee.capacity
        if (count + 1) * 2 > capacity {
            let larger = unsafe Self.allocate(capacity: capacity * 2)
            let slots = unsafe Self.slots(of: table)
            for index in 0..<capacity {
                if let key = unsafe slots[index].key, let kept = unsafe slots[index].element {
                    unsafe Self.insert(kept, key: key, into: larger)
                }
            }
            unsafe table = larger
        }
        unsafe Self.insert(Unmanaged.passRetained(element), key: Self.key(type), into: table)  // Invariant 1.
        count += 1
        if unsafe table != old { unsafe AtomicPointer(firstPropertyOf: self).store(table, over: old) }
    }

    @inline(__always)
    private var current: UnsafeMutableRawPointer {
        let table = unsafe AtomicPointer(firstPropertyOf: self).load()
        // Set by init, never to nil.
        return unsafe UnsafeMutableRawPointer(mutating: table.unsafelyUnwrapped)
    }

    @inline(__always)
    private static func find(
        _ type: any Any.Type, in table: UnsafeMutableRawPointer
    ) -> Unmanaged<Element>? {
        let key = unsafe Self.key(type)
        let mask = unsafe table.assumingMemoryBound(to: Header.self).pointee.mask
        let slots = unsafe slots(of: table)
        var index = unsafe hash(key) & mask
        while let found = unsafe AtomicPointer(at: slots + index).load() {  // Invariants 2, 3.
            if unsafe found == key { return unsafe slots[index].element }
            index = (index + 1) & mask
        }
        return nil
    }

    private static func insert(
        _ element: Unmanaged<Element>, key: UnsafeRawPointer, into table: UnsafeMutableRawPointer
    ) {
        let mask = unsafe table.assumingMemoryBound(to: Header.self).pointee.mask
        let slots = unsafe slots(of: table)
        var index = unsafe hash(key) & mask
        while unsafe slots[index].key != nil { index = (index + 1) & mask }
        unsafe slots[index].element = unsafe element
        unsafe AtomicPointer(at: slots + index).store(key, over: nil)  // Invariant 2.
    }

    @inline(__always)
    private static func key(_ type: any Any.Type) -> UnsafeRawPointer {
        unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    }

    @inline(__always)
    private static func hash(_ key: UnsafeRawPointer) -> Int {
        let bits = UInt(bitPattern: key)
        return Int(truncatingIfNeeded: (bits >> 4) ^ (bits >> 12))
    }

    @inline(__always)
    private static func slots(of table: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Slot> {
        unsafe (table + MemoryLayout<Header>.stride).assumingMemoryBound(to: Slot.self)
    }

    private static func allocate(capacity: Int) -> UnsafeMutableRawPointer {
        let size = unsafe MemoryLayout<Header>.stride + capacity * MemoryLayout<Slot>.stride
        let table = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        unsafe table.bindMemory(to: Header.self, capacity: 1).initialize(
            to: .init(capacity: capacity, mask: capacity - 1))
        let slots = unsafe (table + MemoryLayout<Header>.stride).bindMemory(to: Slot.self, capacity: capacity)
        unsafe slots.initialize(repeating: Slot(key: nil, element: nil), count: capacity)
        return unsafe table
    }
}
