import Foundation
import Testing

@testable import ModelObjects

/// The paths of a report's findings, and the ones that groups of findings share.
struct GeneralPathsTests {
    private final class Node: ModelObject {
        var id = 0
        var child: Node?
        var list: [Node] = []
        var byName: [String: [Node]] = [:]
    }

    private final class HookedNode: ModelObject {
        var id = 0
        var child: HookedNode?

        override func serializeValue(_ value: Any, key: String) {
            super.serializeValue(value, key: key)
        }
    }

    /// A random object with unknown keys, and the paths of these, with and without the steps that differ.
    private struct RandomPayload {
        private(set) var text = ""
        private(set) var unknown: [(path: String, general: String)] = []

        init(_ random: inout SeededNumbers) { appendObject(&random, "$", "$", depth: 0) }

        private mutating func appendObject(
            _ random: inout SeededNumbers, _ path: String, _ general: String, depth: Int
        ) {
            text += "{"
            for index in 0..<Int.random(in: 1...4, using: &random) {
                if index > 0 { text += "," }
                switch depth < 12 ? Int.random(in: 0...4, using: &random) : 0 {
                case 0:
                    text += "\"q\(index)\":1"
                    unknown.append(("\(path).q\(index)", "\(general).q\(index)"))
                case 1:
                    // A repeated key is another unknown key for the property.
                    text += "\"child\":"
                    return close(&random, "\(path).child", "\(general).child", depth, "}")
                case 2:
                    text += "\"list\":[{},"
                    return close(&random, "\(path).list[1]", "\(general).list[*]", depth, "]}")
                case 3:
                    text += "\"byName\":{\"a\":[],\"n\(index)\":["
                    return close(
                        &random, "\(path).byName.n\(index)[0]", "\(general).byName[*][*]", depth, "]}}")
                default:
                    text += "\"id\":\(index)"
                    if index > 0 { return text += "}" }
                }
            }
            text += "}"
        }

        private mutating func close(
            _ random: inout SeededNumbers, _ path: String, _ general: String, _ depth: Int, _ ending: String
        ) {
            appendObject(&random, path, general, depth: depth + 1)
            text += ending
        }
    }

    @Test(arguments: 1...Effort.count(400))
    func findingsHaveTheirOwnPathsAndGeneralOnes(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        let payloads = (0..<10).map { _ in RandomPayload(&random) }
        let json = "[" + payloads.map(\.text).joined(separator: ",") + "]"
        let report = Node.inspectArray(json: json).report
        let unknown = payloads.enumerated().flatMap { index, payload in
            payload.unknown.map { ("$[\(index)]" + $0.path.dropFirst(), "$[*]" + $0.general.dropFirst()) }
        }
        #expect(report.unmatchedKeys.map(\.path) == unknown.map(\.0), "\(json)")
        let counts = Dictionary(unknown.map { ($0.1, 1) }, uniquingKeysWith: +)
        let groups = report.summary.filter { $0.kind == .unmatchedKey }
        #expect(Dictionary(uniqueKeysWithValues: groups.map { ($0.path, $0.count) }) == counts, "\(json)")
        for group in groups { #expect(group.first == unknown.first { $0.1 == group.path }?.0) }
    }

    /// Separate paths would take the square of the text's memory.
    @Test(.knowsHooks, arguments: [Source.text, .dictionary, .hook])
    func findingsShareTheStepsToThem(_ source: Source) throws {
        let key = "child" + String(repeating: "_", count: 1_000)
        let json = "{\"\(key)\":{\"a\":1,\"b\":{},\"c\":[],\"id\":\"5\"}}"
        let dictionary = try #require(
            JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let report =
            switch source {
            case .text: Node.inspect(json: json).report
            case .dictionary: Node.inspect(dictionary: dictionary).report
            case .hook: HookedNode.inspect(json: json).report
            }
        let places = report.unmatchedKeys.map(\.place.path) + report.conversions.map(\.place.path)
        #expect(places.map(\.description) == ["a", "b", "c", "id"].map { "$.\(key).\($0)" })
        let tree = try #require(places.first?.tree)
        #expect(places.allSatisfy { $0.tree === tree })
        let outer = places.map { tree.outer(of: $0.end) }
        #expect(Set(outer).count == 1 && tree.component(at: outer[0]) == .key(key))
    }

    enum Source { case text, dictionary, hook }

    private class Event: ModelObject {
        override class var discriminator: Discriminator? {
            .key("kind", ["counted": Counted.self, "named": Named.self, "other": Other.self])
        }
    }
    private final class Counted: Event { var data: [String: Int] = [:] }
    private final class Named: Event { var data: Details? }
    private final class Other: Event { var data: Size? }
    private final class Details: ModelObject {
        var width = 0
        var children: [Details] = []
    }
    private final class Size: ModelObject { var height = 0 }

    /// Subclasses can have properties of different types for one key.
    @Test(arguments: [
        (#"{"kind": "counted", "data": {"1001": "x", "1002": "z"}}"#, ["$[*].data[*]"]),
        (#"{"kind": "named", "data": {"widht": 1, "width": "x"}}"#, ["$[*].data.width", "$[*].data.widht"]),
        (#"{"kind": "named", "data": {"children": [{"colour": 1}]}}"#, ["$[*].data.children[*].colour"]),
        (
            #"{"kind": "other", "data": {"width": 1, "height": "x"}}"#,
            ["$[*].data.height", "$[*].data.width"]
        ),
    ])
    func namesOfPropertiesAreKeptBesideKeysOfDictionaries(event: String, paths: [String]) {
        let report = Event.inspectArray(json: "[\(event), \(event)]").report
        #expect(report.summary.map(\.path) == paths)
        #expect(report.summary.allSatisfy { $0.count.isMultiple(of: 2) })
        let samples = [Data("[\(event)]".utf8)]
        let unmatched = Event.audit(samples: samples).filter { $0.kind == .unmatchedKey }
        #expect(unmatched.count == report.summary.count { $0.kind == .unmatchedKey })
    }
}
