/// The models that enclose the Codable value that is being encoded.
///
/// A model in a Codable struct encodes itself in a separate export. Encoders don't pass on the depth and the
/// enclosing models of the outer export, so this scope is stored in a thread-local slot.
///
///     node.jsonString()        ExportOutput: node
///       NodeLink.encode(to:)   within a scope: [node], depth 2
///         node.encode(to:)     ExportOutput with that scope: node encloses itself
final class EncodingScope {
    private static let slot = ThreadSlot<EncodingScope>()

    /// The scope of the value that this thread is encoding.
    static var current: EncodingScope? { slot.current }

    /// The outermost of the enclosing models.
    let outermost: ObjectIdentifier?
    /// The other enclosing models, the outermost first.
    let ancestors: [ObjectIdentifier]
    /// How many objects and arrays enclose the contents of the value.
    let depth: Int

    init(_ outermost: ObjectIdentifier?, _ ancestors: [ObjectIdentifier], depth: Int) {
        (self.outermost, self.ancestors, self.depth) = (outermost, ancestors, depth)
    }

    /// The scope of a separate text that is written while the value is encoded: its levels count from 0.
    var ofOwnText: EncodingScope { EncodingScope(outermost, ancestors, depth: 0) }

    func run<Result>(_ encode: () throws -> Result) rethrows -> Result {
        try Self.slot.withValue(self, encode)
    }
}
