import Foundation
import ModelObjects
import Testing

/// Deep payloads in which every level makes the reader look ahead, around a large innermost value.
///
/// No test measures time: if each level scanned its whole content, a test at full effort would take at least 10^8 steps
/// and not finish.
struct NestedShapesTests {
    class Level: ModelObject {
        var number = 0
        var kid: Level?
        var city = ""
        var core: [Int] = []

        override class var propertyRules: [String: PropertyRule] { ["city": .key("address.city")] }
    }

    final class Hooked: Level {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    final class Observed: ModelObject {
        var number = 0
        var kid: Observed?
        override func didMap(_ dictionary: [String: Any]) throws {
            if dictionary["number"] == nil { throw CancellationError() }
        }
    }

    final class Combined: ModelObject {
        var full = ""
        var kid: Combined?
        override class var propertyRules: [String: PropertyRule] {
            ["full": .combined(keys: ["first", "last"]) { "\($0["first"] ?? "")\($0["last"] ?? "")" }]
        }
    }

    final class Choosy: ModelObject {
        var number = 0
        var kid: Choosy?
        override class var propertyRules: [String: PropertyRule] {
            ["number": .converted(from: { _ -> Int? in throw CancellationError() })]
        }
    }

    class Named: ModelObject {
        var number = 0
        var kid: Named?
        override class var discriminator: Discriminator? { .key("kind", ["a": Named.self, "b": Other.self]) }
    }

    final class Other: Named {}

    class Chosen: ModelObject {
        var number = 0
        var kid: Chosen?
        override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? {
            dictionary["number"] == nil ? nil : Chosen.self
        }
    }

    /// The class, and the text before and after the value of each level.
    private static let shapes: [(type: ModelObject.Type, start: String, end: String)] = [
        (Level.self, #"{"Kid":null,"number":1,"kid":"#, "}"),
        (Level.self, #"{"number":1,"kid":"#, #","Kid":null}"#),
        (Level.self, #"{"Kid":{"number":2},"kid":"#, #","number":1,"number":1}"#),
        (Level.self, #"{"KID":"#, #","kid":7,"number":1}"#),
        (Level.self, #"{"number":1,"address":{"city":"a"},"kid":"#, #","address":{"city":"b"}}"#),
        (Hooked.self, #"{"Kid":null,"number":1,"kid":"#, #","KID":{}}"#),
        (Observed.self, #"{"number":1,"kid":"#, "}"),
        (Combined.self, #"{"first":"a","kid":"#, #","last":"b"}"#),
        (Choosy.self, #"{"kid":"#, #","number":1}"#),
        (Named.self, #"{"kid":"#, #","number":1,"kind":"b"}"#),
        (Named.self, #"{"kind":"b","number":1,"kid":"#, #","KIND":"a"}"#),
        (Chosen.self, #"{"kid":"#, #","number":1}"#),
    ]

    private static let depth = Effort.count(400, byDefault: 40)

    private func text(_ start: String, _ end: String) -> String {
        let core =
            #"{"number":1,"first":"a","kind":"a","core":["#
            + String(repeating: "[1],{},", count: Effort.count(10_000, byDefault: 100)) + "1]}"
        return String(repeating: start, count: Self.depth) + core + String(repeating: end, count: Self.depth)
    }

    @Test(.disabled(if: Sanitizer.isOn, "A sanitizer makes these slow."), arguments: shapes.indices)
    func takeLinearTime(index: Int) throws {
        let (type, start, end) = Self.shapes[index]
        let json = Data(text(start, end).utf8)
        let refuses = type == Choosy.self
        #expect(((try? type.init(json: json)) == nil) == refuses)
        let (object, report) = type.inspect(json: json)
        #expect((object == nil) == refuses && (report.error != nil) == refuses)
        #expect(throws: ModelError.self) { try type.init(json: json, options: .strict) }
        guard !refuses else { return }
        let first = try type.init(json: json)
        #expect(depth(of: first) == Self.depth)
        try first.update(json: json)
        #expect(depth(of: first) == Self.depth)
    }

    /// Numbers where a chain of objects was filled can't be used, so the chain is not filled again for each.
    @Test(.disabled(if: Sanitizer.isOn, "A sanitizer makes this slow.")) func numbersAfterAChain() throws {
        let count = Effort.count(20_000, byDefault: 1_000)
        let chain = String(repeating: #"{"kid":"#, count: Self.depth) + #"{"number":1}"#
        let json =
            chain + String(repeating: "}", count: Self.depth - 1)
            + String(repeating: #","kid":5"#, count: count)
        let first = try Level(json: chain + String(repeating: "}", count: Self.depth))
        try first.update(json: json + "}")
        #expect(depth(of: first) == Self.depth)
    }

    private func depth(of model: ModelObject) -> Int {
        var depth = 0
        var current: ModelObject? = model
        while let model = current {
            switch model {
            case let model as Level: current = model.kid
            case let model as Observed: current = model.kid
            case let model as Combined: current = model.kid
            case let model as Named: current = model.kid
            case let model as Chosen: current = model.kid
            default: current = nil
            }
            depth += 1
        }
        return depth - 1
    }
}
