import Foundation

/// Converts every standard integer type.
///
/// Only the fast path is specialized for each type; `IntegerConversion` does everything else for all of them.
///
/// (The type is constrained in the extension, as that of `FloatConverter`.)
struct IntegerConverter<Value>: Sendable {}

extension IntegerConverter: ValueConverter where Value: StandardInteger {
    var form: ValueForm {
        Value.self == Int.self ? .scalar("integer") : .integer(bits: Value.bitWidth, isSigned: Value.isSigned)
    }
    var content: TypeContent {
        TypeContent(kind: Value.self == Int.self ? .int : .other, mayBeDates: true)
    }
    var keepsDigits: Bool { true }
    /// A number whose digits fit neither Int nor Double is decoded as a Decimal.
    var coderForm: CoderForm { .scalar(Value.bitWidth > 64 ? [Int.self, Decimal.self] : [Int.self]) }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        let byte = reader.peek()
        let isNumber = byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9
        if Value.self == Int.self, isNumber {
            if let number = reader.readShortInteger() { return Value(truncatingIfNeeded: number) }
        } else {
            let start = reader
            let number = isNumber ? reader.readShortIntegerOutOfLine() : context.quotedInteger(&reader)
            if let number, let value = Value(exactly: number) { return value }
            reader.move(to: start)
        }
        return try IntegerConversion(type: Value.self, context: context).read(&reader, byte).map { Value($0) }
    }

    func readElements(_ reader: inout JSONReader, _ context: MappingContext) throws -> [Value] {
        try Value.readElements(&reader, context)
    }

    @inline(__always)
    func unconverted(_ value: LentValue) -> Value? {
        if let integer = value.value(as: Value.self) { return integer }
        guard case .integer(let integer)? = JSONValue(scalarObject: value) else { return nil }
        return Value(exactly: integer)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Value? {
        if case .integer(let number) = value, let exact = Value(exactly: number) { return exact }
        return IntegerConversion(type: Value.self, context: context).convert(value).map { Value($0) }
    }

    func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        Value.compiled(accessor)
    }
}

/// The conversion of other values than integers in range, for integers of any type.
private struct IntegerConversion {
    let type: any StandardInteger.Type
    let context: MappingContext

    /// Reads a value that starts with the given byte.
    @inline(never)
    func read(_ reader: inout JSONReader, _ byte: UInt8) throws -> WideInteger? {
        let offset = reader.offset
        guard byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9 else {
            let value = try reader.readValue()
            return context.mapper.at(offset) { convert(value) }
        }
        let number = try reader.scanNumber()
        if number.isInteger, let integer = reader.wholePart(number).integer, integer.isInRange(type) {
            return integer
        }
        let value = reader.value(number, keepingDigits: true)
        return context.mapper.at(offset) { recorded(integer(number, value, reader), of: value) }
    }

    @inline(never)
    func convert(_ value: JSONValue) -> WideInteger? {
        switch value {
        case .integer, .unsigned, .double, .decimal: recorded(integer(value), of: value)
        case .bool(let bool): recorded((WideInteger(bool ? 1 : 0), nil), of: value, isOtherKind: true)
        case .string(let text): recorded(number(in: text), of: value, isOtherKind: true)
        case .null, .array, .object, .other: recorded(nil, of: value)
        }
    }

    /// The number of a conversion, which is recorded if it fails, drops a part or changes the kind of the value.
    private func recorded(
        _ conversion: Conversion?, of value: JSONValue, isOtherKind: Bool = false
    ) -> WideInteger? {
        guard let conversion else { return context.mismatch("\(type)", value) }
        if isOtherKind || conversion.loss != nil {
            context.converted(value, conversion.loss, to: "\(type)")
        }
        return conversion.number
    }

    /// An integer in the type's range, and the part of the number that the option dropped.
    private typealias Conversion = (number: WideInteger, loss: NumberLoss?)

