import Foundation

/// NSNumber: any number, and Bools.
struct NSNumberConverter: ValueConverter {
    var content: TypeContent { TypeContent(mayBeDates: true) }
    var form: ValueForm { .either([.number, .bool]) }
    var keepsDigits: Bool { true }
    var coderForm: CoderForm { .scalar([Bool.self, Int.self, UInt64.self, Decimal.self]) }
    func isUsable(_ value: NSNumber) -> Bool { value.doubleValue.isFinite && value.hasWorkingHash }
    var mayBeUnusable: Bool { true }

    func convert(_ value: JSONValue, _ context: MappingContext) -> NSNumber? {
        switch value {
        case .bool(let value): return NSNumber(value: value)
        case .integer, .unsigned, .double, .decimal: return number(value, of: value, context)
        case .string(let text) where context.options.conversions == .lossless:
            return NumberText.value(text).map { number($0, of: value, context) }
                ?? context.mismatch(expected, value)
        case .null, .string, .array, .object, .other: return context.mismatch(expected, value)
        }
    }

    /// - Parameters:
    ///   - number: The number.
    ///   - value: The number itself, or the text that it was read from.
    private func number(_ number: JSONValue, of value: JSONValue, _ context: MappingContext) -> NSNumber? {
        let result: NSNumber
        switch number {
        case .integer(let number): result = NSNumber(value: number)
        case .unsigned(let number): result = NSNumber(value: number)
        case .decimal(let number):
            // A Double if it is exactly the same number, as in JSONSerialization.
            result = number.exactDouble.map { NSNumber(value: $0) } ?? decimalNumber(number)
        case .double(let number):
            return context.finite(number, of: value, as: expected).map { NSNumber(value: $0) }
        default: return nil
        }
        if case .string = value { context.converted(value, to: expected) }
        return result
    }
}

// MARK: Exporting

extension NSNumberConverter {
    func write(_ value: NSNumber, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        try output.write(any: value)
    }
}

// MARK: Comparing

extension NSNumberConverter {
    func isEqual(_ left: NSNumber, _ right: NSNumber, _ comparison: inout ModelComparison) -> Bool {
        comparison.isEqual(untyped: left, right)
    }

    func hash(_ value: NSNumber, into hasher: inout ModelHasher) { hasher.combine(untyped: value) }
}

// MARK: Archiving

extension NSNumberConverter {
    func archived(_ value: NSNumber, _ context: ArchivingContext) -> ArchiveNode { Self.node(of: value) }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> NSNumber? {
        if case .marked(ArchiveLayout.Mark.number, let content) = node { return Self.number(of: content) }
        return Self.number(of: node)
    }

    static func node(of number: NSNumber) -> ArchiveNode {
        if let number = number as? NSDecimalNumber { return number.decimalValue.node }
        return switch NSNumberContent(number) {
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .unsigned(let value): value.node
        case .float(let value): .float(value)
        case .double(let value): .double(value)
        }
    }

    static func number(of node: ArchiveNode) -> NSNumber? {
        switch node {
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .float(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        default: Decimal(node: node).map(decimalNumber)
        }
    }
}
