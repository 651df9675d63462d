import Foundation

#if !canImport(Darwin)
import Synchronization
#endif

/// Which stored properties of a class can hold models.
///
/// Made from the types of the fields alone, without the class's rules: objects of a class that never maps
/// anything are freed, too.
///
/// Asked for every object that is freed, so finding one costs no lock, no call and no reference counting.
///
/// Invariants
/// 1. A plan is made once for a class and never freed; its memory is not written after it was published. (Of
///    two threads that make one at the same time each may keep its own.)
/// 2. A class has one place in the cache; another class of the same place may take it. A plan that is not
///    found there is looked for in `table`, so the cache may forget at any time. A plan found is the right
///    one if it names the class.
/// 3. The cache holds whole words, published with releasing stores. On Apple platforms, whose minimum
///    deployment has no atomics in the standard library, each thread has a cache of its own (in its
///    `ReleaseList`).
/// 4. `fields` points at `count` initialised fields.
@safe
struct ReleasePlan {
    /// How a property holds models.
    enum Content {
        /// A reference or an optional one: one word, nil is zero.
        case reference
        /// An array, a set, a dictionary, or an optional one: one word, nil is zero.
        case container(any ReleasableContainer.Type, emptyWord: UInt)
        case untyped
        case optionalUntyped
    }

    /// One property.
    struct Field {
        let offset: Int
        let content: Content
    }

    let type: UInt
    let count: Int
    /// Nothing that an object of the class holds can lead to another object's end.
    let isLeaf: Bool
    private let fields: UnsafeMutablePointer<Field>

    @inline(__always)
    subscript(index: Int) -> Field {
        assert(index >= 0 && index < count)
        return unsafe fields[index]  // Invariant 4.
    }

    // MARK: Finding

    static let cacheCapacity = 512

    @inline(__always)
    static func place(of type: UInt) -> Int {
        Int(truncatingIfNeeded: ((type >> 4) ^ (type >> 12)) & UInt(cacheCapacity - 1))
    }

    #if canImport(Darwin)
    /// The plan of a class.
    @inline(__always)
    static func of(_ type: ModelObject.Type) -> UnsafePointer<ReleasePlan> {
        let address = unsafe unsafeBitCast(type, to: UInt.self)
        let list = unsafe ReleaseList.ofThread
        if let plan = unsafe list.pointee.plans[place(of: address)], unsafe plan.pointee.type == address {
            return unsafe plan
        }
        let plan = unsafe make(type)
        unsafe list.pointee.plans[place(of: address)] = plan
        return unsafe plan
    }
    #else
    private typealias Word = Atomic<UnsafePointer<ReleasePlan>?>

    private nonisolated(unsafe) static let cache = unsafe Atomic<UnsafeMutablePointer<Word>?>(nil)

    /// The plan of a class.
    @inline(__always)
    static func of(_ type: ModelObject.Type) -> UnsafePointer<ReleasePlan> {
        let address = unsafe unsafeBitCast(type, to: UInt.self)
        if let words = unsafe cache.load(ordering: .acquiring),
            let plan = unsafe words[place(of: address)].load(ordering: .acquiring),
            unsafe plan.pointee.type == address
        {
            return unsafe plan  // Invariants 2, 3.
        }
        return unsafe cached(make(type))
    }

    @inline(never)
    private static func cached(_ plan: UnsafePointer<ReleasePlan>) -> UnsafePointer<ReleasePlan> {
        if let words = unsafe cache.load(ordering: .acquiring) {
            unsafe words[place(of: plan.pointee.type)].store(plan, ordering: .releasing)
            return unsafe plan
        }
        let new = UnsafeMutablePointer<Word>.allocate(capacity: cacheCapacity)
        for index in 0..<cacheCapacity { unsafe (new + index).initialize(to: Word(nil)) }
        // The plan itself gets its place when the next object of the class goes.
        let (isFirst, _) = unsafe cache.compareExchange(
            expected: nil, desired: new, ordering: .acquiringAndReleasing)
        if !isFirst { unsafe new.deallocate() }
        return unsafe plan
    }
    #endif

    // MARK: Making

    /// Keeps a plan reachable from the table of all classes.
    @safe
    private final class Holder: @unchecked Sendable {  // Invariant 1.
        let plan: UnsafePointer<ReleasePlan>
        init(_ plan: UnsafePointer<ReleasePlan>) { unsafe self.plan = unsafe plan }
    }

    private static let table = PublishedTable<Holder>()
    private static let lock = NSLock()

    @inline(never)
    private static func make(_ type: ModelObject.Type) -> UnsafePointer<ReleasePlan> {
        if let holder = table.element(for: type) { return unsafe holder.plan }
        let plan = UnsafeMutablePointer<ReleasePlan>.allocate(capacity: 1)
        unsafe plan.initialize(to: ReleasePlan(type))
        lock.withLock { unsafe table.add(Holder(UnsafePointer(plan)), for: type) }
        return unsafe UnsafePointer(plan)
    }

    private init(_ type: ModelObject.Type) {
        let stored = storedFields(of: type, below: ModelObject.self)
        isLeaf = !stored.isEmpty && stored.allSatisfy { Self.isPlain($0.type) }
        let found = stored.compactMap { field -> Field? in
            guard field.isStrong, let content = Self.content(of: field.type) else { return nil }
            return Field(offset: field.offset, content: content)
        }
        self.type = unsafe unsafeBitCast(type, to: UInt.self)
        count = found.count
        unsafe fields = .allocate(capacity: max(count, 1))
        for (index, field) in found.enumerated() { unsafe (fields + index).initialize(to: field) }
    }

    private static func content(of type: any Any.Type) -> Content? {
        if type is ModelObject.Type || type is any OptionalModelType.Type { return .reference }
        if type == Any.self { return .untyped }
        if type == Any?.self { return .optionalUntyped }
        guard let container = type as? any ReleasableContainer.Type, container.mayHoldModels else {
            return nil
        }
        return .container(container, emptyWord: container.emptyWord)
    }

    /// Whether values of a type hold nothing but their own bytes. (Others may hold models where no plan sees
    /// them: in a struct, an object, a closure.)
    private static func isPlain(_ type: any Any.Type) -> Bool {
        plainTypes.contains(ObjectIdentifier(type))
            || (type as? any OptionalType.Type).map { isPlain($0.wrappedType) } == true
    }

    private static let plainTypes: Set<ObjectIdentifier> = {
        let types: [any Any.Type] = [
            String.self, Bool.self, Int.self, Int64.self, Int32.self, UInt.self, UInt64.self, UInt32.self,
            Double.self, Float.self, Decimal.self, Date.self, URL.self, UUID.self, Data.self,
            [String].self, [Int].self, [Double].self, [String: String].self, [String: Int].self,
        ]
        return Set(types.map { ObjectIdentifier($0) })
    }()

    /// Whether a value of a type can be, or can hold, a model.
    static func mayHoldModels(_ type: any Any.Type) -> Bool {
        content(of: type) != nil
            || (type as? any OptionalType.Type).map { mayHoldModels($0.wrappedType) } == true
    }
}
