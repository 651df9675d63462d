import Foundation

/// The types whose values are one node: the table that properties, `Any` and Codable values share.
protocol ScalarNode: Sendable {
    var node: ArchiveNode { get }

    /// The value of a node; nil where `node` of this type makes no such node.
    init?(node: ArchiveNode)

    /// The value of a node inside a Codable value, where earlier versions of the type may have had another number type.
    init?(coded node: ArchiveNode)
}

extension ScalarNode {
    init?(coded node: ArchiveNode) { self.init(node: node) }
}

extension ValueArchiving where Value: ScalarNode {
    func archived(_ value: Value, _ context: ArchivingContext) -> ArchiveNode { value.node }
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> Value? { Value(node: node) }
}

extension UntypedArchivable where Self: ScalarNode {
    func archived(_ context: ArchivingContext) -> ArchiveNode { node }
}

extension String: ScalarNode {
    var node: ArchiveNode { .string(self) }

    init?(node: ArchiveNode) {
        guard case .string(let value) = node else { return nil }
        self = value
    }
}

extension Bool: ScalarNode {
    var node: ArchiveNode { .bool(self) }

    init?(node: ArchiveNode) {
        guard case .bool(let value) = node else { return nil }
        self = value
    }
}

extension Double: ScalarNode {
    var node: ArchiveNode { .double(self) }

    init?(node: ArchiveNode) {
        guard case .double(let value) = node else { return nil }
        self = value
    }

    init?(coded node: ArchiveNode) {
        switch node {
        case .double(let value): self = value
        case .float(let value): self.init(value)
        case .integer(let value): self.init(value)
        default: return nil
        }
    }
}

extension Float: ScalarNode, UntypedArchivable {
    var node: ArchiveNode { .float(self) }

    /// PropertyListSerialization makes a Double of a Float that is not finite.
    init?(node: ArchiveNode) {
        switch node {
        case .float(let value): self = value
        case .double(let value) where !value.isFinite: self.init(value)
        default: return nil
        }
    }

    init?(coded node: ArchiveNode) {
        switch node {
        case .float(let value): self = value
        case .double(let value): self.init(value)
        case .integer(let value): self.init(value)
        default: return nil
        }
    }
}

extension Date: ScalarNode, UntypedArchivable {
    var node: ArchiveNode { .date(self) }

    init?(node: ArchiveNode) {
        guard case .date(let value) = node else { return nil }
        self = value
    }
}

extension Data: ScalarNode, UntypedArchivable {
    var node: ArchiveNode { .data(self) }

    init?(node: ArchiveNode) {
        guard case .data(let value) = node else { return nil }
        self = value
    }
}

extension UUID: ScalarNode, UntypedArchivable {
    var node: ArchiveNode { .marked(ArchiveLayout.Mark.uuid, .string(uuidString)) }

    init?(node: ArchiveNode) {
        guard case .marked(ArchiveLayout.Mark.uuid, .string(let text)) = node, text.utf8.count == 36
        else { return nil }
        self.init(uuidString: text)
    }
}

extension URL: ScalarNode, UntypedArchivable {
    var node: ArchiveNode { .marked(ArchiveLayout.Mark.url, content) }

    /// The text, or the text and what the base consists of.
    private var content: ArchiveNode {
        baseURL.map { .array([.string(relativeString), $0.content]) } ?? .string(relativeString)
    }

    init?(node: ArchiveNode) {
        guard case .marked(ArchiveLayout.Mark.url, let content) = node else { return nil }
        self.init(content: content)
    }

    private init?(content: ArchiveNode) {
        switch content {
        case .string(let text): self.init(text, base: nil)
        case .array(let parts):
            guard parts.count == 2, case .string(let text) = parts[0], let base = URL(content: parts[1])
            else { return nil }
            self.init(text, base: base)
        default: return nil
        }
    }

    private init?(_ text: String, base: URL?) {
        // A URL made of bytes may have a text that no URL is made of.
        guard
            let url = URL(string: text, relativeTo: base)
                ?? URL(dataRepresentation: Data(text.utf8), relativeTo: base)
        else { return nil }
        self = url
    }
}

/// As text, because a property list's numbers are binary.
extension Decimal: ScalarNode, UntypedArchivable {
    var node: ArchiveNode { .marked(ArchiveLayout.Mark.decimal, .string(description)) }

    init?(node: ArchiveNode) {
        // No Decimal has a longer text, and a longer one is not parsed, however many places share it.
        guard case .marked(ArchiveLayout.Mark.decimal, .string(let text)) = node, text.utf8.count <= 256
        else { return nil }
        if text == Self.nan.description {
            self = .nan
            return
        }
        // Foundation's parser stops at the first character that it does not know.
        guard NumberText.isNumber(text), let value = Decimal(string: text) else { return nil }
        self = value
    }
}

/// An integer that does not fit 64 bits is written as a Decimal: as text.
extension StandardInteger {
    var node: ArchiveNode {
        if let integer = Int64(exactly: self) { return .integer(integer) }
        if let unsigned = UInt64(exactly: self) { return .unsigned(unsigned) }
        return .marked(ArchiveLayout.Mark.decimal, .string(description))
    }

    init?(node: ArchiveNode) {
        let value: Self? =
            switch node {
            case .integer(let value): Self.exactly(value)
            case .unsigned(let value): Self.exactly(value)
            case .marked(ArchiveLayout.Mark.decimal, .string(let text)) where text.utf8.count <= 64:
                Self(text)
            default: nil
            }
        guard let value else { return nil }
        self = value
    }
}

/// In an `Any`, a mark tells the type from Int.
extension UntypedArchivable where Self: StandardInteger {
    func archived(_ context: ArchivingContext) -> ArchiveNode { .marked("\(Self.self)", node) }
}

extension Int8: UntypedArchivable {}
extension Int16: UntypedArchivable {}
extension Int32: UntypedArchivable {}
extension Int64: UntypedArchivable {}
extension UInt: UntypedArchivable {}
extension UInt8: UntypedArchivable {}
extension UInt16: UntypedArchivable {}
extension UInt32: UntypedArchivable {}
extension UInt64: UntypedArchivable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: UntypedArchivable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: UntypedArchivable {}
