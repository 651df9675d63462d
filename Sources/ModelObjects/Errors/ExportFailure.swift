/// The reason why an export failed.
///
/// The path is built while the failure propagates, so that paths cost nothing in successful exports. A class,
/// so that the frames of a deep recursion contain only a reference.
final class ExportFailure: Error {
    /// The error, without a path.
    private let error: ModelError
    /// The steps to the value that failed, in reverse order.
    let steps: [PathComponent]

    @inline(never)
    init(_ error: ModelError, steps: [PathComponent] = []) { (self.error, self.steps) = (error, steps) }

    @inline(never)
    convenience init(
        _ code: ModelError.Code, _ headline: Headline? = nil, expected: String, found: String,
        underlyingError: (any Error)? = nil
    ) {
        self.init(
            ModelError(code, headline, expected: expected, found: found, underlyingError: underlyingError))
    }

    /// The objects are nested more deeply than an option, or the space on this thread's stack, allows.
    @inline(never)
    static func tooDeep(levels: Int, isOfStack: Bool = false) -> ExportFailure {
        ExportFailure(.tooDeep(levels: levels, isOfStack: isOfStack, at: []))
    }

    static func cycle(_ model: ModelObject) -> ExportFailure {
        ExportFailure(
            .cycle, "Cannot export a cycle: \(type(of: model)) refers to itself",
            expected: "objects that do not contain themselves", found: "\(type(of: model)) inside itself")
    }

    /// A part of a value that was already encoded as another kind of value.
    static func alreadyEncoded(adding added: String) -> ExportFailure {
        ExportFailure(
            .notExportable,
            Headline("The value", ending: " is already encoded; \(added) cannot be added to it"),
            expected: "one value", found: "another one")
    }

    /// The failure with the path step of an enclosing value added.
    @inline(never)
    func under(_ component: PathComponent) -> ExportFailure {
        under([component])
    }

    /// The failure with a property's path added.
    @inline(never)
    func under(_ path: [PathComponent]) -> ExportFailure {
        ExportFailure(error, steps: steps + path.reversed())
    }

    var code: ModelError.Code { error.code }

    var modelError: ModelError { error.moved(to: steps.reversed()) }
}
