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
/// thread. The outermost deinit of the thread then releases what is in the list, one after the other; their
/// deinits find it at work and only add to it.
///
///     a -> [b, c], b -> d        release a: list [b, c] of a; take it: free b, list d; free c; take d
///
/// A model that ends a chain in any case (`ReleasePlan.isLeaf`) stays where it is.
///
/// Invariants
/// 1. `empty` is called from the deinit of the object and nowhere else: nobody reads its members afterwards
///    but the compiler's code that releases them, and `type(of:)` is still the dynamic class there.
/// 2. An offset and its content come from one `StoredField` of the object's class (`ReleasePlan`): the memory
///    there holds an initialised value of that type, a strong reference or a container of them.
/// 3. A reference that was moved out leaves the null pointer behind, which the compiler's code may release:
///    `swift_release` and `objc_release` do nothing with null. That reference is released once, by the list.
/// 4. Containers are moved as values of their own type, so that whatever their word means (on Apple platforms
///    it may be a bridged array) is the standard library's business. Only words are compared here.
/// 5. The list belongs to one thread, by a key of the system's that frees it when the thread ends. No
///    reference to its storage is held while something is released, which runs foreign code.
enum ModelRelease {
    /// Moves the models that a dying object holds to the list, and works that off where no deinit further out
    /// does.
    @inline(__always)
    static func empty(_ object: ModelObject) {
        let plan = unsafe ReleasePlan.of(type(of: object))
        if unsafe plan.pointee.count == 0 { return }
        unsafe empty(Unmanaged.passUnretained(object).toOpaque(), plan)  // Invariant 1.
    }

    @inline(never)
    private static func empty(_ object: UnsafeMutableRawPointer, _ plan: UnsafePointer<ReleasePlan>) {
        var found: UnsafeMutablePointer<ReleaseList>?
        for index in unsafe 0..<plan.pointee.count {
            let field = unsafe plan.pointee[index]
            let address = unsafe object + field.offset
            // Invariant 2; of an Any, its first word.
            let word = unsafe address.assumingMemoryBound(to: UInt.self)
            switch field.content {
            case .reference:
                guard let pointer = unsafe UnsafeRawPointer(bitPattern: word.pointee) else { continue }
                let model = unsafe Unmanaged<ModelObject>.fromOpaque(pointer)
                let type = unsafe model._withUnsafeGuaranteedRef { Swift.type(of: $0) }
                if unsafe ReleasePlan.of(type).pointee.isLeaf { continue }
                unsafe word.pointee = 0  // Invariant 3.
                let list = unsafe found ?? ReleaseList.ofThread
                unsafe list.pointee.models.append(model)
                unsafe found = unsafe list
            case .container(let type, let emptyWord):
                if unsafe word.pointee == 0 || word.pointee == emptyWord { continue }
                let list = unsafe found ?? ReleaseList.ofThread
                unsafe list.pointee.values.append(type.take(from: address))  // Invariant 4.
                unsafe found = unsafe list
            case .untyped:
                let value = unsafe address.assumingMemoryBound(to: Any.self)
                guard unsafe isWorthTaking(value.pointee) else { continue }
                let list = unsafe found ?? ReleaseList.ofThread
                unsafe list.pointee.values.append(value.pointee)
                unsafe value.pointee = 0
                unsafe found = unsafe list
            case .optionalUntyped:
                let value = unsafe address.assumingMemoryBound(to: Any?.self)
                guard let content = unsafe value.pointee, isWorthTaking(content) else { continue }
                let list = unsafe found ?? ReleaseList.ofThread
                unsafe list.pointee.values.append(content)
                unsafe value.pointee = nil
                unsafe found = unsafe list
            }
        }
        if let list = unsafe found, unsafe !list.pointee.isAtWork { unsafe ReleaseList.workOff(list) }
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
    /// Each retained once.
    var models: [Unmanaged<ModelObject>] = unsafe []
    var values: [Any] = []
    fileprivate var isAtWork = false

    #if canImport(Darwin)
    /// The cache of `ReleasePlan`.
    var plans = unsafe [UnsafePointer<ReleasePlan>?](repeating: nil, count: ReleasePlan.cacheCapacity)
    #endif

    /// How many places a list keeps for the next graph.
    private static let keptCapacity = 1024

    fileprivate static func workOff(_ list: UnsafeMutablePointer<ReleaseList>) {
        unsafe list.pointee.isAtWork = true
        while true {
            // Taken out before it is released: invariant 5.
            if let model = unsafe list.pointee.models.popLast() {
                unsafe model.release()  // Invariant 3.
            } else if unsafe list.pointee.values.popLast() == nil {
                break
            }
        }
        unsafe list.pointee.isAtWork = false
        if unsafe list.pointee.models.capacity > keptCapacity { unsafe list.pointee.models = [] }
        if unsafe list.pointee.values.capacity > keptCapacity { unsafe list.pointee.values = [] }
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
