/// The members of a dictionary, in its order, read in place.
///
/// Iterating over a dictionary copies each key and value, which takes longer than storing the value in a property.
///
/// Invariants
/// 1. A native dictionary is one word, a reference to its storage: after the header come the count, the capacity, the
///    scale (in a word with smaller numbers), the seed, and the addresses of the keys and the values; then a bit for
///    each bucket that is in use. There are `1 << scale` buckets. (`__RawDictionaryStorage` is frozen: every program
///    contains inlined code that relies on it.)
/// 2. A word with one of its four highest or three lowest bits set isn't a native dictionary: they mark objects of
///    Objective-C (stdlib/public/SwiftShims/swift/shims/System.h). The next four bits can be a memory tag, which belongs
///    to the address.
/// 3. Invariants 1 and 2 are relied on only after they were verified (`UntypedLayout.isVerified`), on 64-bit platforms.
///    Otherwise the members are copied.
/// 4. The dictionary is retained here, so no other code can change its storage in place.
@safe
struct LentMembers: ~Copyable {
    private let dictionary: [String: Any]
    private let keys: UnsafeMutablePointer<String>
    private let values: UnsafeMutablePointer<Any>
    /// The buckets in use; nil if the members were copied.
    private let bits: UnsafePointer<UInt>?
    /// The number of buckets, or of copied members.
    private let bucketCount: Int
    private let isVerified: Bool
    private var bucket = 0
    /// The bits of the buckets from `bucket` to the end of its word.
    private var word: UInt = 0

    init(_ dictionary: [String: Any], isVerified: Bool = UntypedLayout.isVerified) {
        self.dictionary = dictionary
        self.isVerified = isVerified
        if isVerified, let storage = unsafe NativeStorage(of: dictionary) {
            unsafe keys = unsafe storage.keys
            unsafe values = unsafe storage.values
            unsafe bits = unsafe storage.bits
            bucketCount = unsafe storage.bucketCount
            word = unsafe storage.bits.pointee & storage.firstMask
            return
        }
        let capacity = dictionary.count
        unsafe keys = .allocate(capacity: capacity)
        unsafe values = .allocate(capacity: capacity)
        // A bridged dictionary of a foreign class may have another number of members than it says.
        var count = 0
        for member in dictionary where count < capacity {
            unsafe (keys + count).initialize(to: member.key)
            unsafe (values + count).initialize(to: member.value)
            count += 1
        }
        unsafe bits = nil
        bucketCount = count
    }

    deinit {
        guard unsafe bits == nil else { return }
        unsafe keys.deinitialize(count: bucketCount)
        unsafe values.deinitialize(count: bucketCount)
        unsafe keys.deallocate()
        unsafe values.deallocate()
    }

    /// The next member; nil after the last one.
    @inline(__always)
    mutating func next() -> LentMember? {
        if let bits = unsafe bits {
            while word == 0 {
                bucket = (bucket | (UInt.bitWidth - 1)) &+ 1
                if bucket >= bucketCount { return nil }
                word = unsafe bits[bucket / UInt.bitWidth]
            }
            let place = (bucket & ~(UInt.bitWidth - 1)) | word.trailingZeroBitCount
            word &= word &- 1
            return unsafe LentMember(key: keys + place, value: values + place, isVerified: isVerified)
        }
        if bucket == bucketCount { return nil }
        defer { bucket += 1 }
        return unsafe LentMember(key: keys + bucket, value: values + bucket, isVerified: isVerified)
    }
}

/// A member of a dictionary; used only while its `LentMembers` exists.
@safe
struct LentMember {
    private let keyPlace: UnsafePointer<String>
    let value: LentValue

    @inline(__always)
    fileprivate init(key: UnsafeMutablePointer<String>, value: UnsafeMutablePointer<Any>, isVerified: Bool) {
        unsafe keyPlace = unsafe UnsafePointer(key)
        self.value = unsafe LentValue(at: value, isVerified: isVerified)
    }

    @inline(__always)
    var key: String { unsafe keyPlace.pointee }
}

/// The storage of a native dictionary (invariant 1 of `LentMembers`).
@unsafe
private struct NativeStorage {
    let keys: UnsafeMutablePointer<String>
    let values: UnsafeMutablePointer<Any>
    let bits: UnsafePointer<UInt>
    let bucketCount: Int

    /// Nil for a bridged dictionary, for an empty one, and on 32-bit platforms.
    @inline(__always)
    init?(of dictionary: [String: Any]) {
        #if _pointerBitWidth(_64)
        if dictionary.isEmpty || MemoryLayout<[String: Any]>.size != 8 { return nil }
        let address = unsafe unsafeBitCast(dictionary, to: UInt.self)
        guard address & 0xF000_0000_0000_0007 == 0, let storage = unsafe UnsafeRawPointer(bitPattern: address)
        else { return nil }  // Invariant 2.
        unsafe bucketCount = unsafe 1 &<< Int(storage.load(fromByteOffset: 32, as: Int8.self))
        unsafe keys = unsafe storage.load(fromByteOffset: 48, as: UnsafeMutablePointer<String>.self)
        unsafe values = unsafe storage.load(fromByteOffset: 56, as: UnsafeMutablePointer<Any>.self)
        unsafe bits = unsafe (storage + 64).assumingMemoryBound(to: UInt.self)
        #else
        return nil
        #endif
    }

    /// The bits of the first word that represent buckets; a small dictionary also sets the other bits.
    @inline(__always)
    var firstMask: UInt { unsafe bucketCount < UInt.bitWidth ? (1 &<< UInt(bucketCount)) &- 1 : ~0 }
}

extension LentMembers {
    /// Whether invariants 1 and 2 hold for a dictionary: its storage leads to exactly its members.
    ///
    /// Reads nothing beyond the sizes that the storage states, which are checked first.
    static func finds(_ dictionary: [String: Any]) -> Bool {
        #if _pointerBitWidth(_64)
        let storage = unsafe UnsafeRawPointer(bitPattern: unsafeBitCast(dictionary, to: UInt.self))
        guard let storage = unsafe storage else { return false }
        let count = unsafe storage.load(fromByteOffset: 16, as: Int.self)
        let capacity = unsafe storage.load(fromByteOffset: 24, as: Int.self)
        let scale = unsafe Int(storage.load(fromByteOffset: 32, as: Int8.self))
        guard count == dictionary.count, capacity == dictionary.capacity, (1..<16).contains(scale),
            1 << scale > capacity, 1 << scale <= 4 * capacity,
            let native = unsafe NativeStorage(of: dictionary)
        else { return false }
        // Keys and values follow the bits in the storage's own allocation.
        let keys = unsafe UnsafeRawPointer(native.keys) - storage
        let values = unsafe UnsafeRawPointer(native.values) - storage
        let bitsEnd = 64 + ((1 << scale) + 63) / 64 * 8
        let valuesStart = keys + (1 << scale) * MemoryLayout<String>.stride
        guard keys == bitsEnd, values == valuesStart else { return false }
        var members = LentMembers(dictionary, isVerified: true)
        var found = 0
        for (key, value) in dictionary {
            guard let member = members.next(), member.key == key,
                exactly(member.value.any, as: Int.self) == exactly(value, as: Int.self),
                exactly(member.value.any, as: String.self) == exactly(value, as: String.self)
            else { return false }
            found += 1
        }
        return members.next() == nil && found == count
        #else
        return true
        #endif
    }
}
