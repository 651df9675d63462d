import Foundation
import Testing

@testable import ModelObjects

private final class Book: ModelObject {
    var name = "N"
    var desc: String? = "D"
    var isbn: String? = "I"
    var second = "S"
    var page = 3
    var dotted = "."
    var secret = "s"
    var cache = "c"
    var price = Decimal(2)
    var meta: [String: Int]? = ["a": 1]
    var created = Date(timeIntervalSince1970: 5)
    var password = "p"

    override class var propertyRules: [String: PropertyRule] {
        [
            "name": .keys("n", "name"), "desc": .key("ext.desc"), "isbn": .key("ext.ids.0"),
            "second": .key("ext.ids.2"),
            "dotted": .literalKey("a.b"), "secret": .notExported, "cache": .ignored, "password": .redacted,
            "price": .converted(from: { ($0 as? Int).map { Decimal($0) / 100 } }, to: { "\($0 * 100)" }),
            "meta": .embeddedJSON, "created": .date(.unixSeconds),
        ]
    }
}

struct ExportRulesTests {
    @Test func rulesControlHowPropertiesAreExported() throws {
        let expected =
            #"{"n":"N","ext":{"desc":"D","ids":["I",null,"S"]},"page":3,"a.b":".","price":"200","meta":"{\"a\":1}","created":5,"password":"p"}"#
        #expect(try Book().jsonString() == expected)
        let object = try Book().jsonObject()
        #expect(try canonical(object) == canonical(JSONSerialization.jsonObject(with: Data(expected.utf8))))
    }

    /// Equal dictionaries give equal texts, which clients can compare.
    @Test func embeddedDictionariesAreInOrder() throws {
        final class Settings: ModelObject {
            var values: [String: Int] = [:]
            override class var propertyRules: [String: PropertyRule] { ["values": .embeddedJSON] }
        }
        let keys = (0..<12).map { "k\($0)" }
        let (small, large) = (Settings(), Settings())
        small.values = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
        large.values.reserveCapacity(500)
        for key in keys { large.values[key] = 1 }
        #expect(try small.jsonString() == large.jsonString())
        let value = try #require(large.jsonObject()["values"])
        try small.apply(jsonPatch: [["op": "test", "path": "/values", "value": value]])
    }

    @Test func codersWriteTheSameEmbeddedText() throws {
        final class Embedding: ModelObject {
            var dates = [Date(timeIntervalSince1970: 0)]
            var point = ExportedPoint(x: 0.5)
            override class var propertyRules: [String: PropertyRule] {
                ["dates": .embeddedJSON, "point": .embeddedJSON]
            }
        }
        let text = try Embedding().jsonString(options: options { $0.sortedKeys = true })
        #expect(text.hasPrefix(#"{"dates":"[\"1970-01-01T00:00:00Z\"]","point":"{"#))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try String(decoding: encoder.encode(Embedding()), as: UTF8.self) == text)
    }

