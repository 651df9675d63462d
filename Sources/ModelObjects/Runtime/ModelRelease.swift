import Foundation

/// Frees graphs of models with a list instead of the stack.
///
/// An object's members are released by compiler-generated code, which takes one or more stack frames for each object of
/// a chain; the frames of 100,000 objects overflow the stack. But `ModelObject`'s deinit runs before the members of its
/// subclasses are released. It moves the models, and the containers of models, out of the object into a list of the
/// thread, and releases them from there, one after the other. The object is still intact then: a child's deinit may
/// read its parent, as in plain Swift. At a nesting depth of `ReleaseList.maximumDepth` deinits, a deinit only adds to
/// the list, and the enclosing one releases the entries.
///
///     a -> [b, c], b -> d        release a: list [b, c] of a; take it: free c; free b, list [d]; free d
///
/// If an object leaves its models to another deinit, the object is destroyed before they are. Its memory is kept until
/// they are destroyed, for `unowned(unsafe)` references to it.
///
///     p -> [b, c]                list [b, c], memory of p at b: free c; free b; free the memory of p
///
/// A model that ends a chain in any case (`ReleasePlan.isLeaf`) is not moved.
///
/// Invariants
/// 1. `empty` is called from the deinit of the object and nowhere else: afterwards only the compiler-generated code
///    that releases the members reads them, and `type(of:)` is still the dynamic class there.
/// 2. An offset and its content come from one `StoredField` of the object's class, or of a struct in it
///    (`ReleasePlan`): the memory there holds an initialized value of that type, a strong reference or a container of
///    them.
/// 3. Moving a reference out leaves a null pointer, which compiler-generated code may release: `swift_release` and
///    `objc_release` do nothing with null. The list releases that reference once.
/// 4. Containers are moved as values of their own type, so that only the standard library interprets their word (on
///    Apple platforms it may be a bridged array). Only words are compared here.
/// 5. The list belongs to one thread, through a thread-specific data key whose destructor frees it when the thread
///    ends. No reference to its storage is held while something is released, because a release runs foreign code.
/// 6. A deinit removes only entries that were added to the list since it began.
/// 7. The runtime keeps an object's memory as long as there are unowned references to the object. One that is made
///    while the object is being destroyed, such as `memory`, is copied and released like any other, but never read.
enum ModelRelease {
    /// Moves the models that a dying object holds to the list, and releases the entries unless deinits are already
    /// nested too deeply for the stack.
    @inline(__always)
    static func empty(_ object: ModelObject) {
        ReleasePlan.with(type(of: object)) { plan in
            if plan.fields.count == 0 { return }
            unsafe empty(Unmanaged.passUnretained(object).toOpaque(), plan)  // Invariant 1.
        }
    }

    @inline(never)
    private static func empty(_ object: UnsafeMutableRawPointer, _ plan: ReleasePlan) {
        var batch = unsafe ReleaseList.Batch(of: object)
        for index in 0..<plan.fields.count {
            let field = plan.fields[index]
            let address = unsafe object + field.offset
            switch field.content {
            case .reference:
                let word = unsafe address.assumingMemoryBound(to: UInt.self)  // Invariant 2.
                guard let pointer = unsafe UnsafeRawPointer(bitPattern: word.pointee) else { continue }
                let model = unsafe Unmanaged<ModelObject>.fromOpaque(pointer)
                let type = unsafe model._withUnsafeGuaranteedRef { Swift.type(of: $0) }
                if ReleasePlan.with(type, \.isLeaf) { continue }
                unsafe word.pointee = 0  // Invariant 3.
                unsafe batch.add(.object(model))
            case .value(let type, let wordOffset, let emptyWord):
                if let wordOffset {
                    let word = unsafe (address + wordOffset).load(as: UInt.self)
                    if word == 0 || word == emptyWord { continue }
                }
                // Invariant 4.
                if let value = unsafe type.take(from: address) { unsafe batch.add(.value(value)) }
            case .untyped:
                let value = unsafe address.assumingMemoryBound(to: Any.self)
                unsafe batch.add(.value(value.pointee))
                unsafe value.pointee = 0
            }
        }
        batch.release()
    }
}

/// The entries to be released on one thread.
@safe
struct ReleaseList {
    /// The maximum number of nested deinits that release entries.
    fileprivate static let maximumDepth = 16

    @unsafe
    fileprivate enum Entry {
        /// Retained once.
        case object(Unmanaged<ModelObject>)
        case value(Any)
    }

