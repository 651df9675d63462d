/// The fast paths of an enum property, whose raw values have a known type.
extension EnumConverter {
    func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        guard let place = CompiledPlace(accessor, of: Value.self) else { return nil }
        if Value.RawValue.self == String.self {
            return CompiledAccess(accessor) { storage, reader in
                try reader.peek() == UInt8(ascii: "\"") && Self.store(reader.readString(), place, storage)
            } fillUnconverted: { storage, value in
                StringConverter().unconverted(value).map { Self.store($0, place, storage) } ?? false
            }
        }
        guard Value.RawValue.self == Int.self else { return nil }
        return CompiledAccess(accessor) { storage, reader in
            _ = reader.peek()
            return reader.readShortInteger().map { Self.store($0, place, storage) } ?? false
        } fillUnconverted: { storage, value in
            IntegerConverter<Int>().unconverted(value).map { Self.store($0, place, storage) } ?? false
        }
    }

    /// Makes the values of an array's elements.
    ///
    /// Elements that are the raw values of cases take a fast path; all others are converted.
    func readElements(_ reader: inout JSONReader, _ context: MappingContext) throws -> [Value] {
        let isText = Value.RawValue.self == String.self
        guard isText || Value.RawValue.self == Int.self else { return try readEach(&reader, context) }
        return try collectedElements { isLast in
            let start = reader
            var value: Value?
            if reader.peek() == UInt8(ascii: "\"") {
                if isText { value = Self.value(of: try reader.readString()) }
            } else if !isText, let number = reader.readShortInteger() {
                value = Self.value(of: number)
            }
            if value == nil {
                reader = start
                value = try read(&reader, context)
            }
            isLast = try !reader.hasNextElement()
            return value
        }
    }

    /// The case of a raw value; nil if there is none.
    @inline(__always)
    private static func value<Given>(of rawValue: Given) -> Value? {
        guard let raw = rebound(rawValue, as: Value.RawValue.self, if: Given.self, is: Value.RawValue.self)
        else { return nil }
        return Value(rawValue: raw)
    }

    /// Stores the case of a raw value; false if there is none.
    ///
    /// (With `value(of:)`, an enum property would take a seventh more instructions.)
    private static func store<Given>(
        _ rawValue: Given, _ place: CompiledPlace, _ storage: PropertyStorage
    ) -> Bool {
        guard let raw = rebound(rawValue, as: Value.RawValue.self, if: Given.self, is: Value.RawValue.self),
            let value = Value(rawValue: raw)
        else { return false }
        return place.store(value, storage)
    }
}
