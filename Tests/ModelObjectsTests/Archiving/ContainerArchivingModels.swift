import Foundation

@testable import ModelObjects

/// The models that `ContainerArchivingTests` archives.
///
/// They are nested on purpose: nested classes are found through the requested type.
extension ContainerArchivingTests {
    class Box<Value>: ModelObject {
        var one: Value?
        var twice: Value??
        var thrice: [Value???] = []
        var list: [Value] = []
        var optionals: [Value?] = []
        var lists: [[Value]?] = []
        var byKey: [String: Value] = [:]
        var byInt: [Int: Value?] = [:]
        var byLevel: [ArchiveLevel: [Value]] = [:]
        var byGrade: [ArchiveGrade: [String: [Value?]]] = [:]
        var nested: [[String: [Int8: Value]]]? = []

        func fill(_ values: [Value]) {
            one = values.first
            twice = .some(values.last)
            thrice = values.map { .some(.some(.some($0))) } + [nil, .some(nil), .some(.some(nil))]
            list = values
            optionals = values.flatMap { [$0, nil] }
            lists = [nil, [], values]
            for (number, value) in values.enumerated() {
                byKey["\(number)"] = value
                byInt[-number] = .some(value)
                byInt[.max - number] = .some(nil)
                nested?.append(["": [Int8(number - 9): value]])
            }
            byKey["$"] = values.first
            byKey["e\u{301}"] = values.last
            byLevel = [.high: values, .low: []]
            byGrade = [.second: ["": optionals]]
        }

        var exactly: [String] {
            [
                ExactText.of(one as Any), ExactText.of(twice as Any), ExactText.of(thrice),
                ExactText.of(list),
                ExactText.of(optionals), ExactText.of(lists), ExactText.of(byKey), ExactText.of(byInt),
                ExactText.of(byLevel), ExactText.of(byGrade), ExactText.of(nested as Any),
            ]
        }
    }

    final class HashBox<Value: Hashable>: Box<Value> {
        var set: Set<Value> = []
        var sets: [String: Set<Value?>] = [:]
        var setOfLists: Set<[Value]> = []
        var setOfSets: Set<Set<Value>> = []

        override func fill(_ values: [Value]) {
            super.fill(values)
            set = Set(values)
            sets = ["a": Set(values.map { .some($0) } + [nil]), "b": []]
            setOfLists = [values, []]
            setOfSets = [[], Set(values), Set(values.prefix(1))]
        }

        override var exactly: [String] {
            super.exactly + [
                ExactText.of(set), ExactText.of(sets), ExactText.of(setOfLists), ExactText.of(setOfSets),
            ]
        }
    }

    final class AnyBox: ModelObject {
        var any: Any = 0
        var optional: Any?
        var list: [Any] = []
        var optionals: [Any?] = []
        var byKey: [String: Any] = [:]
        var byInt: [Int: [Any?]] = [:]

        var exactly: [String] {
            [
                ExactText.of(any), ExactText.of(optional as Any), ExactText.of(list), ExactText.of(optionals),
                ExactText.of(byKey), ExactText.of(byInt),
            ]
        }
    }

    enum Bits: UInt64, Hashable { case none = 0, all = 0xFFFF_FFFF_FFFF_FFFF }
    enum Ratio: Double, Hashable { case half = 0.5, third = 0.3333333333333333 }
    enum Letter: String, Hashable { case empty = "", combined = "e\u{301}", dollar = "$nil" }
    struct Options: OptionSet, Hashable, Codable { let rawValue: UInt64 }
    enum Route: Codable, Hashable {
        case home, item(id: UInt64, tags: [String?]), deep([Int: [Date?]])
        indirect case other(Route?)
    }
    struct Everything: Codable, Hashable {
        var integers: [UInt64?] = [nil, .max], small: Int8 = .min, float = Float(bitPattern: 0x7FC0_0001)
        var real = Double(bitPattern: 0xFFF8_0000_0000_0001), zero = -0.0, text = "e\u{301}$", dollar = "$nil"
        var date: Date? = Date(timeIntervalSinceReferenceDate: 0.1), dates = [Date.distantPast: "x"]
        var url = URL(string: "b", relativeTo: URL(string: "a://c/d/")), urls: Set<URL> = []
        var decimal = Decimal(string: "0.1") ?? 0, decimals: [String: Decimal?] = ["a": nil, "b": .nan]
        var uuid = UUID(), bytes: [Data] = [Data(), Data([1])],
            route = Route.other(.item(id: .max, tags: [nil, ""]))
        var options = Options(rawValue: .max),
            inner: [[String: ArchivePoint]]? = [["$x": ArchivePoint(x: -0.0, y: .nan)]]
    }

    struct Unordered: Codable, Hashable {
        var words: Set<String> = [], numbers: Set<Double> = [], byDate: [Date: [String: Int]] = [:]
        var byText: [String: Int] = [:], byInt: [Int: Set<Int>] = [:]
    }
}
