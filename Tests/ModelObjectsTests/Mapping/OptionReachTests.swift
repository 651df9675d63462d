import Foundation
import ModelObjects
import Testing

/// The scope of options, and the errors of strict mode.
struct OptionReachTests {
    class Node: ModelObject {
        var date: Date?
        var number = 7
        var text = "before"
        var items: [Any] = []
        var inner: Inner?
        var nodes: [Node] = []
    }

    final class Inner: ModelObject {
        var date: Date?
        var number = 7
        var items: [Any] = []
        var deepest: Node?
        override class var mappingOptions: MappingOptions {
            MappingOptions(dateFormat: .unixMilliseconds, arrayMappings: ["other": Part.self])
        }
    }

    final class Part: ModelObject { var number = 0 }
    final class OtherPart: ModelObject { var number = 0 }

    final class Root: Node {
        override class var mappingOptions: MappingOptions {
            MappingOptions(dateFormat: .unixSeconds, arrayMappings: ["ITEMS": Part.self], numbers: .truncate)
        }
    }

    private let json = """
        {"date": 5, "number": 1.5, "items": [{"number": 1}],
         "inner": {"date": 5000, "number": 1.5, "items": [{"number": 2}],
                   "deepest": {"date": 5000, "number": 1.5, "items": [{"number": 3}], "nodes": [{"number": 2.5}]}}}
        """

    @Test func optionsReachThreeLevelsDown() throws {
        for root in [
            try Root(json: json),
            try Root(dictionary: ReferenceReader.read(json).swift as? [String: Any] ?? [:]),
        ] {
            let inner = try #require(root.inner)
            let deepest = try #require(inner.deepest)
            #expect(root.date == Date(timeIntervalSince1970: 5))
            #expect(inner.date == Date(timeIntervalSince1970: 5))
            // The enclosing model uses milliseconds, and this model sets no format.
            #expect(deepest.date == Date(timeIntervalSince1970: 5))
            let numbers: [Int] = [root.number, inner.number, deepest.number, deepest.nodes[0].number]
            #expect(numbers == [1, 1, 1, 2])
            #expect([root.items, inner.items, deepest.items].allSatisfy { $0.first is Part })
        }
    }

