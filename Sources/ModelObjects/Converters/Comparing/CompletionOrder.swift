/// Objects of a graph in the order in which they may be completed: what an object refers to before the object itself.
///
/// Where references go in a circle there is no such order; an object on the circle comes first then.
struct CompletionOrder<Object> {
    private(set) var objects: [Object] = []
    /// Some references go in a circle.
    private(set) var hasCycle = false

    /// The order of some objects and of all that they refer to.
    ///
    /// Complexity: linear in the references, each object being asked for its own once; no deep stack for long chains.
    init<ID: Hashable>(
        of starts: [Object], id: (Object) -> ID, references: (Object) throws -> [Object]
    ) rethrows {
        /// What an object refers to is still being ordered.
        var isOpen: [ID: Bool] = [:]
        var stack = starts.reversed().map { (object: $0, isLeft: false) }
        while let (object, isLeft) = stack.popLast() {
            if isLeft {
                isOpen[id(object)] = false
                objects.append(object)
            } else if let isKnownOpen = isOpen[id(object)] {
                if isKnownOpen { hasCycle = true }
            } else {
                isOpen[id(object)] = true
                stack.append((object, isLeft: true))
                stack += try references(object).reversed().map { ($0, isLeft: false) }
            }
        }
    }
}
