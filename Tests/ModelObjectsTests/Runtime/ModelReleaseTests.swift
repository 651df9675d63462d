import Foundation
import Testing

@testable import ModelObjects

@Suite struct ModelReleaseTests {
    @Test(arguments: Link.allCases)
    func aChainIsFreedWithoutADeepStack(_ link: Link) {
        weak var last: Node?
        onSmallStack {
            var node: Node? = link.chain(100_000)
            var end = node
            if link == .next { while let next = end?.next { end = next } } else { end = node }
            last = end
            end = nil
            node = nil
        }
        #expect(last == nil)
    }

    /// Says when it goes.
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

    @Test func everyObjectGoesOnceAndSharedOnesStay() {
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

    /// Every second model holds the next one in a struct, where nobody looks for it.
    @Test func aChainThatIsPartlyHiddenIsFreedWithoutADeepStack() {
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

    @Test func objectsThatADeinitMakesAreFreedToo() {
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
                group.addTask { onSmallStack { Link.children.chain(20_000) == Link.children.chain(20_000) } }
            }
            for await isEqual in group { #expect(isEqual) }
        }
    }
}
