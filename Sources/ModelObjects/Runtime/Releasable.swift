/// An Optional or a standard container, which can be moved out of a dying object.
///
/// Invariant 1. `address` holds an initialised value of the type, which is read and written as that type: the returned
/// value is retained once, and an empty value is left in its place.
protocol Releasable {
    /// The types of the contained values.
    static var contentTypes: [any Any.Type] { get }
    /// The word of an empty value, if a value is one word. (Zero and other words can also mean an empty value.)
    static var emptyWord: UInt { get }
    /// Moves the value out; nil if it is an Optional that is nil.
    static func take(from address: UnsafeMutableRawPointer) -> Any?
}

/// The value of one word as that word; zero for a type of another size.
private func word<Value>(_ value: Value) -> UInt {
    guard MemoryLayout<Value>.size == MemoryLayout<UInt>.size else { return 0 }
    return unsafe withUnsafeBytes(of: value) { unsafe $0.loadUnaligned(as: UInt.self) }
}

private func takeValue<Value>(from address: UnsafeMutableRawPointer, leaving empty: Value) -> Value {
    let place = unsafe address.assumingMemoryBound(to: Value.self)
    let value = unsafe place.pointee
    unsafe place.pointee = empty  // Invariant 1.
    return value
}

extension Optional: Releasable {
    static var contentTypes: [any Any.Type] { [Wrapped.self] }
    static var emptyWord: UInt { (Wrapped.self as? any Releasable.Type)?.emptyWord ?? 0 }
    static func take(from address: UnsafeMutableRawPointer) -> Any? {
        unsafe takeValue(from: address, leaving: Self.none).map { $0 as Any }
    }
}

extension Array: Releasable {
    static var contentTypes: [any Any.Type] { [Element.self] }
    static var emptyWord: UInt { word(Self()) }
    static func take(from address: UnsafeMutableRawPointer) -> Any? {
        unsafe takeValue(from: address, leaving: Self())
    }
}

extension Set: Releasable {
    static var contentTypes: [any Any.Type] { [Element.self] }
    static var emptyWord: UInt { word(Self()) }
    static func take(from address: UnsafeMutableRawPointer) -> Any? {
        unsafe takeValue(from: address, leaving: Self())
    }
}

extension Dictionary: Releasable {
    static var contentTypes: [any Any.Type] { [Key.self, Value.self] }
    static var emptyWord: UInt { word(Self()) }
    static func take(from address: UnsafeMutableRawPointer) -> Any? {
        unsafe takeValue(from: address, leaving: Self())
    }
}

extension Presence: Releasable {
    static var contentTypes: [any Any.Type] { [Value.self] }
    static var emptyWord: UInt { 0 }
    static func take(from address: UnsafeMutableRawPointer) -> Any? {
        unsafe takeValue(from: address, leaving: Self.missing).value.map { $0 as Any }
    }
}
