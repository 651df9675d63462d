/// What a patch says about existing objects, in addition to the payload that it was turned into.
///
/// `MergePatch` and `PatchUpdate` fill in what they know before the mapping, and the mapper reads it at each object.
final class PatchState {
    /// The models in containers that a patch changes, and those that it removes values of.
    var changedModels: Set<ObjectIdentifier> = []
    /// The models that a patch fills in place although it changes values of their discriminators.
    var keptModels: Set<ObjectIdentifier> = []
    /// The offsets of the properties whose model a patch replaces by a new one, by object.
    var replacedModels: [ObjectIdentifier: Set<Int>] = [:]
    /// The models that a patch replaces by those in embedded JSON: see `replace`.
    var outdatedModels: Set<ObjectIdentifier> = []
    /// What keys of `combined` rules read instead of the values of a patch, by object: see `addInputs`.
    var addedInputs: [ObjectIdentifier: [KeyTarget: [Candidate]]] = [:]
    /// The exports of objects whose `didExport` needs all members, so that a merge patch exports each object once, and
    /// their members by key.
    var exports: [ObjectIdentifier: (tree: ExportedValue, members: [ExactText: ExportedValue])] = [:]
    /// The value before a patch of the value that is converted next: see `takePatchedValue`.
    var oldValue: Any?
}

/// A merge patch (RFC 7396), or the operations of a JSON Patch (RFC 6902).
enum PatchKind {
    case merge, operations
}
