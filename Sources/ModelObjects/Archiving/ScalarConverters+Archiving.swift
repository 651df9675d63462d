import Foundation

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
