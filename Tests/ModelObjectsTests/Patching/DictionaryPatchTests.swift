import Foundation
import ModelObjects
import Testing

/// Merge patches of properties that hold dictionaries.
///
/// (A hook gets the whole dictionary. So this holds only if the library knows that a class overrides none.)
@Suite(.knowsHooks)
struct DictionaryPatchTests {
    final class Counts: ModelObject {
        var counts: [String: Int] = [:]
        var any: [String: Any] = [:]
    }

    @Test func aKeyInAnotherSpellingKeepsItsEntry() throws {
        let (old, new) = (Counts(), Counts())
        (old.counts, old.any) = (["\u{E9}": 1, "a": 1], ["\u{E9}": "x"])
        (new.counts, new.any) = (["e\u{301}": 2], ["e\u{301}": "x"])
        try old.apply(mergePatch: new.mergePatchData(since: old))
        #expect(old == new && old.counts == ["\u{E9}": 2])
    }

    /// The operations remove one spelling, and add the other one.
    @Test(arguments: [("\u{E9}", "e\u{301}"), ("e\u{301}", "\u{E9}")])
    func operationsChangeTheSpellingOfAKey(before: String, after: String) throws {
        let (old, new) = (Counts(), Counts())
        (old.counts, old.any) = ([before: 1, "a": 1], ["b": [before: "x"]])
        (new.counts, new.any) = ([after: 2, "a": 1], ["b": [after: "y"]])
        let (patched, moved) = (old.copy(), old.copy())
        try patched.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(patched == new)
        try moved.apply(jsonPatch: [["op": "move", "from": "/counts/" + before, "path": "/counts/" + after]])
        #expect(moved.counts == [after: 1, "a": 1])
    }

