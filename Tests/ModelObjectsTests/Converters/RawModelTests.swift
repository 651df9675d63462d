import Foundation
import ModelObjects
import Testing

/// Models for the tests, not nested so that the runtime finds them by name.
class RawLeaf: ModelObject {
    var n = 0
    override class var discriminator: Discriminator? {
        .key("kind", ["leaf": RawLeaf.self, "big": RawBigLeaf.self])
    }
}
final class RawBigLeaf: RawLeaf { var size = 0 }

final class RawHolder: ModelObject {
    var leaf: RawLeaf?
    var box: RawBox<RawLeaf>?
    var equatable: EqualRawBox<RawLeaf>?
    var optional: RawBox<RawLeaf?>?
    var list: RawBox<[RawLeaf]>?
    var byName: RawBox<[String: RawLeaf]>?
    var members: RawBox<Set<RawLeaf>>?
    var boxes: [RawBox<RawLeaf>] = []
    var any: RawBox<Any>?
    var holder: RawBox<RawHolder>?
}

struct RawBox<RawValue>: RawRepresentable { var rawValue: RawValue }
struct EqualRawBox<RawValue: Equatable>: RawRepresentable, Equatable { var rawValue: RawValue }

/// Types whose raw values are models, or containers of them.
struct RawModelTests {
    private static func leaf(_ n: Int) -> RawLeaf {
        let leaf = RawLeaf()
        leaf.n = n
        return leaf
    }

    private static func filled() -> RawHolder {
        let (holder, leaf, big) = (RawHolder(), leaf(5), RawBigLeaf())
        big.size = 7
        holder.leaf = leaf
        holder.box = RawBox(rawValue: leaf)
        holder.equatable = EqualRawBox(rawValue: leaf)
        holder.optional = RawBox(rawValue: leaf)
        holder.list = RawBox(rawValue: [leaf, big])
        holder.byName = RawBox(rawValue: ["a": leaf, "b": big])
        holder.members = RawBox(rawValue: [leaf, big])
        holder.boxes = [RawBox(rawValue: big), RawBox(rawValue: leaf)]
        holder.any = RawBox(rawValue: leaf)
        return holder
    }

    /// Every place that holds the leaf with `n` 5.
    private static func leaves(_ holder: RawHolder) -> [RawLeaf?] {
        [
            holder.leaf, holder.box?.rawValue, holder.equatable?.rawValue, holder.optional?.rawValue,
            holder.list?.rawValue.first, holder.byName?.rawValue["a"],
            holder.members?.rawValue.first { $0.n == 5 }, holder.boxes.last?.rawValue,
            holder.any?.rawValue as? RawLeaf,
        ]
    }

    @Test(
        arguments: [
            { try RawHolder.unarchive(data: $0.archivedData()) }, { $0.copy() },
        ] as [@Sendable (RawHolder) throws -> RawHolder])
    func archivesAndCopiesKeepTheGraph(_ again: @Sendable (RawHolder) throws -> RawHolder) throws {
        let holder = Self.filled()
        holder.holder = RawBox(rawValue: holder)
        defer { holder.holder = nil }
        let other = try again(holder)
        defer { other.holder = nil }
        #expect(other == holder && other.hashValue == holder.hashValue)
        #expect(other.leaf !== holder.leaf && other.holder?.rawValue === other)
        #expect(Self.leaves(other).allSatisfy { $0?.n == 5 && $0 === other.leaf })
        #expect((other.list?.rawValue.last as? RawBigLeaf)?.size == 7)
        #expect(other.members?.rawValue.contains { $0 === other.list?.rawValue.last } == true)
        other.leaf?.n = 6
        #expect(other != holder)
    }

    @Test func longChainsAreComparedAndArchived() throws {
        func chain(_ count: Int) -> RawHolder {
            (0..<count).reduce(RawHolder()) { inner, _ in
                let holder = RawHolder()
                holder.holder = RawBox(rawValue: inner)
                return holder
            }
        }
        let count = Effort.count(20_000, byDefault: 3_000)
        let (one, same, longer) = (chain(count), chain(count), chain(count + 1))
        #expect(one == same && one != longer && one.copy() == one)
        #expect(try RawHolder.unarchive(data: one.archivedData()) == one)
    }

    private struct Noted: RawRepresentable {
        var rawValue: Noting
        var note = ""
        init(rawValue: Noting) { self.rawValue = rawValue }
    }
    private struct Loud: RawRepresentable, Equatable {
        var rawValue: Noting
        static func == (left: Loud, right: Loud) -> Bool {
            left.rawValue.text.lowercased() == right.rawValue.text.lowercased()
        }
    }
    private final class Noting: ModelObject {
        var text = ""
        var noted: Noted?
        var loud: Loud?

        static func chain(_ texts: [String], note: String) -> Noting {
            let noting = Noting()
            noting.text = texts[0]
            if texts.count > 1 {
                noting.noted = Noted(rawValue: chain(Array(texts[1...]), note: note))
                noting.noted?.note = note
            }
            return noting
        }
    }

