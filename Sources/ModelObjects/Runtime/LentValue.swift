/// A value of type `Any` that is read in place, without reference counting.
///
/// Invariants
/// 1. The `Any` is initialized, and neither changed nor moved while it is lent: it is a parameter, or an element of a
///    container that the lender keeps alive. A lent value is never stored.
/// 2. The words of the `Any` are as invariants 1 to 3 of `UntypedValue.swift` say; they are read only if that was
///    verified, which `isVerified` states.
@safe
struct LentValue {
    private let place: UnsafePointer<Any>
    private let isVerified: Bool

    @inline(__always)
    init(at place: UnsafePointer<Any>, isVerified: Bool) {
        unsafe self.place = unsafe place
        self.isVerified = isVerified
    }

    /// Lends a parameter.
    @inline(__always)
    static func lend<Result>(_ value: Any, _ body: (LentValue) throws -> Result) rethrows -> Result {
        try unsafe withUnsafePointer(to: value) {
            try body(unsafe LentValue(at: $0, isVerified: UntypedLayout.isVerified))
        }
    }

    /// A copy of the value.
    @inline(__always)
    var any: Any { unsafe place.pointee }  // Invariant 1.

    /// The static type with which the value was put into its Any; nil if the layout is not verified.
    @inline(__always)
    var boxedType: (any Any.Type)? {
        guard isVerified else { return nil }
        return unsafe UnsafeRawPointer(place).load(
            fromByteOffset: 3 * MemoryLayout<UInt>.stride, as: Any.Type.self)  // Invariant 2.
    }

    /// The boxed type; that of an object that was put into its Any as `AnyObject` is the object's class.
    ///
    /// On Darwin, a cast of an NSDictionary to `[String: Any]` makes such values of its members.
    @inline(__always)
    var objectType: (any Any.Type)? {
        let type = boxedType
        guard type == AnyObject.self else { return type }
        return Swift.type(of: unsafe UnsafeRawPointer(place).load(as: AnyObject.self))  // Invariant 2.
    }

    /// A copy of the value, if `type` is its boxed type and the same as `Target`.
    @inline(__always)
    func value<Target>(boxedAs type: (any Any.Type)?, as target: Target.Type) -> Target? {
        guard type == target else { return nil }
        // Decided at compile time: larger values are not stored in the Any itself. (On arm64_32 a Double is aligned to
        // two words, and stored elsewhere.)
        if MemoryLayout<Target>.size > 3 * MemoryLayout<UInt>.stride
            || MemoryLayout<Target>.alignment > MemoryLayout<UInt>.alignment
        {
            return exactly(any, as: target)
        }
        return unsafe UnsafeRawPointer(place).assumingMemoryBound(to: Target.self).pointee  // Invariant 2.
    }

    /// The word that an array or a dictionary of JSON values consists of; nil for any other type.
    ///
    /// Two containers that exist at the same time have the same word only if they are copies.
    var containerWord: UInt? {
        if isVerified {
            let type = boxedType
            guard type == [String: Any].self || type == [Any].self else { return nil }
            return unsafe UnsafeRawPointer(place).load(as: UInt.self)  // Invariant 2.
        }
        return exactly(any, as: [String: Any].self).map(word) ?? exactly(any, as: [Any].self).map(word)
    }

    @inline(__always)
    func value<Target>(as target: Target.Type) -> Target? { value(boxedAs: boxedType, as: target) }
}

/// The word of an array or a dictionary, to find out whether two containers share their storage: see
/// `LentValue.containerWord`.
@inline(__always)
func containerWord(of value: Any) -> UInt? { LentValue.lend(value) { $0.containerWord } }

extension [Any] {
    /// Calls a function with each element.
    @inline(__always)
    func lendElements(_ body: (Int, LentValue) throws -> Void) rethrows {
        try unsafe withUnsafeBufferPointer { elements in
            guard let base = elements.baseAddress else { return }
            let isVerified = UntypedLayout.isVerified
            for index in 0..<elements.count {
                try unsafe body(index, LentValue(at: base + index, isVerified: isVerified))
            }
        }
    }
}
