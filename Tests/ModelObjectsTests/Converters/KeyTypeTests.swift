import Foundation
import ModelObjects
import Testing

/// Characters, enums of characters, and dictionaries whose keys are neither text nor integers.
struct KeyTypeTests {
    enum Grade: Character, Hashable { case a = "A", b = "B", accented = "é" }
    enum Unit: Double { case half = 0.5, whole = 1 }

    final class Keyed: ModelObject {
        var grade = Grade.a
        var grades: [Grade?] = []
        var letter: Character = "-"
        var letters: Set<Character> = []
        var byID: [UUID: Int] = [:]
        var byNumber: [Double: String] = [:]
        var byFloat: [Float: [Int]] = [:]
        var byDecimal: [Decimal: Int] = [:]
        var byGrade: [Grade: Int]?
        var byUnit: [Unit: Int] = [:]
        var byLetter: [Character: Keyed] = [:]
        var any: Any?
    }

    private let id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()

    private func sample() -> Keyed {
        let sample = Keyed()
        (sample.grade, sample.grades, sample.letter) = (.accented, [.b, nil], "é")
        (sample.letters, sample.byID, sample.byNumber) = (
            ["x", "\u{1F468}\u{200D}\u{1F469}"], [id: 3], [0.1: "a", -2: "b", 1e300: "c"]
        )
        (sample.byFloat, sample.byDecimal) = ([0.1: [1]], [Decimal(string: "0.10000000000000000001") ?? 0: 1])
        (sample.byGrade, sample.byUnit, sample.byLetter) = (
            [.a: 1, .accented: 2], [.half: 1], ["q": Keyed()]
        )
        return sample
    }

    @Test func allPropertiesRoundTrip() throws {
        #expect(Keyed.audit().isEmpty)
        let sample = sample()
        for again in [
            try Keyed(json: sample.jsonString()), try Keyed(dictionary: sample.jsonObject()),
            try Keyed.unarchive(data: sample.archivedData()), sample.copy(),
            try JSONDecoder().decode(Keyed.self, from: JSONEncoder().encode(sample)),
        ] {
            #expect(again == sample && again.hashValue == sample.hashValue)
            #expect(again.byID == [id: 3] && again.byNumber == sample.byNumber && again.grade == .accented)
            #expect(again.changes(since: sample).isEmpty)
        }
        let json = try sample.jsonString()
        #expect(json.contains(#""0.1":"a""#) && json.contains(#""-2":"b""#))
    }

    /// JSONEncoder writes dictionaries whose keys are neither String nor Int in this form.
    @Test func listsOfKeysAndValuesAreRead() throws {
        struct Cache: Codable {
            enum Size: String, Codable { case small, large }
            var sizes: [Size: Int] = [.small: 1, .large: 2]
            var ids: [UUID: [Double: String]] = [UUID(): [1: "a", 0.5: "b"], UUID(): [:]]
            var bytes: [UInt8: Bool] = [7: true]
        }
        final class Cached: ModelObject {
            var sizes: [Cache.Size: Int] = [.small: 0]
            var ids: [UUID: [Double: String]] = [:]
            var bytes: [UInt8: Bool] = [:]
            var models: [Cache.Size: Cached] = [:]
            var plain: [String: Int] = ["a": 1]
        }
        let cache = Cache()
        let json = try JSONEncoder().encode(cache)
        for cached in [
            try Cached(json: json), try JSONDecoder().decode(Cached.self, from: json),
            try ModelDecoder().decode(Cached.self, from: json),
        ] {
            #expect(cached.sizes == cache.sizes && cached.ids == cache.ids && cached.bytes == cache.bytes)
        }
        let (model, report) = Cached.inspect(
            json:
                #"{"models": ["large", {"bytes": [1, true]}, "huge", {}], "sizes": ["small"], "plain": ["a", 2]}"#
        )
        #expect(model?.models[.large]?.bytes == [1: true] && model?.models.count == 1)
        #expect(model?.sizes == [.small: 0] && model?.plain == ["a": 1])
        #expect(report.problems.map(\.path) == ["$.models[2]", "$.sizes", "$.plain"])
        #expect(report.conversions.map(\.path) == ["$.models", "$.models[1].bytes"])
        let unconverted = try Cached(json: json, options: MappingOptions(conversions: .none))
        #expect(unconverted.sizes == [.small: 0] && unconverted.ids.isEmpty)
    }

    @Test func integersAreReadFromKeysOfDigits() throws {
        final class Numbers: ModelObject { var counts: [Int: Int] = [:] }
        let json = #"{"counts": {"": 1, "-": 2, "+": 3, " 4": 4, "+5": 5, "-06": 6, "-0": 7}}"#
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        for (numbers, report) in [Numbers.inspect(json: json), Numbers.inspect(dictionary: dictionary)] {
            #expect(numbers?.counts == [5: 5, -6: 6, 0: 7])
            #expect(report.problems.count == 4)
        }
    }

