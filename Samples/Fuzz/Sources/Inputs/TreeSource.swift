/// Generates documents for `Creature`: right and wrong types, unknown, respelt and repeated keys, odd strings and
/// numbers.
struct TreeSource {
    /// The expected shape of a key's value.
    indirect enum Shape: Sendable {
        case number, text, bool, date, link, identifier, base64, point, limb, figure, anything, creature,
            speck
        case embedded, meta, list
        case array(Shape)
        case object(keys: [String], Shape)
    }

    static let keys: [(key: String, shape: Shape)] = [
        ("int", .number), ("int8", .number), ("int16", .number), ("int32", .number), ("int64", .number),
        ("uint", .number), ("uint8", .number), ("uint16", .number), ("uint32", .number), ("uint64", .number),
        ("double", .number), ("float", .number), ("isAlive", .bool), ("userName", .text), ("price", .number),
        ("bornAt", .date), ("homePage", .link), ("identifier", .identifier), ("blob", .base64),
        ("number", .number), ("text", .text), ("colour", .text), ("level", .number), ("flags", .number),
        ("point", .point), ("money", .number), ("optionalInt", .number), ("optionalDouble", .number),
        ("optionalBool", .bool), ("optionalString", .text), ("optionalDate", .date), ("twice", .number),
        ("words", .array(.text)), ("doubles", .array(.number)), ("dates", .array(.date)),
        ("grid", .array(.object(keys: ["a", "A", "b"], .array(.number)))), ("codes", .array(.number)),
        ("byKey", .object(keys: ["a", "A", "", "$b"], .number)),
        ("byInt", .object(keys: ["1", "-2", "x", "01"], .link)),
        ("byLevel", .object(keys: ["1", "3", "2"], .array(.number))), ("any", .anything),
        ("anything", .anything), ("anyList", .array(.anything)), ("anyOptionals", .array(.anything)),
        ("anyByKey", .object(keys: ["a", "$null", ""], .anything)), ("there", .limb), ("limb", .limb),
        ("limbs", .array(.limb)), ("limbsByName", .object(keys: ["a", "b", "A"], .limb)), ("shape", .figure),
        ("shapes", .array(.figure)), ("child", .creature), ("secret", .number), ("itemCount", .number),
        ("item_count", .number), ("meta", .meta), ("list", .list), ("milliseconds", .number),
        ("percent", .number), ("embedded", .embedded), ("remoteID", .number), ("id", .number),
        ("description", .text), ("userDescription", .text), ("loose", .array(.limb)),
        // Keys that only `PickyCreature` knows, and unknown keys.
        ("1st", .number), ("n", .text), ("fb", .object(keys: ["a", "A"], .number)), ("fb_b", .number),
        ("fallback", .number), ("width", .number), ("unwanted", .number), ("unknown", .anything),
        ("_", .anything), ("", .anything), ("\u{130}nt", .number), ("u\u{308}", .text),
        ("meta.deeper", .number),
    ]

    var random: Random
    /// The number of keys that `creature` may still generate, which limits the size of a document.
    private var rest = 60

    /// Prefers small documents: large ones find no more, and take many times as long.
    private mutating func size() -> Int {
        random.oneIn(8) ? random.below(random.oneIn(8) ? 60 : 16) : random.below(3)
    }

    init(_ random: Random) { self.random = random }

    mutating func creature() -> Tree {
        var members: [(key: String, value: Tree)] = []
        for _ in 0..<min(rest, size()) {
            rest -= 1
            let (key, shape) = random.pick(Self.keys)
            members.append(
                (respelt(key), random.oneIn(6) ? value(depth: 0) : fitting(shape)))
            if random.oneIn(12) { members.append((respelt(key), fitting(shape))) }
            if random.oneIn(40), let last = members.last {
                members.append((last.key, value(depth: 1)))
            }
        }
        return .object(members)
    }

    /// In three of four cases, a document with the key that `PickyCreature` requires.
    ///
    /// Half of these documents also have a date, which the property may have to convert.
    mutating func pickyCreature() -> Tree {
        let creature = creature()
        guard case .object(let members) = creature, !random.oneIn(4) else { return creature }
        let added = [("n", .string("x" + text())), (random.pick(["bornAt", "double"]), fitting(.date))]
        return .object(members + added.prefix(1 + random.below(2)))
    }

    mutating func speck() -> Tree {
        var members: [(key: String, value: Tree)] = []
        for _ in 0...random.below(5) {
            rest -= 1
            let (key, shape) = random.pick(Speck.keys)
            members.append((respelt(key), random.oneIn(8) ? value(depth: 2) : fitting(shape)))
        }
        return .object(members)
    }

