import Foundation
import ModelObjects

/// Models with a property of every kind, for random payloads.
class Specimen: ModelObject {
    var userName = "before"
    var userID = 7
    var score = 7.5
    var isActive = true
    var nickname: String? = "nick"
    var rank: Int? = 7
    var ratio: Double? = 7.5
    var flag: Bool? = true
    var small = Int8(7)
    var large = UInt64(7)
    var single = Float(7.5)
    var price = Decimal(7)
    var joined: Date?
    var link: URL?
    var suit = Suit.hearts
    var level: Level?
    var tags: [String] = ["before"]
    var grid: [[Int?]] = []
    var codes: Set<Int> = [7]
    var counts: [String: Double] = ["before": 7]
    var any: Any = 7
    var anything: [Any?]?
    var point: Point?
    var there = SpecimenPart()
    var part: SpecimenPart?
    var parts: [SpecimenPart] = []
    var partsByName: [String: SpecimenPart] = [:]
    private var secret = 7
    /// Two names with the same fold.
    var itemCount = 7
    var item_count = 8
    var first = 7
    var fallback = 7
    var deep = "before"
    var indexed = 7
    var total = 7
    var percent = 7
    var embedded: [Int] = []
    var remoteID = 7
    var unwanted = 7

    override class var propertyRules: [String: PropertyRule] {
        [
            "first": .key("1st"),
            "fallback": .keys("fb.a", "fallback", "fb_b"),
            "deep": .key("meta.inner.deep"),
            "indexed": .key("list.1.n"),
            "total": .combined(keys: ["width", "meta.height"]) { (values: [String: Any]) -> Int? in
                guard let width = values["width"] as? Int else { return nil }
                return width &+ (values["meta.height"] as? Int ?? 0)
            },
            "percent": .converted(from: { ($0 as? Int).map { $0 &* 100 } }),
            "embedded": .embeddedJSON,
            "unwanted": .ignored,
        ]
    }

    /// Every property, with sets and dictionaries sorted.
    var state: [String] {
        [
            "\(userName.debugDescription) \(userID) \(score) \(isActive) \(shown(nickname)) \(shown(rank)) \(shown(ratio))",
            "\(shown(flag)) \(small) \(large) \(single) \(price) \(joined?.timeIntervalSinceReferenceDate ?? 0)",
            "\(shown(link)) \(suit) \(shown(level)) \(tags) \(grid) \(codes.sorted())",
            "\(counts.sorted { $0.key < $1.key }) \(shown(any)) \(shown(anything)) \(shown(point))",
            "there \(there.state) part \(part?.state ?? "nil") parts \(parts.map(\.state))",
            "named \(partsByName.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.state)" })",
            "\(secret) \(itemCount) \(item_count) \(first) \(fallback) \(deep.debugDescription) \(indexed) \(total)",
            "\(percent) \(embedded) \(remoteID) \(unwanted)",
        ]
    }
}

/// The same model, filled through the hook.
final class HookedSpecimen: Specimen {
    override func serializeValue(_ value: Any, key: String) {
        super.serializeValue(value, key: key)
    }
}

/// Rejects some payloads.
final class ChoosySpecimen: Specimen {
    struct Refused: Error {}

    override func validate() throws {
        if userID % 3 == 0 { throw Refused() }
    }
}

final class SpecimenPart: ModelObject {
    var name = "before"
    var size = 7
    var next: SpecimenPart?

    var state: String { "(\(name.debugDescription) \(size) \(next?.state ?? "nil"))" }

    override func validate() throws {
        if size == 13 { throw ChoosySpecimen.Refused() }
    }
}

/// Text for any value: dictionaries are sorted by key, and Bools are distinct from numbers.
func shown(_ value: Any?) -> String {
    guard let value else { return "nil" }
    if let object = value as? [String: Any] {
        return "{"
            + object.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription): \(shown($0.value))" }
            .joined(separator: ", ") + "}"
    }
    if let array = value as? [Any?] { return "[" + array.map { shown($0) }.joined(separator: ", ") + "]" }
    if let text = value as? String { return text.debugDescription }
    return "\(type(of: value))(\(value))"
}
