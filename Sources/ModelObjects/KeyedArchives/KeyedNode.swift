/// An object that the root refers to, directly or through others.
final class KeyedNode {
    /// Unowned, because releasing a long chain of nodes would need a deep stack.
    ///
    /// The reader owns all nodes.
    unowned let parent: KeyedNode?
    let step: PathComponent?
    let level: Int
    /// The options of the model around it.
    let around: ResolvedOptions?
    var object = KeyedObject.null
    var model: ModelObject?
    /// The options in force for what it holds.
    var options: ResolvedOptions?
    /// The reason why the model is left out; nil if it is not.
    ///
    /// The problem is rejected if the options of a place that refers to the model reject it.
    var rejection: ProblemRecord?
    /// The value of an object that is not a model, once it is known.
    var value: KeyedValue?
    /// Whether the value is being made, so that a value that contains itself is noticed.
    var isInProgress = false
    /// The Sets of models that were made for the model.
    var madeSets = MadeSets()

    init(_ parent: KeyedNode?, _ step: PathComponent?, around: ResolvedOptions?) {
        self.parent = parent
        self.step = step
        self.around = around
        level = parent.map { $0.level + 1 } ?? 0
    }
}

/// A value for a mapping, and its extent.
struct KeyedValue {
    let any: Any
    /// The number of values in it, including itself.
    var size: Int64 = 1
    /// The depth of nested arrays and dictionaries, including itself.
    var height = 0
}