    private mutating func fitting(_ shape: Shape) -> Tree {
        if random.oneIn(24) { return .null }
        switch shape {
        case .number: return random.oneIn(5) ? .string(number()) : .number(number())
        case .text: return .string(text())
        case .bool: return random.oneIn(2) ? .bool(random.oneIn(2)) : value(depth: 3)
        case .date:
            return random.oneIn(4)
                ? .number(number()) : .string(DateTexts.valid(&random))
        case .link:
            return .string(random.pick(Self.links))
        case .identifier:
            return .string(random.pick(Self.identifiers))
        case .base64: return .string(random.pick(["", "AA==", "AQID", "A", "!!!!", "AQ ID"]))
        case .point:
            return .object([
                ("x", .number(number())), ("label", fitting(.text)),
                ("inner", fitting(.object(keys: ["a", "b"], .array(.number)))),
            ])
        case .limb: return limb(depth: 0)
        case .figure:
            return .object([
                (respelt("kind"), .string(random.pick(["circle", "square", "oval", ""]))),
                ("name", fitting(.text)), ("radius", fitting(.number)),
                ("inner", random.oneIn(3) ? fitting(.figure) : .null),
            ])
        case .anything: return value(depth: 0)
        case .creature: return rest > 0 ? creature() : .null
        case .speck: return rest > 0 ? speck() : .null
        case .embedded: return .string(random.pick(["[1, 2]", "[", "{}", "[1,\"2\"]", "null", "[[[[[[[["]))
        case .meta:
            return .object([
                (
                    respelt("inner"),
                    random.oneIn(5) ? value(depth: 0) : .object([(respelt("deep"), fitting(.text))])
                ),
                (respelt("deeper"), fitting(.number)), ("height", fitting(.number)),
            ])
        case .list:
            return .array([
                .null,
                random.oneIn(4) ? value(depth: 1) : .object([("n", fitting(.text)), ("N", fitting(.text))]),
            ])
        case .array(let element): return .array(random.many(3) { _ in 0 }.map { _ in fitting(element) })
        case .object(let keys, let element):
            return .object(random.many(3) { _ in 0 }.map { _ in (random.pick(keys), fitting(element)) })
        }
    }

    private mutating func limb(depth: Int) -> Tree {
        var members: [(key: String, value: Tree)] = [
            (respelt("name"), .string(text())), (respelt("size"), .number(number())),
        ]
        if random.oneIn(4) { members.append((respelt("size"), value(depth: 2))) }
        if depth < 4, random.oneIn(3) { members.append((respelt("next"), limb(depth: depth + 1))) }
        if depth < 3, random.oneIn(6) { members.append(("others", .array([limb(depth: depth + 1), .null]))) }
        return .object(members)
    }

    /// Any value.
    private mutating func value(depth: Int) -> Tree {
        switch random.below(depth < 3 ? 12 : 8) {
        case 0: return .null
        case 1: return .bool(random.oneIn(2))
        case 2, 3, 4: return .number(number())
        case 5, 6, 7: return .string(text())
        case 8, 9: return .array((0..<random.below(4)).map { _ in value(depth: depth + 1) })
        default:
            return .object(
                (0..<random.below(4)).map { _ in
                    (
                        random.oneIn(3) ? text() : respelt(random.pick(["a", "name", "size"])),
                        value(depth: depth + 1)
                    )
                })
        }
    }

    mutating func number() -> String {
        switch random.below(8) {
        case 0: return "\(random.integer)"
        case 1: return "\(random.finite)"
        case 2: return "\(random.integer).\(random.below(1_000_000))"
        case 3: return "\(random.below(300))"
        case 4: return "\(random.below(100))e\(random.below(60) - 30)"
        default:
            return random.pick(Self.numbers)
        }
    }

    mutating func text() -> String {
        var text = ""
        for _ in 0..<random.below(4) { text += random.pick(Self.pieces) }
        return random.oneIn(200) ? String(repeating: text + "a", count: 300) : text
    }

    private static let links = [
        "https://example.com/a?b=%C3%A9#c", "x:", " a b ", "//", "", "é", "http://[::1]:80/",
    ]
    private static let identifiers = ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8", ""]

    private static let numbers = [
        "0", "1", "-1", "13", "127", "128", "-128", "-129", "-0", "-0.0", "3.0", "0.1", "1e400",
        "-1e400",
        "1e-400", "9007199254740993", "9223372036854775807", "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "5e-324", "1.7976931348623157e308", "1e22",
        "12345678901234567890123456789012345678901234567890", "1e127", "1e128", "-1e-128", "1.0E+2",
        "0.00000000000000000000000000000000000000000000000000000000000000001",
        "123456789012345678e-10",
        "3.4028236e38", "1e99999999999999999999", "0e99999999999", "253402300800", "-62135596801",
    ]

    private static let pieces = [
        "", " ", "a", "Z", "é", "e\u{301}", "😀", "\"", "\\", "\n", "\u{0}", "\u{1f}", "\u{7f}", "null",
        "<null>", "nil", "true", "NO", "12", "1.0", "1e3", "0x10", "NaN", "inf", "spades", "red", "$",
        "$null",
        "$0", "$$", "\u{2028}", "\u{FEFF}", "\u{10FFFF}", "_", "-", ".", "/", "ß", "\u{130}",
        "1970-01-01",
    ]

    /// The same members in another order, except that keys of one spelling keep their relative order.
    ///
    /// Spellings that are equal as Strings count as one: a dictionary cannot hold both.
    mutating func shuffled(_ tree: Tree) -> Tree {
        switch tree {
        case .object(let members):
            var places: [String: [Int]] = [:]
            for (place, member) in members.enumerated().reversed() {
                places[member.key, default: []].append(place)
            }
            var moved: [(key: String, value: Tree)] = []
            for key in members.map(\.key).shuffled(using: &random) {
                let member = members[places[key]?.popLast() ?? 0]
                moved.append((member.key, shuffled(member.value)))
            }
            return .object(moved)
        case .array(let elements): return .array(elements.map { shuffled($0) })
        default: return tree
        }
    }

    mutating func respelt(_ key: String) -> String {
        switch random.below(12) {
        case 0: key.uppercased()
        case 1: key.lowercased()
        case 2: key.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
        case 3: key.map { "\($0)" }.joined(separator: random.pick(["-", "_", " ", ""]))
        default: key
        }
    }
}
