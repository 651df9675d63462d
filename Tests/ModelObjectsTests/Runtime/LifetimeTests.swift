import Foundation
import ModelObjects
import Testing

/// Counts its live instances, whichever model holds them.
private final class Tracker: ModelValue, Sendable {
    private static let living = LockedCount()
    static var count: Int { living.value }

    let number: Int

    init(_ number: Int) {
        self.number = number
        Self.living.add(1)
    }

    deinit { Self.living.add(-1) }

    static func modelValue(from value: Any) -> Self? { (value as? Int).map { Self($0) } }
    var exportedValue: Any { number }
}

/// Values are retained and released as by the compiler's own stores.
@Suite(.serialized)
struct LifetimeTests {
    private final class Owner: ModelObject {
        var tracker = Tracker(0)
        var optional: Tracker?
        var list: [Tracker] = []
        var map: [String: Tracker] = [:]
        var any: Any = Tracker(0)
        var child: Owner?
        var children: [Owner] = []

        override func validate() throws {
            if tracker.number == 13 { throw CancellationError() }
        }
    }

    private static let json = """
        {"tracker": 1, "Tracker": 2, "optional": 3, "list": [4, "x", 5], "map": {"a": 6, "a": 7, "b": null}, "any": [8],
         "child": {"tracker": 9, "child": {"tracker": 13}}, "CHILD": {"tracker": 1}, "children": [{"tracker": 13}, {"optional": 1}]}
        """

    @Test func nothingLeaksAndNothingIsReleasedTwice() throws {
        let before = Tracker.count
        let dictionary = ReferenceReader.read(Self.json).swift as? [String: Any] ?? [:]
        for _ in 0..<Effort.count(10_000, byDefault: 200) {
            let owner = try Owner(json: Self.json)
            #expect(owner.tracker.number == 1)
        }
        #expect(Tracker.count == before)
        for _ in 0..<Effort.count(2_000) {
            let owner = try Owner(dictionary: dictionary)
            #expect(owner.list.map(\.number) == [4, 5])
        }
        #expect(Tracker.count == before)
        try updates(before)
        #expect(Tracker.count == before)
    }

    private func updates(_ before: Int) throws {
        let owner = try Owner(json: Self.json)
        let living = Tracker.count
        for _ in 0..<Effort.count(10_000, byDefault: 200) { try owner.update(json: Self.json) }
        #expect(Tracker.count == living)
        for options in [MappingOptions(), .strict] {
            for _ in 0..<Effort.count(5_000, byDefault: 50) {
                #expect(throws: (any Error).self) {
                    try owner.update(
                        json: #"{"optional": 2, "list": [1], "child": {"optional": 4}, "tracker": 13}"#,
                        options: options)
                }
                #expect(throws: (any Error).self) {
                    try owner.update(
                        json: #"{"optional": 2, "list": [1], "child": {"optional": 4}, "tracker": 1"#,
                        options: options)
                }
            }
        }
        #expect(Tracker.count == living)
        #expect(owner.optional?.number == 3)
        for _ in 0..<Effort.count(1_000) { _ = try? Owner(json: #"{"optional": 2, "tracker": 13}"#) }
        #expect(Tracker.count == living)
    }

    private final class Holder: ModelObject {
        var pair = Pair(text: "")
    }

    private struct Pair: Codable {
        var first: ReleaseAction?
        var second: ReleaseAction?
        var text: String

        init(text: String) { self.text = text }
        init(from decoder: any Decoder) throws { text = try String(from: decoder) }
        func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
    }

    private final class ReleaseAction: @unchecked Sendable {  // Used on one thread.
        static let living = LockedCount()
        let action: () -> Void

        init(_ action: @escaping () -> Void) {
            self.action = action
            Self.living.add(1)
        }

        deinit {
            Self.living.add(-1)
            action()
        }
    }

    /// The object already holds the whole new value when the old one is released.
    @Test(
        arguments: [
            { try? $0.update(json: #"{"pair": "new"}"#) },
            { try? $0.update(dictionary: ["pair": Pair(text: "new")]) },
            { try? $0.apply(mergePatch: #"{"pair": "new"}"#) },
            {
                let other = Holder()
                other.pair.text = "new"
                $0.merge(from: other)
            },
        ] as [@Sendable (Holder) -> Void])
    private func aReplacedValueMayUseItsObject(replace: @Sendable (Holder) -> Void) {
        let holder = Holder()
        var texts: [String] = []
        func action() -> ReleaseAction {
            ReleaseAction { [unowned holder] in
                texts.append(holder.pair.text)
                try? holder.update(json: #"{"pair": "newest"}"#)
            }
        }
        (holder.pair.first, holder.pair.second) = (action(), action())
        replace(holder)
        #expect(ReleaseAction.living.value == 0)
        #expect(texts == ["new", "newest"])
        #expect(holder.pair.text == "newest")
    }
}
