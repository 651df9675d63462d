import Foundation
import ModelObjects
import Testing

/// White space before keys, which is compared with that of the previous key and of the previous object.
struct JSONReaderIndentationTests {
    final class Pair: ModelObject {
        var first = 0
        var second = 0
        var third = 0
    }

    /// Three members, each with its own white space before the key.
    private func text(_ gaps: [String]) -> String {
        "{\(gaps[0])\"first\": 1,\(gaps[1])\"second\": 2,\(gaps[2])\"third\": 3\n}"
    }

    /// Indentation of this length, and longer by one byte, one word and two words.
    @Test(arguments: 0...36)
    func everyIndentationIsSkipped(count: Int) throws {
        let lines = [0, 1, 8, 16].map { "\n" + String(repeating: " ", count: count + $0) }
        let others = ["", " ", "\t", "\r\n", "\n\t\t\t", "\n\n", String(repeating: " ", count: count)]
        let ends = (lines + others).map { [lines[0], lines[0], $0] }
        for gaps in ends + others.map({ [$0, $0, $0] }) + others.map({ [$0, lines[0], $0] }) {
            let pair = try Pair(json: text(gaps))
            #expect(pair.first == 1 && pair.second == 2 && pair.third == 3, "\(gaps)")
        }
    }

    /// Replaces each byte of the last indentation: it is white space too, or the error has its offset.
    @Test(arguments: Effort.some(of: [0, 1, 6, 7, 8, 9, 14, 15, 16, 17, 20, 24, 31], atLeast: 5))
    func everyByteOfAnIndentationIsChecked(count: Int) throws {
        let gap = "\n" + String(repeating: " ", count: count)
        let data = Data(text([gap, gap, gap]).utf8)
        let start = try #require(data.range(of: Data(#""third""#.utf8))).lowerBound - gap.utf8.count
        let special = [0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: "\"")]
        let bytes = Set(special + Effort.some(of: UInt8.min...UInt8.max, atLeast: 32)).sorted()
        for place in start..<start + gap.utf8.count {
            for byte in bytes {
                var changed = data
                changed[place] = byte
                if [0x20, 0x0A, 0x0D, 0x09].contains(byte) {
                    #expect(try Pair(json: changed).third == 3)
                } else {
                    // A quote here starts a key, which must not contain a line feed.
                    let error = try #require(throws: JSONSyntaxError.self) { try Pair(json: changed) }
                    let last = byte == UInt8(ascii: "\"") ? start + gap.utf8.count + 7 : place
                    #expect((place...last).contains(error.offset), "\(byte) at \(place): \(error)")
                }
            }
        }
    }

    /// The comma is never treated as part of the white space.
    @Test(arguments: [0, 1, 7, 8, 16, 20])
    func aMissingCommaIsRejected(count: Int) throws {
        let gap = "\n" + String(repeating: " ", count: count)
        let json = "{\(gap)\"first\": 1,\(gap)\"second\": 2\(gap)\"third\": 3}"
        let error = try #require(throws: JSONSyntaxError.self) { try Pair(json: json) }
        #expect(error.reason == "Expected ',' or '}', found a string")
    }

    final class Node: ModelObject {
        var name = ""
        var left: Node?
        var right: Node?
        var nodes: [Node] = []
        var named: [String: Node] = [:]
    }

    /// White space for one position in a text: the usual indentation for its depth, or any other.
    private struct Layout {
        var generator: SeededNumbers
        let isRegular: Bool
        let step: Int

        mutating func gap(_ depth: Int) -> String {
            if isRegular { return "\n" + String(repeating: " ", count: depth * step) }
            let width = Int.random(in: 0...24, using: &generator)
            let gaps = ["", " ", "\t", "\n", "\r\n", "\n" + String(repeating: " ", count: width), "\n\n  "]
            return gaps.randomElement(using: &generator) ?? ""
        }

        mutating func text(_ node: Node, _ depth: Int) -> String {
            var members = ["\"name\":\"\(node.name)\""]
            if let left = node.left { members.append("\"left\":" + text(left, depth + 1)) }
            if let right = node.right { members.append("\"right\":" + text(right, depth + 1)) }
            if !node.nodes.isEmpty {
                let nodes = node.nodes.map { gap(depth + 2) + text($0, depth + 2) }
                members.append("\"nodes\":[" + nodes.joined(separator: ",") + gap(depth + 1) + "]")
            }
            if !node.named.isEmpty {
                let nodes = node.named.map { gap(depth + 2) + "\"\($0)\":" + text($1, depth + 2) }
                members.append("\"named\":{" + nodes.joined(separator: ",") + gap(depth + 1) + "}")
            }
            if node.name.isEmpty { members.removeFirst() }
            return "{" + members.map { gap(depth + 1) + $0 }.joined(separator: ",") + gap(depth) + "}"
        }
    }

    private func node(_ depth: Int, _ generator: inout SeededNumbers) -> Node {
        let node = Node()
        node.name = ["", "a", "one", "\u{1F342}"].randomElement(using: &generator) ?? ""
        guard depth > 0 else { return node }
        if Bool.random(using: &generator) { node.left = self.node(depth - 1, &generator) }
        if Bool.random(using: &generator) { node.right = self.node(depth - 1, &generator) }
        let counts = (Int.random(in: 0...2, using: &generator), Int.random(in: 0...2, using: &generator))
        for _ in 0..<counts.0 { node.nodes.append(self.node(depth - 1, &generator)) }
        for index in 0..<counts.1 { node.named["n\(index)"] = self.node(depth - 1, &generator) }
        return node
    }

    /// Regular and arbitrary layouts give the same objects as the compact text.
    @Test(arguments: Effort.some(of: 0..<40, atLeast: 10))
    func anyLayoutOfNestedObjectsIsRead(seed: UInt64) throws {
        var generator = SeededNumbers(seed: seed)
        let tree = node(4, &generator)
        for step in [-1, 0, 2, 4, 7] {
            var layout = Layout(generator: generator, isRegular: step >= 0, step: step)
            let text = layout.text(tree, 0)
            #expect(try Node(json: text) == tree, "seed \(seed), step \(step): \(text)")
        }
    }
}