    /// An element has no enclosing model: the class that a call names doesn't lend it options.
    @Test func elementsHaveTheOptionsOfTheirOwnClass() throws {
        class Base: ModelObject {
            var id = 0
            var count = 0
            override class var mappingOptions: MappingOptions { MappingOptions(missing: .reject) }
            override class var discriminator: Discriminator? {
                .key("kind", ["sub": Sub.self, "heir": Heir.self])
            }
        }
        final class Sub: Base {
            override class var mappingOptions: MappingOptions { MappingOptions() }
        }
        final class Heir: Base {}
        struct Envelope: Decodable {
            var one: Base?
            var items: [Base]
            var byName: [String: [Base]]
        }
        let (sub, heir) = (#"{"kind":"sub"}"#, #"{"kind":"heir"}"#)
        #expect(try Base.model(json: sub) is Sub)
        #expect(throws: ModelError.self) { try Base.model(json: heir) }
        let list = "[\(sub),\(heir)]"
        #expect(try Base.array(json: list).count == 1)
        #expect(try Base.array(json: Data(list.utf8), threads: 2).count == 1)
        #expect(try Base.array(json: [["kind": "sub"], ["kind": "heir"]]).count == 1)
        #expect(try Base.dictionary(json: #"{"a":\#(sub),"b":\#(heir)}"#).keys.sorted() == ["a"])
        let untyped = ["a": ["kind": "sub"], "b": ["kind": "heir"]]
        #expect(try Base.dictionary(json: untyped).keys.sorted() == ["a"])
        let envelope = try ModelDecoder().decode(
            Envelope.self, from: #"{"one":\#(sub),"items":\#(list),"byName":{"a":\#(list)}}"#)
        #expect(envelope.one is Sub && envelope.items.count == 1 && envelope.byName["a"]?.count == 1)
        var stream = ModelStream(Base.self)
        var streamed = 0
        try stream.append(list.utf8) { _ in streamed += 1 }
        try stream.finish { _ in streamed += 1 }
        #expect(streamed == 1)
        #expect(Base.inspectArray(json: list).objects.count == 1)
    }

    /// Whether a bad element is skipped is decided by the class that the call names.
    @Test func theClassOfTheCallDecidesAboutBadElements() throws {
        class Base: ModelObject {
            override class var mappingOptions: MappingOptions { MappingOptions(elements: .reject) }
            override class var discriminator: Discriminator? { .key("kind", ["sub": Sub.self]) }
        }
        final class Sub: Base {
            var id: Int = 0
            override class var mappingOptions: MappingOptions { MappingOptions() }
            override class var propertyRules: [String: PropertyRule] { ["id": .required] }
        }
        #expect(throws: ModelError.self) { try Base.array(json: #"[{"kind":"sub"}]"#) }
        #expect(throws: ModelError.self) { try Base.array(json: "[1]") }
    }

    @Test func optionsOfTheCallTakePrecedenceOneByOne() throws {
        let options = MappingOptions(
            dateFormat: .unixSeconds, arrayMappings: ["items": OtherPart.self], numbers: .exact)
        let root = try Root(json: json, options: options)
        #expect(root.number == 7 && root.inner?.number == 7)
        #expect(root.inner?.date == Date(timeIntervalSince1970: 5000))
        #expect(root.inner?.deepest?.date == Date(timeIntervalSince1970: 5000))
        #expect(root.inner?.deepest?.items.first is OtherPart)
    }

    private final class Listing: ModelObject {
        var parts: [Any] = []
        override class var propertyRules: [String: PropertyRule] { ["parts": .keys("all", "data.part_list")] }
    }

    @Test(arguments: ["parts", "ALL", "partList", "data.part_list", "Data.PartList"])
    func anyKeyOfAPropertyNamesItsElements(key: String) throws {
        let options = MappingOptions(arrayMappings: [key: Part.self])
        let listing = try Listing(json: #"{"data": {"part_list": [{"number": 3}]}}"#, options: options)
        #expect((listing.parts.first as? Part)?.number == 3)
    }

    @Test func anElementsRuleTakesPrecedenceOverTheCall() throws {
        final class Ruled: ModelObject {
            var list: [Any] = []
            var table: [String: Any] = [:]
            override class var propertyRules: [String: PropertyRule] {
                ["list": .elements(Part.self), "table": .elements(Part.self)]
            }
        }
        let options = MappingOptions(arrayMappings: ["list": OtherPart.self, "table": OtherPart.self])
        let json = #"{"list": [{"number": 1}, [{"number": 2}]], "table": {"a": {"number": 3}}}"#
        let dictionary = try #require(ReferenceReader.read(json).swift as? [String: Any])
        for ruled in [
            try Ruled(json: json, options: options), try Ruled(dictionary: dictionary, options: options),
        ] {
            #expect((ruled.list.first as? Part)?.number == 1)
            #expect(((ruled.list.last as? [Any])?.first as? Part)?.number == 2)
            #expect((ruled.table["a"] as? Part)?.number == 3)
        }
    }

    @Test func untypedModelsGetTheNamedClassAtAnyDepth() throws {
        final class Models: ModelObject {
            var list: [ModelObject] = []
            var lists: [[ModelObject]] = []
            var optionals: [ModelObject?] = []
            var table: [String: [ModelObject]] = [:]
        }
        let keys = ["list", "lists", "optionals", "table"]
        let options = MappingOptions(arrayMappings: .init(uniqueKeysWithValues: keys.map { ($0, Part.self) }))
        let json = """
            {"list": [{"number": 1}], "lists": [[{"number": 2}]], "optionals": [{"number": 3}, null],
             "table": {"a": [{"number": 4}]}}
            """
        for models in [
            try Models(json: json, options: options),
            try Models(
                dictionary: ReferenceReader.read(json).swift as? [String: Any] ?? [:], options: options),
        ] {
            let found = [
                models.list.first, models.lists.first?.first, models.optionals.first ?? nil,
                models.table["a"]?.first,
            ]
            #expect(found.map { ($0 as? Part)?.number } == [1, 2, 3, 4] && models.optionals.count == 2)
        }
    }

    @Test func theCallNamesElementsByAnotherKey() throws {
        final class Chapters: ModelObject {
            var chapters: [Any] = []
            override class var propertyRules: [String: PropertyRule] { ["chapters": .key("parts")] }
            override class var mappingOptions: MappingOptions {
                MappingOptions(arrayMappings: ["chapters": Part.self])
            }
        }
        let json = #"{"parts": [{"number": 3}]}"#
        #expect(try Chapters(json: json).chapters.first is Part)
        for key in ["chapters", "parts"] {
            let options = MappingOptions(arrayMappings: [key: OtherPart.self])
            #expect(try Chapters(json: json, options: options).chapters.first is OtherPart)
        }
    }

    @Test func unknownKeysAreKeptOnRequest() throws {
        let options = MappingOptions(unknownKeys: .keep)
        let json = #"{"number": 1, "extra": {"a": [1, true]}, "extra2": null, "inner": {"z": 5}, "extra": 6}"#
        let node = try Node(json: json, options: options)
        #expect(shown(node.unknownValues()) == #"{"extra": Int(6), "extra2": NSNull(<null>)}"#)
        #expect(shown(node.inner?.unknownValues() ?? [:]) == #"{"z": Int(5)}"#)
        #expect(try Node(json: json).unknownValues().isEmpty)
        #expect(throws: ModelError.self) {
            try node.update(json: #"{"new": 1, "number": "x"}"#, options: keepAndReject)
        }
        #expect(node.unknownValues().keys.sorted() == ["extra", "extra2"])
    }

    private var keepAndReject: MappingOptions { MappingOptions(mismatches: .reject, unknownKeys: .keep) }

    @Test(.knowsHooks) func strictModeListsAllProblemsInDocumentOrder() throws {
        let json = """
            {
              "number": "x",
              "unknown": 1,
              "text": null,
              "inner": {"number": [],
                        "items": 5},
              "nodes": [{"number": {}}, 7,
                        {"zzz": 1}],
              "date": "yesterday"
            }
            """
        let error = try #require(throws: ModelError.self) { try Node(json: json, options: .strict) }
        #expect(
            error.problems.map { "\($0.path) \($0.line ?? 0):\($0.column ?? 0)" } == [
                "$.number 2:13", "$.unknown 3:3", "$.text 4:11", "$.inner.number 5:23", "$.inner.items 6:22",
                "$.nodes[0].number 7:24", "$.nodes[1] 7:29", "$.nodes[2].zzz 8:14", "$.date 9:11",
            ])
        #expect(error.path == "$.number" && error.line == 2 && error.column == 13)
        #expect(error.omittedProblems == 0)
        let many = "[" + Array(repeating: #""x""#, count: 250).joined(separator: ",") + "]"
        let more = try #require(throws: ModelError.self) {
            try Box<Int>(json: "{\"list\": \(many)}", options: .strict)
        }
        #expect(more.problems.count == 100 && more.omittedProblems == 150)
    }

    class Tolerant: ModelObject {
        var name = ""
        var age = 0
        var inner: Strict?
        var others: [Strict] = []
    }

    final class Strict: Tolerant {
        override class var mappingOptions: MappingOptions { .strict }
    }

    @Test(arguments: [
        #"{"name": "ada", "age": "x"}"#, #"{"age": "x", "nam": 1, "name": []}"#,
        #"{"others": [{}, {"age": {}}]}"#,
        #"{"inner": {"age": "x", "inner": {"age": "y"}}, "nam": 1}"#, #"{"name": "ada"}"#,
    ])
    func theOptionsOfAClassListTheSameProblemsAsThoseOfTheCall(json: String) throws {
        func error(_ body: () throws -> Tolerant) -> String? {
            do {
                _ = try body()
                return nil
            } catch { return "\(error)" }
        }
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        for _ in 1...2 {
            let expected = error { try Tolerant(json: json, options: .strict) }
            #expect(error { try Strict(json: json) } == expected)
            let fromDictionary = error { try Tolerant(dictionary: dictionary, options: .strict) }
            #expect(error { try Strict(dictionary: dictionary) } == fromDictionary)
            // An object of the class inside one that tolerates problems.
            let inner = #"{"inner": \#(json)}"#
            let places = error { try Tolerant(json: inner) }
            #expect(places?.replacing("$.inner.", with: "$.").prefix(20) == expected?.prefix(20))
        }
    }

    /// The error lists what these options tolerate, too.
    @Test func theOptionsOfAClassListToleratedProblems() throws {
        final class Matched: ModelObject {
            var ages: [Int] = []
            var name = ""
            override class var mappingOptions: MappingOptions { MappingOptions(mismatches: .reject) }
        }
        let json = #"{"ages": [1, "x"], "name": []}"#
        let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
        for make in [{ try Matched(json: json) }, { try Matched(dictionary: dictionary) }] {
            let error = try #require(throws: ModelError.self) { try make() }
            #expect(Set(error.problems.map(\.path)) == ["$.ages[1]", "$.name"])
        }
    }

    final class Counted: Tolerant {
        override class var mappingOptions: MappingOptions { MappingOptions(numbers: .truncate) }
    }

    /// Problems that the outer object tolerates aren't listed, whatever comes first.
    @Test(arguments: [Tolerant.self, Counted.self])
    func onlyRejectedProblemsAreListedIfANestedClassRejects(type: Tolerant.Type) throws {
        let members = [
            #""age": "x""#, #""inner": {"zzz": 1}"#, #""nam": 1"#, #""others": [{"age": {}}, {}]"#,
        ]
        for order in 0..<members.count {
            let json = "{\((members[order...] + members[..<order]).joined(separator: ","))}"
            let error = try #require(throws: ModelError.self) { try type.init(json: json) }
            #expect(Set(error.problems.map(\.path)) == ["$.inner.zzz", "$.others[0].age"])
            let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
            let other = try #require(throws: ModelError.self) { try type.init(dictionary: dictionary) }
            #expect(other.problems.map(\.path) == ["$.inner.zzz", "$.others[0].age"])
        }
    }

    @Test func strictModeAcceptsLosslessConversions() throws {
        let node = try Node(
            json: #"{"number": "12", "text": 5, "date": "2020-01-01", "inner": null}"#, options: .strict)
        #expect(node.number == 12 && node.text == "5" && node.date != nil)
    }

    @Test func aRootPathLeadsToTheObject() throws {
        for (path, json) in [
            ("data.items.0", #"{"DATA": {"items": [{"number": 5}]}}"#),
            ("a", #"{"x": 1, "a": {"number": 5}}"#),
            ("a.b", #"{"a": {"b": null, "B": {"number": 5}, "b": {"number": 5}}}"#),
        ] {
            let options = MappingOptions(rootPath: path)
            #expect(try Node(json: json, options: options).number == 5)
            #expect(
                try Node(
                    dictionary: ReferenceReader.read(json).swift as? [String: Any] ?? [:], options: options
                ).number == 5)
        }
        let list = #"{"data": {"items": [{"number": 1}, {"number": 2}]}}"#
        #expect(
            try Node.array(json: list, options: MappingOptions(rootPath: "data.items")).map(\.number) == [
                1, 2,
            ])
        for json in ["{}", #"{"a": 5}"#, #"{"a": null}"#, #"{"a": []}"#] {
            let error = try #require(throws: ModelError.self) {
                try Node(json: json, options: MappingOptions(rootPath: "a"))
            }
            #expect(error.code == .invalidRoot && error.path == "$.a", "\(json): \(error)")
        }
        // The option applies to the outermost object only.
        let nested = try Node(
            json: #"{"a": {"inner": {"number": 3}}}"#, options: MappingOptions(rootPath: "a"))
        #expect(nested.inner?.number == 3)
    }

    @Test func aWrongRootIsRejected() throws {
        for (json, found) in [
            ("[]", "array"), ("5", "number"), ("null", "null"), (#""x""#, "string"), ("true", "bool"),
        ] {
            let error = try #require(throws: ModelError.self) { try Node(json: json) }
            #expect(
                error.code == .invalidRoot
                    && error.description == "Expected object, found \(found) at $ (line 1, column 1).")
        }
        #expect(try #require(throws: ModelError.self) { try Node.array(json: "{}") }.code == .invalidRoot)
        #expect(
            try #require(throws: ModelError.self) { try Node.dictionary(json: "[]") }.code == .invalidRoot)
        #expect(throws: JSONSyntaxError.self) { try Node(json: "[1,]") }
    }

    @Test func nullDoesNotReplaceAKeptValue() throws {
        final class Keeping: ModelObject {
            override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        }
        for nulls in [MappingOptions.Nulls.keep, .clearOptionals] {
            let options = MappingOptions(nulls: nulls)
            let model = try Keeping(json: #"{"a": 5}"#)
            try model.update(json: #"{"a": null, "b": null}"#, options: options)
            #expect(model.unknownValues()["a"] is NSNull == (nulls == .clearOptionals))
            #expect(model.unknownValues()["b"] is NSNull)
        }
    }
}
