/// The options of a call, boxed as a single reference: most calls have none.
final class MappingOptionsBox {
    let options: MappingOptions

    init(_ options: MappingOptions) { self.options = options }
}
