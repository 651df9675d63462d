/// Two objects, compared by identity.
struct ObjectPair: Hashable {
    private let left, right: ObjectIdentifier

    init(_ left: AnyObject, _ right: AnyObject) {
        (self.left, self.right) = (ObjectIdentifier(left), ObjectIdentifier(right))
    }
}
