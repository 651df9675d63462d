/// Provides the replacements of models in a copy.
protocol ModelReplacing: AnyObject {
    /// Whether the models are only searched for, so that no set of them has to be made.
    var onlySearches: Bool { get }
    func replacement(for model: ModelObject) -> ModelObject
    func replacement(forUntyped value: Any) -> Any
}

/// Values without models inside use the type's own `==` and `hash(into:)`, if it has them.
extension ValueConverter {
    func copy(_ value: Value, _ models: any ModelReplacing) -> Value { value }

    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(leaf: left, right)
    }

    func isEqual(elements left: [Value], _ right: [Value], _ comparison: inout ModelComparison) -> Bool {
        guard left.count == right.count else { return false }
        // By index: without specialization, each step of `zip` takes 3,000 instructions.
        for index in 0..<left.count {
            guard comparison.charge(1), isEqual(left[index], right[index], &comparison) else { return false }
        }
        return true
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) { hasher.combine(leaf: value) }
}

extension ValueConverter where Value: Hashable {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool { left == right }
    func hash(_ value: Value, into hasher: inout ModelHasher) { hasher.combine(value) }
}

/// Unlike `==`, this makes a NaN equal to itself, so that a model equals its copy.
extension ValueConverter where Value: BinaryFloatingPoint {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        left == right || left.isNaN && right.isNaN
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) { hasher.combine(floating: value) }
}

extension TypedAccessor {
    func isEqual(_ left: PropertyStorage, _ right: PropertyStorage, _ comparison: inout ModelComparison)
        -> Bool
    {
        let (left, right) = (place.load(left), place.load(right))
        return comparesBits && haveEqualBits(left, right) || converter.isEqual(left, right, &comparison)
    }

    func hash(_ storage: PropertyStorage, into hasher: inout ModelHasher) {
        converter.hash(place.load(storage), into: &hasher)
    }
}

extension PropertyAccessor {
    func isEqual(_ value: Any, _ storage: PropertyStorage, _ comparison: inout ModelComparison) -> Bool {
        let typed =
            Converter.Value.self == Any.self
            ? value as? Converter.Value : exactly(value, as: Converter.Value.self)
        return typed.map { converter.isEqual($0, self.value(in: storage), &comparison) } ?? false
    }
}
