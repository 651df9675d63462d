/// The fast path of an enum property, whose raw values have a known type.
extension EnumConverter {
    func compiled(_ shape: CompiledShape, _ accessor: any PropertyAccessor) -> CompiledAccess? {
        guard let place = CompiledPlace(accessor, of: Value.self) else { return nil }
        switch EnumStorage<Value>(place: place) as any Sendable {
        case let cases as any TextEnumStorage:
            return CompiledAccess(
                accessor,
                fill: filling(accessor) { storage, reader in
                    try reader.peek() == UInt8(ascii: "\"") && cases.store(reader.readString(), storage)
                })
        case let cases as any IntegerEnumStorage:
            return CompiledAccess(
                accessor,
                fill: filling(accessor) { storage, reader in
                    _ = reader.peek()
                    return reader.readShortInteger().map { cases.store($0, storage) } ?? false
                })
        default: return nil
        }
    }

    /// - Parameter attempt: Stores the usual raw value; false leaves the value to the converter.
    @inline(__always)
    private func filling(
        _ accessor: any PropertyAccessor,
        _ attempt: @escaping @Sendable (PropertyStorage, inout JSONReader) throws -> Bool
    ) -> PropertyFilling {
        { storage, reader, mapper, options in
            let start = reader
            if try attempt(storage, &reader) { return true }
            reader = start
            return try accessor.fill(storage, from: &reader, MappingContext(mapper: mapper, options: options))
        }
    }
}

/// A property that holds a case of an enum with String raw values, or an optional case.
private protocol TextEnumStorage: Sendable {
    /// Stores the case of a raw value; false if there is none.
    func store(_ rawValue: String, _ storage: PropertyStorage) -> Bool
}

/// A property that holds a case of an enum with integer raw values, or an optional case.
private protocol IntegerEnumStorage: Sendable {
    /// Stores the case of a raw value; false if there is none.
    func store(_ rawValue: Int, _ storage: PropertyStorage) -> Bool
}

extension EnumStorage: TextEnumStorage where Case.RawValue == String {}
extension EnumStorage: IntegerEnumStorage where Case.RawValue == Int {}

private struct EnumStorage<Case: RawRepresentable>: Sendable {
    let place: CompiledPlace

    func store(_ rawValue: Case.RawValue, _ storage: PropertyStorage) -> Bool {
        guard let value = Case(rawValue: rawValue) else { return false }
        return place.store(value, storage)
    }
}