    fileprivate var entries: [Entry] = unsafe []
    /// Object memory to keep until the entry at an index is released.
    fileprivate var memories: [(place: Int, memory: Memory)] = []
    /// The number of deinits that are releasing entries now.
    fileprivate var depth = 0

    /// Keeps an object's memory.
    fileprivate struct Memory {
        private unowned let object: ModelObject

        @inline(never)
        init(of object: UnsafeMutableRawPointer) {
            // Invariant 7.
            self.object = unsafe Unmanaged<ModelObject>.fromOpaque(object).takeUnretainedValue()
        }
    }

    /// The entries that one deinit adds.
    @safe
    fileprivate struct Batch {
        private let owner: UnsafeMutableRawPointer
        /// Nil until an entry is added.
        private var list: UnsafeMutablePointer<ReleaseList>?
        /// The length of the list before this deinit added to it.
        private var start = 0
        /// Whether an enclosing deinit releases the entries.
        private var isLeftToOuter = false

        @inline(__always)
        init(of owner: UnsafeMutableRawPointer) { unsafe self.owner = unsafe owner }

        @inline(__always)
        @unsafe mutating func add(_ entry: consuming Entry) {
            let list = unsafe self.list ?? ReleaseList.ofThread
            if unsafe self.list == nil {
                unsafe self.list = unsafe list
                start = unsafe list.pointee.entries.count
                isLeftToOuter = unsafe list.pointee.depth == maximumDepth
                if isLeftToOuter { unsafe list.pointee.memories.append((start, Memory(of: owner))) }
            }
            unsafe list.pointee.entries.append(entry)
        }

        /// Releases the entries and those that are added meanwhile, unless an enclosing deinit does.
        @inline(__always)
        func release() {
            guard !isLeftToOuter, let list = unsafe list else { return }
            unsafe list.pointee.depth += 1
            while unsafe list.pointee.entries.count > start {
                let place = unsafe list.pointee.entries.count - 1
                let keepsMemory = unsafe list.pointee.memories.last?.place == place
                let memory = unsafe keepsMemory ? list.pointee.memories.removeLast().memory : nil
                unsafe Self.releaseLast(list)
                withExtendedLifetime(memory) {}
            }
            unsafe list.pointee.depth -= 1
            if unsafe list.pointee.depth == 0 { unsafe list.pointee.shrink() }
        }

        // Kept out of line: when it returns, the value is destroyed, before the memory that is kept for it.
        @inline(never)
        private static func releaseLast(_ list: UnsafeMutablePointer<ReleaseList>) {
            // Removed before it is released: invariant 5.
            switch unsafe list.pointee.entries.removeLast() {
            case .object(let model): unsafe model.release()  // Invariant 3.
            case .value: break
            }
        }
    }

    /// The capacity that a list keeps for the next graph.
    private static let keptCapacity = 1024

    private mutating func shrink() {
        if unsafe entries.capacity > Self.keptCapacity { unsafe entries = [] }
        if memories.capacity > Self.keptCapacity { memories = [] }
    }

    /// The list of the current thread, made on first use.
    ///
    /// Used only if there is a key: `isAvailable`.
    @inline(__always)
    static var ofThread: UnsafeMutablePointer<ReleaseList> {
        let key = unsafe key.unsafelyUnwrapped
        if let pointer = unsafe pthread_getspecific(key) {
            return unsafe pointer.assumingMemoryBound(to: ReleaseList.self)
        }
        return unsafe make(key)
    }

    @inline(never)
    private static func make(_ key: pthread_key_t) -> UnsafeMutablePointer<ReleaseList> {
        let list = UnsafeMutablePointer<ReleaseList>.allocate(capacity: 1)
        unsafe list.initialize(to: ReleaseList())
        unsafe pthread_setspecific(key, list)
        return unsafe list
    }

    /// Optional, because only on Apple platforms the destructor's parameter is not.
    private static func free(_ pointer: UnsafeMutableRawPointer?) {
        guard let list = unsafe pointer?.assumingMemoryBound(to: ReleaseList.self) else { return }
        unsafe list.deinitialize(count: 1)
        unsafe list.deallocate()
    }

    /// Nil if the process has used up its keys.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let error = unsafe pthread_key_create(&key) { unsafe ReleaseList.free($0) }
        return error == 0 ? key : nil
    }()

    /// Whether threads can have lists.
    ///
    /// Otherwise, models are left to the compiler's code, which needs more stack.
    static var isAvailable: Bool { key != nil }
}
