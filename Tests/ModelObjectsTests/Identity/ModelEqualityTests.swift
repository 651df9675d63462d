import Foundation
import Testing

@testable import ModelObjects

@Suite struct ModelEqualityTests {
    /// A change of one property, by name, that makes an object unequal to one without it.
    static let changes: [(String, @Sendable (Everything) -> Void)] = [
        ("text", { $0.text = "a" }),
        ("optionalText", { $0.optionalText = "" }),
        ("int", { $0.int = 1 }),
        ("optionalInt", { $0.optionalInt = 0 }),
        ("byte", { $0.byte = 1 }),
        ("double", { $0.double = .nan }),
        ("optionalDouble", { $0.optionalDouble = 0 }),
        ("optionalDouble, NaN", { $0.optionalDouble = .nan }),
        ("float", { $0.float = .infinity }),
        ("bool", { $0.bool = true }),
        ("optionalBool", { $0.optionalBool = false }),
        ("decimal", { $0.decimal = .nan }),
        ("date", { $0.date = Date(timeIntervalSinceReferenceDate: .nan) }),
        ("url", { $0.url = URL(string: "a:b") }),
        ("uuid", { $0.uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000001") }),
        ("data", { $0.data = Data([1]) }),
        ("number", { $0.number = NSNumber(value: Double.nan) }),
        ("objcText", { $0.objcText = "a" }),
        ("color", { $0.color = .green }),
        ("flags", { $0.flags = .init(rawValue: 2) }),
        ("point with NaN", { $0.point.y = .nan }),
        ("struct without ==", { $0.opaque.weight = .nan }),
        ("struct without ==, deep", { $0.opaque.more = ["a"] }),
        ("custom", { $0.celsius.degrees = .nan }),
        ("array", { $0.array = [.nan, 1] }),
        ("set", { $0.set = [.nan, 1, 2] }),
        ("dictionary", { $0.dictionary = ["a": .nan] }),
        ("keyed", { $0.keyed = [1: "a"] }),
        ("any text", { $0.any = "a" }),
        ("any nan", { $0.any = Double.nan }),
        ("any bool", { $0.any = true }),
        ("any date", { $0.any = Date(timeIntervalSinceReferenceDate: .nan) }),
        ("any set", { $0.any = [1.5, .nan] as Set<Double> }),
        ("any keyed", { $0.any = [1: "a"] }),
        ("any struct", { $0.any = Everything.Opaque(name: "a") }),
        ("any tuple", { $0.any = (1, Double.nan) }),
        ("any null", { $0.any = NSNull() }),
        ("any model", { $0.any = Node("a") }),
        ("anyArray", { $0.anyArray = [1, "a", [NSNull(), ["k": 1.5]] as [Any]] }),
        ("anyObject", { $0.anyObject = ["a": ["b": [1, 2]]] }),
        ("optionalAny", { $0.optionalAny = Decimal(string: "0.1234567890123456789") }),
    ]

    @Test(arguments: changes.indices)
    func oneDifferentPropertyMakesObjectsUnequal(_ index: Int) {
        let (name, change) = Self.changes[index]
        let (plain, one, other) = (Everything(), Everything(), Everything())
        change(one)
        change(other)
        #expect(one == other && one.hashValue == other.hashValue, "\(name)")
        #expect(one == one.copy() && one.hashValue == one.copy().hashValue, "\(name)")
        #expect(one != plain && plain != one, "\(name)")
        #expect(one.changes(since: plain).isEmpty == false, "\(name)")
        #expect(one.changes(since: other).isEmpty, "\(name)")
        #expect(!one.debugDescription.isEmpty, "\(name)")
        for (otherName, otherChange) in Self.changes where otherName != name {
            let different = Everything()
            otherChange(different)
            #expect(one != different, "\(name), \(otherName)")
        }
    }

    /// Also if two properties share the value: changes and `==` agree.
    @Test func closuresEqualNothing() {
        struct Action { var run: () -> Int = { 5 } }
        let (one, other) = (Everything(), Everything())
        one.any = Action()
        one.anyArray = [Action(), 1]
        (other.any, other.anyArray) = (one.any, one.anyArray)
        #expect(one != other)
        #expect(one.changes(since: other).map(\.path) == ["$.any", "$.anyArray[0]"])
    }

    @Test func zeroAndNegativeZeroAreEqualWithEqualHashes() {
        let (one, other) = (Everything(), Everything())
        (one.double, one.float, one.array, one.any) = (0, 0, [0], 0.0)
        (other.double, other.float, other.array, other.any) = (-0.0, -0.0, [-0.0], -0.0)
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
    }

    @Test func keysThatAreNaNAreEqualWithEqualHashes() {
        final class Table: ModelObject {
            var doubles: [Double: Int] = [:]
            var floats: [Float: Int] = [:]
        }
        let (one, other) = (Table(), Table())
        (one.doubles, one.floats) = ([.nan: 1, 2: 3], [.nan: 1])
        (other.doubles, other.floats) = ([-.nan: 1, 2: 3], [-.nan: 1])
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
    }

    @Test func untypedNumbersAreComparedByValue() {
        let pairs: [(Any, Any)] = [
            (1, 1.0), (1, Decimal(1)), (1, NSNumber(value: 1)), (UInt8(7), 7),
            (UInt64.max, Decimal(UInt64.max)),
            (1.5, Decimal(1.5)), (1e300, NSNumber(value: 1e300)), (Float(0.1), 0.1),
            ([1, 2] as [Int], [1.0, 2] as [Any]),
            (Optional(3) as Any, 3), (Optional<Int>.none as Any, NSNull()), ("a", "a"[...]),
        ]
        for pair in pairs {
            let (one, other) = (Everything(), Everything())
            one.any = pair.0
            other.any = pair.1
            #expect(one == other, "\(pair)")
            #expect(one.hashValue == other.hashValue, "\(pair)")
        }
    }

    /// A type whose `==` compares its models more than once.
    struct Twice: Codable, Equatable {
        var owner = Named()
        static func == (left: Twice, right: Twice) -> Bool {
            let isEqual = left.owner == right.owner
            return left.owner == right.owner || isEqual
        }
    }

    final class Named: ModelObject {
        var name = ""
        var twice: Twice?
        var inner: Named?
    }

    @Test func aRepeatedComparisonHasTheSameResult() {
        func holder(_ name: String) -> Named {
            let holder = Named()
            holder.twice = Twice()
            holder.twice?.owner.inner = Named()
            holder.twice?.owner.inner?.name = name
            return holder
        }
        #expect(holder("a") == holder("a"))
        #expect(holder("a") != holder("b"))
    }

    /// A raw-valued type whose `==` ignores case.
    struct Tag: RawRepresentable, Hashable {
        let rawValue: String
        static func == (left: Tag, right: Tag) -> Bool {
            left.rawValue.lowercased() == right.rawValue.lowercased()
        }
        func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }
    }

    struct Level: RawRepresentable, Hashable { let rawValue: Double }
    struct Spot: Codable, Hashable { var x = 0.0 }
    enum Move { case left(Int), right(Int) }

    /// A type whose `==` is the identity of an object that reflection sees through.
    struct Token: Codable, Hashable {
        final class Secret: Codable { var text = "" }
        var secret = Secret()
        static func == (left: Token, right: Token) -> Bool { left.secret === right.secret }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(secret)) }
    }

    final class Owned: ModelObject {
        var tag = Tag(rawValue: "")
        var tags: Set<Tag> = []
        var list: [Tag] = []
        var level = Level(rawValue: 0)
        var levels: Set<Level> = []
        var spot = Spot()
        var spots: Set<Spot> = []
        var token: Token?
        var any: Any?
        var route: [(Double, Double)] = []
        var untyped: [AnyHashable: Any] = [:]

        /// Rules for containers whose elements have no `==`.
        override class var propertyRules: [String: PropertyRule] {
            [
                "route": .converted(from: { $0 as? [(Double, Double)] }, to: { $0.map { [$0.0, $0.1] } }),
                "untyped": .converted(from: { $0 as? [AnyHashable: Any] }, to: { "\($0.count)" }),
            ]
        }
    }

    static let owned: [(id: String, one: @Sendable (Owned) -> Void, other: @Sendable (Owned) -> Void, Bool)] =
        {
            nonisolated(unsafe) let token = Token()
            return [
                ("raw", { $0.tag = Tag(rawValue: "A") }, { $0.tag = Tag(rawValue: "a") }, true),
                ("raw, unequal", { $0.tag = Tag(rawValue: "A") }, { $0.tag = Tag(rawValue: "b") }, false),
                ("set", { $0.tags = [Tag(rawValue: "A")] }, { $0.tags = [Tag(rawValue: "a")] }, true),
                ("list", { $0.list = [Tag(rawValue: "A")] }, { $0.list = [Tag(rawValue: "a")] }, true),
                ("in Any", { $0.any = Tag(rawValue: "A") }, { $0.any = Tag(rawValue: "a") }, true),
                (
                    "raw NaN", { $0.level = Level(rawValue: .nan) }, { $0.level = Level(rawValue: -.nan) },
                    true
                ),
                (
                    "raw NaNs", { $0.levels = [Level(rawValue: .nan)] },
                    { $0.levels = [Level(rawValue: -.nan)] }, true
                ),
                ("NaN", { $0.spot = Spot(x: .nan) }, { $0.spot = Spot(x: -.nan) }, true),
                ("NaN, unequal", { $0.spot = Spot(x: .nan) }, { $0.spot = Spot(x: 1) }, false),
                ("set of NaN", { $0.spots = [Spot(x: .nan)] }, { $0.spots = [Spot(x: -.nan)] }, true),
                ("NaN in Any", { $0.any = Spot(x: .nan) }, { $0.any = Spot(x: -.nan) }, true),
                ("identity", { $0.token = token }, { $0.token = token }, true),
                ("other identity", { $0.token = Token() }, { $0.token = Token() }, false),
                ("other identity in Any", { $0.any = Token() }, { $0.any = [Token()][0] }, false),
                ("case without ==", { $0.any = Move.left(1) }, { $0.any = Move.left(1) }, true),
                (
                    "other case without ==", { $0.any = Move.left(1) }, { $0.any = Move.right(1) }, false
                ),
                ("tuples", { $0.route = [(1, .nan)] }, { $0.route = [(1, .nan)] }, true),
                ("tuples, unequal", { $0.route = [(1, 2)] }, { $0.route = [(1, 3)] }, false),
                ("dictionary", { $0.untyped = [1: [true]] }, { $0.untyped = [1: [true]] }, true),
                ("dictionary, unequal", { $0.untyped = [1: true] }, { $0.untyped = [2: true] }, false),
            ]
        }()

    /// A type of the app is compared by its own `==`, and the hash follows it.
    @Test(arguments: owned.indices) func aTypesOwnEqualityIsUsed(_ index: Int) {
        let (id, one, other, areEqual) = Self.owned[index]
        let models = (Owned(), Owned())
        one(models.0)
        other(models.1)
        #expect((models.0 == models.1) == areEqual, "\(id)")
        #expect(!areEqual || models.0.hashValue == models.1.hashValue, "\(id)")
        #expect(models.1.changes(since: models.0).isEmpty == areEqual, "\(id)")
        #expect(models.0 == models.0.copy() && models.0.hashValue == models.0.copy().hashValue, "\(id)")
    }

    @Test func aCaseThatIsUnequalToItselfIsUnequal() {
        enum Unknown: Equatable {
            case value
            static func == (left: Unknown, right: Unknown) -> Bool { false }
        }
        let (one, other) = (Everything(), Everything())
        (one.any, other.any) = (Unknown.value, Unknown.value)
        #expect(one != other)
    }

    @Test func aBoolInAnAnyIsNotANumber() {
        let (one, other) = (Everything(), Everything())
        (one.any, other.any) = (true, 1)
        #expect(one != other)
    }

    @Test func objectsOfDifferentClassesAreUnequal() {
        #expect(Node("a") as ModelObject != SpecialNode("a"))
        #expect(Node("a") as ModelObject != Everything())
    }

    @Test func unmappedPropertiesAreNotCompared() {
        final class Partial: ModelObject {
            var name = ""
            var cache: String?
            let constant = UUID()
            weak var parent: Node?
            override class var propertyRules: [String: PropertyRule] { ["cache": .ignored] }
        }
        let (one, other, parent) = (Partial(), Partial(), Node())
        (one.cache, one.parent) = ("a", parent)
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
    }

    @Test func equivalentCyclesOfDifferentLengthAreEqual() {
        let (one, other, longer) = (ring(2), ring(3), ring(997))
        #expect(one == other && one == longer && one.hashValue == longer.hashValue)
        longer.next?.next?.name = "odd"
        #expect(one != longer)
        for each in [one, other, longer] { each.breakCycle() }
    }

    @Test func membersWithEqualHashesAreMatchedByContent() {
        // The members are equal in everything that the hash covers, so every pair must be compared.
        func set(_ names: [String]) -> Node {
            let node = Node("set")
            node.members = Set(names.map { Link.next.chain(20, last: $0) })
            return node
        }
        let names = (0..<6).map { "\($0)" }
        #expect(set(names) == set(names.reversed()))
        #expect(set(names).members.count == 6)
        #expect(set(names) != set(Array(names.dropLast()) + ["x"]))
        let (outer, other) = (Node(), Node())
        outer.members = [set(["a", "b"]), set(["a", "c"])]
        other.members = [set(["c", "a"]), set(["b", "a"])]
        #expect(outer == other)
        other.members = [set(["c", "a"]), set(["b", "c"])]
        #expect(outer != other)
    }

    /// A node that differs from those with other names in two chains, deeper than the hash covers.
    private func member(_ name: String, _ members: Set<Node> = []) -> Node {
        let member = Node("member")
        member.next = Link.next.chain(6, last: name)
        member.children = [Link.next.chain(6, last: name)]
        member.members = members
        return member
    }

    /// When two members are found to be unequal in one chain, the comparison of the other is still pending.
    @Test func membersThatDifferTwiceAreMatchedByContent() {
        func set(_ names: Range<Int>) -> Node { member("set", Set(names.map { member("\($0)") })) }
        #expect(set(0..<8) == set(0..<8))
        #expect(set(0..<8) != set(1..<9))
    }

    /// Otherwise each Set of the ladder would double the comparisons: both of its members hold the next one.
    @Test func unequalMembersAreComparedOnce() {
        func ladder(_ height: Int) -> Node {
            var members: Set<Node> = []
            for _ in 0..<height { members = [member("a", members), member("b", members)] }
            return member("top", members)
        }
        let (one, other) = (ladder(20), ladder(20))
        var comparison = ModelComparison(limit: 1_000_000)
        #expect(comparison.decide { $0.isEqual(model: one, other) })
    }

    @Test func aSharedTowerIsComparedOnce() {
        #expect(onSmallStack { tower(40) == tower(40) })
        #expect(onSmallStack { tower(40) != tower(40, last: "other") })
        #expect(onSmallStack { tower(40).hashValue == tower(40).hashValue })
    }

    @Test(arguments: Link.allCases)
    func aLongChainDoesNotOverflowTheStack(_ link: Link) {
        #expect(
            onSmallStack {
                let (one, other) = (link.chain(link.length), link.chain(link.length))
                let different = link.chain(link.length, last: "other")
                return one == other && one != different && one.hashValue == other.hashValue
            })
    }

    @Test func equalGraphsHaveEqualHashes() {
        for seed in 1...300 as ClosedRange<UInt64> {
            var (one, other) = (RandomGraph(seed), RandomGraph(seed))
            let (left, right) = (one.make(), other.make())
            #expect(left == right, "seed \(seed)")
            #expect(left.hashValue == right.hashValue, "seed \(seed)")
            #expect(right.changes(since: left).isEmpty, "seed \(seed)")
            let copy = left.copy()
            #expect(copy == left && copy.hashValue == left.hashValue, "seed \(seed)")
            let changed = other.nodes[Int(seed) % other.nodes.count]
            changed.name += "!"
            #expect((left == right) == right.changes(since: left).isEmpty, "seed \(seed)")
            one.breakCycles()
            other.breakCycles()
        }
    }
}

/// A graph of randomly linked nodes, including cycles and shared nodes.
struct RandomGraph {
    private(set) var nodes: [Node]
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15
        nodes = []
        nodes = (0..<(2 + number(8))).map { _ in Node("n\(number(3))") }
    }

    private mutating func number(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    mutating func make() -> Node {
        for (index, node) in nodes.enumerated() {
            for _ in 0..<number(4) {
                let other = nodes[number(nodes.count)]
                switch number(7) {
                case 0: node.next = other
                case 1: node.children.append(other)
                case 2: node.byName["k\(number(3))"] = other
                case 3: node.optionals = (node.optionals ?? []) + [other, nil]
                // Only to later nodes: a set that contains itself has no meaningful hash.
                case 4 where index + 1 < nodes.count: node.untyped = nodes[index + 1]
                case 5: node.untyped = [other, ["a": other] as [String: Any]] as [Any]
                default: node.untyped = [other]
                }
            }
        }
        return nodes[0]
    }

    func breakCycles() {
        for node in nodes {
            (node.next, node.children, node.byName, node.optionals, node.untyped) = (nil, [], [:], nil, nil)
        }
    }
}
