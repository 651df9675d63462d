/// An Optional or a standard container.
///
/// The only protocol whose conformance is checked to recognize containers, because each check of a new type
/// takes time in proportion to the number of all conformances in the program.
///
/// Invariant 1. `address` holds an initialized value of the type, which is read and written as that type: the returned
/// value is retained once, and an empty value is left in its place.
protocol ContainerType: SendableMetatype {
    /// Calls the member of the visitor for this kind of container.
    static func accept<Visitor: ContainerVisitor>(_ visitor: Visitor) -> Visitor.Result
    static var isOptional: Bool { get }
    static var contentTypes: [any Any.Type] { get }
    /// The word of an empty value, if a value is one word. (Zero and other words can also mean an empty value.)
    static var emptyWord: UInt { get }
    /// Moves the value out; nil if it is an Optional that is nil.
    static func take(from address: UnsafeMutableRawPointer) -> Any?
}

/// An operation that depends on the kind of a container.
protocol ContainerVisitor {
    associatedtype Result
    func optional<Wrapped>(_ type: Wrapped?.Type) -> Result
    func array<Element>(_ type: [Element].Type) -> Result
    func set<Element>(_ type: Set<Element>.Type) -> Result
    func dictionary<Key, Value>(_ type: [Key: Value].Type) -> Result
    func presence<Value>(_ type: Presence<Value>.Type) -> Result
}

extension ContainerType {
    static var isOptional: Bool { false }
    /// The wrapped type of an Optional; nil for any other type.
    static var wrappedType: (any Any.Type)? { isOptional ? contentTypes[0] : nil }
}

/// A type as a container; nil for any other type.
func containerType(_ type: any Any.Type) -> (any ContainerType.Type)? {
    guard RuntimeShortcuts.enabled.contains(.genericArguments) else { return type as? any ContainerType.Type }
    if type is AnyClass { return nil }
    func optional<Wrapped>(_: Wrapped.Type) -> any ContainerType.Type { Wrapped?.self }
    func array<Element>(_: Element.Type) -> any ContainerType.Type { [Element].self }
    func dictionary<Value>(_: Value.Type) -> any ContainerType.Type { [String: Value].self }
    let generic = GenericType(type)
    if let wrapped = generic.argument(of: .optional) { return _openExistential(wrapped, do: optional) }
    if let element = generic.argument(of: .array) { return _openExistential(element, do: array) }
    if generic.argument(of: .dictionary) == String.self, let value = generic.argument(1, of: .dictionary) {
        return _openExistential(value, do: dictionary)
    }
    // The runtime has to find the Hashable conformances of members and keys.
    let others: [GenericType.Pattern] = [.set, .dictionary, .presence]
    return others.contains(where: generic.matches) ? type as? any ContainerType.Type : nil
}

private func takeValue<Value>(from address: UnsafeMutableRawPointer, leaving empty: Value) -> Value {
    let place = unsafe address.assumingMemoryBound(to: Value.self)
    let value = unsafe place.pointee
    unsafe place.pointee = empty  // Invariant 1.
    return value
}

extension Optional: ContainerType {
    static func accept<Visitor: ContainerVisitor>(_ visitor: Visitor) -> Visitor.Result {
        visitor.optional(self)
    }

    static var isOptional: Bool { true }
    static var contentTypes: [any Any.Type] { [Wrapped.self] }
    static var emptyWord: UInt { containerType(Wrapped.self)?.emptyWord ?? 0 }
    static func take(from address: UnsafeMutableRawPointer) -> Any? {
        unsafe takeValue(from: address, leaving: Self.none).map { $0 as Any }
    }
}

extension Array: ContainerType {
    static func accept<Visitor: ContainerVisitor>(_ visitor: Visitor) -> Visitor.Result {
        visitor.array(self)
    }

    static var contentTypes: [any Any.Type] { [Element.self] }
    static var emptyWord: UInt { word(Self()) }
    static func take(from address: UnsafeMutableRawPointer) -> Any? {
        unsafe takeValue(from: address, leaving: Self())
    }
}

extension Set: ContainerType {
    static func accept<Visitor: ContainerVisitor>(_ visitor: Visitor) -> Visitor.Result { visitor.set(self) }
    static var contentTypes: [any Any.Type] { [Element.self] }
    static var emptyWord: UInt { word(Self()) }
    static func take(from address: UnsafeMutableRawPointer) -> Any? {
        unsafe takeValue(from: address, leaving: Self())
    }
}

extension Dictionary: ContainerType {
    static func accept<Visitor: ContainerVisitor>(_ visitor: Visitor) -> Visitor.Result {
        visitor.dictionary(self)
    }

    static var contentTypes: [any Any.Type] { [Key.self, Value.self] }
    static var emptyWord: UInt { word(Self()) }
    static func take(from address: UnsafeMutableRawPointer) -> Any? {
        unsafe takeValue(from: address, leaving: Self())
    }
}

extension Presence: ContainerType {
    static func accept<Visitor: ContainerVisitor>(_ visitor: Visitor) -> Visitor.Result {
        visitor.presence(self)
    }

    static var contentTypes: [any Any.Type] { [Value.self] }
    static var emptyWord: UInt { 0 }
    static func take(from address: UnsafeMutableRawPointer) -> Any? {
        unsafe takeValue(from: address, leaving: Self.missing).value.map { $0 as Any }
    }
}
