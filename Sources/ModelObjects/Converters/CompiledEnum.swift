/// The fast paths of an enum property, whose raw values have a known type.
extension EnumConverter {
    func compiled(_ shape: CompiledShape, _ accessor: any PropertyAccessor) -> CompiledAccess? {
        guard let place = CompiledPlace(accessor, of: Value.self) else { return nil }
        if Value.RawValue.self == String.self {
            return CompiledAccess(accessor) { storage, reader in
                try reader.peek() == UInt8(ascii: "\"") && Self.store(reader.readString(), place, storage)
            } fillPlain: { storage, value in
                StringConverter().plain(value).map { Self.store($0, place, storage) } ?? false
            }
        }
        guard Value.RawValue.self == Int.self else { return nil }
        return CompiledAccess(accessor) { storage, reader in
            _ = reader.peek()
            return reader.readShortInteger().map { Self.store($0, place, storage) } ?? false
        } fillPlain: { storage, value in
            IntegerConverter<Int>().plain(value).map { Self.store($0, place, storage) } ?? false
        }
    }

    /// Stores the case of a raw value; false if there is none.
    private static func store<Given>(
        _ rawValue: Given, _ place: CompiledPlace, _ storage: PropertyStorage
    ) -> Bool {
        guard let raw = rebound(rawValue, as: Value.RawValue.self, if: Given.self, is: Value.RawValue.self),
            let value = Value(rawValue: raw)
        else { return false }
        return place.store(value, storage)
    }
}
