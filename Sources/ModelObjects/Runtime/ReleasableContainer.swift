/// A standard container of one word, which can be moved out of a dying object.
///
/// Invariant 1. `address` holds an initialised value of the type, which is read and written as that: what
/// comes back is retained once, and an empty value stays behind.
protocol ReleasableContainer {
    /// The types of what it holds: models, or what may hold them.
    static var contentTypes: [any Any.Type] { get }
    /// The word of a value that holds nothing. (Others may hold nothing, too.)
    static var emptyWord: UInt { get }
    static func take(from address: UnsafeMutableRawPointer) -> Any
}

/// The value of one word as that word; zero for a type of another size.
private func word<Value>(_ value: Value) -> UInt {
    guard MemoryLayout<Value>.size == MemoryLayout<UInt>.size else { return 0 }
    return unsafe withUnsafeBytes(of: value) { unsafe $0.loadUnaligned(as: UInt.self) }
}

private func take<Value>(from address: UnsafeMutableRawPointer, leaving empty: Value) -> Value {
    let place = unsafe address.assumingMemoryBound(to: Value.self)
    let value = unsafe place.pointee
    unsafe place.pointee = empty  // Invariant 1.
    return value
}

extension Array: ReleasableContainer {
    static var contentTypes: [any Any.Type] { [Element.self] }
    static var emptyWord: UInt { word(Self()) }
    static func take(from address: UnsafeMutableRawPointer) -> Any {
        unsafe ModelObjects.take(from: address, leaving: Self())
    }
}

extension Set: ReleasableContainer {
    static var contentTypes: [any Any.Type] { [Element.self] }
    static var emptyWord: UInt { word(Self()) }
    static func take(from address: UnsafeMutableRawPointer) -> Any {
        unsafe ModelObjects.take(from: address, leaving: Self())
    }
}

extension Dictionary: ReleasableContainer {
    static var contentTypes: [any Any.Type] { [Value.self, Key.self] }
    static var emptyWord: UInt { word(Self()) }
    static func take(from address: UnsafeMutableRawPointer) -> Any {
        unsafe ModelObjects.take(from: address, leaving: Self())
    }
}

extension Optional: ReleasableContainer where Wrapped: ReleasableContainer {
    static var contentTypes: [any Any.Type] { Wrapped.contentTypes }
    static var emptyWord: UInt { Wrapped.emptyWord }
    static func take(from address: UnsafeMutableRawPointer) -> Any {
        unsafe ModelObjects.take(from: address, leaving: Self.none) as Any
    }
}

/// An Optional of any size, which can be moved out of a dying object as a whole.
protocol ReleasableOptional {
    /// The value, nil where there is none. (Invariant 1 of `ReleasableContainer`.)
    static func takeValue(from address: UnsafeMutableRawPointer) -> Any?
}

extension Optional: ReleasableOptional {
    static func takeValue(from address: UnsafeMutableRawPointer) -> Any? {
        unsafe ModelObjects.take(from: address, leaving: Self.none).map { $0 as Any }
    }
}
