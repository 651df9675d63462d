import Foundation

/// NSString: converts as String.
struct NSStringConverter: ValueConverter {
    var content: TypeContent { TypeContent(mayBeDates: true) }
    var form: ValueForm { .string }
    func takesNullWord(_ word: String, _ context: MappingContext) -> Bool { true }

    func convert(_ value: JSONValue, _ context: MappingContext) -> NSString? {
        StringConverter().convert(value, context).map { NSString(string: $0) }
    }
}

// MARK: Exporting

extension NSStringConverter {
    func write(_ value: NSString, to output: inout ExportOutput) -> ExportOutcome {
        output.write(.string(value.substring(from: 0)))
    }
}

// MARK: Archiving

extension NSStringConverter {
    func archived(_ value: NSString, _ context: ArchivingContext) -> ArchiveNode {
        .string(String(describing: value))
    }

    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> NSString? {
        if case .marked(ArchiveLayout.Mark.string, .string(let text)) = node { return NSString(string: text) }
        return String(node: node).map { NSString(string: $0) }
    }
}
