import Foundation

extension StringConverter {
    func archived(_ value: String, _ context: ArchivingContext) -> ArchiveNode { .string(value) }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> String? {
        guard case .string(let value) = node else { return nil }
        return value
    }
}

extension BoolConverter {
    func archived(_ value: Bool, _ context: ArchivingContext) -> ArchiveNode { .bool(value) }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> Bool? {
        guard case .bool(let value) = node else { return nil }
        return value
    }
}

extension IntegerConverter {
    func archived(_ value: Value, _ context: ArchivingContext) -> ArchiveNode { Self.node(of: value) }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> Value? { Self.integer(of: node) }

    /// What 64 bits do not hold is written as a Decimal: as text.
    static func node(of value: Value) -> ArchiveNode {
        if let integer = Int64(exactly: value) { return .integer(integer) }
        if let unsigned = UInt64(exactly: value) { return .unsigned(unsigned) }
        return .marked(ArchiveLayout.Mark.decimal, .string(value.description))
    }

    static func integer(of node: ArchiveNode) -> Value? {
        switch node {
        case .integer(let value): Value.exactly(value)
        case .unsigned(let value): Value.exactly(value)
        case .marked(ArchiveLayout.Mark.decimal, .string(let text)) where text.utf8.count <= 64: Value(text)
        default: nil
        }
    }
}

extension DoubleConverter {
    func archived(_ value: Double, _ context: ArchivingContext) -> ArchiveNode { .double(value) }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> Double? {
        guard case .double(let value) = node else { return nil }
        return value
    }
}

extension FloatConverter {
    func archived(_ value: Float, _ context: ArchivingContext) -> ArchiveNode { .float(value) }

    /// PropertyListSerialization makes a Double of a Float that is not finite.
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> Float? {
        switch node {
        case .float(let value): value
        case .double(let value) where !value.isFinite: Float(value)
        default: nil
        }
    }
}

extension DecimalConverter {
    func archived(_ value: Decimal, _ context: ArchivingContext) -> ArchiveNode { value.archived(context) }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> Decimal? {
        guard case .marked(ArchiveLayout.Mark.decimal, let content) = node else { return nil }
        return Decimal(archived: content)
    }
}

/// As text: a property list's numbers are binary.
extension Decimal: UntypedArchivable {
    func archived(_ context: ArchivingContext) -> ArchiveNode {
        .marked(ArchiveLayout.Mark.decimal, .string(description))
    }

    init?(archived content: ArchiveNode) {
        // Longer than any Decimal: nothing is parsed, however many places share such a text.
        guard case .string(let text) = content, text.utf8.count <= 256 else { return nil }
        if text == Self.nan.description {
            self = .nan
            return
        }
        // Foundation's parser stops at the first character that it does not know.
        guard NumberText.isNumber(text), let value = Decimal(string: text) else { return nil }
        self = value
    }
}

extension NSNumberConverter {
    func archived(_ value: NSNumber, _ context: ArchivingContext) -> ArchiveNode { Self.node(of: value) }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> NSNumber? {
        if case .marked(ArchiveLayout.Mark.number, let content) = node { return Self.number(of: content) }
        return Self.number(of: node)
    }

    static func node(of number: NSNumber) -> ArchiveNode {
        if let number = number as? NSDecimalNumber {
            return .marked(ArchiveLayout.Mark.decimal, .string(number.decimalValue.description))
        }
        switch NSNumberContent(number) {
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .unsigned(let value): return IntegerConverter.node(of: value)
        case .float(let value): return .float(value)
        case .double(let value): return .double(value)
        }
    }

    static func number(of node: ArchiveNode) -> NSNumber? {
        switch node {
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .float(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .marked(ArchiveLayout.Mark.decimal, let content):
            Decimal(archived: content).map(decimalNumber)
        default: nil
        }
    }
}

extension NSStringConverter {
    func archived(_ value: NSString, _ context: ArchivingContext) -> ArchiveNode {
        .string(String(describing: value))
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> NSString? {
        switch node {
        case .string(let text), .marked(ArchiveLayout.Mark.string, .string(let text)): NSString(string: text)
        default: nil
        }
    }
}
