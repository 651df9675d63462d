import Foundation

extension DateConverter {
    func archived(_ value: Date, _ context: ArchivingContext) -> ArchiveNode { .date(value) }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> Date? {
        guard case .date(let value) = node else { return nil }
        return value
    }
}

extension DataConverter {
    func archived(_ value: Data, _ context: ArchivingContext) -> ArchiveNode { .data(value) }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> Data? {
        guard case .data(let value) = node else { return nil }
        return value
    }
}

extension URLConverter {
    func archived(_ value: URL, _ context: ArchivingContext) -> ArchiveNode { value.archived(context) }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) throws -> URL? {
        switch node {
        case .url(let url): return url
        case .marked(ArchiveLayout.Mark.url, let content):
            if case .array = content { try context.useForParsing(content) }
            return URL(archived: content)
        default: return nil
        }
    }
}

extension URL: UntypedArchivable {
    func archived(_ context: ArchivingContext) -> ArchiveNode {
        if baseURL != nil { context.useForParsing(node) }
        return node
    }

    var node: ArchiveNode { .marked(ArchiveLayout.Mark.url, content) }

    /// The text, or the text and what the base consists of.
    private var content: ArchiveNode {
        baseURL.map { .array([.string(relativeString), $0.content]) } ?? .string(relativeString)
    }

    init?(archived content: ArchiveNode) {
        switch content {
        case .string(let text): self.init(text, base: nil)
        case .array(let parts):
            guard parts.count == 2, case .string(let text) = parts[0], let base = URL(archived: parts[1])
            else {
                return nil
            }
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

extension UUIDConverter {
    func archived(_ value: UUID, _ context: ArchivingContext) -> ArchiveNode { value.archived(context) }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> UUID? {
        guard case .marked(ArchiveLayout.Mark.uuid, let content) = node else { return nil }
        return UUID(archived: content)
    }
}

extension UUID: UntypedArchivable {
    func archived(_ context: ArchivingContext) -> ArchiveNode {
        .marked(ArchiveLayout.Mark.uuid, .string(uuidString))
    }

    init?(archived content: ArchiveNode) {
        guard case .string(let text) = content, text.utf8.count == 36 else { return nil }
        self.init(uuidString: text)
    }
}
