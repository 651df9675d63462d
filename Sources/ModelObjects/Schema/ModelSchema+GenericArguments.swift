extension ModelSchema {
    /// How deep the generic arguments of classes that are reached from another class can be nested.
    ///
    /// An endless number of classes can be reached from `Nest<Value>` with a property of type `Nest<[Value]>?`.
    /// With several such properties, their number grows exponentially with the depth.
    static func deepestArguments(below root: ModelObject.Type) -> Int { argumentDepth(of: root) + 5 }

    /// How deep the generic arguments and tuples in the name of a class are nested: 1 for `Box<Int>`.
    static func argumentDepth(of type: ModelObject.Type) -> Int {
        var (depth, deepest) = (0, 0)
        var previous: UInt8 = 0
        for byte in _typeName(type).utf8 {
            switch byte {
            case UInt8(ascii: "<"), UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: ">") where previous != UInt8(ascii: "-"): depth -= 1
            default: break
            }
            deepest = max(deepest, depth)
            previous = byte
        }
        return deepest
    }
}
