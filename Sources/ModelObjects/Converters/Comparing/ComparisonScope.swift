/// The state of a comparison, shared with the comparisons that a value's own `==` starts while it is running.
///
/// Such an `==` may compare models again: those that are being compared, or any number of others. So a
/// comparison of models on this thread continues with the results found so far. Models that are being
/// compared count as equal, as in the comparison itself: if something unequal is found elsewhere, the result
/// is false in any case.
final class ComparisonScope {
    private static let slot = ThreadSlot<ComparisonScope>()
    static var current: ComparisonScope? { slot.current }

    /// How many values may still be compared, by the weights of `EqualityBudget`; if negative, the result is false
    /// regardless of the values.
    var remaining: Int64
    /// The models that count as equal.
    var classes = EquivalenceClasses()
    /// Models that were found unequal, by a trial or by a value's own `==`.
    var unequal: Set<ObjectPair> = []
    /// Objects that a value's `==` or its encoding may have made.
    ///
    /// They are kept alive, so that results about them do not apply to other objects at the same address.
    var kept: [AnyObject] = []
    /// Models that were not compared because the stack was low.
    ///
    /// The enclosing comparison has to compare them.
    private var deferred: [(ModelObject, ModelObject)] = []

    init(limit: Int64) { remaining = limit }

    /// Runs a value's own `==`.
    ///
    /// - Returns: Its result, and the models that still have to be compared.
    func run<Result>(_ body: () -> Result) -> (Result, deferred: [(ModelObject, ModelObject)]) {
        let outer = deferred
        deferred = []
        defer { deferred = outer }
        return (Self.slot.withValue(self, body), deferred)
    }

    /// Whether two models are equal, called from a value's own `==`.
    ///
    /// A negative result is stored, because the value's `==` may be called again.
    func areEqual(_ left: ModelObject, _ right: ModelObject) -> Bool {
        if left === right { return true }
        if StackSpace.current.isLow {
            deferred.append((left, right))
            return true
        }
        kept += [left, right]
        if unequal.contains(ObjectPair(left, right)) { return false }
        var comparison = ModelComparison(self)
        if comparison.decide({ $0.isEqual(model: left, right) }) { return true }
        unequal.insert(ObjectPair(left, right))
        return false
    }
}
