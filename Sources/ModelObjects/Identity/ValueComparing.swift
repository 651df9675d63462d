/// What the identity of a model asks of the converter of a type: equality, hash, copy, and the models inside.
///
/// No requirement goes from model to model by itself: the models that a value holds are handed to the
/// comparison, to the copier or to the visitor, which keep a list of what is still to do. So a chain of
/// 100,000 objects needs no deep stack.
protocol ValueComparing<Value> {
    associatedtype Value

    /// Whether a value is an untyped null, which equals nil.
    func isNull(_ value: Value) -> Bool

    /// Whether two values are equal as far as can be said here; models inside are left to the comparison.
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool
    /// Feeds the value: equal values feed the same.
    func hash(_ value: Value, into hasher: inout ModelHasher)
    /// The value with the copies of the models that it holds.
    func copy(_ value: Value, _ copier: ModelCopier) -> Value
    /// Tells the visitor of every model that the value holds.
    func visitModels(in value: Value, _ visitor: inout ModelVisitor)
}

/// Without models inside: the value is its own copy.
extension ValueComparing {
    func isNull(_ value: Value) -> Bool { false }
    func copy(_ value: Value, _ copier: ModelCopier) -> Value { value }
    func visitModels(in value: Value, _ visitor: inout ModelVisitor) {}
}

extension ValueComparing where Value: Hashable {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool { left == right }
    func hash(_ value: Value, into hasher: inout ModelHasher) { hasher.combine(value) }
}

extension PropertyAccessor {
    var valueType: any Any.Type { Converter.Value.self }

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

    func visitModels(in storage: PropertyStorage, _ visitor: inout ModelVisitor) {
        converter.visitModels(in: self.value(in: storage), &visitor)
    }

    func copy(_ storage: PropertyStorage, to target: PropertyStorage, _ copier: ModelCopier) {
        set(converter.copy(value(in: storage), copier), in: target)
    }

    func copy(
        _ storage: PropertyStorage, to target: PropertyStorage, in property: any PropertyAccessor,
        _ copier: ModelCopier
    ) {
        let copy = converter.copy(self.value(in: storage), copier)
        if let property = property as? Self {
            property.set(copy, in: target)
        } else {
            // Of the two, at least one is in a property wrapper, or their rules differ.
            _ = property.store(copy, target)
        }
    }
}
