/// An integer type of the standard library, for which `IntegerConverter` has specialized code.
protocol StandardInteger: FixedWidthInteger, DictionaryKey, ScalarNode, BitwiseCopyable {
    /// The fast paths of a property that holds a value of the type, or values in a container; nil for none.
    static func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess?

    /// The elements of an array, read by code for the type.
    static func readElements(_ reader: inout JSONReader, _ context: MappingContext) throws -> [Self]
}

extension StandardInteger {
    @inline(__always)
    static func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        CompiledAccess(IntegerConverter<Self>(), accessor)
    }

    static func readElements(_ reader: inout JSONReader, _ context: MappingContext) throws -> [Self] {
        try IntegerConverter<Self>().readEach(&reader, context)
    }
}

extension Int: StandardInteger {
    static func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        IntegerConverter<Int>().compiledInAnyContainer(accessor)
    }
}
extension Int8: StandardInteger {}
extension Int16: StandardInteger {}
extension Int32: StandardInteger {}
extension Int64: StandardInteger {
    static func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        IntegerConverter<Int64>().compiledValueOrArray(accessor)
    }
}
extension UInt: StandardInteger {}
extension UInt8: StandardInteger {}
extension UInt16: StandardInteger {}
extension UInt32: StandardInteger {}
extension UInt64: StandardInteger {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: StandardInteger {
    static func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? { nil }
}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: StandardInteger {
    static func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? { nil }
}

extension WideInteger {
    @inline(__always)
    init(_ value: some StandardInteger) {
        let magnitude = value.magnitude
        self.init(
            isNegative: value < 0,
            high: magnitude.bitWidth > 64 ? UInt64(truncatingIfNeeded: magnitude >> 64) : 0,
            low: UInt64(truncatingIfNeeded: magnitude))
    }

    /// The integer in an archive; nil for any other node.
    ///
    /// One that does not fit in 64 bits is written as a Decimal: as text.
    @inline(never)
    init?(node: ArchiveNode) {
        switch node {
        case .integer(let value): self.init(value)
        case .unsigned(let value): self.init(value)
        case .marked(ArchiveLayout.Mark.decimal, .string(let text)) where text.utf8.count <= 64:
            self.init(text)
        default: return nil
        }
    }

    func isInRange(_ type: any StandardInteger.Type) -> Bool {
        let limit = isNegative ? type.lowest : type.highest
        return isNegative == limit.isNegative && (high, low) <= (limit.high, limit.low)
    }
}

extension StandardInteger {
    static var lowest: WideInteger { WideInteger(min) }
    static var highest: WideInteger { WideInteger(max) }

    /// A number in the type's range.
    @inline(__always)
    init(_ number: WideInteger) {
        self.init(truncatingIfNeeded: number.low)
        if Self.bitWidth > 64 { self |= Self(truncatingIfNeeded: number.high) << 64 }
        if number.isNegative { self = 0 &- self }
    }

    init?(inRange number: WideInteger?) {
        guard let number, number.isInRange(Self.self) else { return nil }
        self.init(number)
    }

    init?(keyText: String) { self.init(inRange: WideInteger(keyText)) }
    var keyText: String? { description }

    var node: ArchiveNode {
        if let integer = Int64(exactly: self) { return .integer(integer) }
        if let unsigned = UInt64(exactly: self) { return .unsigned(unsigned) }
        return .marked(ArchiveLayout.Mark.decimal, .string(description))
    }

    /// A mark distinguishes the type from Int.
    var untypedNode: ArchiveNode { Self.self == Int.self ? node : .marked("\(Self.self)", node) }

    init?(node: ArchiveNode) {
        if case .integer(let value) = node, let exact = Self(exactly: value) {
            self = exact
        } else {
            self.init(inRange: WideInteger(node: node))
        }
    }
}