    /// Also in raw values of raw values, regardless of what else the types store.
    @Test func valuesAreEqualByTheirOwnOperatorOrTheirRawValues() {
        let texts = ["a", "b", "c"]
        let noting = Noting.chain(texts, note: "x")
        #expect(noting == .chain(texts, note: "y") && noting != .chain(["a", "b", "d"], note: "x"))
        let other = Noting.chain(texts, note: "x")
        (noting.loud, other.loud) = (
            Loud(rawValue: .chain(["A"], note: "")), Loud(rawValue: .chain(["a"], note: ""))
        )
        #expect(noting == other)
    }

    @Test func payloadsRoundTrip() throws {
        let holder = Self.filled()
        (holder.members, holder.any) = (nil, nil)
        #expect(try RawHolder(json: holder.jsonData()) == holder)
    }

    /// As with a property that holds the model itself.
    @Test func patchesFillTheModelInPlace() throws {
        for path in ["leaf", "box"] {
            let holder = Self.filled()
            (holder.leaf, holder.box) = (Self.leaf(1), RawBox(rawValue: Self.leaf(1)))
            let value = { path == "leaf" ? holder.leaf : holder.box?.rawValue }
            let leaf = value()
            try holder.apply(jsonPatch: #"[{"op":"replace","path":"/\#(path)/n","value":2}]"#)
            #expect(value()?.n == 2 && value() === leaf)
            try holder.apply(mergePatch: #"{"\#(path)":{"n":3}}"#)
            #expect(value()?.n == 3 && value() === leaf)
            try holder.apply(jsonPatch: #"[{"op":"replace","path":"/\#(path)/kind","value":"big"}]"#)
            #expect(value()?.n == 3 && value() is RawBigLeaf)
            try holder.apply(mergePatch: #"{"\#(path)":{"size":4}}"#)
            #expect((value() as? RawBigLeaf)?.size == 4)
        }
    }

    @Test func changesNameTheProperty() {
        let (older, newer) = (Self.filled(), Self.filled())
        newer.box = RawBox(rawValue: Self.leaf(6))
        #expect(newer.changes(since: older).map(\.path) == ["$.box"])
    }

    private struct Tree: RawRepresentable, Codable { var rawValue: [Tree] }
    private struct Maze: RawRepresentable { var rawValue: [Maze?] }
    private final class Forest: ModelObject {
        var tree: Tree?
        var maze: Maze?
    }

    /// A type whose raw value holds the type itself is mapped by its Codable form, or not at all.
    @Test func typesInsideTheirOwnRawValues() throws {
        let json = #"{"tree":{"rawValue":[{"rawValue":[]}]}}"#
        let (forest, report) = Forest.inspect(json: json)
        #expect(try forest?.jsonString() == json)
        #expect(try forest.map { try Forest.unarchive(data: $0.archivedData()) == $0 } == true)
        #expect(report.problems.isEmpty && report.unmappable.map(\.property) == ["maze"])
    }

    private final class Boxes: ModelObject {
        var number = RawBox<Int?>(rawValue: 1)
        var numbers = RawBox<[Int]>(rawValue: [1])
        var list: [RawBox<Int?>] = []
    }

    /// A value that doesn't fit is not nil, and an element that doesn't fit counts in strict mode.
    @Test func rawValuesThatDoNotFit() throws {
        let members = [#""number":"x""#, #""numbers":[2,"x"]"#, #""list":["nil",null,"x"]"#]
        let (boxes, report) = Boxes.inspect(json: "{\(members.joined(separator: ","))}")
        #expect(boxes?.number.rawValue == 1 && boxes?.numbers.rawValue == [2])
        #expect(boxes?.list.map(\.rawValue) == [nil, nil])
        #expect(report.problems.map(\.path) == ["$.number", "$.numbers[1]", "$.list[2]"])
        let empty = Boxes()
        empty.number.rawValue = nil
        #expect(try Boxes(json: empty.jsonData()).number.rawValue == nil)
        for member in members {
            #expect(throws: ModelError.self) { try Boxes(json: "{\(member)}", options: .strict) }
        }
    }

    final class Branch: ModelObject {
        var n = 0
        var trees: RawBox<[Branch]>?
        var mapped = 0
        override func didMap(_ payload: [String: Any]) throws { mapped += 1 }
    }

    /// Each value is converted once: otherwise, the time would double with each level.
    @Test(.disabled(if: Sanitizer.isOn, "Its frames are larger."))
    func aReportOfNestedRawValuesTakesLinearTime() throws {
        let levels = 200
        let json =
            String(repeating: #"{"trees":["#, count: levels) + #"{"n":"x","zz":1}"#
            + String(repeating: "]}", count: levels)
        let (tree, report) = Branch.inspect(json: json)
        #expect(report.problems.count == 1 && report.unmatchedKeys.count == 1 && tree?.mapped == 1)
        #expect(tree?.trees?.rawValue.first?.mapped == 1)
        let error = #expect(throws: ModelError.self) { try Branch(json: json, options: .strict) }
        #expect(error?.problems.count == 2)
    }
}
