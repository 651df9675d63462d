/// Documents with many levels, in which keys compete for a property at every level.
struct DeepTrees {
    /// By default a mapping accepts at most 512 nested values.
    private static let deepest = 450

    /// The members before and after the one that holds the next level.
    private struct Level {
        var before: [(key: String, value: Tree)]
        var key: String
        var isInArray: Bool
        var after: [(key: String, value: Tree)]
    }

    private(set) var tree: Tree
    /// A readable form of the document.
    let description: String

    init(_ random: inout Random) {
        let isDeep = random.oneIn(256)
        let depth = isDeep ? 1 + random.below(Self.deepest) : 1 + random.below(8)
        // Equal levels are the worst case for a step that restarts at each of them.
        let levels = (0...(random.oneIn(4) ? 2 : 0)).map { _ in Self.level(&random) }
        // An array adds a level.
        let count = levels.contains(where: \.isInArray) ? (depth + 1) / 2 : depth
        let size = isDeep ? random.pick([0, 1_000, 30_000, 150_000]) : random.below(8)
        let core: Tree = .object([("a", .number("1")), ("any", Self.filler(size, &random))])
        tree = core
        for number in (0..<count).reversed() {
            let level = levels[number % levels.count]
            let held: Tree = level.isInArray ? .array([tree]) : tree
            tree = .object(level.before + [(level.key, held)] + level.after)
        }
        let shown = levels.map { level in
            let object = Tree.object(level.before + [(level.key, .string("…"))] + level.after)
            return String(decoding: object.bytes, as: UTF8.self) + (level.isInArray ? " in an array" : "")
        }
        description = "\(count) levels of \(shown.joined(separator: ", ")), around \(size) values"
    }

    private static func level(_ random: inout Random) -> Level {
        Level(
            before: random.many(3) { rival(&$0) }, key: random.pick(keys), isInArray: random.oneIn(4),
            after: random.many(2) { rival(&$0) })
    }

    private static func rival(_ random: inout Random) -> (key: String, value: Tree) {
        switch random.below(8) {
        case 0: ("a", .number("\(random.below(9))"))
        case 1: (random.pick(["kind", "Kind"]), .string(random.pick(["leaf", "nest", "x"])))
        default: (random.pick(keys), random.pick(values))
        }
    }

    private static func filler(_ size: Int, _ random: inout Random) -> Tree {
        switch random.below(3) {
        case 0: .string(String(repeating: "a", count: size))
        case 1: .string(String(repeating: "é\"", count: size / 3))
        default: .array(Array(repeating: .number("0"), count: size / 2))
        }
    }

    private static let keys = ["kid", "Kid", "KID", "k_id", "k_i_d", "kids", "Kids", "byName", "any", "x"]
    private static let values: [Tree] = [
        .null, .null, .number("1"), .string("x"), .bool(true), .array([]), .object([]), .array([.null]),
        .object([("a", .number("2"))]), .array([.object([("a", .string("x"))])]),
        .object([("kid", .object([("a", .number("3"))]))]), .object([("kind", .string("leaf"))]),
    ]
}
