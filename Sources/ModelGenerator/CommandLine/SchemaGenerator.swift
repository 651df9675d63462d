import ModelObjects

/// Makes source files from JSON Schemas.
struct SchemaGenerator {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func files(_ inputs: [Input]) throws(Failure) -> [SourceFile] {
        throw Failure("not yet")
    }
}
