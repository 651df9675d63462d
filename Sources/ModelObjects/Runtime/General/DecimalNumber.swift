import Foundation

extension Decimal {
    /// The Double whose shortest text is this number; nil if there is none.
    var exactDouble: Double? {
        switch fraction {
        case .double(let double): double
        case .decimal: nil
        case nil: exactDouble(description)
        }
    }

    /// The same, for a number whose description is known.
    func exactDouble(_ text: String) -> Double? {
        Double(text).flatMap { Decimal(string: $0.description) == self ? $0 : nil }
    }

    /// What a number that isn't an integer is as a Double.
    enum Fraction {
        /// The Double whose shortest text is the number.
        case double(Double)
        /// No Double is exactly the number.
        case decimal
    }

    /// Finds the Double of a fraction without `description`, which on Linux takes five times as long as reading the
    /// text of a Double.
    ///
    /// The texts of neighbouring Doubles enclose the number, or one of them is the number. Nil if this wasn't decided:
    /// for integers, very small and large numbers, and if the first approximation is too far away.
    var fraction: Fraction? {
        guard exponent < 0 else { return nil }
        // Foundation rounds it several times.
        var double = NSDecimalNumber(decimal: self).doubleValue
        // In this range, a Decimal holds all digits of each text, and each integer is a Double.
        guard (1e-90..<0x1p53).contains(double.magnitude) else { return nil }
        var wasBelow: Bool?
        for _ in 0..<4 {
            guard let decimal = Decimal(string: double.description) else { return nil }
            let isBelow = decimal < self
            if !isBelow, decimal == self { return double == double.rounded() ? nil : .double(double) }
            if let wasBelow, wasBelow != isBelow { return .decimal }
            wasBelow = isBelow
            double = isBelow ? double.nextUp : double.nextDown
        }
        return nil
    }
}

/// The NSNumber for a Decimal that no Double represents exactly.
func decimalNumber(_ value: Decimal) -> NSDecimalNumber {
    #if canImport(Darwin)
    NSDecimalNumber(decimal: value)
    #else
    DecimalNumber(decimal: value)
    #endif
}

extension NSNumber {
    /// Whether `hash` returns: see `DecimalNumber`.
    var hasWorkingHash: Bool {
        #if canImport(Darwin)
        true
        #else
        !(self is NSDecimalNumber) || self is DecimalNumber
        #endif
    }
}

#if !canImport(Darwin)

/// An NSDecimalNumber with a working hash.
///
/// In Foundation on non-Apple platforms, `hash` of an NSDecimalNumber calls itself until the stack overflows (Swift
/// 6.3): a number from the payload in a `Set<NSNumber>` crashed the process.
///
/// Invariants
/// 1. The pointers of `init(bytes:objCType:)`, which the superclass requires, are passed on unchanged.
private final class DecimalNumber: NSDecimalNumber, @unchecked Sendable {  // As immutable as its superclass.
    /// The hash of an equal number of another kind, since this number equals that one, too.
    override var hash: Int { NSNumber(value: doubleValue).hash }

    override init(decimal: Decimal) { super.init(decimal: decimal) }

    required convenience init(integerLiteral value: Int) { self.init(decimal: Decimal(value)) }
    required convenience init(floatLiteral value: Double) { self.init(decimal: Decimal(value)) }
    required convenience init(booleanLiteral value: Bool) { self.init(decimal: value ? 1 : 0) }

    required convenience init?(coder: NSCoder) {
        guard let number = NSDecimalNumber(coder: coder) else { return nil }
        self.init(decimal: number.decimalValue)
    }

    @unsafe required convenience init(bytes: UnsafeRawPointer, objCType type: UnsafePointer<CChar>) {
        self.init(decimal: unsafe NSNumber(bytes: bytes, objCType: type).decimalValue)  // Invariant 1.
    }
}

#endif
