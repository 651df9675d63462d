import Foundation
import ModelObjects

/// A model whose export has arrays and texts in no fixed order.
final class PatchBag: ModelObject {
    var name: String?
    var tags: Set<String> = []
    var lists: [Set<Int>] = []
    var groups: [String: Set<String>] = [:]
    var leaves: Set<PatchLeaf> = []
    var nested: Set<Set<Int>> = []
    var anything: Any?
    var counts: [String: Int] = [:]
    var labels: Set<String> = []
    var inner: PatchBag?
    var bags: [PatchBag] = []

    override class var propertyRules: [String: PropertyRule] {
        ["counts": .embeddedJSON, "labels": .embeddedJSON]
    }
}

/// Random bags.
struct PatchBags {
    var generator: SeededNumbers

    private mutating func chance(_ share: Double) -> Bool {
        Double.random(in: 0..<1, using: &generator) < share
    }
    private mutating func number(_ count: Int = 4) -> Int { Int.random(in: 0..<count, using: &generator) }
    private mutating func text() -> String { "t\(number(12))" }

    private mutating func many<Element>(_ make: (inout PatchBags) -> Element) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<number(7) { elements.append(make(&self)) }
        return elements
    }

    private mutating func leaf() -> PatchLeaf {
        let leaf = PatchLeaf()
        leaf.id = number(9)
        leaf.label = chance(0.5) ? text() : nil
        return leaf
    }

    mutating func bag(_ depth: Int = 0) -> PatchBag {
        let bag = PatchBag()
        change(bag, share: 0.8, depth)
        return bag
    }

    mutating func change(_ bag: PatchBag, share: Double, _ depth: Int = 0) {
        if chance(share) { bag.name = chance(0.3) ? nil : text() }
        if chance(share) { bag.tags = Set(many { $0.text() }) }
        if chance(share) { bag.lists = many { Set($0.many { $0.number(9) }) } }
        if chance(share) { bag.groups[text()] = Set(many { $0.text() }) }
        if chance(share) { bag.leaves = Set(many { $0.leaf() }) }
        if chance(share) { bag.nested = Set(many { Set($0.many { $0.number(9) }) }) }
        if chance(share) { bag.anything = ["tags": Set(many { $0.text() }) as Any, "name": text()] }
        if chance(share) { bag.counts[text()] = number() }
        if chance(share) { bag.labels = Set(many { $0.text() }) }
        guard depth < 2 else { return }
        if chance(share) { bag.inner = chance(0.3) ? nil : self.bag(depth + 1) }
        if let inner = bag.inner { change(inner, share: share, depth + 1) }
        if chance(share) { bag.bags.insert(self.bag(depth + 1), at: number(bag.bags.count + 1)) }
        if chance(share), !bag.bags.isEmpty { bag.bags.remove(at: number(bag.bags.count)) }
        for inner in bag.bags { change(inner, share: share / 2, depth + 1) }
    }

    /// Gives equal Sets and dictionaries another order: it depends on the capacity.
    mutating func rebuildSets(_ bag: PatchBag) {
        bag.tags = rebuilt(bag.tags)
        bag.labels = rebuilt(bag.labels)
        bag.leaves = rebuilt(bag.leaves)
        bag.lists = bag.lists.map { rebuilt($0) }
        bag.groups = bag.groups.mapValues { rebuilt($0) }
        bag.nested = Set(bag.nested.map { rebuilt($0) })
        var counts = [String: Int](minimumCapacity: 8 << number(4))
        for (key, count) in bag.counts { counts[key] = count }
        bag.counts = counts
        if let anything = bag.anything as? [String: Any], let tags = anything["tags"] as? Set<String> {
            bag.anything = anything.merging(["tags": rebuilt(tags)]) { $1 }
        }
        for inner in bag.bags + [bag.inner].compactMap(\.self) { rebuildSets(inner) }
    }

    private mutating func rebuilt<Element: Hashable>(_ set: Set<Element>) -> Set<Element> {
        var other = Set<Element>(minimumCapacity: 8 << number(4))
        for element in set { other.insert(element) }
        return other
    }

    // MARK: Comparing

    /// The export, with the elements of Sets in the order of their texts.
    static func text(of bag: ModelObject) throws -> String {
        text(of: try bag.jsonObject(options: ExportOptions(nulls: .include)), key: "", isSet: false)
    }

    private static func text(of value: Any, key: String, isSet: Bool) -> String {
        switch value {
        case let object as [String: Any]:
            let members = object.sorted { $0.key < $1.key }.map { member in
                let isSet = ["tags", "leaves", "nested"].contains(member.key) || key == "groups"
                return member.key + ":" + text(of: member.value, key: member.key, isSet: isSet)
            }
            return "{\(members.joined(separator: ","))}"
        case let elements as [Any]:
            let texts = elements.map {
                text(of: $0, key: "", isSet: key == "lists" || key == "nested")
            }
            return "[\((isSet ? texts.sorted() : texts).joined(separator: ","))]"
        case let text as String where key == "counts" || key == "labels":
            guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else { return text }
            return self.text(of: value, key: "", isSet: true)
        default:
            return "\(value)"
        }
    }
}