    private func number(in text: String) -> Conversion? {
        if context.options.conversions == .lossless {
            if let number = integer(ofText: text) { return number }
            if let bool = JSONValue.boolWord(text) { return (WideInteger(bool ? 1 : 0), nil) }
        }
        guard context.options.dateConversion == .timeInterval, !NumberText.isNumber(text),
            let date = context.options.dateFormat.date(fromText: text)
        else { return nil }
        // The option is about times, and times have fractions, so dropping the fraction is not reported as a loss.
        let numbers: MappingOptions.Numbers = context.options.numbers == .clamp ? .clamp : .truncate
        return integer(date.timeIntervalSince1970, numbers).map { ($0.number, nil) }
    }

    /// The number as an integer, converted as the options require.
    private func integer(_ value: JSONValue) -> Conversion? {
        switch value {
        case .integer(let number): inRange(WideInteger(number), context.options.numbers)
        case .unsigned(let number): inRange(WideInteger(number), context.options.numbers)
        case .double(let number): integer(number, context.options.numbers)
        case .decimal(let number): integer(ofText: number.description)  // Nil for NaN.
        default: nil
        }
    }

    private func integer(_ number: Double, _ numbers: MappingOptions.Numbers) -> Conversion? {
        // From this magnitude on, the shortest text does not always have the exact value: 3.86146372295883e16 is
        // stored as 38614637229588304.
        if number.magnitude > 0x1p53, number.magnitude < 0x1p129 {
            // The shortest text of the least Int64, -9.223372036854776e18, is out of its range.
            return integer(ofText: number.description, numbers)
                ?? Int64(exactly: number).flatMap { inRange(WideInteger($0), numbers) }
        }
        let whole = number.rounded(.towardZero)
        if number.isNaN || whole != number && numbers == .exact { return nil }
        guard let integer = Int64(exactly: whole) else { return nearest(numbers, isNegative: number < 0) }
        return inRange(WideInteger(integer), numbers, loss: whole == number ? nil : .fraction)
    }

    private func integer(ofText text: String, _ numbers: MappingOptions.Numbers? = nil) -> Conversion? {
        NumberText.read(text) { reader, number in
            integer(number, reader.value(number, keepingDigits: true), reader, numbers)
        }
    }

    /// - Parameter value: The number's value: a Decimal if no other type can hold it, perhaps with fewer digits.
    private func integer(
        _ number: JSONNumber, _ value: JSONValue, _ reader: JSONReader,
        _ numbers: MappingOptions.Numbers? = nil
    ) -> Conversion? {
        let numbers = numbers ?? context.options.numbers
        switch value {
        case .decimal: break
        case .double(let number): return integer(number, numbers)
        default: return integer(value)
        }
        let whole = reader.wholePart(number)
        if whole.hasFraction, numbers == .exact { return nil }
        guard let integer = whole.integer else {
            return nearest(numbers, isNegative: number.isNegative)
        }
        return inRange(integer, numbers, loss: whole.hasFraction ? .fraction : nil)
    }

    private func inRange(
        _ number: WideInteger, _ numbers: MappingOptions.Numbers, loss: NumberLoss? = nil
    ) -> Conversion? {
        number.isInRange(type) ? (number, loss) : nearest(numbers, isNegative: number.isNegative)
    }

    /// The result of `.clamp` for a number that is out of range.
    private func nearest(_ numbers: MappingOptions.Numbers, isNegative: Bool) -> Conversion? {
        guard numbers == .clamp else { return nil }
        return (isNegative ? type.lowest : type.highest, .range)
    }
}

/// A part of a number that an integer type cannot hold.
enum NumberLoss: String {
    case fraction = "with a fraction"
    case range = "out of range"
}

// MARK: Exporting

extension IntegerConverter where Value: StandardInteger {
    func write(_ value: Value, to output: inout ExportOutput) -> ExportOutcome {
        if let integer = Int64(exactly: value) { return output.write(integer: integer) }
        guard output.isText else { return output.write(ExportedValue(value)) }
        output.text.value(digits: value.description)
        return .written
    }
}
