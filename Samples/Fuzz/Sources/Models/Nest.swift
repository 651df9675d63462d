import ModelObjects

/// A model that holds others of its class at any depth.
///
/// The classes below cover each step that has to look ahead in a payload, or to postpone a part of it.
protocol Nesting: ModelObject {
    /// Whether an export contains all mapped values.
    static var comesBack: Bool { get }
}

extension Nesting {
    static var comesBack: Bool { true }
}

final class Nest: ModelObject, Nesting {
    var a = 0
    var kid: Nest?
    var kids: [Nest] = []
    var byName: [String: Nest] = [:]
    var any: Any?
}

/// Has rules with paths into nested objects.
final class PathNest: ModelObject, Nesting {
    var a = 0
    var deep: Int?
    var either: String?
    var total: Int?
    var kid: PathNest?
    var kids: [PathNest] = []

    static var comesBack: Bool { false }

    override class var propertyRules: [String: PropertyRule] {
        [
            "deep": .key("kid.kid.a"), "either": .keys("kid.any", "kids.1.any", "a"),
            "total": .combined(keys: ["a", "kid.a", "kids"]) { (values: [String: Any]) in values.count },
        ]
    }
}

/// A key chooses the class.
class KindNest: ModelObject, Nesting {
    var a = 0
    var kid: KindNest?
    var kids: [KindNest] = []

    override class var discriminator: Discriminator? {
        .key("kind", ["leaf": LeafNest.self, "nest": KindNest.self], fallback: KindNest.self)
    }
}

final class LeafNest: KindNest { var kind = "leaf" }

/// Code chooses the class.
class ChosenNest: ModelObject, Nesting {
    var a = 0
    var kid: ChosenNest?
    var kids: [ChosenNest] = []

    override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? {
        dictionary["kind"] as? String == "leaf" ? ChosenLeafNest.self : ChosenNest.self
    }
}

final class ChosenLeafNest: ChosenNest { var kind = "leaf" }

/// Filled through the hook.
final class HookedNest: ModelObject, Nesting {
    var a = 0
    var kid: HookedNest?
    var kids: [HookedNest] = []
    var any: Any?

    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}
