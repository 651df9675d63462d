import Foundation

/// CGFloat: converts as its native type, which is Double or, on 32-bit systems, Float.
struct CGFloatConverter: ValueConverter {
    #if arch(arm64_32) || arch(arm) || arch(i386)
    typealias Native = FloatConverter
    #else
    typealias Native = DoubleConverter
    #endif

    var expected: String { "CGFloat" }
    var content: TypeContent { TypeContent(mayBeDates: true) }
    var coderForm: CoderForm { Native().coderForm }
    func isUsable(_ value: CGFloat) -> Bool { value.native.isFinite }

    func convert(_ value: JSONValue, _ context: MappingContext) -> CGFloat? {
        Native.number(value, context, as: expected).map { CGFloat($0) }
    }

    func write(_ value: CGFloat, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        try Native().write(value.native, to: &output)
    }
}

extension CGFloat: ScalarNode {
    var node: ArchiveNode { native.node }
    var untypedNode: ArchiveNode { .marked(ArchiveLayout.Mark.cgFloat, node) }

    /// The archive may come from a system whose CGFloat has the other size.
    init?(node: ArchiveNode) {
        switch node {
        case .double(let value): self.init(value)
        case .float(let value): self.init(value)
        default: return nil
        }
    }

    init?(coded node: ArchiveNode) {
        guard let value = NativeType(coded: node) else { return nil }
        self.init(value)
    }
}
