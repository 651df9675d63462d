extension OptionalConverter {
    var mayHoldModels: Bool { wrapped.mayHoldModels }
    var mayHoldSets: Bool { wrapped.mayHoldSets }

    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): wrapped.isEqual(left, right, &comparison)
        case (let value?, nil), (nil, let value?): wrapped.isNull(value)
        }
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        guard let value else { return hasher.combineNil() }
        wrapped.hash(value, into: &hasher)
    }

    func copy(_ value: Value, _ copier: ModelCopier) -> Value { value.map { wrapped.copy($0, copier) } }

    func visitModels(in value: Value, _ visitor: inout ModelVisitor) {
        if let value { wrapped.visitModels(in: value, &visitor) }
    }
}

extension ArrayConverter {
    var mayHoldModels: Bool { element.mayHoldModels }
    var mayHoldSets: Bool { element.mayHoldSets }

    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices {
            comparison.use(1)
            guard comparison.rest >= 0, element.isEqual(left[index], right[index], &comparison) else {
                return false
            }
        }
        return true
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        hasher.combine(value.count)
        for each in value {
            guard hasher.wantsMore else { return }
            element.hash(each, into: &hasher)
        }
    }

    func copy(_ value: Value, _ copier: ModelCopier) -> Value {
        mayHoldModels ? value.map { element.copy($0, copier) } : value
    }

    func visitModels(in value: Value, _ visitor: inout ModelVisitor) {
        guard mayHoldModels else { return }
        for each in value { element.visitModels(in: each, &visitor) }
    }
}

extension SetConverter {
    var mayHoldModels: Bool { element.mayHoldModels }
    var mayHoldSets: Bool { element.mayHoldModels }

    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        guard left.count == right.count else { return false }
        for each in left where comparison.rest >= 0 { comparison.use(hashed: each) }
        guard comparison.rest >= 0 else { return false }
        if comparison.comparesIdentities, Member.self is ModelObject.Type {
            return Self.identities(left) == Self.identities(right)
        }
        // `==` of a set of models would compare each of them on its own; of numbers, it would find no NaN
        // again.
        if !mayHoldModels, left == right { return true }
        comparison.matchLater(left.map { $0 as Any }, right.map { $0 as Any })
        return true
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        hasher.combineUnordered(value) { element.hash($0, into: &$1) }
    }

    func copy(_ value: Value, _ copier: ModelCopier) -> Value {
        guard mayHoldModels else { return value }
        var copy = Value(minimumCapacity: value.count)
        for each in value { copy.insert(element.copy(each, copier)) }
        return copy
    }

    func visitModels(in value: Value, _ visitor: inout ModelVisitor) {
        guard mayHoldModels else { return }
        for each in value { element.visitModels(in: each, &visitor) }
    }
}

extension SetConverter {
    /// The objects that a set of models holds.
    fileprivate static func identities(_ models: Value) -> Set<ObjectIdentifier> {
        Set(models.compactMap { model(in: $0).map { ObjectIdentifier($0) } })
    }
}

extension DictionaryConverter {
    var mayHoldModels: Bool { value.mayHoldModels }
    var mayHoldSets: Bool { value.mayHoldSets }

    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        guard left.count == right.count else { return false }
        for (key, each) in left {
            comparison.use(hashed: key)
            guard comparison.rest >= 0, let other = right[key], value.isEqual(each, other, &comparison) else {
                return false
            }
        }
        return true
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        hasher.combineUnordered(value) { member, hasher in
            hasher.combine(member.key)
            self.value.hash(member.value, into: &hasher)
        }
    }

    func copy(_ value: Value, _ copier: ModelCopier) -> Value {
        mayHoldModels ? value.mapValues { self.value.copy($0, copier) } : value
    }

    func visitModels(in value: Value, _ visitor: inout ModelVisitor) {
        guard mayHoldModels else { return }
        for each in value.values { self.value.visitModels(in: each, &visitor) }
    }
}
