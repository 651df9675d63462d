import Foundation

/// Converts Double, Float and CGFloat.
///
/// (The type is constrained in the extension: for a constraint of the struct itself, the runtime would search all
/// conformances when the struct is first used.)
struct FloatConverter<Value>: Sendable {}

extension FloatConverter: ValueConverter where Value: StandardFloat {
    var form: ValueForm { .number }
    var content: TypeContent {
        TypeContent(kind: Value.self == Double.self ? .double : .other, mayBeDates: true)
    }

    /// A coder may round a number to Double, which then has other digits than the Float.
    var coderForm: CoderForm {
        MemoryLayout<Value>.size == MemoryLayout<Double>.size ? .scalar([Double.self]) : .float
    }

    func isUsable(_ value: Value) -> Bool { value.isFinite }
    var mayBeUnusable: Bool { true }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        let byte = reader.peek()
        guard byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9 else {
            let start = reader
            if let number = context.quotedDouble(&reader) { return Value(number) }
            reader.move(to: start)
            return try readUntyped(&reader, context)
        }
        // A Float is rounded once, too: a Double of so few digits is halfway between two only if the number is.
        if let number = reader.readShortDouble() { return Value(number) }
        let offset = reader.offset
        let number = Value(try reader.scanNumber(), reader)
        return number.isFinite
            ? number : context.mapper.at(offset) { convert(.double(Double(number)), context) }
    }

    func readElements(_ reader: inout JSONReader, _ context: MappingContext) throws -> [Value] {
        try Value.readElements(&reader, context)
    }

    @inline(__always)
    func unconverted(_ value: LentValue) -> Value? {
        guard Value.self == Double.self else { return nil }
        let type = value.boxedType
        if let number = value.value(boxedAs: type, as: Double.self) {
            return number.isFinite ? Value(number) : nil
        }
        if let integer = value.value(boxedAs: type, as: Int.self) { return Value(integer) }
        switch JSONValue(scalarObject: value) {
        case .integer(let integer): return Value(integer)
        case .double(let number) where number.isFinite: return Value(number)
        default: return nil
        }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Value? {
        let result: Value?
        switch value {
        case .integer(let number): return Value(number)
        case .unsigned(let number): return Value(number)
        case .double(let number): result = Value(shortest: number)
        case .decimal(let number): result = Self.number(of: number.description)
        case .bool(let bool): result = bool ? 1 : 0
        case .string(let text): result = number(in: text, context)
        case .null, .array, .object, .other: result = nil
        }
        return context.finite(result, of: value, as: expected)
    }

    private func number(in text: String, _ context: MappingContext) -> Value? {
        if context.options.conversions == .lossless {
            if let number = Self.number(of: text) { return number }
            if let bool = JSONValue.boolWord(text) { return bool ? 1 : 0 }
        }
        guard context.options.dateConversion == .timeInterval, !NumberText.isNumber(text) else { return nil }
        return context.options.dateFormat.date(fromText: text).map { Value($0.timeIntervalSince1970) }
    }

    private static func number(of text: String) -> Value? {
        NumberText.read(text) { reader, number in Value(number, reader) }
    }

    func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        Value.compiled(accessor)
    }
}

/// A floating-point type that properties may have.
protocol StandardFloat: BinaryFloatingPoint, DictionaryKey, ScalarNode {
    /// The nearest number, rounded once from the digits; infinite if the number is beyond the type's range.
    init(_ number: JSONNumber, _ reader: JSONReader)

    /// The nearest number to a Double's shortest text; from its bits it would be rounded twice.
    init(shortest number: Double)

    /// The fast paths of a property that holds a value of the type, or values in a container; nil for none.
    static func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess?

    /// The elements of an array, read by code for the type.
    static func readElements(_ reader: inout JSONReader, _ context: MappingContext) throws -> [Self]
}

extension StandardFloat {
    @inline(__always)
    static func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        FloatConverter<Self>().compiledValueOrArray(accessor)
    }

    static func readElements(_ reader: inout JSONReader, _ context: MappingContext) throws -> [Self] {
        try FloatConverter<Self>().readEach(&reader, context)
    }

    /// The number of a node inside a Codable value; an earlier version of the type may have used another number type.
    init?(coded node: ArchiveNode) {
        switch node {
        case .double(let value): self.init(shortest: value)
        case .float(let value): self.init(shortest: ExportedValue.double(of: value))
        case .integer(let value): self.init(value)
        default: return nil
        }
    }
}

