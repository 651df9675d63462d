import Foundation
import Testing

@testable import ModelObjects

@Suite struct ModelReleaseTests {
    @Test(arguments: Link.allCases)
    func aChainIsFreedOnASmallStack(_ link: Link) {
        weak var last: Node?
        onSmallStack {
            var node: Node? = link.chain(Link.longest)
            var end = node
            if link == .next { while let next = end?.next { end = next } } else { end = node }
            last = end
            end = nil
            node = nil
        }
        #expect(last == nil)
    }

    /// Counts its live instances.
    final class Tracked: ModelObject {
        nonisolated(unsafe) static var living = 0
        var name = ""
        var left: Tracked?
        var others: [Tracked] = []
        var nested: [[String: Tracked?]]?
        var any: Any = 0
        var optionalAny: Any?
        private let constant: [Tracked]
        required init() {
            constant = []
            Self.living += 1
        }
        init(constant: [Tracked]) {
            self.constant = constant
            Self.living += 1
        }
        deinit { Self.living -= 1 }
    }

    @Test func everyObjectIsFreedOnceUnlessShared() {
        let shared = Tracked()
        do {
            let root = Tracked(constant: [Tracked(), shared])
            root.left = Tracked()
            root.left?.others = [Tracked(), shared, Tracked()]
            root.nested = [["a": Tracked(), "b": nil], ["c": shared]]
            root.any = ["k": [Tracked(), 1, "text"] as [Any]]
            root.optionalAny = Tracked()
            #expect(Tracked.living == 9)
        }
        #expect(Tracked.living == 1)
        #expect(shared.name.isEmpty)
    }

    /// Every second model holds the next one in a struct, which the library does not search.
    @Test(.releasesStructs) func aPartlyHiddenChainIsFreedOnASmallStack() {
        struct Box { var model: Visible? }
        final class Hidden: ModelObject { var box = Box() }
        final class Visible: ModelObject { var hidden: Hidden? }
        weak var last: Visible?
        onSmallStack {
            var first = Visible()
            last = first
            for _ in 0..<20_000 {
                let next = Visible()
                next.hidden = Hidden()
                next.hidden?.box.model = first
                first = next
            }
        }
        #expect(last == nil)
    }

    @Test func objectsCreatedInADeinitAreFreed() {
        final class Maker: ModelObject {
            nonisolated(unsafe) static var made = 0
            var next: Maker?
            deinit {
                if Self.made < 100 {
                    Self.made += 1
                    let maker = Maker()
                    maker.next = Maker()
                }
            }
        }
        _ = Maker()
        #expect(Maker.made == 100)
    }

