/// A map from types to immortal objects, which never shrinks and is read without a lock.
///
/// Each bucket is a linked list, and a new entry becomes the first of its list:
///
///     bucket 17 -> [User | schema of User | next] -> [Order | schema of Order | nil]
///
/// Invariants
/// 1. An object that was added is retained once and never released: a reference read from the table stays valid.
/// 2. The buckets and the entries are never freed, and an entry isn't changed after a bucket refers to it. A reader that
///    loads a bucket sees the entries of its list (`AtomicPointer`).
/// 3. The number of buckets is a power of two, so the mask gives an index below it.
@safe
struct PublishedTable<Element: AnyObject>: @unchecked Sendable {  // Invariant 2.
    private let buckets: UnsafeMutablePointer<UnsafeRawPointer?>
    private let mask: UInt

    /// - Parameter bucketCount: A power of two. A search takes longer if there are many more elements.
    init(bucketCount: Int = 512) {
        mask = UInt(bucketCount - 1)
        unsafe buckets = .allocate(capacity: bucketCount)
        unsafe buckets.initialize(repeating: nil, count: bucketCount)
    }

    /// The element of a type, or nil.
    ///
    /// Without reference counting that would slow down other threads.
    @inline(__always)
    func element(for type: any Any.Type) -> Element? {
        withElement(for: type) { $0 }
    }

    /// Lends the element of a type, without a retain or a release (invariant 1).
    ///
    /// Returns nil, without calling `body`, if there is none.
    @inline(__always)
    func withElement<Result>(for type: any Any.Type, _ body: (Element) throws -> Result) rethrows -> Result? {
        guard let element = unsafe Entry.element(for: type, from: bucket(of: type).load()) else { return nil }
        return try unsafe Unmanaged<Element>.fromOpaque(element)._withUnsafeGuaranteedRef { try body($0) }
    }

    /// Adds an element, unless the type already has one.
    ///
    /// Both are kept, so look for an element first: only threads that make one at the same time should add two.
    ///
    /// - Returns: the element that the type has now.
    @discardableResult
    func add(_ element: Element, for type: any Any.Type) -> Element {
        let reference = unsafe UnsafeRawPointer(Unmanaged.passRetained(element).toOpaque())  // Invariant 1.
        let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        let bucket = unsafe bucket(of: type)
        while true {
            let next = unsafe bucket.load()
            if let known = unsafe Entry.element(for: type, from: next) {
                unsafe entry.deallocate()
                unsafe ImmortalMemory.keep(reference)
                return unsafe Unmanaged<Element>.fromOpaque(known).takeUnretainedValue()
            }
            unsafe entry.initialize(to: Entry(type: type, element: reference, next: next))
            if unsafe bucket.store(entry, over: next) { return element }  // Invariant 2.
        }
    }

    @inline(__always)
    @unsafe private func bucket(of type: any Any.Type) -> AtomicPointer {
        let bits = unsafe unsafeBitCast(type, to: UInt.self)
        return unsafe AtomicPointer(at: buckets + Int((bits >> 4 ^ bits >> 12) & mask))  // Invariant 3.
    }
}

/// A type and its element in a table.
@unsafe
private struct Entry {
    let type: any Any.Type
    let element: UnsafeRawPointer
    let next: UnsafeRawPointer?

    @inline(__always)
    static func element(for type: any Any.Type, from first: UnsafeRawPointer?) -> UnsafeRawPointer? {
        var next = unsafe first
        while let entry = unsafe next?.assumingMemoryBound(to: Entry.self) {  // Invariant 2.
            if unsafe entry.pointee.type == type { return unsafe entry.pointee.element }
            unsafe next = entry.pointee.next
        }
        return nil
    }
}
