import Foundation

/// The NSNumber of a Decimal that no Double is.
func decimalNumber(_ value: Decimal) -> NSDecimalNumber {
    #if canImport(Darwin)
    NSDecimalNumber(decimal: value)
    #else
    DecimalNumber(decimal: value)
    #endif
}

#if !canImport(Darwin)

/// An NSDecimalNumber that can be hashed.
///
/// In the Foundation of other platforms than Apple's, asking one for its hash calls itself until the stack
/// ends (Swift 6.3): a number of the payload's in a `Set<NSNumber>` ended the process.
///
/// Invariants
/// 1. The pointers of `init(bytes:objCType:)`, which the superclass asks for, are handed on as they came.
private final class DecimalNumber: NSDecimalNumber, @unchecked Sendable {  // As immutable as its superclass.
    /// That of an equal number of another kind, to which this one is equal, too.
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
