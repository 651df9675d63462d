#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Frees graphs of models with a list instead of the stack.
///
/// An object's members are released by code that the compiler writes, a stack frame or several for each
/// object of a chain; 100,000 of them do not fit. But `ModelObject`'s deinit runs before the members of its
/// subclasses go. It moves the models, and the containers of models, out of the object into a list of the
/// thread, and releases them from there, one after the other. The object is still whole then: a child's deinit may read
/// its parent, as in plain Swift. Where `ReleaseList.deepestStep` deinits do so inside one another, a deinit only adds to
/// the list, and the one around it does the work.
///
///     a -> [b, c], b -> d        release a: list [b, c] of a; take it: free c; free b, list [d]; free d
///
/// An object whose models are left to another deinit is gone before they are. Its memory is kept until they are gone,
/// for `unowned(unsafe)` references to it.
///
///     p -> [b, c]                list [b, c], memory of p at b: free c; free b; free the memory of p
///
/// A model that ends a chain in any case (`ReleasePlan.isLeaf`) stays where it is.
///
/// Invariants
/// 1. `empty` is called from the deinit of the object and nowhere else: nobody reads its members afterwards
///    but the compiler's code that releases them, and `type(of:)` is still the dynamic class there.
/// 2. An offset and its content come from one `StoredField` of the object's class, or of a struct in it
///    (`ReleasePlan`): the memory there holds an initialised value of that type, a strong reference or a container of
///    them.
/// 3. A reference that was moved out leaves the null pointer behind, which the compiler's code may release:
///    `swift_release` and `objc_release` do nothing with null. That reference is released once, by the list.
/// 4. Containers are moved as values of their own type, so that whatever their word means (on Apple platforms
///    it may be a bridged array) is the standard library's business. Only words are compared here.
/// 5. The list belongs to one thread, by a key of the system's that frees it when the thread ends. No
///    reference to its storage is held while something is released, which runs foreign code.
/// 6. A deinit takes out of the list what was added since it began, and no more.
/// 7. The runtime keeps an object's memory as long as there are unowned references to the object. One that is made while
///    the object dies, as `memory`, is copied and released like any other, but never read.
enum ModelRelease {
    /// Moves the models that a dying object holds to the list, and works that off where no more deinits are inside one
    /// another than the stack has room for.
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
        batch.workOff()
    }
}

/// What is to be released on one thread.
@safe
struct ReleaseList {
    /// How many deinits release what they hold inside one another.
    fileprivate static let deepestStep = 16

    @unsafe
    fileprivate enum Entry {
        /// Retained once.
        case object(Unmanaged<ModelObject>)
        case value(Any)
    }

    fileprivate var entries: [Entry] = unsafe []
    /// Memory that is to be kept until the entry at a place is gone.
    fileprivate var memories: [(place: Int, memory: Memory)] = []
    /// How many deinits release now.
    fileprivate var step = 0

    /// Keeps an object's memory.
    fileprivate struct Memory {
        private unowned let object: ModelObject

        @inline(never)
        init(of object: UnsafeMutableRawPointer) {
            // Invariant 7.
            self.object = unsafe Unmanaged<ModelObject>.fromOpaque(object).takeUnretainedValue()
        }
    }

    /// What one deinit adds.
    @safe
    fileprivate struct Batch {
        private let owner: UnsafeMutableRawPointer
        /// Nil as long as nothing was added.
        private var list: UnsafeMutablePointer<ReleaseList>?
        /// How long the list was before.
        private var count = 0
        /// Another deinit does the work.
        private var isLeft = false

        @inline(__always)
        init(of owner: UnsafeMutableRawPointer) { unsafe self.owner = unsafe owner }

        @inline(__always)
        @unsafe mutating func add(_ entry: consuming Entry) {
            let list = unsafe self.list ?? ReleaseList.ofThread
            if unsafe self.list == nil {
                unsafe self.list = unsafe list
                count = unsafe list.pointee.entries.count
                isLeft = unsafe list.pointee.step == deepestStep
                if isLeft { unsafe list.pointee.memories.append((count, Memory(of: owner))) }
            }
            unsafe list.pointee.entries.append(entry)
        }

        @inline(__always)
        func workOff() {
            guard !isLeft, let list = unsafe list else { return }
            unsafe list.pointee.step += 1
            while unsafe list.pointee.entries.count > count {
                let place = unsafe list.pointee.entries.count - 1
                let keepsMemory = unsafe list.pointee.memories.last?.place == place
                let memory = unsafe keepsMemory ? list.pointee.memories.removeLast().memory : nil
                unsafe Self.releaseLast(list)
                withExtendedLifetime(memory) {}
            }
            unsafe list.pointee.step -= 1
            if unsafe list.pointee.step == 0 { unsafe list.pointee.shrink() }
        }

        // A function of its own: when it returns a value is gone, before the memory that is kept for it.
        @inline(never)
        private static func releaseLast(_ list: UnsafeMutablePointer<ReleaseList>) {
            // Taken out before it is released: invariant 5.
            switch unsafe list.pointee.entries.removeLast() {
            case .object(let model): unsafe model.release()  // Invariant 3.
            case .value: break
            }
        }
    }

    /// How many places a list keeps for the next graph.
    private static let keptCapacity = 1024

    private mutating func shrink() {
        if unsafe entries.capacity > Self.keptCapacity { unsafe entries = [] }
        if memories.capacity > Self.keptCapacity { memories = [] }
    }

    /// The list of the current thread, made where it has none.
    @inline(__always)
    static var ofThread: UnsafeMutablePointer<ReleaseList> {
        if let pointer = unsafe pthread_getspecific(key) {
            return unsafe pointer.assumingMemoryBound(to: ReleaseList.self)
        }
        return unsafe make()
    }

    @inline(never)
    private static func make() -> UnsafeMutablePointer<ReleaseList> {
        let list = UnsafeMutablePointer<ReleaseList>.allocate(capacity: 1)
        unsafe list.initialize(to: ReleaseList())
        unsafe pthread_setspecific(key, list)
        return unsafe list
    }

    private static func free(_ pointer: UnsafeMutableRawPointer) {
        let list = unsafe pointer.assumingMemoryBound(to: ReleaseList.self)
        unsafe list.deinitialize(count: 1)
        unsafe list.deallocate()
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        #if canImport(Darwin)
        unsafe pthread_key_create(&key) { unsafe ReleaseList.free($0) }
        #else
        unsafe pthread_key_create(&key) { if let pointer = unsafe $0 { unsafe ReleaseList.free(pointer) } }
        #endif
        return key
    }()
}
