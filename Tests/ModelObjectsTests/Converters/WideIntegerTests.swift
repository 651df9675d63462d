import Foundation
import ModelObjects
import Testing

/// Int128 and UInt128, which Apple platforms support from macOS 15 on.
struct WideIntegerTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    final class Wide: ModelObject {
        struct Pair: Codable, Equatable {
            var low: Int128
            var high: UInt128?
            var list: [Int128] = []
        }
        enum Level: Int128 { case low, high = 170_141_183_460_469_231_731_687_303_715_884_105_727 }

        var signed = Int128(0)
        var unsigned = UInt128(0)
        var optional: Int128?
        var list: [UInt128] = []
        var set: Set<Int128> = []
        var map: [String: Int128] = [:]
        var keyed: [UInt128: Int] = [:]
        var level = Level.low
        var pair: Pair?
        var any: Any?
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private func sample() -> Wide {
        let sample = Wide()
        (sample.signed, sample.unsigned, sample.optional) = (.min, .max, .max)
        (sample.list, sample.set) = (
            [0, 1, .max, UInt128(UInt64.max) + 1], [.min, -1, Int128(Int64.min) - 1]
        )
        (sample.map, sample.keyed, sample.level) = (["a": 10], [.max: 1, 0: 2], .high)
        (sample.pair, sample.any) = (.init(low: .min, high: .max, list: [1, .max]), UInt128.max)
        return sample
    }

    @Test func allValuesRoundTrip() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let sample = sample()
        #expect(Wide.audit().isEmpty)
        let again = try Wide.unarchive(data: sample.archivedData())
        #expect(again == sample && again.hashValue == sample.hashValue)
        #expect(
            again.signed == .min && again.unsigned == .max && again.list == sample.list
                && again.pair == sample.pair)
        #expect(again.any as? UInt128 == .max)
        let mapped = try Wide(json: sample.jsonString())
        #expect(mapped == sample)
        #expect(
            mapped.signed == .min && mapped.unsigned == .max && mapped.set == sample.set
                && mapped.level == .high)
        #expect(try Wide(dictionary: sample.jsonObject()) == sample)
        #expect(sample.copy() == sample && sample.changes(since: again).isEmpty)
        let decoded = try JSONDecoder().decode(Wide.self, from: JSONEncoder().encode(sample))
        #expect(decoded == sample, "\(decoded.changes(since: sample))")
    }

    @Test(
        arguments: [
            ("170141183460469231731687303715884105727", "170141183460469231731687303715884105727"),
            (#""-170141183460469231731687303715884105728""#, "-170141183460469231731687303715884105728"),
            ("170141183460469231731687303715884105728", nil), ("1.5", nil), (#"" 007 ""#, "7"), ("true", "1"),
            ("1e30", "1000000000000000000000000000000"), (#""1e30""#, "1000000000000000000000000000000"),
            ("1e400", nil), (#""12a""#, nil), (#""abc""#, nil), ("null", nil),
        ] as [(String, String?)])
    func convertsLikeOtherIntegers(value: String, expected: String?) throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let json = "{\"signed\": \(value)}"
        #expect(try Wide(json: json).signed.description == expected ?? "0")
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        #expect(try Wide(dictionary: dictionary).signed.description == expected ?? "0")
    }

    @Test func clampingGivesTheNearestValue() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let clamped = try Wide(
            json: #"{"signed": -1e60, "unsigned": "1e60"}"#, options: MappingOptions(numbers: .clamp))
        #expect(clamped.signed == .min && clamped.unsigned == .max)
    }

    @Test func typedValuesAreAccepted() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        #expect(
            try Wide(dictionary: ["signed": Int128.min, "unsigned": Int128.max, "any": Int128(7)]).signed
                == .min)
        #expect(try Wide(dictionary: ["unsigned": Int128.max]).unsigned == UInt128(Int128.max))
        #expect(try Wide(dictionary: ["any": Int128(7)]).any as? Int == 7)
    }

    @Test func aChangedTypeIsConverted() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        final class Old: ModelObject {
            var value = Int128.max
            var small = Int128(5)
            override class var archiveName: String { "WideIntegerTests.Changed" }
        }
        final class New: ModelObject {
            var value = Decimal(0)
            var small = UInt8(0)
            override class var archiveName: String { "WideIntegerTests.Changed" }
        }
        let new = try New.unarchive(data: Old().archivedData())
        #expect(new.value == Decimal(string: "\(Int128.max)") && new.small == 5)
    }
}
