import Foundation

@testable import ModelObjects

/// Models for the archive tests, not private so that the runtime finds them by name.

enum ArchiveLevel: String, Hashable, Sendable { case low, high }
enum ArchiveGrade: Int, Hashable, Sendable { case first = 1, second }

struct ArchiveFlags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
}

struct ArchivePoint: Codable, Hashable {
    var x = 0.0
    var y: Float = 0
    var label: String?
    var when: Date?
    var inner: [String: [UInt64?]] = [:]
    var link: URL?
    var price: Decimal = 0
    var bytes = Data()
}

struct ArchiveMoney: ModelValue, Hashable {
    var cents: Int
    static func modelValue(from value: Any) -> ArchiveMoney? {
        ((value as? [String: Any])?["cents"] as? Int).map(ArchiveMoney.init)
    }
    var exportedValue: Any { ["cents": cents, "null": NSNull()] as [String: Any] }
}

final class ArchiveEveryValue: ModelObject {
    var int = 0
    var int8: Int8 = 0
    var int16: Int16 = 0
    var int32: Int32 = 0
    var int64: Int64 = 0
    var uint: UInt = 0
    var uint8: UInt8 = 0
    var uint16: UInt16 = 0
    var uint32: UInt32 = 0
    var uint64: UInt64 = 0
    var double = 0.0
    var float: Float = 0
    var bool = false
    var string = ""
    var decimal = Decimal(0)
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var url: URL?
    var uuid: UUID?
    var data = Data()
    var number: NSNumber?
    var text: NSString?
    var level = ArchiveLevel.low
    var grade: ArchiveGrade?
    var flags: ArchiveFlags = []
    var point = ArchivePoint()
    var points: [ArchivePoint?] = []
    var money: ArchiveMoney?
    var optionalInt: Int?
    var optionalDouble: Double?
    var optionalBool: Bool?
    var optionalString: String?
    var twice: Int??
    var doubles: [Double] = []
    var dates: [Date?] = []
    var nested: [[String: [Int?]]] = []
    var words: Set<String> = []
    var numbers: Set<Double> = []
    var sets: [Set<ArchiveGrade>] = []
    var byKey: [String: Decimal] = [:]
    var byInt: [Int: URL] = [:]
    var byLevel: [ArchiveLevel: [UInt64]] = [:]
    var any: Any = 0
    var anything: Any?
    var anyList: [Any] = []
    var anyOptionals: [Any?] = []
    var anyByKey: [String: Any] = [:]
    var child: ArchiveEveryValue?
    var children: [ArchiveEveryValue] = []
    var named: [String: ArchiveEveryValue?] = [:]
    var owner: ModelObject?

