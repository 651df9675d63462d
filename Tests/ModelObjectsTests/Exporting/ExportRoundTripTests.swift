import Foundation
import Testing

@testable import ModelObjects

/// Exporting and mapping again gives an equal object.
struct ExportRoundTripTests {
    @Test(.knowsHooks, arguments: [SeededNumbers(seed: 2_026_11)])
    func randomGraphsRoundTrip(seeded: SeededNumbers) throws {
        var random = seeded
        var forms: [ExportOptions] = []
        for style in ExportOptions.KeyStyle.allCases {
            for flag in [false, true] {
                forms.append(
                    options {
                        $0.keyStyle = style
                        $0.sortedKeys = flag
                        $0.pretty = flag
                        $0.nulls = flag ? .include : .omit
                    })
            }
        }
        for index in 0..<Effort.count(10_000, byDefault: 50) {
            let graph = RandomExport.make(depth: 1 + index % 3, &random)
            let options = forms[index % forms.count]
            let expected = try canonical(graph.jsonObject())
            let throughBytes = try RandomExport(json: graph.jsonData(options: options))
            try #require(throughBytes == graph, "graph \(index) of \(seeded)")
            try #require(try canonical(throughBytes.jsonObject()) == expected, "graph \(index) of \(seeded)")
            guard index % 5 == 0 else { continue }
            let throughDictionary = try RandomExport(dictionary: graph.jsonObject(options: options))
            try #require(
                try canonical(throughDictionary.jsonObject()) == expected, "graph \(index) of \(seeded)")
        }
    }

    @Test(arguments: [SeededNumbers(seed: 7)])
    func bytesMatchTheDictionary(seeded: SeededNumbers) throws {
        var random = seeded
        for index in 0..<Effort.count(500) {
            let graph = RandomExport.make(depth: 3, &random)
            let parsed = try JSONSerialization.jsonObject(with: graph.jsonData())
            let expected = try graph.jsonObject()
            #expect(
                NSDictionary(dictionary: try #require(parsed as? [String: Any])).count == expected.count,
                "graph \(index) of \(seeded)")
            let mapped = try RandomExport(dictionary: expected)
            #expect(try mapped.jsonString() == graph.jsonString(), "graph \(index) of \(seeded)")
        }
    }
}

/// A graph with properties of every kind, filled at random.
final class RandomExport: ModelObject {
    var text = ""
    var optionalText: String?
    var number = 0
    var optionalNumber: Int?
    var small: Int16 = 0
    var large: UInt64 = 0
    var flag = false
    var optionalFlag: Bool?
    var double = 0.0
    var optionalDouble: Double?
    var float: Float = 0
    var decimal = Decimal(0)
    var dateTime = Date(timeIntervalSince1970: 0)
    var milliseconds: Date?
    var link: URL?
    var identifier = UUID()
    var data = Data()
    var colour = Colour.red
    var level: ExportedLevel?
    var flags: ExportedFlags = []
    var point: ExportedPoint?
    var cents = Cents(count: 0)
    var texts: [String] = []
    var numbers: [Int] = []
    var doubles: [Double] = []
    var optionals: [String?] = []
    var unique: Set<Int> = []
    var dates: [Date] = []
    var nested: [[String: Int]] = []
    var byLevel: [ExportedLevel: Double] = [:]
    var any: Any?
    var embedded: [String]?
    var price = Decimal(0)
    var deepFirst: String?
    var deepSecond: Int?
    var deepElement: String?
    var child: RandomExport?
    var children: [RandomExport] = []
    var childByName: [String: RandomExport] = [:]
    var loose: [Any] = []

    override class var propertyRules: [String: PropertyRule] {
        [
            "milliseconds": .date(.unixMilliseconds), "embedded": .embeddedJSON,
            "price": .converted(
                from: { ($0 as? Int).map { Decimal($0) / 100 } },
                to: { $0 * 100 }),
            "deepFirst": .key("deep.inner.first"), "deepSecond": .key("deep.second"),
            "deepElement": .key("deep.list.1.value"), "loose": .elements(RandomExport.self),
        ]
    }

