import Foundation

extension Decimal {
    /// The Double whose shortest text is this number; nil if there is none.
    var exactDouble: Double? {
        Double(description).flatMap { Decimal(string: $0.description) == self ? $0 : nil }
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
    override var hash: Int {
        let double = doubleValue
        return Int64(exactly: double).map { NSNumber(value: $0).hash } ?? NSNumber(value: double).hash
    }

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
