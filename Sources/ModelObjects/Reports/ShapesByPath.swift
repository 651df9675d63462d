/// The parts of a shape by their general paths; each is made when it is first requested.
final class ShapesByPath {
    /// By the text of the general path, in which all indices of an array and all keys of a dictionary are equal.
    private var shapes: [String: PayloadShape]

    init(_ root: PayloadShape) { shapes = ["$": root] }

    func shape(at path: [PathComponent]) -> PayloadShape? {
        if let shape = shapes[path.path] { return shape }
        let outerPath = Array(path.dropLast())
        guard let step = path.last, let outer = shape(at: outerPath) else { return nil }
        switch step {
        case .index: shapes[path.path] = outer.parts
        case .key:
            for member in outer.members { shapes[(outerPath + [.key(member.key)]).path] = member.shape }
        }
        return shapes[path.path]
    }
}
