/// The comparison inside which a value's own `==` is running.
///
/// That `==` may lead back to models: to those that are being compared, or to any number of others. So a comparison of
/// models on this thread goes on with what is known already. Models that are being compared count as equal, as they do
/// in the comparison itself: if something unequal turns up elsewhere, the answer is no in any case.
final class ComparisonScope {
    private static let slot = ThreadSlot<ComparisonScope>()

    static var current: ComparisonScope? { slot.current }

    /// The models that count as equal, and how much may still be compared.
    var state: ModelComparison.State
    /// Models that were not compared for want of stack.
    ///
    /// The comparison around the `==` has to do it.
    private(set) var deferred: [(ModelObject, ModelObject)] = []

    init(_ state: ModelComparison.State) { self.state = state }

    func run<Result>(_ body: () -> Result) -> Result { Self.slot.withValue(self, body) }

    func areEqual(_ left: ModelObject, _ right: ModelObject) -> Bool {
        if left === right { return true }
        if StackSpace.current.isLow {
            deferred.append((left, right))
            return true
        }
        var comparison = ModelComparison(state.taken())
        let areEqual = comparison.areEqualInForeignCode(left, right)
        state = comparison.state.taken()
        return areEqual
    }
}
