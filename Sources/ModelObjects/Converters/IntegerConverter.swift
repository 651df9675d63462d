import Foundation

/// Converts every standard integer type.
struct IntegerConverter<Value: StandardInteger>: ValueConverter {
    var expected: String { "\(Value.self)" }
    var content: TypeContent {
        TypeContent(kind: Value.self == Int.self ? .int : .other, mayBeDates: true)
    }
    /// A number whose digits fit neither Int nor Double is decoded as a Decimal.
    var coderForm: CoderForm { .scalar(Value.bitWidth > 64 ? [Int.self, Decimal.self] : [Int.self]) }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        let byte = reader.peek()
        if byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9 {
            if let value = reader.readShortInteger(as: Value.self) { return value }
            let offset = reader.offset
            let number = try reader.scanNumber()
            if let integer = number.int64, let value = Value.exactly(integer) { return value }
            return context.mapper.at(offset) { convert(number, reader, context) }
        }
        return try readUntyped(&reader, context)
    }

    @inline(__always)
    func plain(_ value: LentValue) -> Value? {
        if let integer = value.value(as: Value.self) { return integer }
        guard case .integer(let integer)? = JSONValue(number: value) else { return nil }
        return Value.exactly(integer)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Value? {
        if case .integer(let number) = value, let exact = Value.exactly(number) { return exact }
        switch value {
        case .integer, .unsigned, .double, .decimal:
            return use(integer(value, context.options.numbers), of: value, context)
        case .bool(let bool):
            context.converted(value, to: expected)
            return bool ? 1 : 0
        case .string(let text):
            guard let made = number(in: text, context) else {
                return context.mismatch(expected, value)
            }
            context.converted(value, made.loss, to: expected)
            return made.number
        case .null, .array, .object, .other:
            return context.mismatch(expected, value)
        }
    }

    private func convert(_ number: JSONNumber, _ reader: JSONReader, _ context: MappingContext) -> Value? {
        let value = reader.value(number, keepingDigits: true)
        return use(integer(number, value, reader, context.options.numbers), of: value, context)
    }

    private func use(_ made: Made?, of value: JSONValue, _ context: MappingContext) -> Value? {
        guard let made else { return context.mismatch(expected, value) }
        if let loss = made.loss { context.converted(value, loss, to: expected) }
        return made.number
    }

    /// An integer, and the part of the number that the option dropped.
    private typealias Made = (number: Value, loss: NumberLoss?)

    private func number(in text: String, _ context: MappingContext) -> Made? {
        if context.options.conversions == .lossless {
            if let number = integer(ofText: text, context.options.numbers) { return number }
            if NumberText.isNumber(text) { return nil }
            if let bool = JSONValue.boolWord(text) { return (bool ? 1 : 0, nil) }
        }
        guard context.options.dateConversion == .timeInterval,
            let date = context.options.dateFormat.date(fromText: text)
        else { return nil }
        // The option is about times, and times have fractions, so dropping the fraction is not reported as a loss.
        return integer(.double(date.timeIntervalSince1970), .truncate).map { ($0.number, nil) }
    }

    /// The number as an integer, converted as the option requires.
    private func integer(_ value: JSONValue, _ numbers: MappingOptions.Numbers) -> Made? {
        switch value {
        case .integer(let number):
            return exact(Value.exactly(number)) ?? nearest(numbers, isNegative: number < 0)
        case .unsigned(let number):
            return exact(Value.exactly(number)) ?? nearest(numbers, isNegative: false)
        case .double(let number):
            // From this magnitude on, the shortest text does not always have the exact value: 3.86146372295883e16 is
            // stored as 38614637229588304.
            if number.magnitude > 0x1p53, number.magnitude < 0x1p129 {
                return integer(ofText: number.description, numbers)
            }
            if let made = exact(Value.exactly(number)) { return made }
            if numbers == .exact || number.isNaN { return nil }
            return Value.exactly(number.rounded(.towardZero)).map { ($0, .fraction) }
                ?? nearest(numbers, isNegative: number < 0)
        case .decimal(let number):
            return integer(ofText: number.description, numbers)  // Nil for NaN.
        default:
            return nil
        }
    }

    private func integer(ofText text: String, _ numbers: MappingOptions.Numbers) -> Made? {
        NumberText.read(text) { reader, number in
            integer(number, reader.value(number, keepingDigits: true), reader, numbers)
        }
    }

    /// - Parameter value: The number's value: a Decimal if no other type can hold it, perhaps with fewer digits.
    private func integer(
        _ number: JSONNumber, _ value: JSONValue, _ reader: JSONReader, _ numbers: MappingOptions.Numbers
    ) -> Made? {
        guard case .decimal = value else { return integer(value, numbers) }
        let whole = reader.wholePart(number)
        if whole.hasFraction, numbers == .exact { return nil }
        guard let integer = whole.digits.flatMap({ Value($0) }) else {
            return nearest(numbers, isNegative: number.isNegative)
        }
        return (integer, whole.hasFraction ? .fraction : nil)
    }

    private func exact(_ number: Value?) -> Made? { number.map { ($0, nil) } }

    /// The result of `.clamp` for a number that is out of range.
    private func nearest(_ numbers: MappingOptions.Numbers, isNegative: Bool) -> Made? {
        guard numbers == .clamp else { return nil }
        return (isNegative ? Value.min : Value.max, .range)
    }
}

/// A part of a number that an integer type cannot hold.
enum NumberLoss: String {
    case fraction = "with a fraction"
    case range = "out of range"
}

/// A standard library integer; each type has conversions that the compiler specializes for it.
protocol StandardInteger: FixedWidthInteger, DictionaryKey, ScalarNode, BitwiseCopyable {
    static func exactly(_ value: Int64) -> Self?
    static func exactly(_ value: UInt64) -> Self?
    static func exactly(_ value: Double) -> Self?
}

extension StandardInteger {
    static func exactly(_ value: Int64) -> Self? { Self(exactly: value) }
    static func exactly(_ value: UInt64) -> Self? { Self(exactly: value) }
    static func exactly(_ value: Double) -> Self? { Self(exactly: value) }
}

extension Int: StandardInteger {}

extension Int8: StandardInteger {}

extension Int16: StandardInteger {}

extension Int32: StandardInteger {}

extension Int64: StandardInteger {}

extension UInt: StandardInteger {}

extension UInt8: StandardInteger {}

extension UInt16: StandardInteger {}

extension UInt32: StandardInteger {}

extension UInt64: StandardInteger {}

// MARK: Exporting

extension IntegerConverter {
    func write(_ value: Value, to output: inout ExportOutput) -> ExportOutcome {
        output.write(value)
    }
}

/// An integer that does not fit in 64 bits is written as a Decimal: as text.
extension StandardInteger {
    var node: ArchiveNode {
        if let integer = Int64(exactly: self) { return .integer(integer) }
        if let unsigned = UInt64(exactly: self) { return .unsigned(unsigned) }
        return .marked(ArchiveLayout.Mark.decimal, .string(description))
    }

    /// A mark distinguishes the type from Int.
    var untypedNode: ArchiveNode { Self.self == Int.self ? node : .marked("\(Self.self)", node) }

    init?(node: ArchiveNode) {
        let value: Self? =
            switch node {
            case .integer(let value): Self.exactly(value)
            case .unsigned(let value): Self.exactly(value)
            case .marked(ArchiveLayout.Mark.decimal, .string(let text)) where text.utf8.count <= 64:
                Self(text)
            default: nil
            }
        guard let value else { return nil }
        self = value
    }
}
