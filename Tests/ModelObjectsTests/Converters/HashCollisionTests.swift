import Foundation
import Testing

@testable import ModelObjects

/// Sets of members that have the same hash and are not equal: a NaN, which is unequal to itself, and data that differs
/// only after its first 80 bytes, which are all that Foundation hashes.
@Suite struct HashCollisionTests {
    struct Point: Codable, Hashable { var x = 0.0; var list: [Double] = [] }
    struct Holder: Codable { var numbers: Set<Double> = []; var byPoint: [Point: Int] = [:] }

    final class Sets: ModelObject {
        var doubles: Set<Double> = []
        var floats: Set<Float> = []
        var cgFloats: Set<CGFloat> = []
        var dates: Set<Date> = []
        var optionals: Set<Double?> = []
        var lists: Set<[Double]> = []
        var points: Set<Point> = []
        var datas: Set<Data> = []
        var byNumber: [Double: Int] = [:]
        var holder = Holder()
        var any: Any?
    }

    /// More members than may share one hash.
    ///
    /// With 3,000, the comparisons exceed the limit, and with 700 a twentieth of it.
    private static let count = Effort.count(12_000, atLeast: 900)

    private static func repeated(_ node: ArchiveNode, count: Int = count) -> ArchiveNode {
        .array(Array(repeating: node, count: count))
    }

    private static func data(_ number: Int) -> Data {
        var data = Data(repeating: 7, count: 100)
        (data[98], data[99]) = (UInt8(number >> 8), UInt8(number & 0xFF))
        return data
    }

    private static func point(_ key: String, _ value: ArchiveNode) -> ArchiveNode {
        var members = ["x": ArchiveNode.double(1), "list": .array([])]
        members[key] = value
        return .dictionary(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
    }

    private static func rows() -> [(field: String, node: ArchiveNode)] {
        let (nan, numbers) = (ArchiveNode.double(.nan), repeated(.double(.nan)))
        let pairs = repeated(nan, count: 2 * count)
        let date = ArchiveNode.date(Date(timeIntervalSinceReferenceDate: .nan))
        let list = ArchiveNode.array([.double(1), nan])
        let long = repeated(nan, count: Effort.count(4_000, atLeast: 300))
        let keys = (0..<count).flatMap { _ in [point("x", nan), .integer(1)] }
        func holder(_ numbers: ArchiveNode, _ keys: [ArchiveNode]) -> ArchiveNode {
            .dictionary([.init("byPoint", .array(keys)), .init("numbers", numbers)])
        }
        return [
            ("doubles", .marked("set", numbers)), ("floats", .marked("set", repeated(.float(.nan)))),
            ("cgFloats", .marked("set", repeated(CGFloat.nan.node))),
            ("dates", .marked("set", repeated(date))),
            ("optionals", .marked("set", numbers)), ("lists", .marked("set", repeated(list))),
            ("points", .marked("set", repeated(point("x", nan)))),
            ("points", .marked("set", repeated(point("list", list)))),
            // A few members that take long to compare.
            ("points", .marked("set", repeated(point("list", long), count: 60))),
            ("datas", .marked("set", .array((0..<count).map { .data(data($0)) }))),
            ("byNumber", .marked("dictionary", .array((0..<count).flatMap { _ in [nan, .integer(1)] }))),
            ("holder", holder(numbers, [])), ("holder", holder(.array([]), keys)),
            ("any", .marked("set", numbers)), ("any", .marked("set", repeated(list))),
            ("any", .marked("dictionary", pairs)), ("unknown", .marked("set", numbers)),
        ]
    }

    @Test func collidingArchivesAreRejected() throws {
        var archive = try EditableArchive(Sets().archivedData())
        let fresh = archive
        archive.classes[0].fields.append("unknown")
        for (field, node) in Self.rows() {
            var edited = field == "unknown" ? archive : fresh
            if field == "unknown" { edited.rows[0].append(node) } else { edited.set(field, of: 0, to: node) }
            let data = try edited.data()
            let error = #expect(throws: ModelError.self, "\(field)") {
                try ComparisonLimit.unarchive(Sets.self, data)
            }
            #expect(error?.code == .limitExceeded, "\(field) \(String(describing: error))")
        }
    }

    @Test func collidingJSONIsRejected() throws {
        let texts = (0..<Self.count).map { "\"\(Self.data($0).base64EncodedString())\"" }
        let json = "{\"datas\":[\(texts.joined(separator: ","))]}"
        let error = #expect(throws: ModelError.self) { try ComparisonLimit.make(Sets.self, json) }
        #expect(error?.code == .limitExceeded)
    }

    /// Harmless sets are a few members with the same hash, and many equal members.
    @Test func harmlessSetsAreAccepted() throws {
        let sets = Sets()
        let (doubles, integers, points) = (
            Effort.count(20_000), Effort.count(5_000, atLeast: 500),
            Effort.count(2_000, atLeast: 200)
        )
        sets.doubles = Set((0..<300).map { _ in .nan } + (0..<doubles).map { Double($0) })
        sets.any = Set(
            (0..<300).map { _ in AnyHashable(Double.nan) } + (0..<integers).map { AnyHashable($0) })
        sets.points = Set((0..<points).map { Point(x: Double($0), list: [.nan]) })
        sets.datas = Set((0..<300).map { Self.data($0) })
        let again = try Sets.unarchive(data: sets.archivedData())
        #expect(again.doubles.count == doubles + 300)
        #expect((again.any as? Set<AnyHashable>)?.count == integers + 300)
        #expect(again.points.count == points && again.datas == sets.datas)
        var archive = try EditableArchive(Sets().archivedData())
        let equals = Effort.count(50_000)
        archive.set("doubles", of: 0, to: .marked("set", Self.repeated(.double(1), count: equals)))
        archive.set("any", of: 0, to: .marked("set", Self.repeated(.string("a"), count: equals)))
        let equal = try Sets.unarchive(data: archive.data())
        #expect(equal.doubles == [1] && equal.any as? Set<AnyHashable> == ["a"])
    }
}
