import Foundation
import ModelObjects
import Testing

struct MergePatchTests {
    final class Document: ModelObject {
        var value: Any?
    }

    /// RFC 7396, appendix A: the original, the patch and the result.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, #"null"#, #"null"#),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"a":1,"e":null}"#),
        (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func examplesOfRFC7396(original: String, patch: String, result: String) throws {
        let document = try Document(json: #"{"value":\#(original)}"#)
        try document.apply(mergePatch: #"{"value":\#(patch)}"#)
        let options = ExportOptions(nulls: .include, sortedKeys: true)
        #expect(try document.jsonString(options: options) == #"{"value":\#(result)}"#)
    }

    /// `description` fills `userDescription`, `type` fills `userType`, and `id` fills `remoteID`, in patches too.
    @Test func keysMatchByTheNamingRules() throws {
        final class Info: ModelObject {
            var x: Int? = 1
            var y = 2
        }
        final class User: ModelObject {
            var userDescription: [String: Int] = ["b": 2]
            var userType: Info?
            var remoteID: String? = "7"
            override class var propertyRules: [String: PropertyRule] { ["remoteID": .required] }
        }
        let user = User()
        user.userType = Info()
        let info = user.userType
        try user.apply(mergePatch: #"{"description": {"a": 1}, "type": {"x": null, "y": 3}}"#)
        #expect(user.userDescription == ["a": 1, "b": 2])
        #expect(user.userType === info && info?.x == nil && info?.y == 3)
        user.userType = nil
        try user.apply(mergePatch: #"{"type": {"x": null, "y": 4}}"#)
        #expect(user.userType?.x == nil && user.userType?.y == 4)
        #expect(throws: ModelError.self) { try user.apply(mergePatch: #"{"id": null}"#) }
        #expect(user.remoteID == "7")
        try user.apply(mergePatch: #"{"id": "8"}"#)
        #expect(user.remoteID == "8")
    }

    @Test func aPatchContainsTheChanges() throws {
        let old = PatchNode()
        old.nickname = "nick"
        old.inner = PatchNode()
        old.texts = ["a": "1", "b": "2"]
        old.leaves = ["x": PatchLeaf()]
        let new = old.copy()
        #expect(try new.mergePatchData(since: old) == Data("{}".utf8))
        new.nickname = nil
        new.inner?.count = 7
        new.texts["a"] = nil
        new.texts["b"] = "3"
        new.leaves["x"]?.label = "l"
        new.numbers = [1]
        new.presence = .null
        new.description_ = "d"
        let patch = String(decoding: try new.jsonData(changedSince: old), as: UTF8.self)
        #expect(
            patch
                == #"{"nickname":null,"presence":null,"inner":{"count":7},"numbers":[1],"texts":{"b":"3","a":null},"leaves":{"x":{"label":"l"}},"ext":{"desc":"d"}}"#
        )
    }

    @Test func nullClears() throws {
        let node = PatchNode()
        (node.count, node.nickname, node.motto, node.presence) = (7, "n", "m", .value(1))
        (node.description_, node.isbn, node.texts) = ("d", "i", ["a": "b"])
        node.inner = PatchNode()
        try node.apply(
            mergePatch:
                #"{"COUNT":null,"nick_name":null,"motto":null,"presence":null,"ext":null,"texts":null,"inner":null}"#
        )
        #expect(node.count == 0 && node.nickname == nil && node.motto == nil && node.presence == .null)
        #expect(node.description_ == nil && node.isbn == nil && node.texts.isEmpty && node.inner == nil)
    }

    @Test func modelsStayInPlace() throws {
        let node = PatchNode()
        node.inner = PatchNode()
        node.leaves = ["x": PatchLeaf(), "y": PatchLeaf()]
        let (inner, x, y) = (node.inner, node.leaves["x"], node.leaves["y"])
        y?.hidden = 9
        try node.apply(
            mergePatch: #"{"inner":{"name":"i"},"leaves":{"x":{"id":5},"z":{"id":6}},"always":{"id":3}}"#)
        #expect(node.inner === inner && inner?.name == "i")
        #expect(node.leaves["x"] === x && x?.id == 5)
        #expect(node.leaves["y"] === y && y?.hidden == 9)
        #expect(node.leaves["z"]?.id == 6 && node.always.id == 3)
    }

    @Test func aNewClassCreatesANewObject() throws {
        let node = PatchNode()
        let circle = PatchCircle()
        node.shape = circle
        try node.apply(mergePatch: #"{"shape":{"radius":5}}"#)
        #expect(node.shape === circle && circle.radius == 5)
        try node.apply(mergePatch: #"{"shape":{"type":"square"}}"#)
        #expect((node.shape as? PatchSquare)?.side == 2)
    }

    @Test func inexpressibleChangesThrow() throws {
        let old = PatchNode()
        old.presence = .value(1)
        let new = old.copy()
        new.presence = .missing
        let missing = #expect(throws: ModelError.self) { try new.mergePatch(since: old) }
        #expect(missing?.description == "A patch cannot set a value that is missing at $.presence.")
        new.presence = .value(1)
        new.anything = ["a": NSNull()]
        let null = #expect(throws: ModelError.self) { try new.mergePatch(since: old) }
        #expect(null?.description == "A patch cannot set null in a dictionary at $.anything.a.")
        #expect(throws: ModelError.self) { try PatchLeaf().mergePatch(since: old) }
        old.anything = PatchLeaf()
        new.anything = ["id": 1]
        let model = #expect(throws: ModelError.self) { try new.mergePatch(since: old) }
        #expect(model?.description == "A patch cannot set a dictionary in place of a model at $.anything.")
    }

    /// Values are read as they are in an update.
    @Test func numbersAreReadAsInAnUpdate() throws {
        final class Priced: ModelObject {
            var price = 0
            var any: Any?
            var exact = Decimal(0)
            var list: [Any] = []
            override class var propertyRules: [String: PropertyRule] {
                [
                    "price": .converted(
                        from: { ($0 as? Double).map { Int($0 * 100) } }, to: { Double($0) / 100 })
                ]
            }
        }
        let text = #"{"price":9.5,"any":1.0,"exact":1234567890.1234567890123,"list":[0.1,1e3,7]}"#
        let merged = Priced()
        try merged.apply(mergePatch: text)
        let patched = Priced()
        try patched.apply(
            jsonPatch: #"""
                [{"op":"replace","path":"/price","value":9.5},{"op":"add","path":"/any","value":1.0},
                {"op":"replace","path":"/exact","value":1234567890.1234567890123},
                {"op":"replace","path":"/list","value":[0.1,1e3,7]}]
                """#)
        for model in [merged, patched] {
            #expect(model.price == 950 && model.any is Double && model.any as? Double == 1)
            #expect(model.exact == Decimal(string: "1234567890.1234567890123"))
            #expect(model.list.map { $0 is Double } == [true, true, false])
        }
    }

    /// Its function gets the whole dictionary, as it would be in a payload.
    @Test func anEntryOfAConvertedDictionaryIsPatched() throws {
        final class Pages: ModelObject {
            var links: [String: URL] = [:]
            override class var propertyRules: [String: PropertyRule] {
                [
                    "links": .converted(from: { value in
                        (value as? [String: String])?.compactMapValues { URL(string: $0) }
                    })
                ]
            }
        }
        let pages = try Pages(json: #"{"links": {"a": "https://a.example"}}"#)
        try pages.apply(mergePatch: #"{"links": {"b": "https://b.example"}}"#)
        #expect(
            pages.links.mapValues(\.absoluteString) == ["a": "https://a.example", "b": "https://b.example"])
    }

    @Test func classesWithUnexportableDefaultsArePatched() throws {
        final class Inner: ModelObject {
            var at = Date.distantPast
            var name: String?
        }
        final class Outer: ModelObject {
            var inner: Inner?
            var other = 1
        }
        let (old, new) = (Outer(), Outer())
        let inner = Inner()
        inner.at = Date(timeIntervalSince1970: 0)
        new.inner = inner
        try old.apply(mergePatch: new.mergePatchData(since: old))
        #expect(old == new)
        let again = Outer()
        try again.apply(jsonPatch: new.jsonPatchData(since: again))
        #expect(again == new)
    }

    @Test func nilInADictionaryIsNotAChange() throws {
        let old = PatchNode()
        old.anything = ["a": true, "b": nil] as [String: Any?]
        let new = old.copy()
        new.numbers = [1]
        #expect(try new.mergePatchData(since: old) == Data(#"{"numbers":[1]}"#.utf8))
    }

    @Test func aDictionaryBecomesTheExportOfAModel() throws {
        let (old, new) = (PatchNode(), PatchNode())
        old.anything = ["id": 1, "label": "l", "other": ["a": 1]] as [String: Any]
        new.anything = PatchLeaf()
        let patch = try new.mergePatchData(since: old)
        #expect(String(decoding: patch, as: UTF8.self) == #"{"anything":{"id":0,"label":null,"other":null}}"#)
        try old.apply(mergePatch: patch)
        #expect(try old.jsonString() == new.jsonString())
    }

    final class Required: ModelObject {
        var id = 1
        var name: String? = "n"
        var inner: PatchLeaf?
        override class var propertyRules: [String: PropertyRule] { ["id": .required, "name": .required] }
        override func validate() throws { if name == "bad" { throw CocoaError(.coderInvalidValue) } }
    }

    @Test(arguments: [
        #"{"id":null}"#, #"{"name":null}"#, #"{"inner":{"id":2},"name":"bad"}"#, "[]", "7", "x", "",
        #"{"id":2"#,
    ])
    func aFailedPatchChangesNothing(patch: String) throws {
        let model = Required()
        model.inner = PatchLeaf()
        #expect(throws: (any Error).self) { try model.apply(mergePatch: patch) }
        #expect(try model.jsonString() == #"{"id":1,"name":"n","inner":{"id":0}}"#)
    }

    /// Export hooks get and return plain values; nil is still recognized.
    @Test func nilIsRecognizedDespiteExportHooks() throws {
        final class Hooked: ModelObject {
            var name: String? = "a"
            var presence: Presence<Int> = .value(1)
            var inner: Hooked?
            var list: [Hooked] = []
            override func exportedValue(_ value: Any, property: String) -> Any? { value }
            override func didExport(_ json: inout [String: Any]) throws { json["extra"] = "x" }
        }
        let old = Hooked()
        (old.inner, old.list) = (Hooked(), [Hooked(), Hooked()])
        let new = old.copy()
        new.name = nil
        new.inner?.name = nil
        new.inner?.presence = .null
        new.list[1].name = nil
        for usesJSONPatch in [true, false] {
            let copy = old.copy()
            if usesJSONPatch {
                try copy.apply(jsonPatch: new.jsonPatchData(since: old))
            } else {
                try copy.apply(mergePatch: new.mergePatchData(since: old))
            }
            #expect(copy == new)
        }
    }

    /// A patch with many keys would otherwise take quadratic time.
    @Test func didExportIsCalledOnceForAnObject() throws {
        final class Counting: ModelObject {
            static let calls = LockedCount()
            var one: [String: Int] = [:]
            var two: [String: Any] = ["kept": 1]
            var three: Any?
            override func didExport(_ json: inout [String: Any]) throws { Self.calls.add(1) }
        }
        let model = Counting()
        try model.apply(mergePatch: #"{"one": {"a": 1}, "two": {"b": 2}, "three": {"c": {"d": 3}}}"#)
        #expect(Counting.calls.value == 1)
        #expect(model.one == ["a": 1] && model.two as? [String: Int] == ["kept": 1, "b": 2])
        #expect((model.three as? [String: [String: Int]]) == ["c": ["d": 3]])
    }

    @Test func modelsInUntypedContainersAreFilledInPlace() throws {
        final class Bag: ModelObject {
            var stuff: Any?
            var members: [String: Any] = [:]
            var list: [Any] = []
        }
        func leaves(_ bag: Bag) -> [PatchLeaf?] {
            [
                (bag.stuff as? [String: Any])?["a"] as? PatchLeaf, bag.members["m"] as? PatchLeaf,
                (bag.members["list"] as? [Any])?.first as? PatchLeaf,
                (bag.list.first as? [Any])?.first as? PatchLeaf,
            ]
        }
        func bag() -> Bag {
            let bag = Bag()
            bag.stuff = ["a": PatchLeaf(), "n": 1]
            bag.members = ["m": PatchLeaf(), "list": [PatchLeaf()]]
            bag.list = [[PatchLeaf()]]
            return bag
        }
        let operations = #"""
            [{"op":"replace","path":"/stuff/a/id","value":5},{"op":"replace","path":"/members/m/id","value":5},
            {"op":"replace","path":"/members/list/0/id","value":5},{"op":"replace","path":"/list/0/0/id","value":5}]
            """#
        let byOperations = bag()
        let before = leaves(byOperations)
        try byOperations.apply(jsonPatch: operations)
        #expect(leaves(byOperations).map(\.?.id) == [5, 5, 5, 5])
        #expect(zip(before, leaves(byOperations)).allSatisfy { $0 === $1 })
        let merged = bag()
        let old = leaves(merged)
        try merged.apply(mergePatch: #"{"stuff":{"a":{"id":6}},"members":{"m":{"id":6}}}"#)
        #expect(leaves(merged).map(\.?.id) == [6, 6, 0, 0])
        #expect(zip(old, leaves(merged)).allSatisfy { $0 === $1 })
    }

    @Test func aKeyChangesItsBestMatch() throws {
        final class Resource: ModelObject {
            var links: [String: String] = [:]
            var others: [String: String] = [:]
            var id: Int? = 1
            var key: Int? = 2
            override class var propertyRules: [String: PropertyRule] {
                ["others": .key("_links"), "id": .required, "key": .key("_id")]
            }
        }
        let resource = Resource()
        (resource.links, resource.others) = (["a": "1"], ["self": "/x"])
        try resource.apply(mergePatch: #"{"_links":{"next":"/y"},"_id":null,"ID":null}"#)
        #expect(resource.links == ["a": "1"] && resource.others == ["self": "/x", "next": "/y"])
        #expect(resource.id == 1 && resource.key == nil)
        #expect(throws: ModelError.self) { try resource.apply(mergePatch: #"{"id":null}"#) }
        let exact = MappingOptions(keyMatching: .exact)
        try resource.apply(mergePatch: #"{"Id":null,"LINKS":{"a":null}}"#, options: exact)
        #expect(resource.id == 1 && resource.links == ["a": "1"])
    }

    /// A patch changes only what it names, even if an export would write other values differently or not at all.
    @Test(.knowsHooks) func otherDictionaryEntriesAreUnchanged() throws {
        final class Holder<Value>: ModelObject { var map: [String: Value] = [:] }
        func check<Value: Equatable>(_ kept: Value, _ json: String) throws {
            let holder = Holder<Value>()
            (holder.map["kept"], holder.map["gone"]) = (kept, kept)
            try holder.apply(mergePatch: #"{"map":{"gone":null,"new":\#(json)}}"#)
            #expect(holder.map["kept"] == kept && holder.map["gone"] == nil, "\(Value.self)")
            #expect(holder.map.count == 2, "\(Value.self)")
        }
        try check("é", #""x""#)
        try check(7, "1")
        try check(UInt8(7), "1")
        try check(UInt64.max, "1")
        try check(Float(0.1), "1")
        try check(0.1, "1")
        try check(true, "false")
        try check(Character("é"), #""x""#)
        try check(Decimal(string: "0.1")!, "1")
        try check(Date(timeIntervalSinceReferenceDate: 1.234567890123), #""2024-01-01""#)
        try check(Data([1, 2]), #""AQ==""#)
        try check(UUID(), #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#)
        try check(URL(fileURLWithPath: "/a b"), #""https://a.b""#)
        try check(Set([1, 2]), "[1]")
        try check([Date(timeIntervalSinceReferenceDate: 0.123456789)], "[]")
        try check(["a": Date(timeIntervalSinceReferenceDate: 0.123456789)], "{}")
        try check(Int?.none, "1")
        try check(PatchLeaf(), "{}")

        final class Untyped: ModelObject {
            var info: [String: Any] = [:]
            var days: [String: Date] = [:]
            var hidden = ["a": 1]
            override class var propertyRules: [String: PropertyRule] {
                ["days": .date(.format("yyyy-MM-dd")), "hidden": .notExported]
            }
        }
        let untyped = Untyped()
        let date = Date(timeIntervalSinceReferenceDate: 1.5)
        untyped.info = [
            "when": date, "ids": Set([1]), "n": 1, "deep": ["when": date, "n": 1] as [String: Any],
        ]
        untyped.days = ["a": date, "b": date]
        try untyped.apply(
            mergePatch: #"{"info":{"n":2,"deep":{"n":2}},"days":{"b":"2024-01-01"},"hidden":{"b":2}}"#)
        #expect(untyped.info["when"] as? Date == date && untyped.info["ids"] as? Set<Int> == [1])
        #expect(untyped.info["n"] as? Int == 2)
        let deep = try #require(untyped.info["deep"] as? [String: Any])
        #expect(deep["when"] as? Date == date && deep["n"] as? Int == 2)
        #expect(untyped.days["a"] == date && untyped.hidden == ["a": 1, "b": 2])
    }
}
