import Foundation
import ModelObjects

/// A small model: generating 100,000 inputs for it takes as long as 10,000 for a `Creature`.
class Speck: ModelObject {
    var name = "before"
    var count: Int?
    var small: Int8 = 7
    var ratio = 0.5
    var price = Decimal(0)
    var isOn: Bool?
    var at: Date?
    var tags: [String] = []
    var byKey: [String: Int] = [:]
    var any: Any?
    var next: Speck?
    var all: [Speck] = []

    static let keys: [(key: String, shape: TreeSource.Shape)] = [
        ("name", .text), ("count", .number), ("small", .number), ("ratio", .number), ("price", .number),
        ("isOn", .bool), ("at", .date), ("tags", .array(.text)), ("any", .anything),
        ("byKey", .object(keys: ["a", "A", ""], .number)), ("next", .speck), ("all", .array(.speck)),
    ]
}

/// The same model, filled through the hook.
final class HookedSpeck: Speck {
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}
