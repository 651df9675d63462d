#if canImport(Darwin)
import os
#else
import Synchronization
#endif

/// A map from classes to one immortal object each, that grows and never shrinks, and that readers take
/// no lock for (on Apple platforms, whose minimum deployment has no atomics in the standard library, an
/// unfair one).
///
/// Invariants
/// 1. An object that was added is retained once, for ever: a reference read from the table stays valid.
/// 2. A place is written once: the element first, then the key with a releasing store. A reader that loads
///    the key with an acquiring load sees the element.
/// 3. The capacity is a power of two and at least half of the places are empty, so a probe ends.
/// 4. A table that became too small is copied into one of twice the size and stays allocated, since a reader
///    may still be in it; all of them together take less than twice the newest.
/// 5. Only one thread adds at a time: the caller holds the lock that orders additions.
@safe
final class PublishedTable<Element: AnyObject>: @unchecked Sendable {  // Invariants 2 and 5.
    #if canImport(Darwin)
    private let published: OSAllocatedUnfairLock<UnsafeMutableRawPointer>
    private typealias Key = UnsafeRawPointer?
    #else
    private let published: Atomic<UnsafeMutableRawPointer>
    private typealias Key = Atomic<UnsafeRawPointer?>
    #endif

    @unsafe
    private struct Slot: ~Copyable {
        #if canImport(Darwin)
        var key: Key
        #else
        let key: Key
        #endif
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
        let table = unsafe Self.allocate(capacity: 64)
        #if canImport(Darwin)
        unsafe published = OSAllocatedUnfairLock(uncheckedState: table)
        #else
        unsafe published = Atomic(table)
        #endif
    }

    /// The element of a class, or nil.
    ///
    /// Constant time; no reference counting that other threads would feel.
    @inline(__always)
    func element(for type: AnyClass) -> Element? {
        withElement(for: type) { $0 }
    }

    /// Lends the element of a class: it is neither retained nor released (invariant 1).
    ///
    /// Nil, and nothing is done, where there is none.
    @inline(__always)
    func withElement<Result>(for type: AnyClass, _ body: (Element) throws -> Result) rethrows -> Result? {
        #if canImport(Darwin)
        let found = unsafe published.withLockUnchecked { unsafe Self.find(type, in: $0) }
        #else
        let found = unsafe Self.find(type, in: published.load(ordering: .acquiring))
        #endif
        return try unsafe found?._withUnsafeGuaranteedRef { try body($0) }
    }

    /// Adds an element; a class that is there keeps the element it has.
    ///
    /// Invariant 5 is the caller's.
    func add(_ element: Element, for type: AnyClass) {
        guard self.element(for: type) == nil else { return }
        var table = unsafe current
        let capacity = unsafe table.assumingMemoryBound(to: Header.self).pointee.capacity
        if (count + 1) * 2 > capacity {
            let larger = unsafe Self.allocate(capacity: capacity * 2)
            let slots = unsafe Self.slots(of: table)
            for index in 0..<capacity {
                if let key = unsafe Self.key(of: slots + index), let kept = unsafe slots[index].element {
                    unsafe Self.insert(kept, key: key, into: larger)
                }
            }
            unsafe table = larger
        }
        unsafe Self.insert(Unmanaged.passRetained(element), key: Self.key(type), into: table)  // Invariant 1.
        count += 1
        unsafe publish(table)
    }

    @inline(__always)
    private static func find(
        _ type: AnyClass, in table: UnsafeMutableRawPointer
    ) -> Unmanaged<Element>? {
        let key = unsafe Self.key(type)
        let mask = unsafe table.assumingMemoryBound(to: Header.self).pointee.mask
        let slots = unsafe slots(of: table)
        var index = unsafe hash(key) & mask
        while let found = unsafe Self.key(of: slots + index) {  // Invariants 2, 3.
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
        while unsafe Self.key(of: slots + index) != nil { index = (index + 1) & mask }
        unsafe slots[index].element = unsafe element
        unsafe setKey(of: slots + index, to: key)  // Invariant 2.
    }

    private var current: UnsafeMutableRawPointer {
        #if canImport(Darwin)
        unsafe published.withLockUnchecked { unsafe $0 }
        #else
        unsafe published.load(ordering: .acquiring)
        #endif
    }

    private func publish(_ table: UnsafeMutableRawPointer) {
        #if canImport(Darwin)
        unsafe published.withLockUnchecked { unsafe $0 = table }
        #else
        unsafe published.store(table, ordering: .releasing)
        #endif
    }

    @inline(__always)
    private static func key(of slot: UnsafeMutablePointer<Slot>) -> UnsafeRawPointer? {
        #if canImport(Darwin)
        unsafe slot.pointee.key
        #else
        unsafe slot.pointee.key.load(ordering: .acquiring)
        #endif
    }

    private static func setKey(of slot: UnsafeMutablePointer<Slot>, to key: UnsafeRawPointer) {
        #if canImport(Darwin)
        unsafe slot.pointee.key = key
        #else
        unsafe slot.pointee.key.store(key, ordering: .releasing)
        #endif
    }

    @inline(__always)
    private static func key(_ type: AnyClass) -> UnsafeRawPointer {
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
        for index in 0..<capacity {
            #if canImport(Darwin)
            unsafe (slots + index).initialize(to: Slot(key: nil, element: nil))
            #else
            unsafe (slots + index).initialize(to: Slot(key: Atomic(nil), element: nil))
            #endif
        }
        return unsafe table
    }
}
