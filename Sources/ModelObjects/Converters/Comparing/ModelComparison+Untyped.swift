import Foundation

/// Values inside an `Any`, and values of unknown types.
extension ModelComparison {
    /// Whether two values are equal as values of a payload.
    ///
    /// Optionals are compared by their wrapped values, numbers by value regardless of type, arrays and
    /// dictionaries by their elements.
    mutating func isEqual(untyped left: Any, _ right: Any) -> Bool {
        charge(1)
        let (left, right) = (JSONValue(left), JSONValue(right))
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.string(let left), .string(let right)): return isEqual(text: left, right)
        case (.array(let left), .array(let right)): return compareLater(.elements(left, right))
        case (.object(let left), .object(let right)): return hasEqualMembers(left, right)
        case (.other(let left), .other(let right)): return isEqual(other: left, right)
        default:
            guard let left = UntypedNumber(left), let right = UntypedNumber(right) else { return false }
            return left == right
        }
    }

    private mutating func isEqual(other left: Any, _ right: Any) -> Bool {
        if let left = asModel(left) {
            guard let right = asModel(right) else { return false }
            return isEqual(model: left, right)
        }
        if let left = left as? any SetView, let right = right as? any SetView {
            return compareLater(.sets(left.members, right.members))
        }
        if let left = left as? any DictionaryView, let right = right as? any DictionaryView {
            if left.hasKeysOfModels || right.hasKeysOfModels { return hasEqualPairs(left, right) }
            let (left, right) = runForeign { (left.untypedMembers, right.untypedMembers) }
            return hasEqualMembers(left, right)
        }
        return isEqual(leaf: left, right)
    }

    /// Whether two dictionaries are equal as sets of pairs: a key is compared like any other value, in this comparison.
    mutating func hasEqualPairs(_ left: any DictionaryView, _ right: any DictionaryView) -> Bool {
        compareLater(.sets(left.pairs.map { [$0.key, $0.value] }, right.pairs.map { [$0.key, $0.value] }))
    }

    /// Whether two dictionaries have the same keys; their values are compared later.
    private mutating func hasEqualMembers<Key: Hashable>(_ left: [Key: Any], _ right: [Key: Any]) -> Bool {
        guard left.count == right.count else { return false }
        var (values, others): ([Any], [Any]) = ([], [])
        for (key, value, other) in runForeign({ left.map { ($0.key, $0.value, right[$0.key]) } }) {
            guard charge(hashed: key) else { return false }
            guard let other else {
                // No lookup finds a NaN.
                return !runForeign { key.equalsItself } && hasEqualPairs(left, right)
            }
            values.append(value)
            others.append(other)
        }
        return compareLater(.elements(values, others))
    }

    /// Whether two values of any type are equal: by their own `==`.
    ///
    /// Without one, they are compared by their raw values, by the values that `ModelValue` exports, by reflection, or,
    /// if that does not show their parts, by their encoded forms or their bits.
    mutating func isEqual(leaf left: Any, _ right: Any) -> Bool {
        charge(4)
        let (left, right) = (unwrappedExistential(left) ?? left, unwrappedExistential(right) ?? right)
        if let data = exactly(left, as: Data.self) { charge(bytes: data.count) }
        if let left = exactly(left, as: Date.self), let right = exactly(right, as: Date.self) {
            return DateConverter(format: nil).isEqual(left, right, &self)
        }
        if let left = SharedConformances.equatable(left) {
            // A NaN inside makes a value unequal to itself; then the parts are compared.
            let (areEqual, haveNaN) = runForeign {
                let areEqual = Self.isEqual(left, right)
                return (
                    areEqual,
                    !areEqual && !left.equalsItself && (right as? any Equatable)?.equalsItself == false
                )
            }
            return areEqual || haveNaN && hasEqualParts(left, right, isEquatable: true)
        }
        guard type(of: left) == type(of: right) else { return false }
        if let left = left as? any OptionalType, let right = right as? any OptionalType {
            guard let left = left.wrapped, let right = right.wrapped else {
                return left.wrapped == nil && right.wrapped == nil
            }
            return compareLater(.values(left, right))
        }
        if let areEqual = hasEqualPayloadForms(left, right) { return areEqual }
        if type(of: left) is AnyClass { return isEqual(object: left as AnyObject, right as AnyObject) }
        return hasEqualParts(left, right, isEquatable: false)
    }

    private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
        if let right = exactly(right, as: Value.self) { return left == right }
        // An object may be of another class of its class cluster; any other value must be of the same type.
        guard Value.self is AnyClass, type(of: right) is AnyClass, let left = left as? NSObject else {
            return false
        }
        return left.isEqual(right as? NSObject)
    }

    /// Whether the elements are equal, or reflection shows the same parts, for structs, enums and tuples.
    ///
    /// If a custom mirror can leave parts out, the encoded forms are compared.
    private mutating func hasEqualParts(_ left: Any, _ right: Any, isEquatable: Bool) -> Bool {
        guard type(of: left) == type(of: right) else { return false }
        if left is any CustomReflectable {
            guard left is [Any] || left is any DictionaryView else { return hasEqualForms(left, right) }
            return compareLater(.values(left, right))
        }
        charge(64)
        if let parts = StructParts.differing(left, right) {
            for (left, right) in parts { compareLater(.values(left, right)) }
            return true
        }
        let (leftParts, rightParts) = (Mirror(reflecting: left), Mirror(reflecting: right))
        switch leftParts.displayStyle {
        case .struct, .tuple: break
        case .enum:
            if leftParts.children.isEmpty, rightParts.children.isEmpty {
                guard !isEquatable, let name = _openExistential(left, do: enumCaseName) else { return false }
                return name == _openExistential(right, do: enumCaseName)
            }
        default: return false
        }
        guard leftParts.children.count == rightParts.children.count else { return false }
        // Without reflection metadata, each part is shown as `()`.
        if leftParts.displayStyle == .struct, leftParts.children.allSatisfy({ $0.value is Void }),
            _openExistential(left, do: size) > 0
        {
            return hasEqualHiddenParts(left, right)
        }
        if leftParts.children.isEmpty { return !isEquatable }
        for (left, right) in zip(leftParts.children, rightParts.children) {
            guard left.label == right.label else { return false }
            compareLater(.values(left.value, right.value))
        }
        return true
    }

    /// Whether two values are equal whose parts reflection doesn't show: those of a C struct with a union or bit fields,
    /// or of a struct whose module has no reflection metadata.
    private mutating func hasEqualHiddenParts(_ left: Any, _ right: Any) -> Bool {
        if SharedConformances.encodable(left) != nil { return hasEqualForms(left, right) }
        func haveSameBits<Value>(_ left: Value) -> Bool {
            exactly(right, as: Value.self).map { haveEqualBits(left, $0) } ?? false
        }
        return _openExistential(left, do: haveSameBits)
    }
}

private func size<Value>(of value: Value) -> Int { MemoryLayout<Value>.size }

extension Equatable {
    /// False for a NaN, and for a value that holds one.
    var equalsItself: Bool { self == self }
}

/// The raw value of a type that is not Equatable, or the value that `ModelValue` exports.
func payloadForm(of value: Any) -> Any? {
    (value as? any RawRepresentable).map { $0.rawValue as Any } ?? (value as? any ModelValue)?.exportedValue
}
