import Foundation
import ModelObjects

/// A model with all kinds of properties that patches treat differently.
class PatchNode: ModelObject {
    var name = ""
    var nickname: String?
    var motto: String? = "carpe diem"
    var count = 0
    var ratio: Double?
    var price: Decimal?
    var born: Date?
    var presence: Presence<Int> = .missing
    var inner: PatchNode?
    var always = PatchLeaf()
    var nodes: [PatchNode] = []
    var numbers: [Int] = []
    var texts: [String: String] = [:]
    var leaves: [String: PatchLeaf] = [:]
    var optionalLeaves: [String: PatchLeaf]?
    var anything: Any?
    var description_: String?
    var isbn: String?
    var shape: PatchShape?
    var presentLeaf: Presence<PatchLeaf> = .missing

    override class var propertyRules: [String: PropertyRule] {
        [
            "description_": .key("ext.desc"), "isbn": .key("ext.ids.0"), "motto": .keys("slogan", "motto"),
            "born": .date(.unixSeconds),
        ]
    }
}

class PatchLeaf: ModelObject {
    var id = 0
    var label: String?
    var hidden = 0
    override class var propertyRules: [String: PropertyRule] { ["hidden": .notExported] }
}

class PatchShape: ModelObject {
    var name: String? = "shape"
    override class var discriminator: Discriminator? {
        .key("type", ["circle": PatchCircle.self, "square": PatchSquare.self])
    }
}

final class PatchCircle: PatchShape { var radius = 1.0 }
final class PatchSquare: PatchShape { var side: Int? = 2 }

/// Random models.
struct PatchNodes {
    var generator: SeededNumbers

    private mutating func chance(_ share: Double) -> Bool {
        Double.random(in: 0..<1, using: &generator) < share
    }
    private mutating func number(_ count: Int = 4) -> Int { Int.random(in: 0..<count, using: &generator) }
    /// The last two are the same as a key, and come last in any order, so that equal objects have equal exports.
    private mutating func text() -> String {
        ["", "a", "b/~", "\"\\", "1", "~\u{E4}", "~a\u{308}"].randomElement(using: &generator) ?? ""
    }

    mutating func leaf() -> PatchLeaf {
        let leaf = PatchLeaf()
        leaf.id = number()
        leaf.label = chance(0.5) ? text() : nil
        return leaf
    }

    private mutating func shape() -> PatchShape {
        switch number(2) {
        case 0:
            let circle = PatchCircle()
            circle.radius = Double(number())
            circle.name = chance(0.5) ? nil : "c"
            return circle
        default:
            let square = PatchSquare()
            square.side = chance(0.5) ? nil : number()
            return square
        }
    }

    private mutating func untyped(_ depth: Int, nulls: Bool) -> Any {
        switch number(depth > 2 ? 4 : 7) {
        case 0: return number()
        case 1: return text()
        case 2: return chance(0.5)
        case 3: return Double(number()) / 2
        case 4: return (0..<number()).map { _ in untyped(depth + 1, nulls: true) }
        default:
            var object: [String: Any] = [:]
            for _ in 0..<number() {
                object[text()] = nulls && chance(0.1) ? NSNull() : untyped(depth + 1, nulls: nulls)
            }
            return object
        }
    }

    /// - Parameter merges: Without what a merge patch cannot say.
    mutating func node(_ depth: Int = 0, merges: Bool) -> PatchNode {
        let node = PatchNode()
        change(node, depth, merges: merges, all: true)
        return node
    }

    /// Changes some of the properties.
    mutating func change(_ node: PatchNode, _ depth: Int = 0, merges: Bool, all: Bool = false) {
        let share = all ? 0.6 : 0.15
        if chance(share) { node.name = text() }
        if chance(share) { node.nickname = chance(0.4) ? nil : text() }
        if chance(share) { node.motto = chance(0.4) ? nil : text() }
        if chance(share) { node.count = number() }
        if chance(share) { node.ratio = chance(0.3) ? nil : Double(number()) / 4 }
        if chance(share) {
            node.price = chance(0.3) ? nil : Decimal(string: "1.234567890123456789\(number())")
        }
        if chance(share) {
            node.born = chance(0.3) ? nil : Date(timeIntervalSince1970: Double(number()) + 0.5)
        }
        if chance(share), !merges || node.presence == .missing || chance(0.5) {
            node.presence = !merges && chance(0.3) ? .missing : chance(0.3) ? .null : .value(number())
        }
        if chance(share) { node.numbers = (0..<number(6)).map { _ in number() } }
        if chance(share) { node.texts = Dictionary((0..<number()).map { _ in (text(), text()) }) { $1 } }
        if chance(share) { node.leaves = Dictionary((0..<number()).map { _ in (text(), leaf()) }) { $1 } }
        if chance(share) {
            node.optionalLeaves =
                chance(0.3) ? nil : Dictionary((0..<number()).map { _ in (text(), leaf()) }) { $1 }
        }
        if chance(share) { node.anything = chance(0.2) ? nil : untyped(0, nulls: !merges) }
        if chance(share) { node.description_ = chance(0.4) ? nil : text() }
        if chance(share) { node.isbn = chance(0.4) ? nil : text() }
        if chance(share) { node.shape = chance(0.2) ? nil : shape() }
        if chance(share) { node.always.id = number() }
        if chance(share), !merges || node.presentLeaf == .missing {
            node.presentLeaf = !merges && chance(0.3) ? .missing : chance(0.3) ? .null : .value(leaf())
        }
        if let leaf = node.leaves.values.randomElement(using: &generator), chance(share) {
            leaf.label = text()
        }
        if let leaf = node.presentLeaf.value, chance(share) { leaf.label = text() }
        guard depth < 2 else { return }
        // A merge patch fills a model in place, so that it cannot make a presence missing again.
        if chance(share), !merges || node.inner == nil || chance(0.3) {
            node.inner =
                node.inner != nil && merges || chance(0.3) ? nil : self.node(depth + 1, merges: merges)
        }
        if let inner = node.inner { change(inner, depth + 1, merges: merges, all: false) }
        if chance(share) { node.nodes = (0..<number()).map { _ in self.node(depth + 1, merges: merges) } }
        if chance(share), !node.nodes.isEmpty { node.nodes.remove(at: number(node.nodes.count)) }
        if chance(share) {
            node.nodes.insert(self.node(depth + 1, merges: merges), at: number(node.nodes.count + 1))
        }
        for inner in node.nodes where chance(0.3) { change(inner, depth + 1, merges: merges) }
    }
}
