import Foundation

/// Text.
///
/// Takes numbers by their shortest text, and Bools as `true` and `false`.
struct StringConverter: ValueConverter {
    var expected: String { "String" }
    var mayBeDates: Bool { true }
    func takesNullWord(_ word: String) -> Bool { true }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> String? {
        let byte = reader.peek()
        if byte == UInt8(ascii: "\"") { return try reader.readString() }
        if context.isSilent, context.options.conversions == .lossless,
            byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9
        {
            let start = reader
            let number = try reader.scanNumber()
            // An integer is its own shortest text.
            if number.int64 != nil { return reader.text(number) }
            reader = start
        }
        return try readUntyped(&reader, context)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> String? {
        if case .string(let text) = value { return text }
        guard context.options.conversions == .lossless, let text = value.shortestText else {
            return context.mismatch(expected, value)
        }
        context.converted(value, to: expected)
        return text
    }
}

extension JSONValue {
    /// The text of a number or a Bool: a number's is the shortest that Swift prints, without `.0` where it is
    /// whole.
    var shortestText: String? {
        switch self {
        case .bool(let value): return value ? "true" : "false"
        case .integer(let value): return value.description
        case .unsigned(let value): return value.description
        case .decimal(let value): return value.isNaN ? nil : value.description
        case .double(let value):
            guard value.isFinite else { return nil }
            let text = value.description
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        case .null, .string, .array, .object, .other: return nil
        }
    }

    /// Whether a text in the payload says yes or no.
    static func boolWord(_ text: String) -> Bool? {
        let word = text.trimmed
        // None is longer, and no longer letter has one of these as its small one.
        guard word.utf8.count <= 5 else { return nil }
        return switch word.lowercased() {
        case "true", "yes", "on", "t", "y", "1": true
        case "false", "no", "off", "f", "n", "0": false
        default: nil
        }
    }
}

struct BoolConverter: ValueConverter {
    var expected: String { "Bool" }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Bool? {
        switch reader.peek() {
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return try reader.readBool()
        case UInt8(ascii: "0")...UInt8(ascii: "9") where context.isSilent:
            if let number = reader.readShortInteger() { return number != 0 }
        default: break
        }
        return try readUntyped(&reader, context)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Bool? {
        var result: Bool?
        switch value {
        case .bool(let bool): return bool
        case .integer(let number): result = number != 0
        case .unsigned(let number): result = number != 0
        case .double(let number): result = number.isNaN ? nil : number != 0
        case .decimal(let number): result = number.isNaN ? nil : number != 0
        case .string(let text) where context.options.conversions == .lossless:
            result = JSONValue.boolWord(text)
        case .string, .null, .array, .object, .other: break
        }
        guard let result else { return context.mismatch(expected, value) }
        context.converted(value, to: expected)
        return result
    }
}

/// Every standard integer.
struct IntegerConverter<Value: StandardInteger>: ValueConverter {
    var expected: String { "\(Value.self)" }
    var mayBeDates: Bool { true }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        let byte = reader.peek()
        if byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9 {
            let offset = reader.offset
            let number = try reader.scanNumber()
            if let integer = number.int64, let value = Value.exactly(integer) { return value }
            return context.mapper.at(offset) { convert(number, reader, context) }
        }
        if byte == UInt8(ascii: "\""), context.isSilent, context.options.conversions == .lossless {
            let start = reader
            if let number = reader.readQuotedInteger(), let value = Value.exactly(Int64(number)) {
                return value
            }
            reader = start
        }
        return try readUntyped(&reader, context)
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

    /// An integer, and what the number had that the option dropped.
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
        // The option is about times as they are, so their fractions are no loss to speak of.
        return integer(.double(date.timeIntervalSince1970), .truncate).map { ($0.number, nil) }
    }

