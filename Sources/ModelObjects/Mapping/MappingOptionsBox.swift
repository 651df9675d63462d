/// The options of a call, behind one reference: most calls have none.
final class MappingOptionsBox {
    let options: MappingOptions

    init(_ options: MappingOptions) { self.options = options }
}
