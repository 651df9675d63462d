/// A class, and the classes and enums that it refers to.
struct ClassGraph {
    private let classes: [ClassModel]
    private let found: Set<ObjectIdentifier>

    init(from root: ClassModel) {
        var classes: [ClassModel] = []
        var found: Set<ObjectIdentifier> = [ObjectIdentifier(root)]
        var rest = [root]
        while let model = rest.popLast() {
            classes.append(model)
            var referred = (model.discriminator?.classes ?? []).map(\.model)
            if let superclass = model.superclass { referred.append(superclass) }
            for member in model.members {
                switch member.type.innermost {
                case .model(let model): referred.append(model)
                case .enumeration(let model): found.insert(ObjectIdentifier(model))
                default: break
                }
            }
            rest += referred.filter { found.insert(ObjectIdentifier($0)).inserted }
        }
        (self.classes, self.found) = (classes, found)
    }

    func contains(_ model: AnyObject) -> Bool { found.contains(ObjectIdentifier(model)) }

    /// Makes a property Optional if its default would make an endless chain of new objects.
    func breakCycles() {
        /// The classes on the path, with their properties that are still to be visited.
        var path: [(model: ClassModel, places: [(owner: ClassModel, index: Int)])] = []
        var isDone: [ObjectIdentifier: Bool] = [:]
        func enter(_ model: ClassModel) {
            let places = model.lineage.flatMap { owner in owner.members.indices.map { (owner, $0) } }
            path.append((model, places.reversed()))
            isDone[ObjectIdentifier(model)] = false
        }
        for start in classes where isDone[ObjectIdentifier(start)] == nil {
            enter(start)
            while let last = path.indices.last {
                guard let (owner, index) = path[last].places.popLast() else {
                    isDone[ObjectIdentifier(path.removeLast().model)] = true
                    continue
                }
                guard case .model(let inner) = owner.members[index].type else { continue }
                switch isDone[ObjectIdentifier(inner.defaultClass)] {
                case nil: enter(inner.defaultClass)
                case false?: owner.members[index].type = .optional(.model(inner))
                case true?: break
                }
            }
        }
    }
}
