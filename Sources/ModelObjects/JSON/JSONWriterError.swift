/// Why a tree of untyped values cannot be written.
struct JSONWriterError: Error, Equatable {
    enum Reason: Equatable {
        /// The name of a value's type.
        case unsupportedType(String)
        case notFinite
        case tooDeep
    }

    enum Step: Equatable {
        case key(String)
        case index(Int)
    }

    let reason: Reason
    /// The way from the outermost value to the one that failed.
    let path: [Step]
}
