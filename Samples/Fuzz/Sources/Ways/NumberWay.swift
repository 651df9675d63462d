import Foundation
import ModelObjects

extension Way {
    /// Checks one value for a property of each numeric type against the value of its digits.
    func checkNumber(_ random: inout Random) throws {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            try checkNumber(&random, WideMeter.self)
        } else {
            try checkNumber(&random, Meter.self)
        }
    }

    private func checkNumber<Model: Meter>(_ random: inout Random, _ type: Model.Type) throws {
        var source = TreeSource(random)
        let value = NumericValue.random(&source)
        random = source.random
        var options = MappingOptions()
        if random.oneIn(4) { options.numbers = random.pick([.truncate, .clamp]) }
        let expected = NumberExpectation(value, options.numbers)

        let meter: Model
        if let json = value.json, !json.numbersFitSwift || random.oneIn(2) {
            let members = type.members.map { (key: $0.name, value: $0.isArray ? .array([json]) : json) }
            meter = try type.init(json: Data(Tree.object(members).bytes), options: options)
            try expected.verify(meter, "from bytes")
        } else {
            let dictionary = type.members.reduce(into: [String: Any]()) {
                $0[$1.name] = $1.isArray ? [value.value] : value.value
            }
            meter = try type.init(dictionary: dictionary, options: options)
            try expected.verify(meter, "from a dictionary")
        }
        try keeps(meter, expected, &random)
    }

    /// A mapped value is exported, archived and copied without loss.
    private func keeps<Model: Meter>(
        _ meter: Model, _ expected: NumberExpectation, _ random: inout Random
    ) throws {
        let claims = MappingClaims { expected.input }
        switch random.below(16) {
        // An Any receives a fraction as a Double: a Decimal in it may have more digits.
        case 0: if !(meter.any is Decimal) { try claims.comesBack(meter) }
        case 1:
            try claims.same(
                meter, try Model.unarchive(data: try meter.archivedData()), "an archive gives another object")
        case 2: try claims.same(meter, meter.copy(), "a copy is unequal")
        default: break
        }
    }
}

/// The expected values of numeric properties after a mapping, by the table in the article ValuesAndConversions.
private struct NumberExpectation {
    let value: NumericValue
    let numbers: MappingOptions.Numbers
    /// The value as a number; a word counts as 1 or 0.
    let number: DecimalText?
    /// The number for integers and Bool: they treat a number below the smallest Double as zero.
    let rounded: DecimalText?
    /// Whether the value is an infinity, which only a dictionary can hold.
    let isInfinite: Bool

    init(_ value: NumericValue, _ numbers: MappingOptions.Numbers) {
        self.value = value
        self.numbers = numbers
        let word = value.isString ? value.text.flatMap(DecimalText.boolWord) : nil
        number = value.text.flatMap { DecimalText($0) } ?? word.flatMap { DecimalText($0 ? "1" : "0") }
        isInfinite = value.json == nil && ["inf", "-inf"].contains(value.text)
        rounded = number.flatMap { Double($0.text) } == 0 ? DecimalText("0") : number
    }

    var input: String { "\(type(of: value.value)) \(value.json.map { shown($0.bytes) } ?? "\(value.value)")" }

    func verify(_ meter: Meter, _ source: String) throws {
        for integer in meter.integers {
            try verify(integer.found, wanted(integer), integer.property, source)
        }
        let double: Double? = nearest()
        try verify(meter.double, double, "double", source)
        try verify(meter.plainDouble, double ?? 7, "plainDouble", source)
        try verify(meter.doubles, double.map { [$0] } ?? [], "doubles", source)
        let cgFloat = double.map { CGFloat($0) }
        try verify(meter.cgFloat, cgFloat, "cgFloat", source)
        try verify(meter.plainCGFloat, cgFloat ?? 7, "plainCGFloat", source)
        try verify(meter.cgFloats, cgFloat.map { [$0] } ?? [], "cgFloats", source)
        try verify(meter.float, nearest(), "float", source)
        if let decimal { try verify(meter.decimal, decimal, "decimal", source) }
        if let bool { try verify(meter.isOn, bool, "isOn", source) }
        let isWord = value.isString && value.text.flatMap { DecimalText($0) } == nil
        try verify(meter.number != nil, double != nil && !isWord, "whether there is a number", source)
        try claim(
            isFinite(meter.number) && isFinite(meter.any), "an infinity or NaN, \(source)", input: input)
    }

    private func verify<Value: Equatable>(
        _ found: Value, _ wanted: Value, _ property: String, _ source: String
    ) throws {
        guard found != wanted else { return }
        try claim(
            false, "\(property), \(source), with \(numbers): \(found) instead of \(wanted)", input: input)
    }

    private func wanted(_ integer: IntegerReading) -> String? {
        if let rounded {
            guard rounded.isWhole || numbers != .exact else { return nil }
            if let exact = rounded.truncated.flatMap(integer.holding) { return exact }
        }
        guard rounded != nil || isInfinite, numbers == .clamp else { return nil }
        return isNegative ? integer.limits.lowest : integer.limits.highest
    }

    /// The nearest number of a type, if it is finite or the options clamp it.
    private func nearest<Number: BinaryFloatingPoint & LosslessStringConvertible>() -> Number? {
        let nearest = number.flatMap { Number($0.text) }
        if let nearest, nearest.isFinite { return nearest }
        guard nearest != nil || isInfinite, numbers == .clamp else { return nil }
        return isNegative ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
    }

    private var isNegative: Bool { number?.isNegative ?? (value.text == "-inf") }

    /// Nil if a Decimal cannot hold every digit: Foundation defines how it rounds.
    private var decimal: Decimal?? {
        guard let number else { return isInfinite ? nil : .some(nil) }
        guard number.digits.count <= 38, (-80...120).contains(number.exponent),
            let digits = Decimal(string: number.digits.isEmpty ? "0" : number.digits)
        else { return nil }
        return Decimal(
            sign: number.isNegative ? .minus : .plus, exponent: number.exponent - number.digits.count,
            significand: digits)
    }

    /// Nil for an infinity and NaN, which are not numbers to the other types.
    private var bool: Bool?? {
        if value.isString { return .some(value.text.flatMap(DecimalText.boolWord)) }
        return rounded.map { !$0.digits.isEmpty }
    }

    private func isFinite(_ value: Any?) -> Bool {
        switch value {
        case let double as Double: double.isFinite
        case let float as Float: float.isFinite
        case let cgFloat as CGFloat: cgFloat.isFinite
        case let number as NSNumber: number.doubleValue.isFinite
        default: true
        }
    }
}
