import Foundation
import Testing

@testable import ModelObjects

/// Hashes of values that `==` compares by their parts.
struct PartHashTests {
    struct Geo: Codable {
        var lat = 0.0
        var lon = 0.0
    }

    enum Route: Codable {
        case none, walk
        case drive(Geo)
        case ride(line: Int, geo: Geo?)
    }

    final class GeoItem: ModelObject {
        var geo = Geo()
        var route = Route.none
        convenience init(_ geo: Geo, _ route: Route = .none) {
            self.init()
            (self.geo, self.route) = (geo, route)
        }
    }

    final class GeoBox: ModelObject {
        var items: Set<GeoItem> = []
    }

    /// Hashable, with a member that isn't equal to itself if it is NaN.
    struct Mark: Hashable {
        var number: Double
    }

    /// Equal regardless of the note, and without a hash.
    struct Note: Equatable {
        var id: Int
        var note: Int
        static func == (left: Note, right: Note) -> Bool { left.id == right.id }
    }

    struct Mirrored: Codable, CustomReflectable {
        var number: Int
        var hidden = 0
        var customMirror: Mirror { Mirror(self, children: ["number": "hidden"]) }
        private enum CodingKeys: String, CodingKey { case number }
    }

    final class Reference: Codable, Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    /// Exports its first part only.
    struct Exported: ModelValue {
        var number: Int
        var other: Int
        static func modelValue(from value: Any) -> Exported? { nil }
        var exportedValue: Any { number }
    }

    struct Parts {
        var first: Any
        var second: Any?
        var pair: (Any, Int) = (0, 0)
    }

    indirect enum Tree {
        case leaf
        case value(Any)
        case node(Tree, label: Tree)
    }

    struct Generic<Value> {
        var value: Value
        var optional: Value?
    }

    final class Holder: ModelObject {
        var any: Any?
        var list: [Any] = []
        convenience init(_ any: Any?) {
            self.init()
            self.any = any
            list = [[any as Any]]
        }
    }

    // MARK: Different values

    @Test func structsWithoutAHashMakeHashesDiffer() {
        let items = (0..<400).map { GeoItem(Geo(lat: Double($0), lon: 1)) }
        #expect(Set(items.map(\.hashValue)).count > 390)
        #expect(Set(items).count == 400)
    }

    @Test func casesWithoutAHashMakeHashesDiffer() {
        let routes: [Route] =
            [.none, .walk] + (0..<100).map { .drive(Geo(lat: Double($0))) }
            + (0..<100).map { .ride(line: $0, geo: nil) }
            + (0..<100).map { .ride(line: 0, geo: Geo(lon: Double($0))) }
        let hashes = Set(routes.map { GeoItem(Geo(), $0).hashValue })
        #expect(hashes.count > 290)
    }

    @Test func partsInsideAnyMakeHashesDiffer() {
        let hashes = (0..<100).map { Holder(Parts(first: 0, second: [Tree.value($0)])).hashValue }
        #expect(Set(hashes).count > 95)
    }

    @Test func valuesWithAHashMakeHashesDiffer() {
        let hashes = (0..<100).map { Holder(Mark(number: Double($0))).hashValue }
        #expect(Set(hashes).count > 95)
    }

    @Test func sizesOfLargeSetsMakeHashesDiffer() {
        let hashes = (100..<200).map { Holder(Set(0..<$0)).hashValue }
        #expect(Set(hashes).count > 95)
    }

    /// Otherwise long texts could be hashed without a limit.
    @Test func textsOfUnorderedValuesAreCounted() {
        for value in [Set(["abc", "defg"]), ["abc": "defg"]] as [Any] {
            var hasher = ModelHasher()
            hasher.combine(untyped: value)
            #expect(hasher.usedBytes == 7)
        }
    }

