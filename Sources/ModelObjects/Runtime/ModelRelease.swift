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
        let plan = unsafe ReleasePlan.of(type(of: object))
        if unsafe plan.pointee.count == 0 { return }
        unsafe empty(Unmanaged.passUnretained(object).toOpaque(), plan)  // Invariant 1.
    }

    @inline(never)
    private static func empty(_ object: UnsafeMutableRawPointer, _ plan: UnsafePointer<ReleasePlan>) {
        var batch = unsafe ReleaseList.Batch(of: object)
        for index in unsafe 0..<plan.pointee.count {
            let field = unsafe plan.pointee[index]
            let address = unsafe object + field.offset
            // Invariant 2; read only where the content is told from words.
            let word = unsafe address.assumingMemoryBound(to: UInt.self)
            switch field.content {
            case .reference:
                guard let pointer = unsafe UnsafeRawPointer(bitPattern: word.pointee) else { continue }
                let model = unsafe Unmanaged<ModelObject>.fromOpaque(pointer)
                let type = unsafe model._withUnsafeGuaranteedRef { Swift.type(of: $0) }
                if unsafe ReleasePlan.of(type).pointee.isLeaf { continue }
                unsafe word.pointee = 0  // Invariant 3.
                unsafe batch.add(model)
            case .container(let type, let emptyWord):
                if unsafe word.pointee == 0 || word.pointee == emptyWord { continue }
                unsafe batch.add(type.take(from: address))  // Invariant 4.
            case .typedContainer(let type):
                unsafe batch.add(type.take(from: address))  // Invariant 4.
            case .optional(let type, let reference):
                if let reference, unsafe (address + reference).load(as: UInt.self) == 0 { continue }
                guard let value = unsafe type.takeValue(from: address) else { continue }
                batch.add(value)
            case .untyped:
                let value = unsafe address.assumingMemoryBound(to: Any.self)
                guard unsafe isWorthTaking(value.pointee) else { continue }
                unsafe batch.add(value.pointee)
                unsafe value.pointee = 0
            case .optionalUntyped:
                let value = unsafe address.assumingMemoryBound(to: Any?.self)
                guard let content = unsafe value.pointee, isWorthTaking(content) else { continue }
                batch.add(content)
                unsafe value.pointee = nil
            }
        }
        if batch.isOpen { batch.workOff() }
    }

    /// Whether an untyped value can hold a model.
    private static func isWorthTaking(_ value: Any) -> Bool {
        let type = Swift.type(of: value)
        if type == String.self || type == Int.self || type == Bool.self || type == Double.self {
            return false
        }
        return ReleasePlan.mayHoldModels(type)
    }
}

/// What is to be released on one thread.
@safe
struct ReleaseList {
    /// How many deinits release what they hold inside one another.
    fileprivate static let deepestStep = 16

    /// Each retained once.
    fileprivate var models: [Unmanaged<ModelObject>] = unsafe []
    /// Memory that is to be kept until the model at a place of `models` is gone.
    fileprivate var memories: [(place: Int, memory: Memory)] = []
    fileprivate var values: [Any] = []
    /// The same for `values`.
    fileprivate var valueMemories: [(place: Int, memory: Memory)] = []
    /// How many deinits do so now.
    fileprivate var step = 0
    /// Whether values of a type may hold models, of the types that this thread has met.
    var holders: [ObjectIdentifier: Bool] = [:]

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
        private var list: UnsafeMutablePointer<ReleaseList>?
        /// How long the list was before.
        private var modelCount = 0
        private var valueCount = 0
        /// Another deinit does the work.
        private var isLeft = false

        @inline(__always)
        init(of owner: UnsafeMutableRawPointer) { unsafe self.owner = unsafe owner }

        /// Something was added.
        @inline(__always)
        var isOpen: Bool { unsafe list != nil }

        @inline(__always)
        private mutating func open() -> UnsafeMutablePointer<ReleaseList> {
            if let list = unsafe list { return unsafe list }
            let list = unsafe ReleaseList.ofThread
            unsafe self.list = unsafe list
            modelCount = unsafe list.pointee.models.count
            valueCount = unsafe list.pointee.values.count
            isLeft = unsafe list.pointee.step == deepestStep
            return unsafe list
        }

        @inline(__always)
        mutating func add(_ model: Unmanaged<ModelObject>) {
            let list = unsafe open()
            if isLeft, unsafe list.pointee.models.count == modelCount {
                unsafe list.pointee.memories.append((modelCount, Memory(of: owner)))
            }
            unsafe list.pointee.models.append(model)
        }

        @inline(__always)
        mutating func add(_ value: Any) {
            let list = unsafe open()
            if isLeft, unsafe list.pointee.values.count == valueCount {
                unsafe list.pointee.valueMemories.append((valueCount, Memory(of: owner)))
            }
            unsafe list.pointee.values.append(value)
        }

        @inline(__always)
        func workOff() {
            guard !isLeft, let list = unsafe list else { return }
            unsafe list.pointee.step += 1
            while true {
                // Taken out before it is released: invariant 5.
                if unsafe list.pointee.models.count > modelCount {
                    unsafe releaseModel(list)
                } else if unsafe list.pointee.values.count > valueCount {
                    unsafe releaseValue(list)
                } else {
                    break
                }
            }
            unsafe list.pointee.step -= 1
            if unsafe list.pointee.step == 0 { unsafe list.pointee.shrink() }
        }

        @inline(__always)
        private func releaseModel(_ list: UnsafeMutablePointer<ReleaseList>) {
            let model = unsafe list.pointee.models.removeLast()
            if unsafe list.pointee.memories.last?.place == list.pointee.models.count {
                // Invariant 3.
                unsafe keeping(list.pointee.memories.removeLast().memory) { unsafe model.release() }
            } else {
                unsafe model.release()  // Invariant 3.
            }
        }

        private func releaseValue(_ list: UnsafeMutablePointer<ReleaseList>) {
            if unsafe list.pointee.valueMemories.last?.place == list.pointee.values.count - 1 {
                unsafe keeping(list.pointee.valueMemories.removeLast().memory) {
                    _ = unsafe list.pointee.values.popLast()
                }
            } else {
                _ = unsafe list.pointee.values.popLast()
            }
        }

        @inline(never)
        private func keeping(_ memory: Memory, _ release: () -> Void) {
            withExtendedLifetime(memory) { release() }
        }
    }

    /// How many places a list keeps for the next graph.
    private static let keptCapacity = 1024

    private mutating func shrink() {
        if unsafe models.capacity > Self.keptCapacity { unsafe models = [] }
        if memories.capacity > Self.keptCapacity { memories = [] }
        if valueMemories.capacity > Self.keptCapacity { valueMemories = [] }
        if values.capacity > Self.keptCapacity { values = [] }
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
