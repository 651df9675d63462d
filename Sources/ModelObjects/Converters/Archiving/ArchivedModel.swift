/// The placeholder of a model in the fields that `ModelObject.migrate` receives.
///
/// It may be moved to another field or dropped.
struct ArchivedModel: Hashable, UntypedArchivable, CustomStringConvertible {
    let number: Int
    let className: String

    var description: String { "a model of the class \(className)" }

    func archived(_ context: ArchivingContext) -> ArchiveNode { .reference(number) }
}