    /// An instance with a distinct value in each property.
    static func filled() -> ArchiveEveryValue {
        let it = ArchiveEveryValue()
        (it.int, it.int8, it.int16, it.int32, it.int64) = (.min, .min, .min, .min, .min)
        (it.uint, it.uint8, it.uint16, it.uint32, it.uint64) = (.max, .max, .max, .max, .max)
        it.double = Double(bitPattern: 0x7FF8_0000_0000_1234)
        it.float = -0.0
        it.bool = true
        it.string = "$null"
        it.decimal = Decimal(string: "-3.40282366920938463463374607431768211455") ?? 0
        it.date = Date(timeIntervalSinceReferenceDate: 694_224_000.123_456_7)
        it.url = URL(string: "b/c?d=%20#e", relativeTo: URL(string: "https://example.com/a/"))
        it.uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        it.data = Data(0...255)
        it.number = NSDecimalNumber(decimal: Decimal(string: "0.1") ?? 0)
        it.text = "Zürich"
        (it.level, it.grade, it.flags) = (.high, .second, ArchiveFlags(rawValue: 200))
        it.point = ArchivePoint(
            x: -0.0, y: .nan, label: "$12", when: Date(timeIntervalSinceReferenceDate: 0.1),
            inner: ["a": [nil, .max], "$b": []], link: URL(string: "x://y"),
            price: Decimal(string: "1e-128") ?? 0,
            bytes: Data([1]))
        it.points = [nil, ArchivePoint()]
        it.money = ArchiveMoney(cents: -5)
        (it.optionalInt, it.optionalDouble, it.optionalBool, it.optionalString) = (7, -.infinity, false, "")
        it.twice = .some(nil)
        it.doubles = [0, -0.0, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 1]
        it.dates = [nil, .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: -1e300)]
        it.nested = [["a": [1, nil], "$date": []], [:]]
        it.words = ["b", "", "a", "$nil", "\u{E9}"]
        it.numbers = [3, -0.5, .infinity]
        it.sets = [[.second, .first], []]
        it.byKey = ["x": .nan, "y": Decimal(string: "1e127") ?? 0]
        it.byInt = [
            -1: URL(fileURLWithPath: "/tmp/a b", isDirectory: false),
            10: URL(string: "m:n") ?? URL(fileURLWithPath: "/", isDirectory: true),
        ]
        it.byLevel = [.low: [UInt64.max, 0], .high: []]
        it.any = everything
        it.anything = NSNull()
        it.anyList = everything
        it.anyOptionals = [nil, 1, NSNull(), "x", Optional<Int>.none as Any]
        it.anyByKey = ["list": everything, "$set": 1, "": ["x": Optional<String>.none as Any]]
        return it
    }

    static var everything: [Any] {
        [
            1, true, 1.0, Float(1), "1", Int8(1), Int16(1), Int32(1), Int64(1), UInt(1), UInt8(1), UInt16(1),
            UInt32(1),
            UInt64.max, Decimal(string: "1.10") ?? 0, Date(timeIntervalSinceReferenceDate: .pi),
            Data([1, 2]),
            URL(string: "https://a.b/c") ?? "",
            UUID(uuidString: "00000000-0000-0000-0000-000000000001") ?? "",
            NSNull(), NSNumber(value: 5), NSNumber(value: true), NSNumber(value: 0.5), NSString(string: "ns"),
            [1, 2], [[1: "a"], [2: "b"]], ["k": [nil, 1.5] as [Double?]], Set([3, 1, 2]), [Date?.none],
            [ArchiveLevel.low.rawValue: 1], [true: 1, false: 0], Set([[1, 2], [1]]),
            Optional<Int>.none as Any,
            Optional(5) as Any, "sub".dropFirst(), [AnyHashable("h"): 1],
        ]
    }
}

class ArchiveShape: ModelObject {
    var name = ""
    var next: ArchiveShape?
    unowned(unsafe) let nothing: AnyObject? = nil
}

class ArchiveCircle: ArchiveShape {
    var radius = 0.0
}

final class ArchiveSquare: ArchiveShape {
    var side = 0.0
    var corners: [ArchiveCorner] = []
}

final class ArchiveCorner: ModelObject {
    var at = ArchivePoint()
    var shape: ArchiveShape?
}

final class ArchiveGroup: ModelObject {
    var name = ""
    var members: [ArchiveShape] = []
    var byName: [String: ArchiveShape] = [:]
    var favourite: ArchiveCircle?
    var things: [Any] = []
    var sets: Set<ArchiveTag> = []
    private var secret = 1
    var notKept = 5
    var secretValue: Int {
        get { secret }
        set { secret = newValue }
    }

    override class var propertyRules: [String: PropertyRule] { ["notKept": .notArchived] }
}

/// A member of sets.
final class ArchiveTag: ModelObject {
    var text = ""
    var parent: ArchiveTag?
    var tags: Set<ArchiveTag> = []
}

final class ArchiveLink: ModelObject {
    var number = 0
    var next: ArchiveLink?
    var others: [ArchiveLink] = []
}

/// Records which hooks are called.
final class ArchiveTalkative: ModelObject {
    var name = "default"
    var child: ArchiveTalkative?
    var log: [String] = []

    override class var propertyRules: [String: PropertyRule] { ["log": .ignored] }
    override func serializeValue(_ value: Any, key: String) { log.append("serializeValue") }
    override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { nil }
    override func didMap(_ dictionary: [String: Any]) throws { log.append("didMap") }
    override func validate() throws { throw CancellationError() }
    override func awakeFromUnarchive() { log.append("awake, child \(child?.name ?? "none")") }
}
