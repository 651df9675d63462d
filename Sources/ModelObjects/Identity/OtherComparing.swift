extension AnyConverter {
    var mayHoldModels: Bool { true }
    var mayHoldSets: Bool { true }
    func isNull(_ value: Any) -> Bool { JSONValue(value).isNull }

    func isEqual(_ left: Any, _ right: Any, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(untyped: left, right)
    }

    func hash(_ value: Any, into hasher: inout ModelHasher) { hasher.combine(untyped: value) }
    func copy(_ value: Any, _ copier: ModelCopier) -> Any { copier.copy(untyped: value) }
    func visitModels(in value: Any, _ visitor: inout ModelVisitor) { visitor.visit(untyped: value) }
}

extension ModelConverter {
    var mayHoldModels: Bool { true }

    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(model: left, right)
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) { hasher.combine(model: value) }
    func copy(_ value: Value, _ copier: ModelCopier) -> Value { copier.copy(of: value) as? Value ?? value }
    func visitModels(in value: Value, _ visitor: inout ModelVisitor) { visitor.visit(value) }
}

extension EnumConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        raw.isEqual(left.rawValue, right.rawValue, &comparison)
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) { raw.hash(value.rawValue, into: &hasher) }
}

// Types of the user's: by their own `==` and `hash(into:)` where they have them.

extension CustomConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(leaf: left, right)
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) { hasher.combine(leaf: value) }
}

extension DecodableConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(leaf: left, right)
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) { hasher.combine(leaf: value) }
}
