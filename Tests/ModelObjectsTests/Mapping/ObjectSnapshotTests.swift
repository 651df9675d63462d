import Foundation
import Testing

@testable import ModelObjects

/// Snapshots of properties of all kinds of types, however they are laid out.
@Suite(.serialized)
struct ObjectSnapshotTests {
    private static let names = [
        "flag", "small", "vector", "text", "optionalText", "tracked", "optionalTracked", "list", "pair",
        "choice",
        "untyped", "untypedMembers", "date", "amount", "url", "node", "nodes", "presence", "byte", "wrapped",
        "sharedWrapped", "last",
    ]

    @Test func allPropertiesOfTheClassAreInTheList() {
        #expect(ModelSchema.of(Mixed.self).properties.map(\.name) == Self.names)
    }

    @Test func aSnapshotRestoresWhatChanged() throws {
        do {
            let mixed = Mixed()
            mixed.fill(1)
            let (before, node) = (try mixed.jsonString(), mixed.node)
            let snapshot = ObjectSnapshot(mixed, .of(Mixed.self))
            #expect(snapshot.changed().isEmpty)
            mixed.fill(2)
            #expect(snapshot.changed() == Array(Self.names.indices))
            let after = snapshot.now
            snapshot.restore()
            #expect(snapshot.changed().isEmpty)
            #expect(try mixed.jsonString() == before && mixed.node === node)
            after.restore([0, 3, 5])
            #expect(snapshot.changed() == [0, 3, 5])
            #expect(mixed.text == "text 2" && mixed.tracked.number == 2 && mixed.optionalTracked?.number == 1)
        }
        #expect(Tracked.living == 0)
    }

    @Test func aSnapshotOutlivesTheValues() {
        do {
            let mixed = Mixed()
            mixed.fill(1)
            let snapshots = (2...20).map { number in
                let snapshot = ObjectSnapshot(mixed, .of(Mixed.self))
                mixed.fill(number)
                return snapshot
            }
            for (number, snapshot) in snapshots.enumerated().reversed() {
                snapshot.restore()
                #expect(mixed.tracked.number == number + 1 && mixed.text == "text \(number + 1)")
                #expect(mixed.nodes.map(\.name) == ["node \(number + 1)"])
                #expect(mixed.wrapped == "w\(number + 1)" && mixed.sharedWrapped == "w\(number + 1)")
            }
        }
        #expect(Tracked.living == 0)
    }

    @Test func aSnapshotOfASuperclassLeavesTheOtherProperties() {
        let wide = WideMixed()
        wide.fill(1)
        wide.more = "kept"
        let snapshot = ObjectSnapshot(wide, .of(Mixed.self))
        wide.fill(2)
        wide.more = "new"
        snapshot.restore()
        #expect(wide.text == "text 1" && wide.more == "new")
    }

    /// They may be in use by other threads, and be large.
    @Test func propertiesThatArentMappedAreNotCopied() {
        let object = WithIgnored()
        let snapshot = ObjectSnapshot(object, .of(WithIgnored.self))
        object.ignored = 1
        (object.first, object.last) = (2, 3)
        snapshot.restore()
        #expect((object.first, object.ignored, object.last) == (0, 1, 0))
        let parts = ModelSchema.of(WithIgnored.self).imageLayout.parts
        let counts = (0..<parts.count).map { index in
            if case .bytes(let count) = parts[index].content { count } else { 0 }
        }
        #expect(counts == [8, 8, 1, 8, 1, 8])
    }

    @Test func aClassWithoutPropertiesHasAnEmptySnapshot() {
        let empty = ModelObject()
        let snapshot = ObjectSnapshot(empty, .of(ModelObject.self))
        snapshot.restore()
        #expect(snapshot.changed().isEmpty)
    }

