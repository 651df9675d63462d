import Foundation
import ModelObjects
import Testing

/// `==`, `hash(into:)` and related operations on graphs with references through structs.
struct CodableGraphIdentityTests {
    private func cycle(name: String = "a") -> LinkedNode {
        let node = LinkedNode()
        node.name = name
        for place in LinkedNode.Place.allCases { node.hold(node, in: place) }
        return node
    }

    private func hashableCycle(name: String = "a") -> HashableNode {
        let (node, next) = (HashableNode(), HashableNode())
        node.name = name
        node.link = HashableLink(to: next)
        next.link = HashableLink(to: node)
        next.other = HashableLink(to: next)
        next.any = [HashableLink(to: node): HashableLink(to: node)]
        return node
    }

    @Test func operationsOnCyclesThroughStructsTerminate() throws {
        let (node, same, other) = (cycle(), cycle(), cycle(name: "b"))
        #expect(node == same && node.hashValue == same.hashValue)
        #expect(node != other)
        #expect(node.changes(since: same).isEmpty)
        #expect(node.changes(since: other).first?.path == "$.name")
        #expect(node.debugDescription.contains("shown above"))
        #expect(node.copy() == node)
        let target = LinkedNode()
        target.merge(from: node)
        #expect(target == node)
        // A struct in an `Any` cannot be unarchived.
        for each in [node, same] { each.any = nil }
        #expect(try LinkedNode.unarchive(data: node.archivedData()) == same)
        for each in [node, same, other, target] { each.unlink() }
    }

    /// The structs' own `==`, `hash(into:)` and `description` call those of the models.
    @Test func operationsOnCyclesThroughStructMethodsTerminate() throws {
        let (node, same, other) = (hashableCycle(), hashableCycle(), hashableCycle(name: "b"))
        #expect(node == same && node.hashValue == same.hashValue)
        #expect(node != other && node.link != other.link)
        #expect(node.link == same.link && node.link?.hashValue == same.link?.hashValue)
        #expect(Set([node.link, same.link, other.link]).count == 2)
        #expect(node.changes(since: same).isEmpty)
        #expect(node.changes(since: other).map(\.path).contains("$.name"))
        #expect(node.debugDescription.contains("link to HashableNode"))
        #expect("\(node.link as Any)".contains("link to HashableNode"))
        #expect(node.copy() == node)
        for each in [node, same, other] {
            each.link?.to.link = nil
            each.link?.to.other = nil
            each.link?.to.any = nil
        }
    }

    /// These models exist only during an `==`, at addresses that other models reuse.
    @Test func modelsCreatedDuringEqualityAreComparedEachTime() {
        struct Named: Codable, Equatable {
            var names: [String]
            static func == (left: Named, right: Named) -> Bool {
                zip(left.names, right.names).allSatisfy { left, right in
                    let (one, other) = (LinkedNode(), LinkedNode())
                    (one.name, other.name) = (left, right)
                    return one == other
                }
            }
        }
        final class Holder: ModelObject { var named: Named? }
        let (holder, same, other) = (Holder(), Holder(), Holder())
        holder.named = Named(names: ["a", "b", "c", "d"])
        same.named = Named(names: ["a", "b", "c", "d"])
        other.named = Named(names: ["a", "b", "c", "e"])
        #expect(holder == same && holder != other)
    }

    private func hashableChain(_ count: Int, last: String) -> HashableNode {
        var node = HashableNode()
        node.name = last
        for _ in 1..<count {
            let next = HashableNode()
            next.link = HashableLink(to: node)
            node = next
        }
        return node
    }

    @Test func longChainsThroughStructsDoNotOverflowTheStack() {
        let count = Effort.count(20_000, atLeast: 2_000)
        onSmallStack {
            let (chain, same, other) = (
                LinkedNode.chain(count), LinkedNode.chain(count), LinkedNode.chain(count + 1)
            )
            #expect(chain == same && chain.hashValue == same.hashValue && chain != other)
            #expect(chain.changes(since: same).isEmpty && !chain.debugDescription.isEmpty)
        }
        onSmallStack {
            let (chain, same, other) = (
                hashableChain(count, last: "a"), hashableChain(count, last: "a"),
                hashableChain(count, last: "b")
            )
            #expect(chain == same && chain.hashValue == same.hashValue && chain != other)
            #expect(chain.changes(since: same).isEmpty && !chain.debugDescription.isEmpty)
            #expect(!chain.changes(since: other).isEmpty)
        }
    }

    /// 2^60 paths through 60 pairs of structs.
    @Test func sharedTowersThroughStructsTakeLinearTime() {
        func tower() -> HashableNode {
            var node = HashableNode()
            for _ in 0..<60 {
                let next = HashableNode()
                next.link = HashableLink(to: node)
                next.other = HashableLink(to: node)
                node = next
            }
            return node
        }
        #expect(tower() == tower())
        #expect(tower().hashValue == tower().hashValue)
        #expect(!tower().debugDescription.isEmpty)
    }

    /// A model that was found unequal in one property is also unequal in the next one.
    @Test func everyPropertyHoldingAnUnequalModelIsReported() {
        func holder(_ name: String) -> LinkedNode {
            let (holder, node) = (LinkedNode(), LinkedNode())
            node.name = name
            for place in LinkedNode.Place.allCases { holder.hold(node, in: place) }
            return holder
        }
        #expect(
            holder("a").changes(since: holder("b")).map(\.path) == [
                "$.link", "$.links[0]", "$.byKey.k", "$.any",
            ])
    }
}
