import Foundation
import ModelObjects
import Testing

/// Which stored properties the library uses, and which it ignores.
struct StoredFieldTests {
    class Base: ModelObject {
        private var secret = 1
        fileprivate var name = "base"
        private var twice = "base"
        final var neverAssigned: String?
        var baseTwice: String { twice }
        var secretValue: Int { secret }
    }

    class Middle<Value: ConversionTarget>: Base {
        var generic = Value.before
        private(set) var list: [Value] = []
    }

    final class Leaf: Middle<Double> {
        private var twice = "leaf"
        private var hidden: [String: [Int]] = [:]
        @available(*, deprecated) var old = 1
        var observed = 0 {
            didSet { changes += 1 }
        }
        var changes = 0
        var state: String { "\(twice) \(hidden)" }
    }

    @Test func propertiesOfAllSuperclassesAreMapped() throws {
        let json = """
            {"secret": 5, "name": "n", "twice": "t", "neverAssigned": "a", "generic": 1.5, "list": [2.5], "hidden": {"a": [1]},
             "old": 6, "observed": 7}
            """
        let leaf = try Leaf(json: json)
        #expect(leaf.secretValue == 5)
        #expect(leaf.name == "n")
        #expect(leaf.baseTwice == "base")
        #expect(leaf.state == "t [\"a\": [1]]")
        #expect(leaf.neverAssigned == "a")
        #expect(leaf.generic == 1.5)
        #expect(leaf.list == [2.5])
        #expect(leaf.observed == 7)
        #expect(leaf.changes == 0)
        let integers = try Middle<Int>(json: json.replacing("1.5", with: "3"))
        #expect(integers.generic == 3)
        #expect(try Middle<Int8>(json: #"{"generic": 300, "list": [1, 300]}"#).list == [1])
        #expect(try Middle<Suit>(json: #"{"generic": "spades"}"#).generic == .spades)
    }

    final class Friend: ModelObject { var name = "" }

    final class Odd: ModelObject {
        let constant = "c"
        lazy var slow = "lazy"
        weak var friend: Friend?
        unowned var owner: Friend
        unowned(unsafe) var other: Friend
        var closure: () -> Int = { 7 }
        var tuple = (1, 2)
        var pointer: UnsafeRawPointer?
        var function: (@Sendable () -> Void)?
        var ignored = 0
        var metatype: Any.Type = Int.self
        var computed: Int { 5 }
        var fine = 0
        nonisolated(unsafe) static let shared = Friend()

        required init() {
            owner = Self.shared
            other = Self.shared
        }

        override class var propertyRules: [String: PropertyRule] { ["ignored": .ignored] }
    }

    @Test func unmappablePropertiesAreReportedWithAReason() throws {
        let json = """
            {"constant": "x", "slow": "x", "friend": {"name": "x"}, "owner": {"name": "x"}, "other": {"name": "x"}, "closure": 1,
             "tuple": [3, 4], "pointer": 5, "function": 6, "ignored": 9, "metatype": "Int", "computed": 8, "fine": 1}
            """
        let (made, report) = Odd.inspect(json: json)
        let odd = try #require(made)
        #expect(odd.constant == "c")
        #expect(odd.slow == "lazy")
        #expect(odd.friend == nil)
        #expect(odd.owner === Odd.shared)
        #expect(odd.other === Odd.shared)
        #expect(Odd.shared.name == "")
        #expect(odd.closure() == 7)
        #expect(odd.tuple == (1, 2))
        #expect(odd.ignored == 0)
        #expect(odd.fine == 1)
        let reasons = Dictionary(uniqueKeysWithValues: report.unmappable.map { ($0.property, $0.reason) })
        #expect(reasons["constant"] == "a let")
        #expect(reasons["friend"] == "a weak or unowned reference")
        #expect(reasons["owner"] == "a weak or unowned reference")
        #expect(reasons["other"] == "a weak or unowned reference")
        #expect(reasons["slow"] == "a lazy property")
        #expect(reasons["closure"]?.contains("which ModelObjects cannot convert") == true)
        #expect(reasons["tuple"] == "of type (Int, Int), which ModelObjects cannot convert")
        #expect(reasons["ignored"] == "an ignored property")
        #expect(Set(reasons.keys).isSuperset(of: ["pointer", "function", "metatype"]))
    }

    final class FoundationClasses: ModelObject {
        var date: NSDate?
        var amount: NSDecimalNumber?
        var list: NSMutableArray = []
        var members = NSDictionary()
        var number: NSNumber?
        var text: NSString?
    }