    /// A key of two properties fills both, in any spelling.
    @Test(arguments: ["both_keys", "bothKeys"])
    func aKeyOfTwoPropertiesChangesBoth(key: String) throws {
        final class Twins: ModelObject {
            var first: [String: Int] = [:]
            var second: [String: Int] = [:]
            override class var propertyRules: [String: PropertyRule] {
                ["first": .key("both_keys"), "second": .key("both_keys")]
            }
        }
        let twins = try Twins(json: #"{"both_keys": {"a": 1}}"#)
        try twins.apply(mergePatch: #"{"\#(key)": {"b": 2}}"#)
        #expect(twins.first == ["a": 1, "b": 2] && twins.second == ["a": 1, "b": 2])
    }

    final class Leaf: ModelObject {
        var id = 0
        var label: String? = "default"
        override func validate() throws { if id < 0 { throw CocoaError(.coderInvalidValue) } }
    }

    final class Holder: ModelObject {
        var numbers = ["a": 1, "b": 2]
        var nested = ["q": ["a": 1]]
        var leaves: [String: Leaf] = [:]
        var deep: [String: [String: Leaf]] = [:]
        var byNumber = [1: "one"]
        var byID: [UUID: Int] = [:]
        var byDecimal: [Decimal: Int] = [1: 2]
        var decimals: Set<Decimal> = [1, 2]
        var any: Any?
        var missing: [String: Leaf]?
    }

    final class NotFinite: ModelObject { var doubles = ["nan": Double.nan, "one": 1] }

    @Test func anEntryIsKeptIfItsNewValueDoesNotFit() throws {
        let holder = Holder()
        holder.leaves = ["k": Leaf()]
        let kept = holder.leaves["k"]
        try holder.apply(
            mergePatch: #"{"numbers":{"a":"oops","b":3},"nested":{"q":{"a":"x"}},"leaves":{"k":{"id":-1}}}"#)
        #expect(holder.numbers == ["a": 1, "b": 3] && holder.nested == ["q": ["a": 1]])
        #expect(holder.leaves["k"] === kept && kept?.id == 0)
        #expect(throws: ModelError.self) {
            try holder.apply(
                mergePatch: #"{"numbers":{"b":4,"c":"oops"}}"#, options: MappingOptions(elements: .reject))
        }
        #expect(holder.numbers == ["a": 1, "b": 3])
    }

    @Test func nullsApplyToNewModels() throws {
        let old = Holder()
        let new = old.copy()
        let leaf = Leaf()
        leaf.label = nil
        (new.leaves, new.deep, new.missing) = (["a": leaf], ["x": ["y": leaf]], ["b": leaf])
        try old.apply(mergePatch: new.mergePatchData(since: old))
        #expect(old.leaves["a"]?.label == nil && old.deep["x"]?["y"]?.label == nil)
        #expect(old.missing?.count == 1 && old.missing?["b"]?.label == nil)
        #expect(old.leaves.count == 1 && old.deep["x"]?.count == 1)
        try old.apply(mergePatch: #"{"deep":{"x":{"y":null,"z":null},"w":{"v":null}}}"#)
        #expect(old.deep == ["x": [:], "w": [:]])
    }

    /// Of several spellings of a key, the one that sorts first counts, as in mapping; a value beats null.
    @Test(arguments: [
        (#"{"01":"a","1":"b"}"#, [1: "a"]), (#"{"01":"a","1":null}"#, [1: "a"]),
        (#"{"01":null,"1":"b"}"#, [1: "b"]), (#"{"01":null,"1":null}"#, [:]),
    ])
    func severalSpellingsAreOneKey(patch: String, expected: [Int: String]) throws {
        let holder = Holder()
        try holder.apply(mergePatch: #"{"byNumber":\#(patch)}"#)
        #expect(holder.byNumber == expected)
    }

    @Test func anEntryIsLeftOutIfItsKeyDoesNotFit() throws {
        let holder = Holder()
        let patch = #"{"byNumber":{"2":"two","x":"three"}}"#
        let error = #expect(throws: ModelError.self) {
            try holder.apply(mergePatch: patch, options: MappingOptions(elements: .reject))
        }
        #expect(error?.path == "$.byNumber.x" && error?.expected == "Int key")
        #expect(holder.byNumber == [1: "one"])
        try holder.apply(mergePatch: patch)
        #expect(holder.byNumber == [1: "one", 2: "two"])
    }

    @Test func theSignOfZeroIsNoChange() throws {
        final class Zeros: ModelObject { var values: [Double: Int] = [:] }
        let (old, new) = (Zeros(), Zeros())
        (old.values, new.values) = ([0.0: 1], [-0.0: 1])
        try old.apply(mergePatch: new.mergePatchData(since: old))
        #expect(old == new && old.values == [0: 1])
    }

    @Test func keysMatchInAnySpelling() throws {
        let holder = Holder()
        let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        holder.byID = [id: 1]
        let key = id.uuidString.lowercased()
        try holder.apply(mergePatch: #"{"byNumber":{"01":"uno","2":"due"},"byID":{"\#(key)":2}}"#)
        #expect(holder.byNumber == [1: "uno", 2: "due"] && holder.byID == [id: 2])
        try holder.apply(mergePatch: #"{"byNumber":{"01":null},"byID":{"\#(key)":null}}"#)
        #expect(holder.byNumber == [2: "due"] && holder.byID.isEmpty)
    }

    @Test func decimalsAreKeysAndMembers() throws {
        let holder = Holder()
        holder.any = [Decimal(1): 2]
        try holder.apply(mergePatch: #"{"byDecimal":{"3":4},"decimals":{"1":3},"any":{"1":3,"2":1}}"#)
        #expect(holder.byDecimal == [1: 2, 3: 4] && holder.decimals == [1, 2])
        #expect((holder.any as? [String: Int]) == ["1": 3, "2": 1])
    }

    @Test func aCodableEntryBecomesItsMembers() throws {
        struct Point: Codable { var (x, y) = (1, 2) }
        let counts = Counts()
        counts.any = ["point": Point(), "day": Date()]
        try counts.apply(mergePatch: #"{"any":{"point":{"x":5},"day":{"x":5}}}"#)
        #expect(counts.any["point"] as? [String: Int] == ["x": 5, "y": 2])
        #expect(counts.any["day"] as? [String: Int] == ["x": 5])
    }

    @Test func otherEntriesAreNotConverted() throws {
        let holder = NotFinite()
        try holder.apply(mergePatch: #"{"doubles":{"one":2}}"#)
        #expect(holder.doubles["nan"]?.isNaN == true && holder.doubles["one"] == 2)
    }

    /// At any depth of an untyped dictionary, whatever the other entries hold.
    @Test func otherEntriesOfUntypedDictionariesAreNotConverted() throws {
        let nan = Double.nan
        let inner: [String: Any] = ["x": nan, "list": [nan, 1], "one": 1, "deep": ["x": [nan], "one": 1]]
        let holder = Holder()
        let counts = Counts()
        (holder.any, counts.any) = (inner, ["in": inner, "x": nan, "set": Set([1]), "keys": [1: nan, 2: 3]])
        try holder.apply(mergePatch: #"{"any":{"one":2,"deep":{"one":2},"new":{"a":1,"b":null}}}"#)
        try counts.apply(
            mergePatch: #"{"any":{"in":{"one":2,"deep":{"one":2},"new":{"a":1,"b":null}},"keys":{"2":4}}}"#)
        for entries in [holder.any as? [String: Any], counts.any["in"] as? [String: Any]] {
            let list = entries?["list"] as? [Double]
            let deep = entries?["deep"] as? [String: Any]
            #expect((entries?["x"] as? Double)?.isNaN == true && entries?["one"] as? Int == 2)
            #expect(list?.count == 2 && list?[0].isNaN == true)
            #expect((deep?["x"] as? [Double])?[0].isNaN == true && deep?["one"] as? Int == 2)
            #expect(entries?["new"] as? [String: Int] == ["a": 1])
        }
        let keys = counts.any["keys"] as? [String: Any]
        #expect((keys?["1"] as? Double)?.isNaN == true && keys?["2"] as? Int == 4)
        #expect((counts.any["x"] as? Double)?.isNaN == true && counts.any["set"] as? Set<Int> == [1])
        try holder.apply(mergePatch: ["any": ["one": nan]])
        #expect((holder.any as? [String: Any])?["one"] as? Int == 2)
    }

    /// An export can't hold all of their values.
    @Test func otherEntriesAreNotConvertedByOperations() throws {
        final class Log: ModelObject {
            var days: [String: Date] = [:]
            var byNumber: [Int: Date]? = [:]
            var any: [String: Any] = [:]
            var bare: Any?
        }
        let day = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
        let inner: [String: Any] = ["day": day, "float": Float(0.1), "list": [day], "set": Set([1]), "n": 1]
        let log = Log()
        (log.days, log.byNumber) = (["a": day, "b": day, "c": day], [1: day, 2: day])
        log.any = ["in": ["deep": inner, "day": day], "keys": [1: day, 2: day], "n": 1]
        log.bare = inner
        try log.apply(
            jsonPatch: """
                [{"op": "replace", "path": "/days/b", "value": 1}, {"op": "remove", "path": "/days/c"},
                {"op": "add", "path": "/byNumber/3", "value": 3}, {"op": "remove", "path": "/byNumber/2"},
                {"op": "replace", "path": "/any/in/deep/n", "value": null},
                {"op": "add", "path": "/any/in/new", "value": {"a": null}},
                {"op": "remove", "path": "/any/keys/2"}, {"op": "replace", "path": "/bare/n", "value": [2]}]
                """)
        #expect(log.days == ["a": day, "b": Date(timeIntervalSince1970: 1)])
        #expect(log.byNumber == [1: day, 3: Date(timeIntervalSince1970: 3)])
        let outer = log.any["in"] as? [String: Any]
        let (deep, bare) = (outer?["deep"] as? [String: Any], log.bare as? [String: Any])
        for entries in [deep, bare] {
            #expect(entries?["day"] as? Date == day && entries?["float"] is Float)
            #expect(entries?["list"] as? [Date] == [day] && entries?["set"] is Set<Int>)
        }
        #expect(deep?["n"] is NSNull && bare?["n"] as? [Int] == [2] && log.any["n"] as? Int == 1)
        #expect(outer?["day"] as? Date == day && (outer?["new"] as? [String: Any])?["a"] is NSNull)
        #expect((log.any["keys"] as? [String: Any])?.keys.sorted() == ["1"])
    }

    @Test func otherDatesKeepTheDigitsThatARuleDoesNotWrite() throws {
        final class Days: ModelObject {
            var days: [String: Date] = [:]
            override class var propertyRules: [String: PropertyRule] { ["days": .date(.unixSeconds)] }
        }
        let (holder, day) = (Days(), Date(timeIntervalSinceReferenceDate: 0.123_456_789))
        holder.days = ["a": day, "b": day]
        try holder.apply(mergePatch: #"{"days": {"b": 7}}"#)
        #expect(holder.days == ["a": day, "b": Date(timeIntervalSince1970: 7)])
        try holder.apply(jsonPatch: #"[{"op": "replace", "path": "/days/b", "value": 8}]"#)
        #expect(holder.days == ["a": day, "b": Date(timeIntervalSince1970: 8)])
    }

    /// A value that doesn't fit is an error, and a lower limit applies to new values.
    @Test func operationsCheckTheirEntries() throws {
        let holder = Holder()
        let wrong = #"[{"op": "replace", "path": "/nested/q/a", "value": null}]"#
        let error = #expect(throws: ModelError.self) { try holder.apply(jsonPatch: wrong) }
        #expect(error?.description.contains("`/nested/q/a`") == true && holder.nested == ["q": ["a": 1]])
        holder.any = ["a": ["b": 1]]
        let options = MappingOptions(limits: MappingLimits(depth: 4))
        try holder.apply(jsonPatch: #"[{"op": "add", "path": "/any/a/c", "value": [1]}]"#, options: options)
        #expect((holder.any as? [String: [String: Any]])?["a"]?["c"] as? [Int] == [1])
        let deep = #"[{"op": "add", "path": "/any/a/c", "value": [[1]]}]"#
        let tooDeep = #expect(throws: ModelError.self) { try holder.apply(jsonPatch: deep, options: options) }
        #expect(tooDeep?.code == .limitExceeded && tooDeep?.path == "$.any.a.c[0]")
    }

    /// Once, each of these keys merged the whole dictionary, and each unknown key exported the whole object.
    @Test func manyKeysTakeLittleTime() throws {
        final class Exporting: ModelObject {
            var list = Array(0..<20_000)
            override func didExport(_ json: inout [String: Any]) throws { json["extra"] = 1 }
        }
        let holder = Holder()
        for number in 0..<4_000 { holder.numbers["\(number)"] = number }
        let spellings = (0..<2_000).map { number in
            let letters = "numbers__________".enumerated().map { index, letter in
                number >> index & 1 == 1 ? letter.uppercased() + "_" : "\(letter)"
            }
            return "\"\(letters.joined())\":{}"
        }
        try holder.apply(mergePatch: "{\(spellings.joined(separator: ","))}")
        #expect(holder.numbers.count == 4_002)
        let unknown = (0..<2_000).map { "\"x\($0)\":{}" }
        try Exporting().apply(mergePatch: "{\(unknown.joined(separator: ","))}")
    }

    enum Size: String { case small, large }
    class Tool: ModelObject {
        var name = ""
        var size: Size?
        override class var discriminator: Discriminator? {
            .key("kind", ["saw": Saw.self], fallback: Tool.self)
        }
    }
    final class Saw: Tool {}
    final class Shed: ModelObject { var shelves: [String: [String: Tool]] = [:] }
    final class HookedShed: ModelObject {
        var shelves: [String: [String: Tool]] = [:]
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// Whatever the properties of models in other entries hold.
    @Test func nestedDictionariesKeepTheirOtherEntries() throws {
        let json = #"{"a": {"x": {"kind": "saw", "name": "1"}}, "b": {"x": {"kind": "saw"}, "y": {}}}"#
        let patch = #"{"shelves": {"a": {"x": {"size": "small"}}, "b": {"x": {"size": "large"}}}}"#
        let shed = try Shed(json: #"{"shelves": \#(json)}"#)
        let hooked = try HookedShed(json: #"{"shelves": \#(json)}"#)
        let saw = shed.shelves["b"]?["x"]
        try shed.apply(mergePatch: patch)
        try hooked.apply(mergePatch: patch)
        #expect(shed.shelves["b"]?["x"] === saw)
        for shelves in [shed.shelves, hooked.shelves] {
            #expect(shelves["a"]?["x"]?.size == .small && shelves["a"]?["x"]?.name == "1")
            #expect(shelves["b"]?["x"] is Saw && shelves["b"]?["x"]?.size == .large)
            #expect(shelves["b"]?["y"] != nil)
        }
    }
}