    @Test func aSetOfModelsThatDifferInAStructIsMapped() throws {
        let members = (0..<400).map { #"{"geo":{"lat":\#($0),"lon":0}}"# }
        let box = try GeoBox(json: "{\"items\":[\(members.joined(separator: ","))]}")
        #expect(box.items.count == 400)
    }

    // MARK: Equal values

    /// Makes a pair of equal values that may differ in their types, bits and order.
    private struct Pairs {
        var numbers: SeededNumbers

        mutating func make(_ depth: Int = 4) -> (Any, Any) {
            depth > 0 && Bool.random(using: &numbers) ? container(depth - 1) : scalar()
        }

        private mutating func scalar() -> (Any, Any) {
            let number = Int.random(in: 0..<4, using: &numbers)
            let values: [[Any]] = [
                [
                    number, Double(number), Float(number), UInt8(number), Decimal(number),
                    NSNumber(value: number),
                ],
                [0.0, -0.0, 0], [Double.nan, -Double.nan, Float.nan], ["é", "e\u{301}"], [true],
                [NSNull(), Int?.none as Any],
                [Date(timeIntervalSinceReferenceDate: 1), NSDate(timeIntervalSinceReferenceDate: 1)],
                [Mark(number: .nan), Mark(number: -.nan)], [Mark(number: 0), Mark(number: -0.0)],
                [Note(id: number, note: 1), Note(id: number, note: 2)],
                [Mirrored(number: number), Mirrored(number: number, hidden: 1)],
                [Reference(number), Reference(number)],
                [Exported(number: number, other: 1), Exported(number: number, other: 2)],
                [Geo(lat: .nan, lon: 0), Geo(lat: -.nan, lon: -0.0)],
                [Route.walk], [Route.drive(Geo(lat: -0.0)), Route.drive(Geo(lat: 0))],
                [Route.ride(line: number, geo: nil)], [Tree.leaf],
                [GeoItem(Geo(lat: .nan)), GeoItem(Geo(lat: -.nan))],
                [Generic(value: Float.nan), Generic(value: -Float.nan)],
                [Date(timeIntervalSinceReferenceDate: .nan), Date(timeIntervalSinceReferenceDate: -.nan)],
                [Presence<Int>.null], [(number, "a")], [Data([1, 2]), NSData(data: Data([1, 2]))],
            ]
            let row = values.randomElement(using: &numbers) ?? []
            return (row.randomElement(using: &numbers) ?? 0, row.randomElement(using: &numbers) ?? 0)
        }

        private mutating func container(_ depth: Int) -> (Any, Any) {
            let (one, other) = (make(depth), make(depth))
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0: return ([one.0, other.0], [one.1, other.1])
            case 1: return (["a": one.0, "b": other.0], ["b": other.1, "a": one.1])
            case 2: return ([1: one.0, 2: other.0], [2: other.1, 1: one.1] as [Double: Any])
            case 3:
                return (
                    Parts(first: one.0, second: other.0, pair: (one.0, 1)),
                    Parts(first: one.1, second: other.1, pair: (one.1, 1))
                )
            case 4:
                return (
                    Tree.node(.value(one.0), label: .value(other.0)),
                    Tree.node(.value(one.1), label: .value(other.1))
                )
            case 5: return (Tree.value(one.0), Tree.value(one.1))
            case 6: return (Holder(one.0), Holder(one.1))
            case 7: return (Set([Holder(one.0), Holder(1)]), Set([Holder(1), Holder(one.1)]))
            case 8: return (Generic(value: [one.0]), Generic(value: [one.1]))
            case 9: return ((one.0, other.0), (one.1, other.1))
            case 10: return (Generic(value: 1, optional: 2), Generic(value: 1, optional: 2))
            default: return unordered()
            }
        }

        /// Structs with containers without an order.
        private mutating func unordered() -> (Any, Any) {
            let members = Array(0..<Int.random(in: 1..<30, using: &numbers))
            let texts = Dictionary(uniqueKeysWithValues: members.map { ("\($0)", Geo(lat: Double($0))) })
            var others: [String: Geo] = Dictionary(minimumCapacity: 100)
            for (key, value) in texts.shuffled(using: &numbers) { others[key] = value }
            var set = Set<Int>(minimumCapacity: 200)
            for member in members.shuffled(using: &numbers) { set.insert(member) }
            return switch Int.random(in: 0..<3, using: &numbers) {
            case 0: (Generic(value: texts), Generic(value: others))
            case 1: (Generic(value: Set(members)), Generic(value: set))
            default: (Parts(first: Set(members)), Parts(first: set))
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4].map { SeededNumbers(seed: $0) })
    func equalValuesHaveEqualHashes(_ numbers: SeededNumbers) {
        var pairs = Pairs(numbers: numbers)
        for round in 0..<Effort.count(5_000, atLeast: 500) {
            let (one, other) = pairs.make()
            let (left, right) = (Holder(one), Holder(other))
            #expect(left == right, "\(numbers.testDescription), round \(round): \(one), \(other)")
            #expect(
                left.hashValue == right.hashValue,
                "\(numbers.testDescription), round \(round): \(one), \(other)")
        }
    }
}
