import Foundation
import ModelObjects
import Testing

/// A CGFloat property behaves like a Double property in every operation of the library.
struct CGFloatTests {
    final class Doubles: ModelObject {
        var value = 7.0
        var optional: Double?
        var list: [Double] = []
        var optionals: [Double?] = []
        var set: Set<Double> = []
        var map: [String: Double] = [:]
        var keyed: [Double: Int] = [:]
        var any: Any?
    }

    final class Floats: ModelObject {
        var value: CGFloat = 7
        var optional: CGFloat?
        var list: [CGFloat] = []
        var optionals: [CGFloat?] = []
        var set: Set<CGFloat> = []
        var map: [String: CGFloat] = [:]
        var keyed: [CGFloat: Int] = [:]
        var any: Any?
    }

    private static let values = [
        "1.5", "6199", #""6199""#, #"" -1.25e2 ""#, "true", #""yes""#, "null", #""null""#, "[1]", "{}",
        #""abc""#, "1e400",
        "-0.0", "0.1", "18446744073709551615", #""2024-01-01T00:00:00Z""#,
    ]

    private static let options: [MappingOptions?] = [
        nil, .strict, MappingOptions(numbers: .clamp), MappingOptions(conversions: .none),
        MappingOptions(dateConversion: .timeInterval), MappingOptions(nulls: .keep),
    ]

    @Test(arguments: values) func convertsLikeDouble(value: String) throws {
        let json = """
            {"value": \(value), "optional": \(value), "list": [\(value), 2], "optionals": [\(value)], \
            "set": [\(value)], "map": {"k": \(value)}, "keyed": {"1.5": 3}}
            """
        for (number, options) in Self.options.enumerated() {
            let (double, doubleReport) = Doubles.inspect(json: json, options: options)
            let (float, floatReport) = Floats.inspect(json: json, options: options)
            #expect(try double?.jsonString() == float?.jsonString(), "options \(number)")
            #expect(
                doubleReport.description.replacing("Doubles", with: "Floats")
                    == floatReport.description.replacing("CGFloat", with: "Double"), "options \(number)")
            let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
            #expect(
                try Floats.inspect(dictionary: dictionary, options: options).object?.jsonString()
                    == float?.jsonString())
        }
    }

    private func sample() -> Floats {
        let sample = Floats()
        (sample.value, sample.optional, sample.list) = (0.1, -2.5, [1, .nan, -.infinity])
        (sample.optionals, sample.set, sample.map) = ([nil, 1.5], [0.25, 3], ["a": 1e300])
        (sample.keyed, sample.any) = ([0.5: 1, 2: 2], CGFloat(0.1))
        return sample
    }

    @Test func anArchiveKeepsTheTypeAndEveryBit() throws {
        let again = try Floats.unarchive(data: sample().archivedData())
        #expect(again == sample())
        #expect(again.any as? CGFloat == 0.1)
        #expect(again.set == sample().set && again.keyed == sample().keyed)
    }

    @Test func anArchiveOfDoublesIsReadAsCGFloats() throws {
        final class Old: ModelObject {
            var value = 0.1
            override class var archiveName: String { "CGFloatTests.Changed" }
        }
        final class New: ModelObject {
            var value: CGFloat = 0
            override class var archiveName: String { "CGFloatTests.Changed" }
        }
        #expect(try New.unarchive(data: Old().archivedData()).value == 0.1)
    }

    @Test func equalityComparesTheValue() {
        let (one, other) = (sample(), sample())
        #expect(one == other && one.hashValue == other.hashValue && one.copy() == one)
        other.value = 0.2
        #expect(one != other && other.changes(since: one).map(\.path) == ["$.value"])
    }

    @Test func cgFloatsInDictionariesAreNumbers() throws {
        #expect(
            try Floats(dictionary: ["value": CGFloat(2.5), "list": [CGFloat(1)], "any": CGFloat(4)]).value
                == 2.5)
        #expect(try Doubles(dictionary: ["value": CGFloat(2.5)]).value == 2.5)
        #expect(try Floats(dictionary: ["any": CGFloat(4.5)]).any as? Double == 4.5)
        #expect(try Floats(dictionary: ["value": CGFloat.nan]).value == 7)
        let holder = Floats()
        holder.any = CGFloat(2.5)
        #expect(try holder.jsonObject()["any"] as? Double == 2.5)
        let mapped = try Floats(json: #"{"any": 2.5}"#)
        #expect(holder == mapped)
    }

    @Test func codersReadAndWriteIt() throws {
        let sample = sample()
        sample.list = []
        let again = try JSONDecoder().decode(Floats.self, from: JSONEncoder().encode(sample))
        #expect(again == sample)
        #expect(try JSONDecoder().decode(Floats.self, from: Data(#"{"value": "12"}"#.utf8)).value == 12)
    }
}
