import Foundation

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
/// 3. The cache is `cacheCapacity` words, each nil or a plan, that only `AtomicPointer` reads and writes.
/// 4. `fields` points at `count` initialised fields.
/// 5. Contents that are told from words (`reference`, `container`), and fields of structs, are only in plans that are
///    made with the shortcut `RuntimeShortcuts.releaseWords`.
@safe
struct ReleasePlan {
    /// How a property holds models.
    enum Content {
        /// A reference or an optional one: one word, nil is zero.
        case reference
        /// An array, a set, a dictionary, or an optional one: one word, nil is zero.
        case container(any ReleasableContainer.Type, emptyWord: UInt)
        /// The same, where words are not looked at.
        case typedContainer(any ReleasableContainer.Type)
        /// An optional struct, or any Optional where words are not looked at. Where the word at `reference` is zero, it
        /// holds no model.
        case optional(any ReleasableOptional.Type, reference: Int?)
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

    private static let cacheCapacity = 512

    /// The plans used last, a pointer to `cacheCapacity` words (invariant 3), never freed; nil at first.
    ///
    /// (A constant would be made by `swift_once`, which on Linux is called for each look.)
    @exclusivity(unchecked)
    private nonisolated(unsafe) static var cache: UnsafeRawPointer? = nil

    @inline(__always)
    private static var cachePointer: AtomicPointer {
        // The storage of a static variable does not move.
        unsafe withUnsafeMutablePointer(to: &cache) { unsafe AtomicPointer(at: $0) }
    }

    /// The plan of a class.
    @inline(__always)
    static func of(_ type: ModelObject.Type) -> UnsafePointer<ReleasePlan> {
        let address = unsafe unsafeBitCast(type, to: UInt.self)
        if let words = unsafe cachePointer.load(), let plan = unsafe word(of: address, in: words).load() {
            let plan = unsafe plan.assumingMemoryBound(to: ReleasePlan.self)
            if unsafe plan.pointee.type == address { return unsafe plan }  // Invariants 2, 3.
        }
        return unsafe cached(make(type))
    }

    @inline(__always)
    private static func word(of type: UInt, in words: UnsafeRawPointer) -> AtomicPointer {
        let place = Int(truncatingIfNeeded: ((type >> 4) ^ (type >> 12)) & UInt(cacheCapacity - 1))
        return unsafe AtomicPointer(
            at: UnsafeMutableRawPointer(mutating: words) + place * MemoryLayout<UnsafeRawPointer?>.stride)
    }

    @inline(never)
    private static func cached(_ plan: UnsafePointer<ReleasePlan>) -> UnsafePointer<ReleasePlan> {
        if let words = unsafe cachePointer.load() {
            let word = unsafe word(of: plan.pointee.type, in: words)
            unsafe word.store(plan, over: word.load())  // Or another thread's: invariant 2.
            return unsafe plan
        }
        let words = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: cacheCapacity)
        unsafe words.initialize(repeating: nil, count: cacheCapacity)
        // The plan itself gets its place when the next object of the class goes.
        if unsafe !cachePointer.store(words, over: nil) { unsafe words.deallocate() }
        return unsafe plan
    }

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
        let found = stored.flatMap { $0.isStrong ? Self.fields(of: $0.type, at: $0.offset) : [] }
        self.type = unsafe unsafeBitCast(type, to: UInt.self)
        count = found.count
        unsafe fields = .allocate(capacity: max(count, 1))
        for (index, field) in found.enumerated() { unsafe (fields + index).initialize(to: field) }
    }

    /// The field of a type, or those of a struct; none where no models can be in it.
    private static func fields(of type: any Any.Type, at offset: Int) -> [Field] {
        if let content = content(of: type) { return [Field(offset: offset, content: content)] }
        guard readsWords, mayHoldModels(type), let inner = structFields(of: type) else { return [] }
        return inner.flatMap { fields(of: $0.type, at: offset + $0.offset) }
    }

    private static func content(of type: any Any.Type) -> Content? {
        if type == Any.self { return .untyped }
        if type == Any?.self { return .optionalUntyped }
        guard readsWords else { return typedContent(of: type) }
        if type is ModelObject.Type || type is any OptionalModelType.Type { return .reference }
        guard mayHoldModels(type) else { return nil }
        if let container = type as? any ReleasableContainer.Type {
            return .container(container, emptyWord: container.emptyWord)
        }
        guard let optional = type as? any ReleasableOptional.Type else { return nil }
        return .optional(
            optional, reference: (type as? any OptionalType.Type).flatMap { reference(in: $0.wrappedType) })
    }

    /// Invariant 5.
    private static let readsWords = RuntimeShortcuts.enabled.contains(.releaseWords)

    /// What can be moved out as a value of its own type, since something empty can take its place.
    private static func typedContent(of type: any Any.Type) -> Content? {
        guard mayHoldModels(type) else { return nil }
        if let container = type as? any ReleasableContainer.Type { return .typedContainer(container) }
        return (type as? any ReleasableOptional.Type).map { .optional($0, reference: nil) }
    }

    /// Where a struct has a reference to a model: a word that is never zero in the struct, and zero or without a meaning
    /// in an Optional of the struct that is nil.
    ///
    /// The only reference, which may be nil itself, will do too.
    private static func reference(in type: any Any.Type) -> Int? {
        let references = (structFields(of: type) ?? []).filter { mayHoldModels($0.type) }
        let model = references.first { $0.type is ModelObject.Type }
        if let model { return model.offset }
        guard references.count == 1, references[0].type is any OptionalModelType.Type else { return nil }
        return references[0].offset
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

    /// Whether a value of a type can be, or can hold, a model, as far as structs and the standard containers show.
    static func mayHoldModels(_ type: any Any.Type) -> Bool {
        if type is ModelObject.Type || type == Any.self { return true }
        if plainTypes.contains(ObjectIdentifier(type)) { return false }
        let list = unsafe ReleaseList.ofThread
        if let known = unsafe list.pointee.holders[ObjectIdentifier(type)] { return known }
        // A type that leads to itself adds nothing.
        var visited: Set<ObjectIdentifier> = []
        let mayHold = mayHoldModels(type, &visited)
        unsafe list.pointee.holders[ObjectIdentifier(type)] = mayHold
        return mayHold
    }

    private static func mayHoldModels(_ type: any Any.Type, _ visited: inout Set<ObjectIdentifier>) -> Bool {
        if type is ModelObject.Type || type == Any.self { return true }
        guard !plainTypes.contains(ObjectIdentifier(type)), visited.insert(ObjectIdentifier(type)).inserted
        else {
            return false
        }
        let inner: [any Any.Type] =
            if let container = type as? any ReleasableContainer.Type {
                container.contentTypes
            } else if let optional = type as? any OptionalType.Type {
                [optional.wrappedType]
            } else if !readsWords {
                [Any.self]
            } else {
                structFields(of: type)?.map(\.type) ?? []
            }
        return inner.contains { mayHoldModels($0, &visited) }
    }
}
