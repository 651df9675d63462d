/// The parts of a shape by their general paths; each is made when it is first requested.
final class ShapesByPath {
    /// By the general path, in which all indices of an array and all keys of a dictionary are equal; nil for paths
    /// without a shape, such as all those of a sample that is too deep for one.
    private var shapes: [[PathComponent]: PayloadShape?]

    init(_ root: PayloadShape) { shapes = [[]: root] }

    func shape(at path: [PathComponent]) -> PayloadShape? {
        if let known = shapes[path] { return known }
        shapes[path] = .some(nil)
        let outerPath = Array(path.dropLast())
        if let step = path.last, let outer = shape(at: outerPath) {
            switch step {
            case .index: shapes[path] = .some(outer.parts)
            case .key:
                for member in outer.members { shapes[outerPath + [.key(member.key)]] = member.shape }
            }
        }
        return shapes[path] ?? nil
    }
}
