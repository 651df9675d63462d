import Foundation

/// A map from types to immortal objects, which never shrinks and is read without a lock.
///
/// Invariants
/// 1. An object that was added is retained once and never released: a reference read from the table stays valid.
/// 2. A slot is written once: the element first, then the key, which publishes it. A reader that loads the key sees the
///    element (`AtomicPointer`).
/// 3. The capacity is a power of two and at least half of the slots are empty, so a probe ends.
/// 4. To grow, the slots are copied into twice as many. The old ones stay allocated, since a reader may still be using
///    them; all old slots together take less memory than twice the newest.
/// 5. Only one thread adds at a time, under `lock`.
@safe
struct PublishedTable<Element: AnyObject>: @unchecked Sendable {  // Invariants 2 and 5.
    private let storage: PublishedPlaces

    /// - Parameter capacity: a power of two.
    init(capacity: Int = 64) { storage = PublishedPlaces(capacity: capacity) }

    /// The element of a type, or nil.
    ///
    /// Constant time, without reference counting that would slow down other threads.
    @inline(__always)
    func element(for type: any Any.Type) -> Element? {
        withElement(for: type) { $0 }
    }

    /// Lends the element of a type, without a retain or a release (invariant 1).
    ///
    /// Returns nil, without calling `body`, if there is none.
    @inline(__always)
    func withElement<Result>(for type: any Any.Type, _ body: (Element) throws -> Result) rethrows -> Result? {
        let key = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
        guard let element = unsafe find(key, in: storage.places) else { return nil }
        return try unsafe Unmanaged<Element>.fromOpaque(element)._withUnsafeGuaranteedRef { try body($0) }
    }

    /// Adds an element, unless the type already has one.
    ///
    /// - Returns: the element that the type has now.
    @discardableResult
    func add(_ element: Element, for type: any Any.Type) -> Element {
        storage.lock.withLock {
            if let known = self.element(for: type) {
                ImmortalMemory.keep(element)
                return known
            }
            let key = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
            unsafe storage.add(Unmanaged.passRetained(element).toOpaque(), key: key)  // Invariant 1.
            return element
        }
    }
}

/// The slots of a table.
///
/// (Not generic: the runtime takes as long to make a generic class as the library takes to look up a few properties.)
@safe
private final class PublishedPlaces {
    /// The newest slots: the first stored property, for `AtomicPointer`.
    private var published: UnsafeRawPointer?
    /// The number of elements.
    private var count = 0
    let lock = NSLock()

    init(capacity: Int) {
        let places = unsafe UnsafeRawPointer(makePlaces(capacity))
        unsafe published = unsafe places
        // Checked here for every class that is read through `AtomicPointer`: a table is the first object that the
        // library makes.
        guard unsafe AtomicPointer(firstPropertyOf: self).load() == places else {
            fatalError(
                RuntimeShortcuts.sentence("keeps the first stored property of a class in another place"))
        }
    }

    /// Adds an element of a type that has none (invariant 5).
    func add(_ element: UnsafeRawPointer, key: UnsafeRawPointer) {
        let old = unsafe places
        var new = unsafe old
        count += 1
        if unsafe count * 2 > capacity(of: old) { unsafe new = grown(old) }
        unsafe insert(element, key: key, into: new)
        if unsafe new != old { unsafe AtomicPointer(firstPropertyOf: self).store(new, over: old) }
    }

    @inline(__always)
    var places: UnsafeMutablePointer<Place> {
        let places = unsafe AtomicPointer(firstPropertyOf: self).load()
        // Set by init, never to nil.
        return unsafe UnsafeMutableRawPointer(mutating: places.unsafelyUnwrapped)
            .assumingMemoryBound(to: Place.self)
    }
}

/// A type and its element.
///
/// The first slot of a table holds the number of the others minus one, in `element`.
@unsafe
private struct Place {
    /// The type; the first word, for `AtomicPointer`.
    var key: UnsafeRawPointer?
    var element: UnsafeRawPointer?
}

@inline(__always)
private func mask(of places: UnsafeMutablePointer<Place>) -> Int {
    unsafe Int(bitPattern: places.pointee.element)
}

private func capacity(of places: UnsafeMutablePointer<Place>) -> Int { unsafe mask(of: places) + 1 }

@inline(__always)
private func start(of key: UnsafeRawPointer) -> Int {
    let bits = UInt(bitPattern: key)
    return Int(truncatingIfNeeded: (bits >> 4) ^ (bits >> 12))
}

@inline(__always)
private func find(_ key: UnsafeRawPointer, in places: UnsafeMutablePointer<Place>) -> UnsafeRawPointer? {
    let mask = unsafe mask(of: places)
    var index = unsafe start(of: key) & mask
    while let found = unsafe AtomicPointer(at: places + 1 + index).load() {  // Invariants 2, 3.
        if unsafe found == key { return unsafe places[1 + index].element }
        index = (index + 1) & mask
    }
    return nil
}

private func insert(
    _ element: UnsafeRawPointer, key: UnsafeRawPointer, into places: UnsafeMutablePointer<Place>
) {
    let mask = unsafe mask(of: places)
    var index = unsafe start(of: key) & mask
    while unsafe places[1 + index].key != nil { index = (index + 1) & mask }
    unsafe places[1 + index].element = unsafe element
    unsafe AtomicPointer(at: places + 1 + index).store(key, over: nil)  // Invariant 2.
}

private func makePlaces(_ capacity: Int) -> UnsafeMutablePointer<Place> {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: capacity + 1)
    unsafe places.initialize(repeating: Place(key: nil, element: nil), count: capacity + 1)
    unsafe places.pointee.element = UnsafeRawPointer(bitPattern: capacity - 1)
    return unsafe places
}

/// Invariant 4.
private func grown(_ places: UnsafeMutablePointer<Place>) -> UnsafeMutablePointer<Place> {
    let larger = unsafe makePlaces(2 * capacity(of: places))
    unsafe ImmortalMemory.keep(places)
    for index in unsafe 1...capacity(of: places) {
        if let key = unsafe places[index].key, let element = unsafe places[index].element {
            unsafe insert(element, key: key, into: larger)
        }
    }
    return unsafe larger
}
