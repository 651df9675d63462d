import Foundation
import Testing

@testable import ModelObjects

/// The members of Codable values are sorted while they are encoded, or, if they contain models or nested containers, when
/// the text is complete.
struct SortedMembersTests {
    final class User: ModelObject {
        var name = "ada"
        var age = 36
        var tags: [String: Int] = ["z": 1, "a": 2]
    }

    /// A value that encodes itself in many ways.
    struct Value: Codable, Sendable {
        indirect enum Part: Sendable {
            case number(Int), text(String), list([Value]), value(Value), model, dictionary([String: Value])
            case nested(Value), inSuper(Value), failing(Value), missing
        }

        struct Failure: Error {}

        var members: [(key: String, part: Part)] = []

        init() {}
        init(from decoder: any Decoder) throws {}

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: PathComponent.self)
            try encode(in: &container)
        }

        private func encode(in container: inout KeyedEncodingContainer<PathComponent>) throws {
            for (name, part) in members {
                let key = PathComponent.key(name)
                switch part {
                case .number(let number): try container.encode(number, forKey: key)
                case .text(let text): try container.encode(text, forKey: key)
                case .list(let values): try container.encode(values, forKey: key)
                case .value(let value): try container.encode(value, forKey: key)
                case .model: try container.encode(User(), forKey: key)
                case .dictionary(let values): try container.encode(values, forKey: key)
                case .nested(let value):
                    var inner = container.nestedContainer(keyedBy: PathComponent.self, forKey: key)
                    try value.encode(in: &inner)
                case .inSuper(let value): try value.encode(to: container.superEncoder(forKey: key))
                case .failing(let value): try? container.encode(Failing(value: value), forKey: key)
                case .missing: try container.encode(Double.nan, forKey: key)
                }
            }
        }
    }

    /// A value that fails after it has encoded something.
    struct Failing: Encodable {
        let value: Value

        func encode(to encoder: any Encoder) throws {
            try value.encode(to: encoder)
            throw Value.Failure()
        }
    }

    private static let keys = [
        "a", "b", "ab", "a b", "", "A", "zeta", "\u{E9}", "e\u{302}", "\u{1F600}", "\u{FFFD}", "quote\"d",
        "line\n", "1",
        "10", "2", "a key that is longer than a word",
    ]

    private func value(depth: Int, plain: Bool, _ numbers: inout SeededNumbers) -> Value {
        var value = Value()
        for _ in 0..<Int.random(in: 0...6, using: &numbers) {
            let key = Self.keys[Int.random(in: 0..<Self.keys.count, using: &numbers)]
            // Repeated keys are merged or replaced, which other tests compare with JSONEncoder.
            if plain, value.members.contains(where: { $0.key == key }) { continue }
            value.members.append((key, part(depth: depth, plain: plain, &numbers)))
        }
        return value
    }

    private func part(depth: Int, plain: Bool, _ numbers: inout SeededNumbers) -> Value.Part {
        func inner() -> Value { value(depth: depth - 1, plain: plain, &numbers) }
        switch Int.random(in: 0..<(depth == 0 ? 3 : plain ? 8 : 11), using: &numbers) {
        case 0: return .number(7)
        case 1: return .text("{\"b\":1,\"a\":2}")
        case 2: return .missing
        case 3: return .list([inner(), inner()])
        case 4, 5: return .value(inner())
        case 6: return .failing(inner())
        case 7: return .dictionary(["z": inner(), "b": inner()])
        case 8: return .model
        case 9: return .nested(inner())
        default: return .inSuper(inner())
        }
    }

    @Test(arguments: [true, false])
    func allMembersAreSorted(plain: Bool) throws {
        var numbers = SeededNumbers(seed: plain ? 1 : 2)
        for _ in 0..<Effort.count(20_000, byDefault: 300) {
            let value = value(depth: 3, plain: plain, &numbers)
            let written = try ModelEncoder(options: ExportOptions(notFinite: .omit)).encode(value)
            let expected = try withJSONReader(written) { reader in
                var writer = JSONWriter(capacity: 64)
                try reader.rewrite(to: &writer, .init(sortedKeys: true))
                return writer.finishString()
            }
            let options = ExportOptions(notFinite: .omit, sortedKeys: true)
            let sorted = try ModelEncoder(options: options).encode(value)
            #expect(String(decoding: sorted, as: UTF8.self) == expected)
        }
    }

    /// A Codable value in a model is sorted without options.
    @Test func codableValuesInModelsAreSorted() throws {
        final class Holder: ModelObject {
            var values: [Value] = []
        }
        var numbers = SeededNumbers(seed: 3)
        for _ in 0..<Effort.count(5_000) {
            let holder = Holder()
            holder.values = [
                value(depth: 2, plain: true, &numbers), value(depth: 2, plain: false, &numbers),
            ]
            let options = ExportOptions(notFinite: .omit, sortedKeys: true)
            let expected = try holder.values.map {
                String(decoding: try ModelEncoder(options: options).encode($0), as: UTF8.self)
            }
            let text = try holder.jsonString(options: ExportOptions(notFinite: .omit))
            #expect(text == #"{"values":[\#(expected.joined(separator: ","))]}"#)
        }
    }
}