    /// The integer that a number is, or that the option makes of it.
    private func integer(_ value: JSONValue, _ numbers: MappingOptions.Numbers) -> Made? {
        switch value {
        case .integer(let number):
            return exact(Value.exactly(number)) ?? nearest(numbers, isNegative: number < 0)
        case .unsigned(let number):
            return exact(Value.exactly(number)) ?? nearest(numbers, isNegative: false)
        case .double(let number):
            // From here on the shortest text is not always the number itself: 3.86146372295883e16 is stored
            // as 38614637229588304.
            if number.magnitude > 0x1p53, number.magnitude < 0x1p129 {
                return integer(ofText: number.description, numbers)
            }
            if let made = exact(Value.exactly(number)) { return made }
            if numbers == .exact || number.isNaN { return nil }
            return Value.exactly(number.rounded(.towardZero)).map { ($0, .fraction) }
                ?? nearest(numbers, isNegative: number < 0)
        case .decimal(let number):
            return integer(ofText: number.description, numbers)  // No number if it is NaN.
        default:
            return nil
        }
    }

    private func integer(ofText text: String, _ numbers: MappingOptions.Numbers) -> Made? {
        NumberText.read(text) { reader, number in
            integer(number, reader.value(number, keepingDigits: true), reader, numbers)
        }
    }

    /// - Parameter value: the number's value: a Decimal if only that holds it, perhaps with fewer digits.
    private func integer(
        _ number: JSONNumber, _ value: JSONValue, _ reader: JSONReader, _ numbers: MappingOptions.Numbers
    ) -> Made? {
        guard case .decimal = value else { return integer(value, numbers) }
        let whole: (value: Value?, hasFraction: Bool) = reader.wholePart(number)
        if whole.hasFraction, numbers == .exact { return nil }
        guard let integer = whole.value else { return nearest(numbers, isNegative: number.isNegative) }
        return (integer, whole.hasFraction ? .fraction : nil)
    }

    private func exact(_ number: Value?) -> Made? { number.map { ($0, nil) } }

