/// Values for an `Any`, a converter, or a `ModelValue`.
///
/// Numbers that are not finite are rare, so values are searched for them only if the reader met one, or the mapper did
/// when it visited a dictionary anyway.
extension MappingContext {
    /// Reads one value.
    ///
    /// Nil for a number outside Double's range, which is reported; inside containers such numbers are left out.
    func readUntyped(_ reader: inout JSONReader) throws -> Any? {
        _ = reader.peek()
        let offset = reader.offset
        var metInfinity = false
        let value = try reader.readAny(metInfinity: &metInfinity)
        return metInfinity ? try mapper.at(offset) { try finite(JSONValue(value)) } : value
    }

    /// Reads one value that inner or outer objects may also read.
    ///
    /// Nil for a number outside Double's range, as in `readUntyped`.
    func readShared(_ reader: inout JSONReader) throws -> Any? {
        let dictionaries = mapper.details.dictionaries
        let value = try reader.readAny(cache: dictionaries, metInfinity: &dictionaries.metInfinity)
        return dictionaries.metInfinity ? try finite(JSONValue(value)) : value
    }

    /// Converts a value to the form that JSON text would give it.
    ///
    /// Nil for a number that is not finite, which is reported; inside containers such numbers are left out.
    func untyped(_ value: JSONValue) throws -> Any? {
        switch value {
        case .null, .bool, .integer, .unsigned, .string: return value.any
        case .double, .decimal: return try finite(value)
        case .array, .object, .other:
            var plain = try mapper.plain(value.any)
            if mapper.isPatch { plain = try patched(plain) }
            return mapper.metInfinity ? try finite(JSONValue(plain)) : plain
        }
    }

    /// The value with the models that a patch changes in it.
    ///
    /// A model that rejects the change is unchanged.
    private func patched(_ value: Any) throws -> Any {
        let value = JSONValue(value)
        if case .other(let change as PatchedModel) = value {
            return try mapper.fill(change, type(of: change.model), forElements) ?? change.model
        }
        return try replacingParts(of: value) { try patched($0) } ?? value.any
    }

    /// The value without the numbers that are not finite; each of them is reported, or clamped.
    private func finite(_ value: JSONValue) throws -> Any? {
        switch value {
        case .double(let number) where !number.isFinite:
            guard let nearest = number.nearestFinite(options.numbers) else {
                if mapper.keepsNotFinite { return number }
                break
            }
            converted(value, .range, to: "Double")
            return nearest
        case .array, .object:
            let context = forElements
            return try replacingParts(of: value) { try context.finite(JSONValue($0)) }
        default: return value.any
        }
        return mismatch("a number within Double's range", value)
    }

    /// An array or an object with other elements or members, without those for which the function returns nil; nil for
    /// any other value.
    private func replacingParts(of value: JSONValue, _ replacement: (Any) throws -> Any?) throws -> Any? {
        switch value {
        case .array(let elements):
            return try mapper.nested {
                try elements.enumerated().compactMap { index, element in
                    try mapper.at(.index(index)) { try replacement(element) }
                } as [Any]
            }
        case .object(let members):
            return try mapper.nested {
                var parts: [String: Any] = [:]
                // Sorted, so that problems always have the same order.
                for (key, member) in members.sorted(byText: \.key) {
                    parts[key] = try mapper.at(.key(key)) { try replacement(member) }
                }
                return parts
            }
        default: return nil
        }
    }
}

extension BinaryFloatingPoint {
    /// The number that `.clamp` substitutes for an infinity; nil for any other number, and under other options.
    func nearestFinite(_ numbers: MappingOptions.Numbers) -> Self? {
        guard numbers == .clamp, isInfinite else { return nil }
        return sign == .minus ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
    }
}
