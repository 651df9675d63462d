import Foundation
import Testing

@testable import ModelObjects

struct DocumentNodeTests {
    /// A document as a value, and the operations in their simplest form.
    indirect enum Tree: Equatable {
        case number(Int64)
        case object([String: Tree])
        case array([Tree])

        init(_ value: ExportedValue) {
            switch value {
            case .integer(let number): self = .number(number)
            case .object(let members, _):
                self = .object(
                    Dictionary(members.map { ($0.key, Tree($0.value)) }) { first, _ in
                        Issue.record("a key appears twice")
                        return first
                    })
            case .array(let elements, _): self = .array(elements.map { Tree($0) })
            default: self = .number(-1)
            }
        }

        func value(at steps: ArraySlice<String>) -> Tree? {
            guard let step = steps.first else { return self }
            switch self {
            case .number: return nil
            case .object(let members): return members[step]?.value(at: steps.dropFirst())
            case .array(let elements):
                guard let index = Int(step), elements.indices.contains(index) else { return nil }
                return elements[index].value(at: steps.dropFirst())
            }
        }

        /// Changes the value at a place, or adds one; nil removes it.
        ///
        /// - Returns: Whether it succeeded.
        mutating func set(_ value: Tree?, at steps: ArraySlice<String>, isNew: Bool) -> Bool {
            guard let step = steps.first else {
                self = value ?? self
                return value != nil
            }
            if steps.count > 1 {
                guard var inner = self.value(at: [step]),
                    inner.set(value, at: steps.dropFirst(), isNew: isNew)
                else { return false }
                return set(inner, at: [step], isNew: false)
            }
            switch self {
            case .number:
                return false
            case .object(var members):
                guard isNew || members[step] != nil else { return false }
                members[step] = value
                self = .object(members)
            case .array(var elements):
                let index = isNew && step == "-" ? elements.count : Int(step) ?? -1
                guard (0..<elements.count + (isNew ? 1 : 0)).contains(index) else { return false }
                elements.replaceSubrange(index..<(isNew ? index : index + 1), with: value.map { [$0] } ?? [])
                self = .array(elements)
            }
            return true
        }
    }

    private static func randomValue(_ numbers: inout SeededNumbers, levels: Int) -> ExportedValue {
        let count = Int.random(in: 0...3, using: &numbers)
        switch levels == 0 ? 0 : Int.random(in: 0...2, using: &numbers) {
        case 0: return .integer(Int64.random(in: 0...9, using: &numbers))
        case 1: return .array((0..<count).map { _ in randomValue(&numbers, levels: levels - 1) })
        default:
            return .object(
                ["a", "b", "c"].shuffled(using: &numbers).prefix(count).map {
                    .init(key: $0, value: randomValue(&numbers, levels: levels - 1))
                })
        }
    }

