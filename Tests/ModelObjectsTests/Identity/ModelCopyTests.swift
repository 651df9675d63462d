import Foundation
import Testing

@testable import ModelObjects

@Suite struct ModelCopyTests {
    @Test func aCopyIsDeep() {
        let node = Node("a")
        node.next = SpecialNode("b")
        node.children = [Node("c"), Node("d")]
        node.byName = ["e": Node("e")]
        node.optionals = [nil, Node("f")]
        node.members = [Node("g"), Node("h")]
        node.untyped =
            ["i": [Node("i"), [Node("j")]] as [Any], "k": Date(timeIntervalSince1970: 1)] as [String: Any]
        let copy = node.copy()
        #expect(copy == node)
        #expect(copy !== node && copy.next !== node.next && copy.next is SpecialNode)
        #expect(copy.children.elementsEqual(node.children) { $0 !== $1 && $0 == $1 })
        #expect(copy.byName["e"] !== node.byName["e"] && copy.optionals?[1] !== node.optionals?[1])
        #expect(
            copy.members == node.members
                && copy.members.allSatisfy { copied in !node.members.contains { $0 === copied } })
        let array = (copy.untyped as? [String: Any])?["i"] as? [Any]
        #expect((array?[0] as? Node)?.name == "i")
        #expect((array?[1] as? [Node])?[0].name == "j", "A typed array inside Any keeps its type.")
        #expect((copy.untyped as? [String: Any])?["k"] as? Date == Date(timeIntervalSince1970: 1))
        node.children[0].name = "changed"
        #expect(copy.children[0].name == "c")
    }

    @Test func aModelThatIsACollectionIsCopiedLikeAnyOther() {
        final class Playlist: ModelObject, RandomAccessCollection {
            var titles: [String] = []
            var startIndex: Int { 0 }
            var endIndex: Int { titles.count }
            subscript(index: Int) -> String { titles[index] }
        }
        let (node, playlist) = (Node("a"), Playlist())
        playlist.titles = ["b"]
        node.untyped = playlist
        let copy = node.copy().untyped as? Playlist
        #expect(copy == playlist && copy !== playlist)
    }

    @Test func sharingAndCyclesAreKept() {
        let (parent, child) = (Node("parent"), Node("child"))
        parent.children = [child, child]
        parent.untyped = [child] as [Any]
        child.next = parent
        let copy = parent.copy()
        #expect(copy.children[0] === copy.children[1] && copy.children[0] !== child)
        #expect((copy.untyped as? [Any])?[0] as? Node === copy.children[0])
        #expect(copy.children[0].next === copy)
        child.next = nil
        copy.children[0].next = nil
    }

    @Test func setMembersAreCompleteBeforeInsertion() {
        let node = Node("root")
        for index in 0..<20 {
            let member = Node("same")
            member.members = [Node("\(index)")]
            node.members.insert(member)
        }
        let copy = node.copy()
        #expect(copy.members.count == 20)
        #expect(node.members.allSatisfy { copy.members.contains($0) })
    }

    @Test func unmappedPropertiesAreCopiedWherePossible() {
        final class Part: ModelObject {
            var name = ""
            var token = ""
            var local: [String] = []
            var owner: Node?
            var outside: Node?
            let constant = UUID()
            weak var parent: Part?
            lazy var cached = name
            override class var propertyRules: [String: PropertyRule] {
                ["token": .ignored, "local": .ignored, "owner": .ignored, "outside": .ignored]
            }
        }
        let (node, part, elsewhere) = (Node("owner"), Part(), Node("elsewhere"))
        (part.name, part.token, part.local) = ("part", "secret", ["a"])
        (part.owner, part.outside, part.parent) = (node, elsewhere, part)
        _ = part.cached
        node.untyped = part
        let copy = node.copy()
        let copied = copy.untyped as? Part
        #expect(copied?.token == "secret" && copied?.local == ["a"])
        #expect(copied?.owner === copy, "A reference into the copied graph leads to the copy.")
        #expect(copied?.outside === elsewhere, "A reference out of it is shared.")
        #expect(copied?.parent == nil && copied?.constant != part.constant)
        part.name = "new"
        copied?.name = "newer"
        #expect(copied?.cached == "newer")
        part.owner = nil
        copied?.owner = nil
    }

    @Test func lazyStorageIsNotCopied() {
        class Page: ModelObject {
            var title = "old"
            lazy var heading = title
        }
        final class Ignoring: Page {
            override class var propertyRules: [String: PropertyRule] { ["heading": .ignored] }
        }
        final class Listing: Page {
            override class var mappedProperties: Set<String>? { ["title"] }
        }
        for page in [Page(), Ignoring(), Listing()] {
            #expect(page.heading == "old")
            let copy = page.copy()
            copy.title = "new"
            #expect(copy.heading == "new", "\(type(of: page))")
        }
    }

    @Test func unmappedPropertiesAreConvertedByTheirRules() {
        final class Place: ModelObject {
            var name = ""
            var position = (x: 0, y: 0)
            override class var mappedProperties: Set<String>? { ["name"] }
            override class var propertyRules: [String: PropertyRule] {
                [
                    "position": .converted(
                        from: { ($0 as? [Int]).map { (x: $0[0], y: $0[1]) } }, to: { [$0.x, $0.y] })
                ]
            }
        }
        let place = Place()
        place.position = (1, 2)
        #expect(place.copy().position == (1, 2))
    }

    final class Item: ModelObject {
        var info: [String: Any] = [:]
        convenience init(_ name: String) {
            self.init()
            info = ["name": name]
        }
    }

    final class Chosen: ModelObject {
        var items: Set<Item> = []
        override class var propertyRules: [String: PropertyRule] { ["items": .ignored] }
    }

    final class Shop: ModelObject {
        var chosen: Chosen?
        var all: [Item] = []
        var owner: Shop?
    }

    @Test func membersOfUnmappedSetsAreCompleteBeforeInsertion() throws {
        for isCyclic in [false, true] {
            let shop = Shop()
            (shop.chosen, shop.all) = (Chosen(), [Item("a"), Item("b")])
            shop.chosen?.items = Set(shop.all)
            if isCyclic { shop.owner = shop }
            let (copy, merged) = (shop.copy(), Shop())
            merged.merge(from: shop)
            for other in [copy, merged] {
                let chosen = try #require(other.chosen)
                #expect(other.all.allSatisfy { chosen.items.contains($0) } && chosen.items.count == 2)
            }
            for each in [shop, copy, merged] { each.owner = nil }
        }
    }

    private static func models(in value: Any) -> [Node] {
        (value as? Node).map { [$0] } ?? (value as? any CopiedContainer)?.parts.flatMap { models(in: $0) }
            ?? []
    }

    /// Containers of AnyHashable, which is what unarchiving returns.
    @Test func modelsInUntypedHashedContainersAreCopied() throws {
        let (a, b) = (Node("a"), Node("b"))
        let values: [(name: String, value: Any)] = [
            ("set", Set<AnyHashable>([a, b])), ("typed set", Set([a, b])),
            ("keys", [a: 1, b: 2] as [AnyHashable: Any]), ("typed keys", [a: 1, b: 2]),
            ("values", [1: a, 2: b] as [AnyHashable: Any]), ("array", [a, b] as [AnyHashable]),
            ("texts", ["a": a, "b": b] as [String: AnyHashable]), ("hashable", AnyHashable([a, b])),
            ("deep", [Set<AnyHashable>([[a, b] as [AnyHashable]])]),
            ("set of sets", Set([Set([a, b])])),
            ("optionals", Set<AnyHashable>([Node?.some(a), Node?.none, b])),
        ]
        for (name, value) in values {
            let node = Node("root")
            (node.untyped, node.children) = (value, [a, b])
            let merged = Node()
            merged.merge(from: node)
            let again = try Node.unarchive(data: node.archivedData())
            for (source, copy) in [(node, node.copy()), (node, merged), (again, again.copy())] {
                #expect(copy == source, "\(name)")
                let before = copy.debugDescription
                for child in source.children { child.name += "!" }
                #expect(copy.debugDescription == before && copy != source, "\(name)")
                for child in source.children { child.name.removeLast() }
                let held = Self.models(in: copy.untyped as Any)
                #expect(held.count == 2, "\(name)")
                #expect(held.allSatisfy { each in copy.children.contains { $0 === each } }, "\(name)")
            }
        }
    }

    @Test func unknownValuesAreCopied() throws {
        final class Keeping: ModelObject {
            var name = ""
            override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        }
        let model = try Keeping(json: #"{"name": "a", "other": [1, {"b": null}]}"#)
        let copy = model.copy()
        #expect(copy.unknownValues()["other"] != nil)
        try copy.update(json: #"{"other": 2}"#)
        #expect(copy.unknownValues()["other"] as? Int == 2)
        #expect(model.unknownValues()["other"] is [Any])
    }

    @Test(arguments: Link.allCases)
    func aLongChainDoesNotOverflowTheStack(_ link: Link) {
        #expect(
            onSmallStack {
                let chain = link.chain(link.length)
                return chain.copy() == chain
            })
    }

    @Test func aSharedTowerIsCopiedOnce() {
        #expect(
            onSmallStack {
                let tower = tower(40)
                let copy = tower.copy()
                return copy == tower && copy.next === copy.children[0]
            })
    }

    /// An object stores no word for the metatype of a struct, but a generic value does.
    @Test func excludedPropertiesThatGenericCodeCannotAccessAreNotCopied() {
        final class Excluding: ModelObject {
            var number = 0
            var pair: (Int, Int.Type) = (1, Int.self)
            var list = [1, 2, 3]
            override class var mappedProperties: Set<String>? { ["number"] }
            override class var propertyRules: [String: PropertyRule] {
                ["pair": .converted(from: { (_: Any) -> (Int, Int.Type)? in (1, Int.self) }, to: { _ in 1 })]
            }
        }
        let original = Excluding()
        (original.list, original.pair.0) = (Array(0..<100), 5)
        for _ in 0..<3 {
            let copy = original.copy()
            #expect(copy.list.count == 100 && copy.pair.0 == 1)
            copy.list = []
        }
        #expect(original.list.count == 100 && original.pair.0 == 5)
    }

    @Test func deepUntypedContainersDoNotOverflowTheStack() {
        let node = Node("leaf")
        var value: Any = node
        for index in 0..<800 { value = index % 2 == 0 ? [value] as [Any] : ["k": value] as [String: Any] }
        let (holder, other) = (Node("holder"), Node("holder"))
        (holder.untyped, other.untyped) = (value, value)
        #expect(onSmallStack { holder.copy() == other })
    }
}