    @Test func reasonsNameTheTypeInsteadOfAClassOfFoundation() {
        let reasons = FoundationClasses.inspect(json: "{}").report.unmappable.map(\.reason)
        #expect(
            reasons == [
                "of type Optional<NSDate>, which ModelObjects cannot convert: declare it as Date",
                "of type Optional<NSDecimalNumber>, which ModelObjects cannot convert: declare it as Decimal",
                "of type NSMutableArray, which ModelObjects cannot convert: declare it as an array, such as [String]",
                "of type NSDictionary, which ModelObjects cannot convert: declare it as a dictionary, such as [String: Int]",
            ])
    }

    struct Token: ~Copyable { var number = 7 }
    enum State: ~Copyable { case ready, failed(Int) }
    struct Box<Value: ~Copyable>: ~Copyable { var value: Value }

    final class Noncopyable: ModelObject {
        var name = ""
        var token = Token()
        var maybe: Token? = Token(number: 8)
        var state = State.failed(3)
        var box = Box(value: Token(number: 9))
        var age = 0
    }

    @Test func noncopyablePropertiesKeepTheirValues() throws {
        let json = #"{"name": "x", "token": 1, "state": "ready", "age": 5}"#
        let (made, report) = Noncopyable.inspect(json: json)
        let object = try #require(made)
        #expect(object.name == "x" && object.age == 5)
        #expect(object.token.number == 7 && object.box.value.number == 9)
        #expect(report.unmappable.map(\.property) == ["token", "maybe", "state", "box"])
        #expect(
            report.unmappable[0].reason
                == "of type () or a noncopyable type, which ModelObjects cannot convert")
        for copy in [object.copy(), try Noncopyable.unarchive(data: object.archivedData())] {
            #expect(copy == object && copy.age == 5 && copy.token.number == 7)
        }
        #expect(try object.jsonString() == #"{"name":"x","age":5}"#)
    }

    final class RawIdentifiers: ModelObject {
        var `1st` = ""
        var `with space` = 2
        var `class` = 3
        override class var propertyRules: [String: PropertyRule] { ["with space": .keys("with space", "ws")] }
    }

    @Test func rawIdentifiersHaveTheirNames() throws {
        let (model, report) = RawIdentifiers.inspect(json: #"{"1st": "x", "ws": 3, "class": 4}"#)
        #expect(report.unmatchedKeys.isEmpty && report.unfilled.isEmpty)
        #expect(try model?.jsonString() == #"{"1st":"x","with space":3,"class":4}"#)
    }

    final class Padded: ModelObject {
        var a = Int8(1)
        var b = 2
        var c = true
        var d: Int16? = 3
        var e: Double? = 4
        var f: Bool?
        var g: Suit?
        var h = "long enough not to fit into sixteen bytes"
        var i: UInt8 = 5
        var j: [Int?]? = [nil]
        var k: Decimal? = 6
        var l: UUID?
    }

    @Test func offsetsAndAlignmentsAreKept() throws {
        let json = """
            {"a": -1, "b": -2, "c": false, "d": -3, "e": -4.5, "f": true, "g": "none", "h": "", "i": 255, "j": [1, null],
             "k": 1.25, "l": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}
            """
        let padded = try Padded(json: json)
        #expect(padded.a == -1 && padded.b == -2 && padded.c == false && padded.d == -3 && padded.e == -4.5)
        #expect(
            padded.f == true && padded.g == Suit.none && padded.h == "" && padded.i == 255
                && padded.j == [1, nil])
        #expect(padded.k == Decimal(string: "1.25") && padded.l != nil)
        try padded.update(
            json: #"{"d": null, "e": null, "f": null, "g": null, "j": null, "k": null, "l": null}"#)
        #expect(padded.d == nil && padded.e == nil && padded.f == nil && padded.g == nil && padded.j == nil)
        #expect(padded.k == nil && padded.l == nil && padded.a == -1 && padded.i == 255)
    }

    @Test func manyThreadsMayUseClassesForTheFirstTime() async throws {
        // A generic class is instantiated by its first use: nothing used these before.
        let makers: [@Sendable () throws -> Bool] = [
            check(Int.self), check(Int8.self), check(Int16.self), check(Int32.self), check(Int64.self),
            check(UInt.self),
            check(UInt8.self), check(UInt16.self), check(UInt32.self), check(UInt64.self), check(Double.self),
            check(Float.self),
            check([Int].self), check([Int8].self), check([[Int]].self), check(Set<Int>.self),
            check([String: Int].self),
        ]
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        guard try makers[(round + thread * 3) % makers.count]() else { return false }
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    final class Fresh<Value: ConversionTarget>: ModelObject {
        var value = Value.before
        var name = ""
        var next: Fresh<Value>?
    }

    private func check<Value: ConversionTarget>(_ type: Value.Type) -> @Sendable () throws -> Bool {
        {
            let model = try Fresh<Value>(json: #"{"name": "a", "next": {"NAME": "b", "value": {}}}"#)
            return model.name == "a" && model.next?.name == "b" && model.value == Value.before
        }
    }
}
