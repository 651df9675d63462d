import Foundation
import ModelObjects
import Testing

/// Every decoder limits the depth through Codable structs.
struct CodableGraphDecodingTests {
    enum Input: CaseIterable {
        case bytes, hookedBytes, dictionary, jsonDecoder, envelope

        func make(_ json: String) throws -> LinkedNode {
            switch self {
            case .bytes: return try LinkedNode(json: json)
            case .hookedBytes: return try HookedLinkedNode(json: json)
            case .dictionary:
                let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
                return try LinkedNode(dictionary: object as? [String: Any] ?? [:])
            case .jsonDecoder: return try JSONDecoder().decode(LinkedNode.self, from: Data(json.utf8))
            case .envelope:
                return try JSONDecoder().decode([NodeLink].self, from: Data(#"[{"to":\#(json)}]"#.utf8))[0].to
            }
        }
    }

    private func json(_ count: Int, last: String = "{}") -> String {
        String(repeating: #"{"link":{"to":"#, count: count - 1) + last
            + String(repeating: "}}", count: count - 1)
    }

    @Test(arguments: Input.allCases) func aChainIsReadToItsEnd(input: Input) throws {
        let made = try onLargeStack { Result { try input.make(json(200, last: #"{"name":"last"}"#)) } }.get()
        var node: LinkedNode? = made
        for _ in 1..<200 { node = node?.link?.to }
        #expect(node?.name == "last" && node?.link == nil)
    }

    /// PropertyListDecoder has no depth limit.
    @Test func decodersWithoutADepthLimitGetOne() throws {
        func list(_ count: Int) throws -> Data {
            var list: [String: Any] = [:]
            for _ in 1..<count { list = ["link": ["to": list]] }
            return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        }
        for (count, fits) in [(256, true), (257, false)].suffix(Effort.count(2)) {
            let data = try list(count)
            let result = onLargeStack {
                Result { try PropertyListDecoder().decode(LinkedNode.self, from: data) }
            }
            switch result {
            case .success: #expect(fits)
            case .failure(DecodingError.dataCorrupted(let context)):
                let error = context.underlyingError as? ModelError
                #expect(!fits && error?.code == .limitExceeded)
                #expect(error?.expected == "at most 512 levels" && error?.codingPath.count == 512)
                #expect(context.codingPath.count == 512)
            case .failure(let error): Issue.record(error)
            }
        }
    }

    /// The error of a model deep inside a struct has the full path and the position in the text.
    @Test func depthLimitErrorsHaveAPathAndPosition() {
        let text = json(250)
        let error = onSmallStack { #expect(throws: ModelError.self) { try LinkedNode(json: text) } }
        #expect(error?.code == .limitExceeded)
        #expect(error?.path.hasPrefix("$.link.to.link.to") == true)
        #expect(error?.line == 1 && (error?.column ?? 0) > 1)
    }

    /// A struct that cannot be decoded is tried again as a payload.
    ///
    /// Without a limit, each level would double the number of attempts.
    @Test(arguments: [Input.bytes, .dictionary, .jsonDecoder])
    func failingStructsAreNotRetriedExponentially(input: Input) throws {
        struct Strict: Codable {
            var to: StrictNode
            var missing: Int
        }
        final class StrictNode: ModelObject {
            var name = ""
            var strict: Strict?
        }
        let depth = Effort.count(30, atLeast: 18)
        let text =
            String(repeating: #"{"name":"a","strict":{"to":"#, count: depth) + "{}"
            + String(repeating: "}}", count: depth)
        let node = try onLargeStack {
            Result {
                switch input {
                case .bytes, .hookedBytes: return try StrictNode(json: text)
                case .dictionary:
                    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
                    return try StrictNode(dictionary: object ?? [:])
                case .jsonDecoder, .envelope:
                    return try JSONDecoder().decode(StrictNode.self, from: Data(text.utf8))
                }
            }
        }.get()
        #expect(node.name == "a" && node.strict == nil)
    }

    /// A second attempt that succeeds is not mistaken for one that failed elsewhere.
    @Test func aRetryAffectsOnlyItsOwnProperty() throws {
        struct Day: Codable { var date: Date }
        final class Inner: ModelObject {
            var unix: Day?
            var text: Day?
            override class var propertyRules: [String: PropertyRule] {
                ["unix": .date(.unixSeconds), "text": .date(.format("yyyy"))]
            }
        }
        struct Middle: Codable { var inner: Inner }
        final class Outer: ModelObject {
            var middle: Middle?
            override class var propertyRules: [String: PropertyRule] { ["middle": .date(.dotNet)] }
        }
        let outer = try Outer(json: #"{"middle":{"inner":{"unix":{"date":"2024"},"text":{"date":"2024"}}}}"#)
        #expect(outer.middle?.inner.unix?.date == Date(timeIntervalSince1970: 2024))
        #expect(outer.middle?.inner.text?.date == Date(timeIntervalSince1970: 1_704_067_200))
    }
}