@Suite struct ModelMergeTests {
    @Test func everySharedPropertyTakesTheOthersValue() {
        let (node, other) = (Node("a"), Node("b"))
        node.next = Node("old")
        node.optionals = []
        other.children = [Node("c")]
        node.merge(from: other)
        #expect(node == other)
        #expect(node.next == nil && node.optionals == nil)
        #expect(node.children[0] !== other.children[0])
    }

    @Test func onlySharedPropertiesOfOtherClassesAreMerged() {
        class Animal: ModelObject { var name = "", legs: Int? = 4 }
        final class Dog: Animal { var breed = "collie", size = 1 }
        final class Bird: Animal { var wings = 2, size = "small" }
        let (dog, bird) = (Dog(), Bird())
        (bird.name, bird.legs) = ("tit", nil)
        dog.merge(from: bird)
        #expect(dog.name == "tit" && dog.legs == nil && dog.breed == "collie" && dog.size == 1)
        let animal = Animal()
        animal.merge(from: dog)
        #expect(animal.name == "tit")
    }

    @Test func referencesToTheSourceBecomeReferencesToTheTarget() {
        let (node, other, child) = (Node("a"), Node("b"), Node("child"))
        other.children = [child, child]
        (child.next, child.optionals) = (other, [node])
        node.merge(from: other)
        #expect(node.children[0].next === node)
        #expect(node.children[0] === node.children[1])
        #expect(
            node.children[0].optionals?[0]?.name == "a", "The previous state is copied unchanged.")
        node.merge(from: node)
        #expect(node.name == "b")
        (child.next, child.optionals) = (nil, nil)
        (node.children[0].next, node.children[0].optionals) = (nil, nil)
    }

    @Test func aLongChainDoesNotOverflowTheStack() {
        #expect(
            onSmallStack {
                let (node, chain) = (Node(), Link.children.chain(Link.longest))
                node.merge(from: chain)
                return node == chain
            })
    }
}