    static func make(depth: Int, _ random: inout SeededNumbers) -> RandomExport {
        let graph = RandomExport()
        graph.fillScalars(&random)
        graph.fillContainers(&random)
        guard depth > 1 else { return graph }
        if random.chance { graph.child = make(depth: depth - 1, &random) }
        if random.chance {
            graph.children = (0..<random.below(3)).map { _ in make(depth: depth - 2, &random) }
        }
        if random.chance { graph.childByName = [random.text: make(depth: depth - 2, &random)] }
        if random.chance { graph.loose = [make(depth: depth - 2, &random)] }
        return graph
    }

    private func fillScalars(_ random: inout SeededNumbers) {
        text = random.text
        optionalText = random.maybe { $0.text }
        number = random.integer
        optionalNumber = random.maybe { $0.integer }
        small = Int16(truncatingIfNeeded: random.next())
        large = random.next()
        flag = random.chance
        optionalFlag = random.maybe { $0.chance }
        double = random.double
        optionalDouble = random.maybe { $0.double }
        float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        if !float.isFinite { float = 0.1 }
        decimal = Decimal(random.integer) / Decimal(1 + random.below(1000))
        dateTime = random.date
        milliseconds = random.maybe { Date(timeIntervalSince1970: Double($0.below(2_000_000_000))) }
        link = random.maybe { URL(string: "https://example.com/\($0.below(1000))?q=%C3%A9#f") } ?? nil
        identifier =
            UUID(uuidString: "00000000-0000-4000-8000-0000000\(10000 + random.below(80000))") ?? UUID()
        data = Data((0..<random.below(9)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        colour = Colour.allCases[random.below(3)]
        level = random.maybe { ExportedLevel.allCases[$0.below(2)] }
        flags = ExportedFlags(rawValue: UInt8(random.below(256)))
        point = random.maybe { ExportedPoint(x: $0.double, label: $0.text, at: $0.maybe { $0.date }) }
        cents = Cents(count: random.integer)
        price = Decimal(random.below(100_000)) / 100
        deepFirst = random.maybe { $0.text }
        deepSecond = random.maybe { $0.integer }
        deepElement = random.maybe { $0.text }
    }

    private func fillContainers(_ random: inout SeededNumbers) {
        texts = random.many { $0.text }
        numbers = random.many { $0.integer }
        doubles = random.many { $0.double }
        optionals = random.many { $0.maybe { $0.text } }
        unique = Set(random.many { $0.below(2) }.prefix(1))
        dates = random.many { $0.date }
        nested = random.many { [$0.text: $0.integer] }
        if random.chance { byLevel = [.low: random.double] }
        any = random.maybe { ["a": [$0.integer, $0.text, $0.chance, 0.5, NSNull()] as [Any]] }
        embedded = random.maybe { $0.many { $0.text } }
    }
}

extension SeededNumbers {
    var chance: Bool { mutating get { next() & 1 == 0 } }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func maybe<Value>(_ make: (inout SeededNumbers) -> Value) -> Value? {
        chance ? make(&self) : nil
    }

    mutating func many<Value>(_ make: (inout SeededNumbers) -> Value) -> [Value] {
        (0..<below(4)).map { _ in make(&self) }
    }

    var integer: Int { mutating get { Int(truncatingIfNeeded: next()) >> below(64) } }

    var double: Double {
        mutating get {
            if chance { return Double(integer) / 128 }
            let value = Double(bitPattern: next())
            return value.isFinite ? value : -0.0
        }
    }

    var date: Date {
        mutating get {
            Date(
                timeIntervalSince1970: Double(below(4_000_000_000) - 1_000_000_000) + Double(below(1000))
                    / 1000)
        }
    }

    var text: String {
        mutating get {
            let parts = [
                "a", "é", "🍂", "\"", "\\", "\n", "\u{0}", "null", "", " ", "12", "z\u{301}", "/", "true",
                "x.y",
            ]
            return (0..<below(5)).map { _ in parts[below(parts.count)] }.joined()
        }
    }
}
