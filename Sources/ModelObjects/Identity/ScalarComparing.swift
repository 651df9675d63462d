import Foundation

// Types whose values take the longer to compare the longer they are.

extension StringConverter {
    func isEqual(_ left: String, _ right: String, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(text: left, right)
    }
}

extension DataConverter {
    func isEqual(_ left: Data, _ right: Data, _ comparison: inout ModelComparison) -> Bool {
        comparison.use(bytes: left.count)
        return left == right
    }
}

// Types whose own `==` does not make a value equal to itself where it is not a number. (All others are
// Hashable and have what they need from `ValueComparing`.)

extension DoubleConverter {
    func isEqual(_ left: Double, _ right: Double, _ comparison: inout ModelComparison) -> Bool {
        left == right || left.isNaN && right.isNaN
    }

    func hash(_ value: Double, into hasher: inout ModelHasher) { hasher.combine(floating: value) }
}

extension FloatConverter {
    func isEqual(_ left: Float, _ right: Float, _ comparison: inout ModelComparison) -> Bool {
        left == right || left.isNaN && right.isNaN
    }

    func hash(_ value: Float, into hasher: inout ModelHasher) { hasher.combine(floating: value) }
}

extension DecimalConverter {
    func isEqual(_ left: Decimal, _ right: Decimal, _ comparison: inout ModelComparison) -> Bool {
        left.isNaN || right.isNaN ? left.isNaN && right.isNaN : left == right
    }

    func hash(_ value: Decimal, into hasher: inout ModelHasher) {
        hasher.combine(number: UntypedNumber(value))
    }
}

extension DateConverter {
    func isEqual(_ left: Date, _ right: Date, _ comparison: inout ModelComparison) -> Bool {
        let (left, right) = (left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
        return left == right || left.isNaN && right.isNaN
    }

    func hash(_ value: Date, into hasher: inout ModelHasher) {
        hasher.combine(floating: value.timeIntervalSinceReferenceDate)
    }
}

extension NSNumberConverter {
    func isEqual(_ left: NSNumber, _ right: NSNumber, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(untyped: left, right)
    }

    func hash(_ value: NSNumber, into hasher: inout ModelHasher) { hasher.combine(untyped: value) }
}