extension MappingContext {
    /// A number converted from a value, if it is finite; otherwise the result of `.clamp`.
    func finite<Number: BinaryFloatingPoint>(
        _ number: Number?, of value: JSONValue, as expected: @autoclosure () -> String
    ) -> Number? {
        guard let number else { return mismatch(expected(), value) }
        if number.isFinite {
            switch value {
            case .bool, .string: converted(value, to: expected())
            default: break
            }
            return number
        }
        guard let nearest = number.nearestFinite(options.numbers) else {
            if mapper.keepsNotFinite, value.isNotFinite { return number }
            return mismatch(expected(), value)
        }
        converted(value, .range, to: expected())
        return nearest
    }
}

// MARK: Exporting

extension FloatConverter where Value: StandardFloat {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        // In code for Double this is decided at compile time, and the number is written without a call.
        if let number = value as? Double { return try output.write(number) }
        switch value.node {
        case .float(let number) where number.isFinite || output.isForCoder:
            return output.write(.float(number))
        // A CGFloat.
        case .double(let number): return try output.write(number)
        default: return try output.writeNotFinite("\(value)")
        }
    }
}

// MARK: Types

/// The key is the shortest decimal form, without `.0` for a whole number, as in a String property.
extension StandardFloat where Self: LosslessStringConvertible {
    init?(keyText: String) {
        guard NumberText.isNumber(keyText), let value = Self(keyText), value.isFinite else { return nil }
        self = value
    }

    var keyText: String? {
        guard isFinite else { return nil }
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Double: StandardFloat {
    init(_ number: JSONNumber, _ reader: JSONReader) { self = reader.double(number) }
    init(shortest number: Double) { self = number }

    var node: ArchiveNode { .double(self) }

    init?(node: ArchiveNode) {
        guard case .double(let value) = node else { return nil }
        self = value
    }

    static func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        FloatConverter<Double>().compiledInAnyArray(accessor)
    }
}

extension Float: StandardFloat {
    init(_ number: JSONNumber, _ reader: JSONReader) {
        self = Float(reader.text(number)) ?? (number.isNegative ? -.infinity : .infinity)
    }

    init(shortest number: Double) { self = Float(number.description) ?? Float(number) }

    var node: ArchiveNode { .float(self) }

    /// PropertyListSerialization turns a non-finite Float into a Double.
    init?(node: ArchiveNode) {
        switch node {
        case .float(let value): self = value
        case .double(let value) where !value.isFinite: self.init(value)
        default: return nil
        }
    }
}

/// As its native type, which is Double or, on 32-bit systems, Float.
extension CGFloat: StandardFloat {
    static func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? { nil }

    init(_ number: JSONNumber, _ reader: JSONReader) { self.init(NativeType(number, reader)) }
    init(shortest number: Double) { self.init(NativeType(shortest: number)) }

    init?(keyText: String) {
        guard let value = NativeType(keyText: keyText) else { return nil }
        self.init(value)
    }
    var keyText: String? { native.keyText }

    var node: ArchiveNode { native.node }
    var untypedNode: ArchiveNode { .marked(ArchiveLayout.Mark.cgFloat, node) }

    /// The archive may come from a system whose CGFloat has the other size.
    init?(node: ArchiveNode) { self.init(coded: node) }
}

extension ExportOutput {
    /// Writes the replacement of NaN, an infinity or a non-finite date.
    mutating func writeNotFinite(_ found: String) throws(ExportFailure) -> ExportOutcome {
        switch options.notFinite {
        case .omit: return .omitted
        case .null: return write(.null)
        case .error: throw ExportFailure(.notFinite, expected: "a finite number", found: found)
        }
    }

    /// Leaves out the member of a dictionary whose key is NaN or an infinity, unless that is an error.
    func omitNotFiniteKey() throws(ExportFailure) {
        guard options.notFinite == .error else { return }
        throw ExportFailure(.notFinite, expected: "a finite number", found: "a key that is not finite")
    }
}