    /// What `.clamp` makes of a number out of range.
    private func nearest(_ numbers: MappingOptions.Numbers, isNegative: Bool) -> Made? {
        guard numbers == .clamp else { return nil }
        return (isNegative ? Value.min : Value.max, .range)
    }
}

/// What a number has that an integer type cannot hold.
enum NumberLoss: String {
    case fraction = "with a fraction"
    case range = "out of range"
}

/// An integer of the standard library; each type brings conversions that the compiler makes for it alone.
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

struct DoubleConverter: ValueConverter {
    var expected: String { "Double" }
    var mayBeDates: Bool { true }
    func isUsable(_ value: Double) -> Bool { value.isFinite }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Double? {
        let byte = reader.peek()
        if byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9 {
            let offset = reader.offset
            let number = reader.double(try reader.scanNumber())
            return number.isFinite ? number : context.mapper.at(offset) { convert(.double(number), context) }
        }
        return try readUntyped(&reader, context)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Double? {
        Self.number(value, context, as: expected)
    }

    /// - Parameter expected: The type as messages name it.
    static func number(_ value: JSONValue, _ context: MappingContext, as expected: String) -> Double? {
        let result: Double?
        switch value {
        case .integer(let number): return Double(number)
        case .unsigned(let number): return Double(number)
        case .double(let number): result = number
        case .decimal(let number): result = number.isNaN ? nil : Double(number.description)
        case .bool(let bool): result = bool ? 1 : 0
        case .string(let text): result = number(in: text, context)
        case .null, .array, .object, .other: result = nil
        }
        return context.finite(result, of: value, as: expected)
    }

    static func number(in text: String, _ context: MappingContext) -> Double? {
        if context.options.conversions == .lossless {
            if let number = NumberText.double(text) { return number }
            if let bool = JSONValue.boolWord(text) { return bool ? 1 : 0 }
        }
        guard context.options.dateConversion == .timeInterval else { return nil }
        return context.options.dateFormat.date(fromText: text)?.timeIntervalSince1970
    }
}

struct FloatConverter: ValueConverter {
    var expected: String { "Float" }
    var mayBeDates: Bool { true }
    func isUsable(_ value: Float) -> Bool { value.isFinite }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Float? {
        let byte = reader.peek()
        if byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9 {
            let offset = reader.offset
            let number = try reader.scanNumber()
            if let value = reader.float(number) { return value }
            let infinity = number.isNegative ? -Double.infinity : .infinity
            return context.mapper.at(offset) { convert(.double(infinity), context) }
        }
        return try readUntyped(&reader, context)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Float? {
        Self.number(value, context, as: expected)
    }

    /// - Parameter expected: The type as messages name it.
    static func number(_ value: JSONValue, _ context: MappingContext, as expected: String) -> Float? {
        let result: Float?
        switch value {
        case .integer(let number): return Float(number)
        case .unsigned(let number): return Float(number)
        // From the text, which for a Double is its shortest: else it would be rounded twice.
        case .double(let number): result = Float(number.description)
        case .decimal(let number): result = Float(number.description)
        case .bool(let bool): result = bool ? 1 : 0
        case .string(let text):
            result =
                context.options.conversions == .lossless
                ? NumberText.float(text)
                    ?? DoubleConverter.number(in: text, context).map(Float.init)
                : DoubleConverter.number(in: text, context).map(Float.init)
        case .null, .array, .object, .other: result = nil
        }
        return context.finite(result, of: value, as: expected)
    }
}

extension MappingContext {
    /// A number that was made of a value, if it is finite; else what `.clamp` makes of it.
    fileprivate func finite<Number: BinaryFloatingPoint>(
        _ number: Number?, of value: JSONValue, as expected: String
    ) -> Number? {
        guard let number else { return mismatch(expected, value) }
        if number.isFinite {
            switch value {
            case .bool, .string: converted(value, to: expected)
            default: break
            }
            return number
        }
        guard let nearest = number.nearestFinite(options.numbers) else { return mismatch(expected, value) }
        converted(value, .range, to: expected)
        return nearest
    }
}

/// Decimal: every digit of the source, no way through Double.
struct DecimalConverter: ValueConverter {
    var expected: String { "Decimal" }
    func isUsable(_ value: Decimal) -> Bool { !value.isNaN }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Decimal? {
        try readUntyped(&reader, context, keepingDigits: true)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) -> Decimal? {
        switch value {
        case .integer(let number): return Decimal(number)
        case .unsigned(let number): return Decimal(number)
        case .decimal(let number): return number.isNaN ? context.mismatch(expected, value) : number
        case .double(let number):
            // By its shortest text: the digits that were meant.
            if number.isFinite, let decimal = decimal(in: number.description) { return decimal }
            guard let nearest = nearest(number, context) else { break }
            context.converted(value, .range, to: expected)
            return nearest
        case .bool(let bool):
            context.converted(value, to: expected)
            return bool ? 1 : 0
        case .string(let text) where context.options.conversions == .lossless:
            if let decimal = decimal(in: text) ?? JSONValue.boolWord(text).map({ $0 ? 1 : 0 }) {
                context.converted(value, to: expected)
                return decimal
            }
            guard let nearest = NumberText.double(text).flatMap({ nearest($0, context) }) else { break }
            context.converted(value, .range, to: expected)
            return nearest
        case .null, .string, .array, .object, .other: break
        }
        return context.mismatch(expected, value)
    }

    /// What `.clamp` makes of a number that is too large for a Decimal.
    private func nearest(_ number: Double, _ context: MappingContext) -> Decimal? {
        guard context.options.numbers == .clamp, number.magnitude > 1 else { return nil }
        let largest = Decimal.greatestFiniteMagnitude
        return number < 0 ? -largest : largest
    }

    private func decimal(in text: String) -> Decimal? {
        switch NumberText.value(text) {
        case .integer(let number): Decimal(number)
        case .unsigned(let number): Decimal(number)
        case .decimal(let number): number
        // A negative zero: Decimal has none.
        case .double(0): 0
        default: nil
        }
    }
}
