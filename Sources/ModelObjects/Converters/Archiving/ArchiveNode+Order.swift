/// A total order of all values, the same in every process: by kind, and within a kind by value.
///
/// Strings are ordered by their UTF-8 bytes, numbers by value (NaNs last, by their bits), containers element by
/// element. Equality is bitwise: NaN equals a NaN of the same bits, 0.0 does not equal -0.0, and a string equals
/// another only with the same Unicode scalars.
extension ArchiveNode: Comparable {
    static func == (left: ArchiveNode, right: ArchiveNode) -> Bool { order(left, right) == 0 }
    static func < (left: ArchiveNode, right: ArchiveNode) -> Bool { order(left, right) < 0 }

    /// Negative if the left value is ordered first, positive if the right one is, zero if they are equal.
    ///
    /// One walk, because two calls of `<` for each element would double the time with each level.
    private static func order(_ left: ArchiveNode, _ right: ArchiveNode) -> Int {
        switch (left, right) {
        case (.bool(let a), .bool(let b)): order(a ? 1 : 0, b ? 1 : 0)
        case (.integer(let a), .integer(let b)): order(a, b)
        case (.unsigned(let a), .unsigned(let b)): order(a, b)
        case (.float(let a), .float(let b)): order(a, a.bitPattern, b, b.bitPattern)
        case (.double(let a), .double(let b)): order(a, a.bitPattern, b, b.bitPattern)
        case (.date(let a), .date(let b)):
            order(.double(a.timeIntervalSinceReferenceDate), .double(b.timeIntervalSinceReferenceDate))
        case (.string(let a), .string(let b)): a.byteOrder(to: b)
        case (.data(let a), .data(let b)): order(a, b, by: order)
        case (.array(let a), .array(let b)): order(a, b, by: order)
        case (.dictionary(let a), .dictionary(let b)):
            order(a, b) { order(.marked($0.key, $0.value), .marked($1.key, $1.value)) }
        case (.reference(let a), .reference(let b)): order(a, b)
        case (.marked(let a, let x), .marked(let b, let y)):
            order([.string(a), x], [.string(b), y], by: order)
        default: order(left.rank, right.rank)
        }
    }

    private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }

    private static func order<Value: FloatingPoint, Bits: Comparable>(
        _ left: Value, _ leftBits: Bits, _ right: Value, _ rightBits: Bits
    ) -> Int {
        if left == right || left.isNaN && right.isNaN { return order(leftBits, rightBits) }
        return left < right || right.isNaN ? -1 : 1
    }

    private static func order<Elements: Collection>(
        _ left: Elements, _ right: Elements, by order: (Elements.Element, Elements.Element) -> Int
    ) -> Int {
        for (left, right) in zip(left, right) {
            let result = order(left, right)
            if result != 0 { return result }
        }
        return self.order(left.count, right.count)
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .integer: 2
        case .unsigned: 3
        case .float: 4
        case .double: 5
        case .date: 6
        case .string: 7
        case .data: 8
        case .array: 9
        case .dictionary: 10
        case .reference: 11
        case .marked: 12
        }
    }
}
