/// Generates random payloads for `Specimen`: right and wrong types, nulls, unknown, repeated and respelt keys.
struct PayloadGenerator {
    private var numbers: SeededNumbers

    init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed)
    }

    private static let keys = [
        "userName", "userID", "score", "isActive", "nickname", "rank", "ratio", "flag", "small", "large",
        "single", "price",
        "joined", "link", "suit", "level", "tags", "grid", "codes", "counts", "any", "anything", "point",
        "there", "part",
        "parts", "partsByName", "secret", "itemCount", "item_count", "1st", "first", "fb", "fallback", "fb_b",
        "meta",
        "list", "width", "percent", "embedded", "remoteID", "id", "unwanted", "unknown", "_", "",
    ]

    mutating func payload() -> Payload {
        var members: [(key: String, value: Payload)] = []
        for _ in 0..<Int.random(in: 0...24, using: &numbers) {
            let key = pick(Self.keys)
            members.append((respelt(key), chance(3) ? fitting(key) : value(depth: 0)))
            if chance(8) { members.append((respelt(key), chance(2) ? fitting(key) : value(depth: 0))) }
            if chance(12), let last = members.last { members.append((last.key, fitting(key))) }
        }
        return .object(members)
    }

    /// The same members in another order, except that repeated keys keep their relative order.
    mutating func shuffled(_ payload: Payload) -> Payload {
        switch payload {
        case .object(let members):
            let order = members.indices.shuffled(using: &numbers)
            var queues: [String: [Payload]] = [:]
            for member in members { queues[member.key, default: []].append(shuffled(member.value)) }
            return .object(
                order.map { index in
                    let key = members[index].key
                    return (key, queues[key]?.removeFirst() ?? .null)
                })
        case .array(let elements): return .array(elements.map { shuffled($0) })
        default: return payload
        }
    }

    private mutating func fitting(_ key: String) -> Payload {
        switch key {
        case "tags": .array((0..<3).map { _ in value(depth: 2) })
        case "grid": .array([.array([number(), .null, value(depth: 2)]), value(depth: 2)])
        case "codes": .array([number(), number(), number()])
        case "counts": .object([(respelt("a"), number()), (respelt("b"), value(depth: 2))])
        case "point": .object([("x", .number("1")), ("y", chance(2) ? .number("2") : .null)])
        case "there", "part": part(depth: 0)
        case "parts": .array((0..<3).map { _ in chance(4) ? value(depth: 2) : part(depth: 1) })
        case "partsByName": .object([("a", part(depth: 1)), ("b", part(depth: 1)), ("a", part(depth: 1))])
        case "fb": .object([("a", number()), (respelt("a"), value(depth: 2))])
        case "meta":
            .object([
                (respelt("inner"), .object([(respelt("deep"), text()), (respelt("deep"), value(depth: 2))])),
                (respelt("height"), number()), ("inner", value(depth: 1)),
            ])
        case "list":
            .array([.null, chance(3) ? value(depth: 1) : .object([("n", number()), ("N", number())])])
        case "embedded": .string("[1, \(Int.random(in: 0...9, using: &numbers))]")
        default: value(depth: 2)
        }
    }

    private mutating func part(depth: Int) -> Payload {
        var members: [(key: String, value: Payload)] = [
            (respelt("name"), text()), (respelt("size"), number()),
        ]
        if chance(4) { members.append((respelt("size"), value(depth: 2))) }
        if depth < 3, chance(2) { members.append(("next", chance(5) ? .null : part(depth: depth + 1))) }
        if depth < 3, chance(6) { members.append(("next", part(depth: depth + 1))) }
        if depth < 3, chance(6) { members.append(("NEXT", part(depth: depth + 1))) }
        return .object(members)
    }

    private mutating func value(depth: Int) -> Payload {
        switch Int.random(in: 0...(depth < 2 ? 9 : 7), using: &numbers) {
        case 0: .null
        case 1: .bool(chance(2))
        case 2, 3: number()
        case 4, 5: text()
        case 6: .array([])
        case 7: .object([])
        case 8: .array((0..<Int.random(in: 0...3, using: &numbers)).map { _ in value(depth: depth + 1) })
        default:
            .object(
                (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
                    (
                        respelt(pick(["a", "b", "inner", "deep", "n", "name", "size"])),
                        value(depth: depth + 1)
                    )
                })
        }
    }

    private mutating func number() -> Payload {
        .number(
            pick([
                "0", "1", "-1", "3", "13", "127", "128", "-0", "3.0", "3.9", "0.1", "-2.5", "1e3", "1E-2",
                "300", "1700000000",
                "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615",
                "1e30", "5e-324",
                "12345678901234567890123456789", "1.0000001788139343", "1e400",
            ]))
    }

    private mutating func text() -> Payload {
        .string(
            pick([
                "", " ", "a", "é😀\"\\\n\u{1}", "12", " 12 ", "1.0", "1e3", "12abc", "NaN", "0x10", "yes",
                "No", "true", "null",
                "<null>", "nil", "spades", "hearts", "2020-01-02T03:04:05Z", "/Date(1000)/",
                "https://example.com", "[1, 2]",
                "{", "1e400", "3", "13",
            ]))
    }

    private mutating func respelt(_ key: String) -> String {
        switch Int.random(in: 0...9, using: &numbers) {
        case 0: key.uppercased()
        case 1: key.lowercased()
        case 2: key.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
        case 3: key.map { "\($0)" }.joined(separator: pick(["-", "_", " ", ""]))
        default: key
        }
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &numbers)]
    }

    /// Returns true once in this many calls, on average.
    private mutating func chance(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &numbers) == 0
    }
}