    private static func randomPlace(_ numbers: inout SeededNumbers) -> JSONPointer {
        let steps = ["a", "b", "c", "0", "1", "2", "-"]
        return JSONPointer(
            (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
                steps.randomElement(using: &numbers) ?? ""
            })
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func operationsDoWhatTheyDoToAPlainTree(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<20 {
            let start = Self.randomValue(&numbers, levels: 3)
            let node = DocumentNode(start)
            var (tree, budget) = (Tree(start), PatchBudget(levels: 512))
            for _ in 0..<30 {
                let (from, to) = (Self.randomPlace(&numbers), Self.randomPlace(&numbers))
                let new = Self.randomValue(&numbers, levels: 2)
                var expected = tree
                var operation: [String: Any] = ["path": to.text]
                let succeeds: Bool
                switch Int.random(in: 0...5, using: &numbers) {
                case 0, 1:
                    (operation["op"], operation["value"]) = ("add", new.plain)
                    succeeds = expected.set(Tree(new), at: to.steps[...], isNew: true)
                case 2:
                    (operation["op"], operation["value"]) = ("replace", new.plain)
                    succeeds = expected.set(Tree(new), at: to.steps[...], isNew: false)
                case 3:
                    operation["op"] = "remove"
                    succeeds = expected.set(nil, at: to.steps[...], isNew: false)
                case 4:
                    (operation["op"], operation["from"]) = ("copy", from.text)
                    let value = expected.value(at: from.steps[...])
                    succeeds = value.map { expected.set($0, at: to.steps[...], isNew: true) } ?? false
                default:
                    (operation["op"], operation["from"]) = ("move", from.text)
                    let value = expected.value(at: from.steps[...])
                    succeeds =
                        value != nil
                        && (from == to
                            || !to.starts(with: from)
                                && expected.set(nil, at: from.steps[...], isNew: false)
                                && expected.set(value, at: to.steps[...], isNew: true))
                }
                let before = tree
                let read = try PatchOperation(json: operation)
                let hasSucceeded = (try? read.apply(to: node, index: 0, &budget)) != nil
                #expect(hasSucceeded == succeeds, "\(operation) of \(before)")
                // After a failed operation the document is not used any more.
                guard hasSucceeded else { break }
                tree = expected
                #expect(Tree(node.value) == tree, "\(operation) of \(before)")
            }
        }
    }

    /// Each operation takes constant time, however many members there are.
    @Test func manyOperationsOnOneObject() throws {
        let count = 20_000
        let node = DocumentNode(.object([]))
        for index in 0..<count {
            try node.add(DocumentNode(ExportedValue(index)), at: ["key\(index)"], by: index)
        }
        for index in 0..<count { #expect(try node.node(at: ["key\(index)"]).value.plain as? Int == index) }
        for index in 0..<count - 1 { try node.remove(at: ["key\(index)"], by: count) }
        #expect(node.value.dictionary as? [String: Int] == ["key\(count - 1)": count - 1])
    }

    /// The operations of a patch, and for each place the operation that is named in an error.
    @Test(arguments: [
        (
            #"[{"op":"add","path":"/a","value":{"x":1,"y":{"z":1}}},{"op":"replace","path":"/a/y/z","value":2}]"#,
            ["/a/x": 0, "/a/x/q": 0, "/a": 1, "/a/y": 1, "/a/y/z": 1, "/a/y/q": 0, "": 1, "/b": 1]
        ),
        (
            #"[{"op":"add","path":"/b/0","value":1},{"op":"add","path":"/b/0","value":2},{"op":"add","path":"/a","value":3}]"#,
            ["/b/0": 1, "/b/1": 0, "/b/2": 1, "/b/9": 1, "/c": 2]
        ),
        (
            #"[{"op":"move","from":"/b/0","path":"/n"},{"op":"remove","path":"/n"},{"op":"add","path":"/m","value":3}]"#,
            ["/b": 0, "/b/0": 0, "/n": 1, "/n/x": 1, "/m": 2]
        ),
        (
            #"[{"op":"add","path":"/c/d","value":1},{"op":"move","from":"/c","path":"/e"},{"op":"test","path":"/e/d","value":1}]"#,
            ["/e/d": 1, "/e": 1, "/c": 1, "/c/d": 1]
        ),
    ])
    func theLastOperationThatChangedAPlaceIsKnown(patch: String, operations: [String: Int]) throws {
        let start = try ExportedValue(json: ["b": [1, 2], "c": [:] as [String: Any]] as [String: Any])
        let node = DocumentNode(start)
        var budget = PatchBudget(levels: 512)
        let list = try #require(try JSONSerialization.jsonObject(with: Data(patch.utf8)) as? [Any])
        for (index, json) in list.enumerated() {
            try PatchOperation(json: json).apply(to: node, index: index, &budget)
        }
        for (text, index) in operations {
            let place = try #require(JSONPointer(text: text))
            #expect(node.operation(at: place.steps) == index, "\(text)")
        }
    }
}