    @Test func sharedPathsWithoutValuesAreLeftOut() throws {
        final class Paths: ModelObject {
            var first: String?
            var second: Int?
            override class var propertyRules: [String: PropertyRule] {
                ["first": .key("a.b.c"), "second": .key("a.list.1")]
            }
        }
        let paths = Paths()
        #expect(try paths.jsonString() == "{}")
        #expect(try paths.jsonObject().isEmpty)
        #expect(
            try paths.jsonString(options: options { $0.nulls = .include })
                == #"{"a":{"b":{"c":null},"list":[null,null]}}"#)
        paths.second = 4
        #expect(try paths.jsonString() == #"{"a":{"list":[null,4]}}"#)
        #expect(
            try paths.jsonString(options: options { $0.pretty = true }) == """
                {
                  "a": {
                    "list": [
                      null,
                      4
                    ]
                  }
                }
                """)
    }

    @Test func indicesBesideKeysAreKeys() throws {
        final class Mixed: ModelObject {
            var first = 1
            var second = 2
            var far = 3
            override class var propertyRules: [String: PropertyRule] {
                ["first": .key("a.0"), "second": .key("a.x"), "far": .key("b.100000000")]
            }
        }
        #expect(try Mixed().jsonString() == #"{"a":{"0":1,"x":2},"b":{"100000000":3}}"#)
        let mixed = Mixed()
        mixed.far = 9
        #expect(try Mixed(json: mixed.jsonData()).far == 9)
    }

    @Test func indicesOfArraysThatAreMostlyGapsAreKeys() throws {
        class Half: ModelObject {
            var first = 1
            var second = 2
            class var keys: [String] { ["a.1", "a.3"] }
            override class var propertyRules: [String: PropertyRule] {
                ["first": .key(keys[0]), "second": .key(keys[1])]
            }
        }
        final class Zero: Half { override class var keys: [String] { ["a.0", "a.255"] } }
        final class Beyond: Half { override class var keys: [String] { ["a.0", "a.256"] } }
        final class Less: Half { override class var keys: [String] { ["a.1", "a.4"] } }
        let gaps = String(repeating: "null,", count: 254)
        #expect(try Zero().jsonString() == #"{"a":[1,\#(gaps)2]}"#)
        #expect(try Beyond().jsonString() == #"{"a":{"0":1,"256":2}}"#)
        #expect(try Half().jsonString() == #"{"a":[null,1,null,2]}"#)
        #expect(try Less().jsonString() == #"{"a":{"1":1,"4":2}}"#)
        #expect(try Less(json: #"{"a":{"1":5,"4":6}}"#).jsonString() == #"{"a":{"1":5,"4":6}}"#)
        #expect(try Less(json: #"{"a":[0,5,0,0,6]}"#).jsonString() == #"{"a":{"1":5,"4":6}}"#)
    }

    @Test func whichPropertiesAreExportedDecidesNothingAboutIndices() throws {
        final class Sparse: ModelObject {
            var first = 1
            var second: Int? = nil
            var last = 2
            override class var propertyRules: [String: PropertyRule] {
                ["first": .key("s.0"), "second": .key("s.1").notExported, "last": .key("s.4")]
            }
        }
        #expect(try Sparse().jsonString() == #"{"s":[1,null,null,null,2]}"#)
        #expect(
            try Sparse().jsonString(options: options { $0.only = ["last"] })
                == #"{"s":[null,null,null,null,2]}"#)
    }

    /// As in WordPress, which names the sizes of pictures.
    @Test func numbersThatAreKeysStayWhereTheyAreInPatches() throws {
        final class Author: ModelObject {
            var avatar: String?
            var small: String?
            override class var propertyRules: [String: PropertyRule] {
                ["avatar": .key("avatar_urls.96"), "small": .key("avatar_urls.24")]
            }
        }
        let author = try Author(json: #"{"avatar_urls":{"24":"small","48":"middle","96":"large"}}"#)
        let old = author.copy()
        author.avatar = "new"
        let patch = try author.mergePatchData(since: old)
        #expect(String(decoding: patch, as: UTF8.self) == #"{"avatar_urls":{"96":"new"}}"#)
        try author.apply(jsonPatch: #"[{"op":"remove","path":"/avatar_urls/24"}]"#)
        #expect((author.avatar, author.small) == ("new", nil))
        let properties = try Author.jsonSchema()["properties"] as? [String: [String: Any]]
        #expect(properties?["avatar_urls"]?["type"] as? String == "object")
    }

    @Test func pathsOfErrorsHaveIndicesWhereArraysAreExported() throws {
        class Measured: ModelObject {
            var value = 0.0
            class var key: String { "" }
            override class var propertyRules: [String: PropertyRule] { ["value": .key(key)] }
        }
        final class Element: Measured { override class var key: String { "a.0.b" } }
        final class Member: Measured { override class var key: String { "a.300.b" } }
        final class Deep: Measured { override class var key: String { "a.1.0" } }
        final class Inside: Measured { override class var key: String { "a.0.300" } }
        let paths: [(Measured, String)] = [
            (Element(), "$.a[0].b"), (Member(), "$.a.300.b"), (Deep(), "$.a[1][0]"),
            (Inside(), "$.a[0].300"),
        ]
        for (model, path) in paths {
            model.value = .nan
            #expect(error { try model.jsonObject() }?.path == path)
            #expect(error { try model.jsonString() }?.path == path)
        }
    }

    @Test func pathsOfCollisionsHaveIndicesWhereArraysAreExported() {
        final class Colliding: ModelObject {
            var inner = 1
            var outer = 2
            override class var propertyRules: [String: PropertyRule] {
                ["inner": .key("a.0.b"), "outer": .key("a.0")]
            }
        }
        #expect(error { try Colliding().jsonString() }?.path == "$.a[0]")
        #expect(
            Colliding.audit().contains {
                $0.kind == .exportCollision && $0.message.contains("exported as $.a[0];")
            })
    }

    private func error(_ body: () throws -> Any) -> ModelError? {
        #expect(throws: ModelError.self) { _ = try body() }
    }

    @Test func aNilConversionOmitsTheProperty() throws {
        final class Converted: ModelObject {
            var value = 1
            override class var propertyRules: [String: PropertyRule] {
                ["value": .converted(from: { $0 as? Int }, to: { _ in nil })]
            }
        }
        #expect(try Converted().jsonString() == "{}")
        #expect(try Converted().jsonString(options: options { $0.nulls = .include }) == #"{"value":null}"#)
    }

    /// An Optional can be cast to Any and, on Linux, to AnyObject.
    @Test func aConversionOfAnyGetsTheValueInAnOptional() throws {
        final class Label: CustomStringConvertible {
            let description: String
            init(_ text: String) { description = text }
        }
        final class Converted: ModelObject {
            var any: Any?
            var object: AnyObject?
            var presence = Presence<Any>.missing
            var whole: Any?
            override class var propertyRules: [String: PropertyRule] {
                @Sendable func text(_ value: Any) -> Any? { "\(value)" }
                return [
                    "any": .converted(from: { ($0 as? String)?.uppercased() as Any? }, to: text),
                    "object": .converted(
                        from: { ($0 as? String).map { Label($0) as AnyObject } },
                        to: { (it: AnyObject) in text(it) }),
                    "presence": .converted(from: { $0 as Any? }, to: text),
                    "whole": .converted(
                        from: { .some($0) }, to: { (value: Any?) in value == nil ? "nil" : "some" }),
                ]
            }
        }
        #expect(try Converted().jsonString() == #"{"whole":"nil"}"#)
        let json = #"{"any":"A","object":"b","presence":"c","whole":"some"}"#
        let converted = try Converted(json: json)
        #expect(try converted.jsonString() == json)
        converted.presence = .null
        #expect(try converted.jsonString() == json.replacingOccurrences(of: #""c""#, with: "null"))
    }

    @Test func aConversionCanTakeThePresenceInAnOptional() throws {
        final class Converted: ModelObject {
            var value: Presence<Int>?
            override class var propertyRules: [String: PropertyRule] {
                [
                    "value": .converted(
                        from: { ($0 as? Int).map { Presence.value($0) } },
                        to: { (value: Presence<Int>) in value == .null ? "null" : "some" })
                ]
            }
        }
        let converted = Converted()
        #expect(try converted.jsonString() == "{}")
        converted.value = .value(1)
        #expect(try converted.jsonString() == #"{"value":"some"}"#)
    }

    @Test func aConversionCanReturnModels() throws {
        final class Converted: ModelObject {
            var value = "x"
            override class var propertyRules: [String: PropertyRule] {
                [
                    "value": .converted(
                        from: { $0 as? String },
                        to: { name in
                            let node = ExportedNode()
                            node.name = name
                            return [node]
                        })
                ]
            }
        }
        #expect(try Converted().jsonString() == #"{"value":[{"name":"x","children":[],"byName":{}}]}"#)
    }

    @Test func aThrowingConversionGivesAnErrorWithItsPath() {
        final class Converted: ModelObject {
            var value = 1
            override class var propertyRules: [String: PropertyRule] {
                [
                    "value": PropertyRule.key("a.v").converted(
                        from: { $0 as? Int }, to: { _ in throw CancellationError() })
                ]
            }
        }
        for export in [{ try Converted().jsonObject() as Any }, { try Converted().jsonData() as Any }] {
            let error = exportError(export)
            #expect(error?.code == .hookFailed)
            #expect(error?.path == "$.a.v")
            #expect(error?.underlyingError is CancellationError)
        }
    }

    @Test func aCombinedValueIsExportedUnderItsOwnKey() throws {
        final class Combined: ModelObject {
            var fullName = ""
            override class var propertyRules: [String: PropertyRule] {
                [
                    "fullName": .combined(
                        keys: ["first", "last"], from: { "\($0["first"] ?? "") \($0["last"] ?? "")" })
                ]
            }
        }
        let combined = try Combined(json: #"{"first": "Ada", "last": "Lovelace"}"#)
        #expect(try combined.jsonString() == #"{"fullName":"Ada Lovelace"}"#)
    }

    @Test func aNamingSchemeDeclaresKeys() throws {
        final class Schemed: ModelObject {
            var userID = 1
            var plain = 2
            override class func declaredKey(for property: String) -> String? {
                property == "userID" ? "USERID" : nil
            }
        }
        #expect(
            try Schemed().jsonString(options: options { $0.keyStyle = .pascalCase })
                == #"{"USERID":1,"Plain":2}"#)
    }

    @Test func keptUnknownValuesAreExported() throws {
        final class Keeping: ModelObject {
            var name = ""
            var nested: Keeping?
            override class var mappingOptions: MappingOptions {
                var options = MappingOptions()
                options.unknownKeys = .keep
                return options
            }
        }
        let text = #"{"name":"n","nested":{"name":"i","z":null},"a":[1,{"b":2.5}],"z":"y"}"#
        let object = try Keeping(json: text)
        #expect(
            try object.jsonString(options: options { $0.nulls = .include }).contains(
                #""a":[1,{"b":2.5}],"z":"y""#))
        #expect(try object.jsonString() == #"{"name":"n","nested":{"name":"i"},"a":[1,{"b":2.5}],"z":"y"}"#)
        #expect(
            try object.jsonString(options: options { $0.sortedKeys = true })
                == #"{"a":[1,{"b":2.5}],"name":"n","nested":{"name":"i"},"z":"y"}"#)
        #expect(
            try canonical(object.jsonObject())
                == canonical(
                    ["name": "n", "nested": ["name": "i"], "a": [1, ["b": 2.5]] as [Any], "z": "y"]
                        as [String: Any]))
        #expect(try object.jsonString(options: options { $0.only = ["name"] }) == #"{"name":"n"}"#)
    }

    // MARK: Collisions

    @Test func aPathCollidingWithAPlainKeyIsReported() {
        final class Colliding: ModelObject {
            var ext = ""
            var desc = ""
            override class var propertyRules: [String: PropertyRule] { ["desc": .key("ext.desc")] }
        }
        for export in [{ try Colliding().jsonObject() as Any }, { try Colliding().jsonData() as Any }] {
            let error = exportError(export)
            #expect(error?.code == .keyCollision)
            #expect(
                error?.description
                    == "Cannot export both ext and desc at $.ext.desc; mark one of them .notExported."
            )
        }
    }

    @Test func keysThatCollideAfterStylingAreReported() throws {
        final class Colliding: ModelObject {
            var userID = 1
            var user_id = 2
        }
        #expect(try Colliding().jsonString() == #"{"userID":1,"user_id":2}"#)
        var snake = options { $0.keyStyle = .snakeCase }
        #expect(
            exportError { try Colliding().jsonString(options: snake) }?.description
                == "Cannot export both userID and user_id at $.user_id; mark one of them .notExported.")
        snake.except = ["userID"]
        #expect(try Colliding().jsonString(options: snake) == #"{"user_id":2}"#)
        #expect(try Colliding().jsonObject(options: snake)["user_id"] as? Int == 2)
    }
}
