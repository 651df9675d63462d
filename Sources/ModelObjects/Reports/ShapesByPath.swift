/// The parts of a shape by their general paths; each is made when it is first requested.
final class ShapesByPath {
    /// By the text of the general path, in which all indices of an array and all keys of a dictionary are equal; nil for
    /// paths without a shape, such as all those of a sample that is too deep for one.
    private var shapes: [String: PayloadShape?]

    init(_ root: PayloadShape) { shapes = ["$": root] }

    func shape(at path: [PathComponent]) -> PayloadShape? {
        let text = path.path
        if let known = shapes[text] { return known }
        shapes[text] = .some(nil)
        let outerPath = Array(path.dropLast())
        if let step = path.last, let outer = shape(at: outerPath) {
            switch step {
            case .index: shapes[text] = .some(outer.parts)
            case .key:
                for member in outer.members { shapes[(outerPath + [.key(member.key)]).path] = member.shape }
            }
        }
        return shapes[text] ?? nil
    }
}
