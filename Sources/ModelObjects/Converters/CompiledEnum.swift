/// The fast path of an enum property, whose raw values have a known type.
extension EnumConverter {
    func compiled(_ shape: CompiledShape, _ accessor: any PropertyAccessor) -> CompiledAccess? {
        guard let place = CompiledPlace(accessor, of: Value.self) else { return nil }
        let cases: any CaseStorage = EnumStorage<Value>(place: place)
        if Value.RawValue.self == String.self {
            return CompiledAccess(accessor) { storage, reader in
                try reader.peek() == UInt8(ascii: "\"") && cases.store(reader.readString(), storage)
            }
        }
        guard Value.RawValue.self == Int.self else { return nil }
        return CompiledAccess(accessor) { storage, reader in
            _ = reader.peek()
            return reader.readShortInteger().map { cases.store($0, storage) } ?? false
        }
    }
}

/// A property that holds a case of an enum, or an optional case.
private protocol CaseStorage: Sendable {
    /// Stores the case of a raw value; false if there is none.
    func store<Raw>(_ rawValue: Raw, _ storage: PropertyStorage) -> Bool
}

private struct EnumStorage<Case: RawRepresentable>: CaseStorage {
    let place: CompiledPlace

    func store<Raw>(_ rawValue: Raw, _ storage: PropertyStorage) -> Bool {
        guard let raw = rebound(rawValue, as: Case.RawValue.self, if: Raw.self, is: Case.RawValue.self),
            let value = Case(rawValue: raw)
        else { return false }
        return place.store(value, storage)
    }
}
