/// Objects of a graph in the order in which they can be completed: each object after those that it refers to.
///
/// In a reference cycle, some object precedes the objects that it refers to.
struct CompletionOrder<Object> {
    private(set) var objects: [Object] = []
    /// Whether there is a reference cycle.
    private(set) var hasCycle = false

    /// The order of some objects and of everything that they refer to.
    ///
    /// Complexity: linear in the number of references, and `references` is called once for each object. Long chains
    /// need no deep stack.
    init<ID: Hashable>(
        of starts: [Object], id: (Object) -> ID, references: (Object) throws -> [Object]
    ) rethrows {
        /// Whether the references of an object are still being ordered.
        var isOpen: [ID: Bool] = [:]
        // Each object is on the stack twice: before its references, and as an exit after them.
        var stack = starts.reversed().map { (object: $0, isExit: false) }
        while let (object, isExit) = stack.popLast() {
            if isExit {
                isOpen[id(object)] = false
                objects.append(object)
            } else if let isKnownOpen = isOpen[id(object)] {
                if isKnownOpen { hasCycle = true }
            } else {
                let references = try references(object)
                isOpen[id(object)] = !references.isEmpty
                if references.isEmpty {
                    objects.append(object)
                } else {
                    stack.append((object, isExit: true))
                    stack += references.reversed().map { ($0, isExit: false) }
                }
            }
        }
    }
}
