import Foundation
import ModelObjects

/// A property of every kind that the library fills.
///
/// A creature is equal after an export and a mapping, and after archiving and unarchiving.
class Creature: Linked {
    var int = 0
    var int8: Int8 = 0
    var int16: Int16 = 0
    var int32: Int32 = 0
    var int64: Int64 = 0
    var uint: UInt = 0
    var uint8: UInt8 = 0
    var uint16: UInt16 = 0
    var uint32: UInt32 = 0
    var uint64: UInt64 = 0
    var double = 0.0
    var float: Float = 0
    var isAlive = false
    var userName = "before"
    var price = Decimal(0)
    var bornAt = Date(timeIntervalSince1970: 0)
    var homePage: URL?
    var identifier: UUID?
    var blob = Data()
    var number: NSNumber?
    var text: NSString?
    var colour = Colour.red
    var level: Level?
    var flags: Flags = []
    var point: Point?
    var money: Money?
    var optionalInt: Int? = 7
    var optionalDouble: Double?
    var optionalBool: Bool?
    var optionalString: String? = "before"
    var optionalDate: Date?
    var twice: Int??
    var words: [String] = ["before"]
    var doubles: [Double] = []
    var dates: [Date?] = []
    var grid: [[String: [Int?]]] = []
    var codes: Set<Int> = []
    var byKey: [String: Decimal] = ["before": 1]
    var byInt: [Int: URL] = [:]
    var byLevel: [Level: [UInt64]] = [:]
    var any: Any = 7
    var anything: Any?
    var anyList: [Any] = []
    var anyOptionals: [Any?]?
    var anyByKey: [String: Any] = [:]
    var there = Limb()
    var limb: Limb?
    var limbs: [Limb] = []
    var limbsByName: [String: Limb] = [:]
    var shape: Shape?
    var shapes: [Shape?] = []
    var child: Creature?
    private var secret = 7
    var itemCount = 7
    var item_count = 8
    var deep = "before"
    var deeper: Int?
    var indexed: String?
    var milliseconds: Date?
    var percent = 7
    var embedded: [Int]?
    var remoteID = 7
    var userDescription: String?
    var loose: [Any] = []

    override class var propertyRules: [String: PropertyRule] {
        [
            "deep": .key("meta.inner.deep"), "deeper": .key("meta.deeper"), "indexed": .key("list.1.n"),
            "milliseconds": .date(.unixMilliseconds),
            "percent": .converted(
                from: { ($0 as? Int).map { $0 &* 3 } }, to: { (value: Int) in value &* inverseOf3 }),
            "embedded": .embeddedJSON, "loose": .elements(Limb.self),
        ]
    }

    /// 3 times this number is 1 in 64 bits.
    private static let inverseOf3 = Int(truncatingIfNeeded: 0xAAAA_AAAA_AAAA_AAAB as UInt64)
}

/// The same model, filled through the hook.
final class HookedCreature: Creature {
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}

/// Adds values that an export does not preserve, rejections, and rules on top of the inherited ones.
final class PickyCreature: Creature {
    var first = 7
    var fallback = 7
    var total = 7
    var unwanted = 7

    override class var propertyRules: [String: PropertyRule] {
        [
            "first": .key("1st"), "fallback": .keys("fb.a", "fallback", "fb_b"), "unwanted": .ignored,
            "userName": .key("n").required, "level": .fallback(Level.low),
            "total": .combined(keys: ["width", "meta.height"]) { (values: [String: Any]) -> Int? in
                guard let width = values["width"] as? Int else { return nil }
                return width &+ (values["meta.height"] as? Int ?? 0)
            },
        ]
    }

    override func validate() throws {
        if int % 3 == 1 { throw Violation(claim: "refused", input: "") }
    }
}

final class Limb: Linked {
    var name = "before"
    var size = 7
    var next: Limb?
    var others: [Limb] = []

    override func validate() throws {
        if size == 13 { throw Violation(claim: "refused", input: "") }
    }
}

class Shape: Linked {
    var name = ""

    override class var discriminator: Discriminator? {
        .key("kind", ["circle": Circle.self, "square": Square.self], fallback: Shape.self)
    }
}

final class Circle: Shape {
    var kind = "circle"
    var radius = 1.5
}

final class Square: Shape {
    var kind = "square"
    var side = 1
    var inner: Shape?
}
