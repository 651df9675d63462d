/// Where an object stores a property's value: in its own memory, or in a property wrapper there.
protocol PropertyPlace<Value>: Sendable {
    associatedtype Value

    /// Whether a property wrapper is at `offset`, not the value itself, which fast paths access there.
    static var isWrapped: Bool { get }

    /// Where the property's memory begins.
    var offset: Int { get }

    func load(_ storage: PropertyStorage) -> Value
    func store(_ value: Value, _ storage: PropertyStorage)

    /// Copies what is at `offset` into another object; for a property wrapper, without calling its `set`.
    func copyMemory(_ storage: PropertyStorage, to target: PropertyStorage)
}

struct PlainPlace<Value>: PropertyPlace {
    static var isWrapped: Bool { false }
    let offset: Int

    @inline(__always)
    func load(_ storage: PropertyStorage) -> Value { storage.load(Value.self, at: offset) }

    @inline(__always)
    func store(_ value: Value, _ storage: PropertyStorage) { storage.store(value, at: offset) }

    func copyMemory(_ storage: PropertyStorage, to target: PropertyStorage) { store(load(storage), target) }
}

struct WrappedPlace<Wrapper: PropertyPlace>: PropertyPlace where Wrapper.Value: ModelPropertyWrapper {
    static var isWrapped: Bool { true }
    let wrapper: Wrapper

    var offset: Int { wrapper.offset }

    func load(_ storage: PropertyStorage) -> Wrapper.Value.Value { wrapper.load(storage).wrappedValue }

    /// The wrapper's `set` is the user's code, so it works on a copy that is stored afterwards.
    func store(_ value: Wrapper.Value.Value, _ storage: PropertyStorage) {
        var changed = wrapper.load(storage)
        changed.wrappedValue = value
        wrapper.store(changed, storage)
    }

    func copyMemory(_ storage: PropertyStorage, to target: PropertyStorage) {
        wrapper.copyMemory(storage, to: target)
    }
}
