import Foundation
import ModelObjects

/// A property of every kind that patches treat differently.
final class Quilt: ModelObject {
    var name = ""
    var label: String? = "quilt"
    var count = 0
    var price: Decimal?
    var date: Date?
    var presence: Presence<Int> = .missing
    var inner: Quilt?
    var always = Patch()
    var quilts: [Quilt] = []
    var numbers: [Int] = []
    var texts: [String: String] = [:]
    var patches: [String: Patch] = [:]
    var patchesByNumber: [Int: [Patch]]?
    var anything: Any?
    var deep: String?
    var deeper: Int?
    var shape: Rag?
    var presentPatch: Presence<Patch> = .missing

    override class var propertyRules: [String: PropertyRule] {
        [
            "deep": .key("meta.deep"), "deeper": .key("meta.list.1"), "label": .keys("tag", "label"),
            "date": .date(.unixSeconds),
        ]
    }

    final class Patch: ModelObject {
        var id = 0
        var text: String?
    }

    class Rag: ModelObject {
        var name: String? = "rag"
        override class var discriminator: Discriminator? {
            .key("kind", ["red": Red.self, "blue": Blue.self])
        }
    }

    final class Red: Rag { var width = 1.5 }
    final class Blue: Rag { var height: Int? = 2 }
}

extension Quilt {
    private static let words = ["", "a", "b/~", "ä", "\"\\", "0", "-", "name"]

    static func random(_ random: inout Random, depth: Int = 0) -> Quilt {
        let quilt = Quilt()
        for _ in 0..<random.below(12) { quilt.change(&random, depth) }
        return quilt
    }

    private static func patch(_ random: inout Random) -> Patch {
        let patch = Patch()
        patch.id = random.below(4)
        patch.text = random.maybe { $0.pick(words) }
        return patch
    }

    private static func rag(_ random: inout Random) -> Rag {
        if random.oneIn(2) {
            let red = Red()
            red.width = Double(random.below(4)) / 2
            red.name = random.maybe { $0.pick(words) }
            return red
        }
        let blue = Blue()
        blue.height = random.maybe { $0.below(3) }
        return blue
    }

    private static func untyped(_ random: inout Random, _ depth: Int) -> Any {
        switch random.below(depth > 2 ? 5 : 7) {
        case 0: return random.integer
        case 1: return random.pick(words)
        case 2: return random.oneIn(2)
        case 3: return Double(random.below(8)) / 4
        case 4: return depth == 0 ? 0 : NSNull()
        case 5: return random.many(3) { untyped(&$0, depth + 1) }
        default:
            return Dictionary(random.many(3) { ($0.pick(words), untyped(&$0, depth + 1)) }) { first, _ in
                first
            }
        }
    }

    /// Changes one property.
    func change(_ random: inout Random, _ depth: Int = 0) {
        switch random.below(depth < 3 ? 22 : 18) {
        case 0: name = random.pick(Self.words)
        case 1: label = random.maybe { $0.pick(Self.words) }
        case 2: count = random.integer
        case 3: price = random.maybe { Decimal($0.integer) / 1_000 }
        case 4: date = random.maybe { Date(timeIntervalSince1970: Double($0.below(1 << 32)) + 0.5) }
        case 5: presence = random.oneIn(3) ? .missing : random.oneIn(2) ? .null : .value(random.below(4))
        case 6: always.id = random.below(4)
        case 7: numbers = random.many(6) { $0.below(4) }
        case 8: if !numbers.isEmpty { numbers.remove(at: random.below(numbers.count)) }
        case 9:
            texts = Dictionary(random.many(4) { ($0.pick(Self.words), $0.pick(Self.words)) }) { first, _ in
                first
            }
        case 10:
            patches = Dictionary(random.many(3) { ($0.pick(Self.words), Self.patch(&$0)) }) { first, _ in
                first
            }
        case 11: patches.values.first?.text = random.pick(Self.words)
        case 12:
            patchesByNumber = random.maybe {
                Dictionary($0.many(3) { ($0.below(4), $0.many(2) { Self.patch(&$0) }) }) { first, _ in first }
            }
        case 13: anything = random.maybe { Self.untyped(&$0, 0) }
        case 14: deep = random.maybe { $0.pick(Self.words) }
        case 15: deeper = random.maybe { $0.below(4) }
        case 16: shape = random.maybe { Self.rag(&$0) }
        case 17:
            presentPatch = random.oneIn(3) ? .missing : random.oneIn(2) ? .null : .value(Self.patch(&random))
        case 18: inner = random.maybe { Self.random(&$0, depth: depth + 1) }
        case 19: inner?.change(&random, depth + 1)
        case 20: quilts.insert(Self.random(&random, depth: depth + 1), at: random.below(quilts.count + 1))
        default:
            if quilts.isEmpty { return }
            let index = random.below(quilts.count)
            if random.oneIn(3) { quilts.remove(at: index) } else { quilts[index].change(&random, depth + 1) }
        }
    }
}