    @Test func aRejectedUpdateChangesNothing() throws {
        do {
            let mixed = WideMixed()
            mixed.fill(1)
            let before = try mixed.jsonString()
            let json = #"""
                {"flag": false, "small": 9, "text": "t", "optional_text": null, "list": ["x"], "untyped": [1],
                 "untyped_members": {}, "amount": 3, "node": {"name": "n"}, "nodes": [], "presence": null,
                 "wrapped": "v", "shared_wrapped": "v", "last": 3, "more": "refused"}
                """#
            #expect(throws: ModelError.self) { try mixed.update(json: json) }
            #expect(throws: ModelError.self) { try mixed.update(dictionary: json.members) }
            #expect(try mixed.jsonString() == before)
            mixed.more = "kept"
            try mixed.update(json: json.replacing("refused", with: "accepted"))
            #expect(mixed.last == 3 && mixed.text == "t" && mixed.list == ["x"] && mixed.node?.name == "n")
        }
        #expect(Tracked.living == 0)
    }
}

private class Mixed: ModelObject {
    var flag = false
    var small: Int8 = 0
    var vector = SIMD8<Double>()
    var text = ""
    var optionalText: String?
    var tracked = Tracked(0)
    var optionalTracked: Tracked?
    var list: [String] = []
    var pair = Pair()
    var choice = Choice.none
    var untyped: Any = 0
    var untypedMembers: [String: Any] = [:]
    var date: Date?
    var amount = Decimal()
    var url: URL?
    var node: SnapshotNode?
    var nodes: [SnapshotNode] = []
    var presence = Presence<String>.missing
    var byte: Int8?
    @Inside var wrapped = ""
    @Elsewhere var sharedWrapped = ""
    var last: UInt16 = 0

    override class var propertyRules: [String: PropertyRule] {
        let tracked = PropertyRule.converted(from: { Tracked($0 as? Int ?? 0) }, to: { $0.number })
        return ["tracked": tracked, "optionalTracked": tracked]
    }

    func fill(_ number: Int) {
        flag = number % 2 == 1
        small = Int8(number)
        vector = SIMD8(repeating: Double(number))
        text = "text \(number)"
        optionalText = number % 3 == 0 ? nil : "a text that is too long for its own words: \(number)"
        tracked = Tracked(number)
        optionalTracked = Tracked(number)
        list = ["\(number)", "b"]
        pair = Pair(name: "name \(number)", tracked: [Tracked(number)])
        choice = number % 2 == 0 ? .name("\(number)") : .number(number)
        untyped = number % 2 == 0 ? ["a": number] as [String: Any] : "\(number)"
        untypedMembers = ["a": [number]]
        date = Date(timeIntervalSince1970: Double(number))
        amount = Decimal(number)
        url = URL(string: "https://example.com/\(number)")
        node = SnapshotNode("node \(number)")
        nodes = [SnapshotNode("node \(number)")]
        presence = .value("\(number)")
        byte = Int8(number)
        wrapped = "w\(number)"
        sharedWrapped = "w\(number)"
        last = UInt16(number)
    }
}

private final class WithIgnored: ModelObject {
    var first = 0
    let constant = 0
    var second = 0
    var ignored: Int8 = 0
    var flag = false
    var third = 0
    weak var reference: SnapshotNode?
    var fourth = false
    var last = 0

    override class var propertyRules: [String: PropertyRule] { ["ignored": .ignored] }
}

private final class WideMixed: Mixed {
    var more = ""

    override func validate() throws {
        if more == "refused" { throw CancellationError() }
    }
}

private final class SnapshotNode: ModelObject {
    var name = ""

    convenience init(_ name: String) {
        self.init()
        self.name = name
    }
}

private final class Tracked: Codable, Equatable {
    nonisolated(unsafe) static var living = 0
    let number: Int

    init(_ number: Int) {
        self.number = number
        Self.living += 1
    }

    init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
        Self.living += 1
    }

    deinit { Self.living -= 1 }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    static func == (left: Tracked, right: Tracked) -> Bool { left.number == right.number }
}

private struct Pair: Codable, Equatable {
    var name = ""
    var tracked: [Tracked] = []
}

private enum Choice: Codable, Equatable {
    case none
    case name(String)
    case number(Int)
}

@propertyWrapper
private struct Inside: ModelPropertyWrapper {
    var wrappedValue: String

    init(wrappedValue: String) { self.wrappedValue = wrappedValue }
}

/// Keeps its value in an object that its copies share.
@propertyWrapper
private struct Elsewhere: ModelPropertyWrapper {
    private final class Box {
        var value = ""
    }

    private let box = Box()

    var wrappedValue: String {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    init(wrappedValue: String) { box.value = wrappedValue }
}

extension String {
    fileprivate var members: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(utf8))) as? [String: Any] ?? [:]
    }
}