    @Test func threadsFreeIndependently() async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let count = Effort.count(20_000, atLeast: 2_000)
                    return onSmallStack { Link.children.chain(count) == Link.children.chain(count) }
                }
            }
            for await isEqual in group { #expect(isEqual) }
        }
    }

    @Test func aParentOutlivesItsChildren() {
        for depth in [1, 2, 10, 15, 16, 17, 18, 40, Effort.count(20_000, atLeast: 4_000)] {
            for place in Child.Place.allCases
            where !place.isStruct || RuntimeShortcuts.enabled.contains(.layout) {
                let outcome = onSmallStack { Child.free(place, depth) }
                let expected = Child.Outcome(children: depth, wrongNumbers: 0, wrongTexts: 0)
                #expect(outcome == expected, "\(place), \(depth) levels")
            }
        }
    }

    /// A class whose deinit reads its parent.
    final class Child: ModelObject {
        enum Place: CaseIterable {
            case child, list, byName, any, optionalStruct, plainStruct
            var isStruct: Bool { self == .optionalStruct || self == .plainStruct }
        }

        struct Outcome: Equatable {
            var children = 0
            var wrongNumbers = 0
            var wrongTexts = 0
        }

        struct Holder: Codable {
            var note = ""
            var child: Child?
        }

        nonisolated(unsafe) private static var outcome = Outcome()
        /// False for deep chains: the compiler's code may already have destroyed the members of a parent.
        nonisolated(unsafe) private static var readsText = false
        private static let longText = String(repeating: "long", count: 20)

        var child: Child?
        var list: [Child] = []
        var byName: [String: Child] = [:]
        var any: Any?
        var optionalStruct: Holder?
        var plainStruct = Holder()
        var number = 42
        var text = Child.longText
        private unowned(unsafe) var parent: Child?

        static func free(_ place: Place, _ depth: Int) -> Outcome {
            (outcome, readsText) = (Outcome(), depth < 16)
            do {
                let root = Child()
                var last = root
                for _ in 0..<depth {
                    let child = Child()
                    child.parent = last
                    switch place {
                    case .child: last.child = child
                    case .list: last.list = [child]
                    case .byName: last.byName = ["a": child]
                    case .any: last.any = [child] as [Any]
                    case .optionalStruct: last.optionalStruct = Holder(child: child)
                    case .plainStruct: last.plainStruct = Holder(child: child)
                    }
                    last = child
                }
            }
            return outcome
        }

        deinit {
            guard let parent else { return }
            Self.outcome.children += 1
            if parent.number != 42 { Self.outcome.wrongNumbers += 1 }
            if Self.readsText, parent.text != Self.longText { Self.outcome.wrongTexts += 1 }
        }
    }

    /// The compiler and the runtime represent nil differently for an Optional of such a struct.
    @Test func optionalStructsWithUnownedReferencesAreFreedOnce() {
        final class Part: ModelObject {
            nonisolated(unsafe) static var living = 0
            required init() { Self.living += 1 }
            deinit { Self.living -= 1 }
        }
        struct Link {
            unowned(unsafe) var unsafeOwner: AnyObject?
            unowned var owner: Part?
            var part: Part?
        }
        struct Pair {
            var links = (Link(part: Part()), 1)
            var part: Part? = Part()
        }
        enum Payload { case link(Link) }
        struct Choice {
            var payload = Payload.link(Link(part: Part()))
            var part: Part? = Part()
        }
        final class Machine: ModelObject {
            var title = ""
            var link: Link? = Link(part: Part())
            var presence = Presence.value(Link(part: Part()))
            var links = [Link(part: Part())]
            var inner: (Link?, Int) = (Link(part: Part()), 1)
            var pair: Pair? = Pair()
            var pairs = Presence.value(Pair())
            var choice: Choice? = Choice()
        }
        do {
            let machine = try? Machine(json: #"{"title": "x"}"#)
            #expect(machine?.title == "x" && Part.living == 10)
        }
        #expect(Part.living == 0)
    }

    /// While an object is destroyed, only the models that it held are released.
    ///
    /// Those of the objects around it follow later.
    @Test func anObjectIsDestroyedBeforeTheNextOne() {
        final class Log: Codable {
            nonisolated(unsafe) static var names: [String] = []
            let name: String
            init(_ name: String) { self.name = name }
            deinit { Self.names.append(name) }
        }
        final class Part: ModelObject {
            var log: Log?
            var first: Part?
            var second: Part?
            convenience init(_ name: String, _ first: Part? = nil, _ second: Part? = nil) {
                self.init()
                (self.log, self.first, self.second) = (Log(name), first, second)
            }
        }
        _ = Part("root", Part("first", Part("a")), Part("second", Part("b")))
        let names = Log.names
        #expect(names.firstIndex(of: "second") == names.firstIndex(of: "b").map { $0 + 1 }, "\(names)")
    }

    /// Each object has two children, so part of the list has to wait.
    @Test func theMemoryOfEveryObjectIsFreed() {
        final class Two: ModelObject {
            nonisolated(unsafe) static var living = 0
            var first: Two?
            var others: [Two] = []
            var any: Any?
            unowned(unsafe) var parent: Two?
            required init() { Self.living += 1 }
            deinit {
                Self.living -= 1
                if let parent, parent.first != nil { Self.living += 1_000 }
            }
        }
        var root: Two? = Two()
        var last = root
        for index in 0..<200 {
            let next = Two()
            (next.parent, next.first, next.others, next.any) = (last, Two(), [Two(), Two()], [Two()])
            last?.others.append(next)
            if index % 3 == 0 { last?.any = next }
            if index % 5 == 0 { last?.first = next }
            last = next
        }
        last = nil
        #expect(Two.living > 800)
        root = nil
        #expect(Two.living == 0)
    }

    /// Below the deepest deinit that releases entries, thousands of them wait in the list of the thread.
    @Test func aListThatHasGrownIsReleased() {
        final class Wide: ModelObject {
            nonisolated(unsafe) static var living = 0
            var first: Wide?
            var others: [Wide] = []
            required init() { Self.living += 1 }
            deinit { Self.living -= 1 }
        }
        for _ in 0..<2 {
            var node = Wide()
            node.others = (0..<3_000).map { _ in
                let wide = Wide()
                wide.first = Wide()
                wide.first?.first = Wide()
                return wide
            }
            for _ in 0..<30 {
                let outer = Wide()
                outer.others = [node]
                node = outer
            }
        }
        #expect(Wide.living == 0)
    }

    /// Objects of the outer deinits wait in the list while a deeper one makes it grow.
    @Test func objectsThatWaitInAListThatHasGrownAreReleased() {
        final class Pair: ModelObject {
            nonisolated(unsafe) static var living = 0
            var side: Pair?
            var next: Pair?
            required init() { Self.living += 1 }
            deinit { Self.living -= 1 }
        }
        do {
            var first = Pair()
            for _ in 0..<2_000 {
                let pair = Pair()
                (pair.side, pair.next) = (Pair(), first)
                pair.side?.side = Pair()
                first = pair
            }
        }
        #expect(Pair.living == 0)
    }

    /// No link of the chain is a direct property.
    @Test(.releasesStructs, arguments: LinkedNode.Place.allCases)
    func aChainThroughStructsIsFreedOnASmallStack(_ place: LinkedNode.Place) {
        weak var last: LinkedNode?
        onSmallStack {
            var node = LinkedNode()
            last = node
            for _ in 1..<Effort.count(100_000, atLeast: 20_000) {
                let next = LinkedNode()
                next.hold(node, in: place)
                node = next
            }
        }
        #expect(last == nil)
    }
}
