import Foundation

/// Keyed archives of a colony that hold every class of Foundation, as Apple's coders write them.
///
/// NSKeyedArchiver on Linux cannot write all of them, so they are built from their property lists.
final class KeyedFixtures {
    typealias Node = PropertyList.Node

    /// The archive as a property list, which is changed and encoded.
    let list: PropertyList
    let binary: [UInt8]
    let xml: [UInt8]

    init() {
        var objects = Objects()
        let colony = objects.colony()
        let root: [(String, Node)] = [
            ("$version", PropertyList.integer(100_000)), ("$archiver", PropertyList.text("NSKeyedArchiver")),
            ("$top", .object([("root", colony)])), ("$objects", .array(objects.all)),
        ]
        list = PropertyList(root: .object(root))
        binary = list.bytes
        xml = Array(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(Node.object(root).xml)</plist>"
                .utf8
        )
    }
}

/// The objects of an archive; each is written before those that refer to it, except for cycles.
private struct Objects {
    typealias Node = PropertyList.Node

    private(set) var all: [Node] = [PropertyList.text("$null")]
    private var classes: [String: Node] = [:]

    private mutating func add(_ node: Node) -> Node {
        all.append(node)
        return PropertyList.uid(all.count - 1)
    }

    private mutating func object(_ chain: [String], _ members: [(String, Node)]) -> Node {
        add(.object([("$class", type(chain))] + members))
    }

    private mutating func type(_ chain: [String]) -> Node {
        if let known = classes[chain[0]] { return known }
        let names = (chain + ["NSObject"]).map { PropertyList.text($0) }
        let made = add(.object([("$classname", names[0]), ("$classes", .array(names))]))
        classes[chain[0]] = made
        return made
    }

    private mutating func text(_ text: String) -> Node { add(PropertyList.text(text)) }

    private mutating func list(_ chain: [String], _ elements: [Node]) -> Node {
        object(chain, [("NS.objects", .array(elements))])
    }

    private mutating func dictionary(_ members: [(String, Node)]) -> Node {
        let keys = members.map { text($0.0) }
        let values = members.map(\.1)
        return object(
            ["NSMutableDictionary", "NSDictionary"],
            [("NS.keys", .array(keys)), ("NS.objects", .array(values))])
    }

    private mutating func trinket() -> Node {
        let base = object(["NSURL"], [("NS.base", PropertyList.uid(0)), ("NS.relative", text("x://y/"))])
        let decimal: [(String, Node)] = [
            ("NS.exponent", PropertyList.integer(-2)), ("NS.length", PropertyList.integer(2)),
            ("NS.negative", .scalar([9])), ("NS.compact", .scalar([9])),
            ("NS.mantissa", PropertyList.data([1, 2, 3, 4] + [UInt8](repeating: 0, count: 12))),
            ("NS.mantissa.bo", PropertyList.integer(1)),
        ]
        let counted: [(String, Node)] = [
            ("NS.count", PropertyList.integer(1)), ("NS.object0", text("twice")),
            ("NS.count0", PropertyList.integer(2)),
        ]
        let things = [
            object(["NSNull"], []), PropertyList.uid(1), object(["Lost"], []),
            object(["NSCountedSet", "NSMutableSet", "NSSet"], counted),
        ]
        let members: [(String, Node)] = [
            ("_double", PropertyList.real(1.5)), ("float", .scalar([0x22, 0x3F, 0x80, 0, 0])),
            ("large", PropertyList.integer(7)),
            ("madeAt", object(["NSDate"], [("NS.time", PropertyList.real(5.5))])),
            ("price", object(["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber"], decimal)),
            ("link", object(["NSURL"], [("NS.base", base), ("NS.relative", text("a/b"))])),
            ("identifier", object(["NSUUID"], [("NS.uuidbytes", PropertyList.data(Array(0..<16)))])),
            ("blob", object(["NSMutableData", "NSData"], [("NS.data", PropertyList.data([1, 2]))])),
            ("text", object(["NSMutableString", "NSString"], [("NS.string", PropertyList.text("blue"))])),
            ("level", add(PropertyList.integer(3))),
            ("codes", object(["NSSet"], [("NS.object.0", add(PropertyList.integer(1)))])),
            ("point", dictionary([("x", add(PropertyList.real(1)))])),
            ("any", list(["NSArray"], things)),
        ]
        return object(["Trinket"], members)
    }

    /// The colony: it refers to itself, and its knots refer to each other and to it.
    mutating func colony() -> Node {
        let colony = PropertyList.uid(all.count)
        all.append(.array([]))
        let first = PropertyList.uid(all.count)
        all.append(.array([]))
        let knot = type(["Fuzz.Knot"])
        let second = add(
            .object([("$class", knot), ("name", text("b")), ("next", first), ("owner", colony)]))
        let both = list(["NSSet"], [first, second])
        let all = list(["NSMutableArray", "NSArray"], [second, first, second])
        let knots: [(String, Node)] = [
            ("$class", knot), ("name", text("a")), ("next", second), ("all", all), ("friends", both),
        ]
        let limb = object(["BigLimb", "Limb"], [("size", PropertyList.integer(7))])
        let creature = object(["Creature"], [("userName", text("ann")), ("limb", limb), ("int", text("12"))])
        let members: [(String, Node)] = [
            ("$class", type(["Colony"])), ("_queen", creature), ("members", list(["NSArray"], [creature])),
            ("by_name", dictionary([("a", creature)])), ("figures", both), ("things", all),
            ("first", first), ("partner", colony), ("trinket", trinket()),
            ("limbs", list(["NSOrderedSet"], [limb, limb])), ("unknown", limb),
        ]
        self.all[1] = .object(members)
        self.all[2] = .object(knots)
        return colony
    }
}

extension PropertyList.Node {
    fileprivate static func object(_ members: [(String, PropertyList.Node)]) -> PropertyList.Node {
        .dictionary(members.map { (PropertyList.text($0.0), $0.1) })
    }

    /// The node as elements of an XML property list.
    fileprivate var xml: String {
        switch self {
        case .array(let elements): return "<array>\(elements.map(\.xml).joined())</array>"
        case .dictionary(let entries):
            let members = entries.map { "<key>\($0.key.content)</key>\($0.value.xml)" }
            return "<dict>\(members.joined())</dict>"
        case .scalar(let bytes):
            switch bytes[0] >> 4 {
            case 0: return bytes[0] == 9 ? "<true/>" : "<false/>"
            case 1: return "<integer>\(Int64(bitPattern: number))</integer>"
            case 2 where bytes.count == 5: return "<real>1.0</real>"
            case 2: return "<real>\(Double(bitPattern: number))</real>"
            case 4:
                return "<data>\(Data(bytes.dropFirst(bytes[0] == 0x4F ? 6 : 1)).base64EncodedString())</data>"
            case 8: return "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
            default: return "<string>\(content)</string>"
            }
        }
    }

    private var number: UInt64 {
        guard case .scalar(let bytes) = self else { return 0 }
        return bytes.dropFirst().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The text of a string object.
    private var content: String {
        guard case .scalar(let bytes) = self else { return "" }
        return String(decoding: bytes.dropFirst(bytes[0] & 15 == 15 ? 6 : 1), as: UTF8.self)
    }
}
