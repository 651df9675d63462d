/// The operations of a converter that comparing, hashing and copying models require.
///
/// No requirement recurses from model to model: the models that a value holds are passed to the comparison or to the
/// copier, which keep a list of pending work. So a chain of 100,000 objects needs no deep stack.
protocol ValueComparing<Value> {
    associatedtype Value

    /// Whether a value is an untyped null, which equals nil.
    func isNull(_ value: Value) -> Bool

    /// Whether two values are equal as far as can be decided here; models inside are left to the comparison.
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool
    /// Feeds the value to the hasher; equal values feed the same.
    func hash(_ value: Value, into hasher: inout ModelHasher)
    /// The value with its models replaced; only called if it may hold models.
    func copy(_ value: Value, _ models: any ModelReplacing) -> Value
}

/// Provides the replacements of models in a copy.
protocol ModelReplacing: AnyObject {
    /// Whether the models are only searched for, so that no set of them has to be made.
    var isFinding: Bool { get }
    func replacement(for model: ModelObject) -> ModelObject
    func replacement(forUntyped value: Any) -> Any
}

/// Values without models inside use the type's own `==` and `hash(into:)`, if it has them.
extension ValueComparing {
    func isNull(_ value: Value) -> Bool { false }
    func copy(_ value: Value, _ models: any ModelReplacing) -> Value { value }

    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(leaf: left, right)
    }
    func hash(_ value: Value, into hasher: inout ModelHasher) { hasher.combine(leaf: value) }
}

extension ValueComparing where Value: Hashable {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool { left == right }
    func hash(_ value: Value, into hasher: inout ModelHasher) { hasher.combine(value) }
}

/// Unlike `==`, this makes a NaN equal to itself, so that a model equals its copy.
extension ValueComparing where Value: BinaryFloatingPoint {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        left == right || left.isNaN && right.isNaN
    }
    func hash(_ value: Value, into hasher: inout ModelHasher) { hasher.combine(floating: value) }
}

extension PropertyAccessor {

    func isEqual(_ left: PropertyStorage, _ right: PropertyStorage, _ comparison: inout ModelComparison)
        -> Bool
    {
        converter.isEqual(value(in: left), value(in: right), &comparison)
    }

    func isEqual(_ value: Any, _ storage: PropertyStorage, _ comparison: inout ModelComparison) -> Bool {
        let typed =
            Converter.Value.self == Any.self
            ? value as? Converter.Value : exactly(value, as: Converter.Value.self)
        return typed.map { converter.isEqual($0, self.value(in: storage), &comparison) } ?? false
    }

    func hash(_ storage: PropertyStorage, into hasher: inout ModelHasher) {
        converter.hash(self.value(in: storage), into: &hasher)
    }
}
