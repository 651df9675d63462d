import Foundation

/// CGFloat: converts as the type does that it consists of, Double or, on 32-bit systems, Float.
struct CGFloatConverter: ValueConverter {
    #if arch(arm64_32) || arch(arm) || arch(i386)
    typealias Native = FloatConverter
    #else
    typealias Native = DoubleConverter
    #endif

    var expected: String { "CGFloat" }
    var content: TypeContent { TypeContent(mayBeDates: true) }
    func isUsable(_ value: CGFloat) -> Bool { value.native.isFinite }

    func convert(_ value: JSONValue, _ context: MappingContext) -> CGFloat? {
        Native.number(value, context, as: expected).map { CGFloat($0) }
    }

    func write(_ value: CGFloat, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        try Native().write(value.native, to: &output)
    }

    func isEqual(_ left: CGFloat, _ right: CGFloat, _ comparison: inout ModelComparison) -> Bool {
        Native().isEqual(left.native, right.native, &comparison)
    }

    func hash(_ value: CGFloat, into hasher: inout ModelHasher) { Native().hash(value.native, into: &hasher) }

    func archived(_ value: CGFloat, _ context: ArchivingContext) -> ArchiveNode {
        Native().archived(value.native, context)
    }

    /// The archive may come from a system whose CGFloat has the other size.
    func unarchived(_ node: ArchiveNode, _ context: UnarchivingContext) -> CGFloat? {
        CGFloat(archived: node)
    }

    func decode(_ decoder: any Decoder, _ reader: CoderReader) throws -> Any {
        try Native().decode(decoder, reader)
    }
}

/// Inside an Any.
extension CGFloat: UntypedArchivable {
    func archived(_ context: ArchivingContext) -> ArchiveNode {
        .marked(ArchiveLayout.Mark.cgFloat, CGFloatConverter().archived(self, context))
    }

    init?(archived content: ArchiveNode) {
        switch content {
        case .double(let value): self.init(value)
        case .float(let value): self.init(value)
        default: return nil
        }
    }
}
