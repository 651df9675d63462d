/// The options of a call, boxed as a single reference: most calls have none.
final class MappingOptionsBox {
    let options: MappingOptions
    /// The options for objects whose class sets none; shared by the calls for the elements of a stream.
    private(set) lazy var resolved = ResolvedOptions(call: options, own: MappingOptions(), around: nil)

    init(_ options: MappingOptions) { self.options = options }
}