    @Test func keysMatchInAnySpelling() throws {
        let keyed = try Keyed(
            json: """
                {"byID": {"e621e1f8-c36c-495a-93fc-0c247a3e6e5f": 1, "no": 2}, "byNumber": {"1.50": "a", "x": "b"},
                 "byLetter": {"ab": {}, "": {}, "c": {}}, "byGrade": {"A": 1, "C": 2}, "byUnit": {"0.5": 1, "7": 2}}
                """)
        #expect(
            keyed.byID == [id: 1] && keyed.byNumber == [1.5: "a"] && keyed.byLetter.keys.sorted() == ["c"])
        #expect(keyed.byGrade == [.a: 1] && keyed.byUnit == [.half: 1])
        let report = Keyed.inspect(json: #"{"byID": {"no": 2}, "byNumber": {"NaN": "b"}}"#).report
        #expect(report.problems.map(\.expected) == ["UUID key", "Double key"])
    }

    @Test(
        arguments: [
            (#""é""#, "é"), (#""e\u0301""#, "e\u{301}"), (#""ab""#, "-"), (#""""#, "-"), ("5", "5"),
            ("15", "-"),
            ("null", "-"), ("[]", "-"), (#"" ""#, " "),
        ] as [(String, Character)])
    func aCharacterIsAStringOfLengthOne(json: String, expected: Character) throws {
        let payload = "{\"letter\": \(json)}"
        #expect(try Keyed(json: payload).letter == expected)
        let dictionary =
            ReferenceReader.read(payload.replacing(#"\u0301"#, with: "\u{301}")).swift as? [String: Any]
            ?? [:]
        #expect(try Keyed(dictionary: dictionary).letter == expected)
    }

    @Test func onlyConversionsMakeACharacterOfANumber() throws {
        #expect(try Keyed(json: #"{"letter": 5}"#, options: MappingOptions(conversions: .none)).letter == "-")
    }

    @Test(arguments: ["0x10", "1e400", "inf", "nan", "12abc", "1_000", ""])
    func aKeyThatIsNoNumberIsSkipped(key: String) throws {
        let maps = ["byNumber": "\"a\"", "byFloat": "[1]", "byDecimal": "1"]
        let members = maps.map { #""\#($0)": {"\#(key)": \#($1)}"# }
        let keyed = try Keyed(json: "{\(members.joined(separator: ","))}")
        #expect(keyed.byNumber.isEmpty && keyed.byFloat.isEmpty && keyed.byDecimal.isEmpty)
    }

    /// As values are.
    @Test func decimalKeysKeepTheirDigits() throws {
        let digits = String(repeating: "9", count: 40)
        for text in [
            "1.\(digits)", "0.1\(digits)", "1000000e-130", "-0", "1e127", "+1", "007", "1e-200", "1e-400",
        ] {
            let keyed = try Keyed(json: #"{"byDecimal": {"\#(text)": 1}}"#)
            let value = try Box<Decimal>(json: #"{"value": "\#(text)"}"#).value
            #expect(keyed.byDecimal[value] == 1, "\(text)")
        }
        let largest = Decimal.greatestFiniteMagnitude
        #expect(try Keyed(json: #"{"byDecimal": {"\#(largest)": 1}}"#).byDecimal == [largest: 1])
        #expect(try Keyed(json: #"{"byDecimal": {" 1": 1, "1 ": 1}}"#).byDecimal.isEmpty)
    }

    @Test func charactersInDictionariesAreAccepted() throws {
        let keyed = try Keyed(dictionary: [
            "letter": "x" as Character, "any": "y" as Character, "grade": "B" as Character,
        ])
        #expect(keyed.letter == "x" && keyed.any as? String == "y" && keyed.grade == .b)
        keyed.any = "z" as Character
        #expect(try Keyed.unarchive(data: keyed.archivedData()).any as? Character == "z")
        #expect(try keyed.jsonObject()["any"] as? String == "z")
    }

    @Test func aNaNKeyIsArchived() throws {
        let keyed = Keyed()
        keyed.byNumber = [.nan: "x"]
        #expect(try Keyed.unarchive(data: keyed.archivedData()).byNumber.first?.key.isNaN == true)
    }

    // MARK: Keys that are not finite

    struct Angle: RawRepresentable, Hashable { var rawValue: Double }

    final class Unusual: ModelObject {
        var doubles: [Double: Int] = [1.5: 1]
        var floats: [Float: Int] = [:]
        var lengths: [CGFloat: Int] = [:]
        var decimals: [Decimal: Int] = [:]
        var angles: [Angle: Int] = [:]
        var any: Any?
    }

    private static let unusual: [(path: String, change: @Sendable (Unusual) -> Void)] = [
        ("doubles", { $0.doubles[.infinity] = 2 }), ("doubles", { $0.doubles[.nan] = 2 }),
        ("floats", { $0.floats[-.infinity] = 2 }), ("lengths", { $0.lengths[.infinity] = 2 }),
        ("decimals", { $0.decimals[.nan] = 2 }), ("angles", { $0.angles[Angle(rawValue: .nan)] = 2 }),
        ("any", { $0.any = [Double.infinity: 2] }),
    ]

    @Test(arguments: unusual.indices)
    func keysThatAreNotFiniteAreHandledAsValues(index: Int) throws {
        let (path, change) = Self.unusual[index]
        let unusual = Unusual()
        change(unusual)
        for export in [
            { _ = try unusual.jsonString() }, { _ = try unusual.jsonObject() },
            { _ = try unusual.jsonString(options: .init(sortedKeys: true)) },
            { _ = try JSONEncoder().encode(unusual) }, { _ = try ModelEncoder().encode([unusual]) },
            { _ = try unusual.jsonPatch(since: Unusual()) },
            { _ = try unusual.mergePatch(since: Unusual()) },
        ] as [() throws -> Void] {
            let error = exportError(export)
            #expect(error?.code == .notFinite, "\(path)")
            #expect(error?.path.hasSuffix(path) == true)
        }
        for notFinite in [ExportOptions.NotFinite.omit, .null] {
            let exported = try unusual.jsonObject(options: .init(notFinite: notFinite))
            #expect((exported[path] as? [String: Int])?.values.contains(2) == false)
            #expect(try Unusual(dictionary: exported).doubles == [1.5: 1])
        }
        #expect(unusual == unusual.copy() && unusual != Unusual())
        if path != "angles" { #expect(try Unusual.unarchive(data: unusual.archivedData()) == unusual) }
    }

    @Test func theErrorNamesTheKey() {
        let unusual = Unusual()
        unusual.doubles = [.infinity: 2]
        let error = #expect(throws: ModelError.self) { try unusual.jsonString() }
        #expect(
            error?.description
                == "Cannot export a key that is not finite at $.doubles: JSON has no such number.")
    }

    /// Of several errors in a dictionary, that of a key comes first, whatever the order of the entries.
    @Test func theErrorOfAKeyComesFirst() {
        final class Ratios: ModelObject {
            var byNumber: [Double: Double] = [.nan: 1, 1: .infinity, 2: .infinity]
        }
        let error = #expect(throws: ModelError.self) { try Ratios().jsonString() }
        #expect(error?.path == "$.byNumber")
    }

    /// A header's name, in any case.
    struct Header: RawRepresentable, Hashable {
        let rawValue: String
        init?(rawValue: String) { self.rawValue = rawValue }
        static func == (left: Header, right: Header) -> Bool {
            left.rawValue.lowercased() == right.rawValue.lowercased()
        }
        func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }
    }

    /// Of equal keys with different texts, the one that sorts first is used, in text and dictionaries.
    @Test(arguments: [
        #"{"0": 1, "-0": 2, "ETag": 1, "etag": 2}"#, #"{"-0": 2, "0": 1, "etag": 2, "ETag": 1}"#,
        #"{"0": 3, "-0": 2, "0.0": 4, "0": 1, "eTag": 3, "ETag": 0, "etag": 2, "ETag": 1}"#,
    ])
    func equalKeysWithOtherTextsCompete(json: String) throws {
        final class Response: ModelObject {
            var headers: [Header: Int] = [:]
            var weights: [Double: Int] = [:]
            var names: [String: Int] = [:]
        }
        let names = #"{"\#u{E9}": 2, "e\#u{301}": 1}"#
        let text = #"{"headers": \#(json), "weights": \#(json), "names": \#(names)}"#
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        // A Swift dictionary has only one of them.
        let response = try Response(json: text)
        #expect(response.names.map { $0.key.unicodeScalars.count } == [2] && response.names == ["é": 1])
        for response in [response, try Response(dictionary: object ?? [:])] {
            #expect(response.weights == [0: 2])
            let headers = response.headers.filter { $0.key.rawValue.first?.isLetter == true }
            #expect(headers.map(\.key.rawValue) == ["ETag"] && headers.map(\.value) == [1])
        }
    }

    /// Two keys with one raw value.
    struct Versioned: RawRepresentable, Hashable {
        var rawValue: String
        var version = 0
        init(rawValue: String) { self.rawValue = rawValue }
        init(_ rawValue: String, _ version: Int) { (self.rawValue, self.version) = (rawValue, version) }
        static func == (left: Versioned, right: Versioned) -> Bool {
            (left.rawValue, left.version) == (right.rawValue, right.version)
        }
        func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
    }

    @Test func keysWithOneRawValueCannotBeExported() throws {
        final class Archive: ModelObject { var files: [Versioned: Int] = [:] }
        let archive = Archive()
        archive.files = [Versioned("a", 1): 1, Versioned("b", 1): 2]
        #expect(
            try archive.jsonString(options: ExportOptions(sortedKeys: true)) == #"{"files":{"a":1,"b":2}}"#)
        archive.files[Versioned("a", 2)] = 3
        for call in [
            { try archive.jsonString() as Any }, { try archive.jsonObject() },
            { try JSONEncoder().encode(archive) },
        ] {
            #expect(throws: (any Error).self) { try call() }
        }
        let error = #expect(throws: ModelError.self) { try archive.jsonString() }
        #expect(error?.code == .keyCollision)
        #expect(error?.description == "Cannot export two keys with one raw value at $.files.a.")
    }
}
