import Foundation
import ModelObjects
import Testing

/// A Codable type that contains JSON as a string decodes and encodes other texts, which have limits of their own.
struct TextInTextTests {
    class Node: ModelObject {
        var next: Node?
        var id = 0
        static func chain(_ count: Int) -> Node {
            let node = Node()
            for _ in 1..<count {
                let next = node.next
                node.next = Node()
                node.next?.next = next
            }
            return node
        }
    }

    struct Text: Codable {
        var node: Node?
        init(_ node: Node) { self.node = node }
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            node = try JSONDecoder().decode(Node.self, from: Data(text.utf8))
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(String(decoding: JSONEncoder().encode(node), as: UTF8.self))
        }
    }

    final class Holder: ModelObject {
        var inner: Holder?
        var text: Text?
    }

    @Test func eachTextHasItsOwnDepthLimit() throws {
        let json = #"{"inner": {"inner": {"text": "{\"next\": {\"next\": {\"id\": 1}}}"}}}"#
        let holder = try Holder(json: json, options: MappingOptions(limits: MappingLimits(depth: 4)))
        #expect(holder.inner?.inner?.text?.node?.next?.next?.id == 1)
        let decoded = try JSONDecoder().decode(Holder.self, from: Data(json.utf8))
        #expect(decoded.inner?.inner?.text?.node?.next?.next?.id == 1)
        // A text that is exported has at most 512 levels.
        let texts = try onStack(kilobytes: 16 << 10) {
            Result {
                let outermost = Holder()
                var last = outermost
                for _ in 1..<400 {
                    let next = Holder()
                    last.inner = next
                    last = next
                }
                last.text = Text(Node.chain(200))
                return [
                    try outermost.jsonString(),
                    String(decoding: try JSONEncoder().encode(outermost), as: UTF8.self),
                ]
            }
        }.get()
        for text in texts { #expect(text.components(separatedBy: "next").count == 200) }
    }

    /// A type that makes a new model each time.
    struct Endless: Codable {
        init(from decoder: any Decoder) throws {
            _ = try JSONDecoder().decode(Endless.Model.self, from: Data(#"{"endless": {}}"#.utf8))
        }
        init() {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(JSONEncoder().encode(Model()))
        }
        final class Model: ModelObject { var endless: Endless? = Endless() }
    }

    /// Only the stack limits how many texts are inside each other.
    @Test func endlessTextsEndWithAnError() {
        #expect(throws: (any Error).self) { try JSONEncoder().encode(Endless.Model()) }
        #expect(throws: (any Error).self) { try Endless.Model().jsonString() }
    }
}
