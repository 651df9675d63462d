import Foundation
import ModelObjects
import Testing

struct ModelEncoderTests {
    private func text<Value: Encodable>(_ value: Value, _ options: ExportOptions = .init()) throws -> String {
        String(decoding: try ModelEncoder(options: options).encode(value), as: UTF8.self)
    }

    private func user(_ name: String) -> DecodedUser {
        let user = DecodedUser()
        user.userName = name
        return user
    }

    @Test func modelsAreExportedWhereverTheyAre() throws {
        let page = DecodedPage(items: [user("a"), user("b")], next: nil)
        #expect(try text(page) == #"{"items":[{"userName":"a","age":0},{"userName":"b","age":0}]}"#)
        #expect(
            try text(page, ExportOptions(keyStyle: .snakeCase, except: ["age"]))
                == #"{"items":[{"user_name":"a"},{"user_name":"b"}]}"#)
        #expect(try text(user("a")) == user("a").jsonString())
        #expect(try text([user("a")]) == #"[{"userName":"a","age":0}]"#)
        #expect(try text(["k": user("a")]) == #"{"k":{"userName":"a","age":0}}"#)
        #expect(try text(DecodedUser?.none) == "null" && text([DecodedUser?.none]) == "[null]")
        #expect(try text(Optional(user("a"))) == user("a").jsonString())
    }

    /// A value that writes what it finds in `userInfo`.
    struct Signed: Codable {
        static let key = CodingUserInfoKey(rawValue: "name")

        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(Self.key.flatMap { encoder.userInfo[$0] as? String })
        }
    }
    class SignedModel: ModelObject {
        var own = Signed()
        var list = [Signed()]
        var any: Any = ["k": Signed()]
        var page: SignedPage?
    }
    final class SignedHookModel: SignedModel {
        override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["page"] = nil }
    }
    struct SignedPage: Codable {
        var model: SignedModel
        var own = Signed()
    }

    @Test func userInfoReachesEveryValue() throws {
        var encoder = ModelEncoder()
        encoder.userInfo[try #require(Signed.key)] = "me"
        let model = SignedModel()
        model.page = SignedPage(model: SignedModel())
        for value in [
            model, [model], Optional(model), ["k": model], SignedPage(model: model), SignedHookModel(),
        ] as [any Encodable] {
            let text = String(decoding: try encoder.encode(value), as: UTF8.self)
            #expect(!text.contains(#":null,"#) && !text.contains("[null]"), "\(text)")
            #expect(text.contains(#""own":"me","list":["me"],"any":{"k":"me"}"#), "\(text)")
        }
        #expect(try model.jsonString().contains(#""own":null,"list":[null],"any":{"k":null}"#))
    }

    @Test func wideIntegersKeepTheirDigits() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        struct Totals: Codable, Equatable {
            var low = Int128.min
            var high: UInt128? = .max
            var list: [UInt128] = [.max, 0]
        }
        let json = try text(Totals())
        #expect(
            json == #"{"low":-170141183460469231731687303715884105728,"#
                + #""high":340282366920938463463374607431768211455,"#
                + #""list":[340282366920938463463374607431768211455,0]}"#)
        #expect(try ModelDecoder().decode(Totals.self, from: json) == Totals())
        #expect(try text(Int128.min) == "\(Int128.min)")
        #expect(try ModelDecoder().decode(Int128.self, from: "\(Int128.min)") == .min)
    }

    @Test func errorsHaveTheFullPath() throws {
        let user = user("a")
        user.friend = user
        #expect(throws: ModelError.self) { try ModelEncoder().encode(user) }
        do {
            _ = try ModelEncoder().encode(["x": DecodedPage(items: [user], next: nil)])
            Issue.record("no error")
        } catch EncodingError.invalidValue(_, let context) {
            let path = context.codingPath.map(\.stringValue)
            #expect(path == ["x", "items", "Index 0", "friend"])
            #expect((context.underlyingError as? ModelError)?.code == .cycle)
        }
        user.friend = nil
        do {
            _ = try ModelEncoder().encode(["x": [1.5, .nan]])
            Issue.record("no error")
        } catch EncodingError.invalidValue(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["x", "Index 1"])
        }
    }

    /// A container is kept after its value was encoded, or used while the value of a member is.
    @Test func containersThatAreUsedAtTheWrongTimeThrow() throws {
        struct Value: Encodable {
            let body: (any Encoder) throws -> Void
            func encode(to encoder: any Encoder) throws { try body(encoder) }
        }
        func path(_ use: () throws -> Void) -> [String]? {
            let error = #expect(throws: EncodingError.self, performing: use)
            guard case .invalidValue(_, let context)? = error else { return nil }
            return context.codingPath.map(\.stringValue)
        }
        let value = Value { encoder in
            var container = encoder.container(keyedBy: FreeKey.self)
            var outer = container
            var kept: KeyedEncodingContainer<FreeKey>?
            var list: (any UnkeyedEncodingContainer)?
            var single: (any SingleValueEncodingContainer)?
            let members = Value { encoder in
                kept = encoder.container(keyedBy: FreeKey.self)
                try kept?.encode(1, forKey: FreeKey("b"))
                #expect(path { try outer.encode(1, forKey: FreeKey("c")) } == ["c"])
            }
            try container.encode(members, forKey: FreeKey("a"))
            let elements = Value { encoder in
                list = encoder.unkeyedContainer()
                try list?.encode(2)
            }
            try container.encode(elements, forKey: FreeKey("list"))
            let number = Value { encoder in
                single = encoder.singleValueContainer()
                try single?.encode(3)
            }
            try container.encode(number, forKey: FreeKey("single"))
            let text = Value { encoder in
                var container = encoder.singleValueContainer()
                let inner = Value { inner in
                    #expect(path { try DecodedUser().encode(to: encoder) } == ["text"])
                    try "x".encode(to: inner)
                }
                try container.encode(inner)
            }
            try container.encode(text, forKey: FreeKey("text"))
            #expect(path { try kept?.encode(9, forKey: FreeKey("d")) } == ["a", "d"])
            #expect(path { try list?.encode(9) } == ["list", "Index 1"])
            #expect(path { try list?.encodeNil() } == ["list", "Index 1"])
            #expect(path { try single?.encode(9) } == ["single"])
            var null = container.superEncoder().singleValueContainer()
            try null.encodeNil()
        }
        #expect(try text(value) == #"{"a":{"b":1},"list":[2],"single":3,"text":"x","super":null}"#)
    }

    @Test func optionsApplyToPlainTypes() throws {
        struct Row: Codable {
            var b: Date
            var a: Data
            var c: [Double]
            var d: Double?
        }
        let row = Row(b: Date(timeIntervalSince1970: 0), a: Data([1, 2]), c: [1, .infinity], d: .nan)
        var options = ExportOptions(notFinite: .null)
        #expect(try text(row, options) == #"{"b":"1970-01-01T00:00:00Z","a":"AQI=","c":[1,null],"d":null}"#)
        options.notFinite = .omit
        options.dateFormat = .unixSeconds
        #expect(try text(row, options) == #"{"b":0,"a":"AQI=","c":[1]}"#)
        options.sortedKeys = true
        #expect(try text([row], options) == #"[{"a":"AQI=","b":0,"c":[1]}]"#)
        options.pretty = true
        #expect(try text(["k": [1]], options) == "{\n  \"k\": [\n    1\n  ]\n}")
        options.maxDepth = 2
        #expect(try text([[1]], options).isEmpty == false)
        #expect(throws: EncodingError.self) { try ModelEncoder(options: options).encode([[[1]]]) }
    }

    @Test func nestedContainersCanBeWrittenInAnyOrder() throws {
        struct Mixed: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: FreeKey.self)
                var first = container.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("first"))
                var list = container.nestedUnkeyedContainer(forKey: FreeKey("list"))
                try container.encode(1, forKey: FreeKey("one"))
                try list.encode("x")
                var inner = list.nestedContainer(keyedBy: FreeKey.self)
                try first.encode(2, forKey: FreeKey("two"))
                _ = container.superEncoder()
                try list.encodeNil()
                try inner.encode(DecodedUser(), forKey: FreeKey("user"))
                #expect(list.count == 3 && list.codingPath.count == 2 && inner.codingPath.count == 3)
            }
        }
        #expect(
            try text([Mixed()])
                == #"[{"first":{"two":2},"list":["x",{"user":{"userName":"","age":0}},null],"one":1,"super":{}}]"#
        )
    }

    @Test func theLastValueOfADuplicateKeyWins() throws {
        struct Twice: Encodable {
            let keys: [String]

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: FreeKey.self)
                for (index, key) in keys.enumerated() { try container.encode([index], forKey: FreeKey(key)) }
            }
        }
        #expect(try text(Twice(keys: ["a", "b", "a"])) == #"{"b":[1],"a":[2]}"#)
        let many = (0..<300).map { "k\($0 % 200)" }
        let object = try JSONDecoder().decode(
            [String: [Int]].self, from: ModelEncoder().encode(Twice(keys: many)))
        #expect(object.count == 200 && object["k5"] == [205] && object["k150"] == [150])
        #expect(try text(Twice(keys: many)).contains("\"k5\":[5]") == false)
    }

    @Test func aTypeCanAddMembersToAModel() throws {
        struct Flat: Encodable {
            func encode(to encoder: any Encoder) throws {
                try DecodedUser().encode(to: encoder)
                var container = encoder.container(keyedBy: FreeKey.self)
                try container.encode("t", forKey: FreeKey("token"))
                try container.encode(5, forKey: FreeKey("age"))
            }
        }
        struct Reversed: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: FreeKey.self)
                try container.encode("t", forKey: FreeKey("token"))
                try DecodedUser().encode(to: encoder)
            }
        }
        #expect(try text([Flat()]) == #"[{"userName":"","token":"t","age":5}]"#)
        #expect(try text(Reversed()) == #"{"token":"t","userName":"","age":0}"#)
    }

    @Test func aFailedMemberIsNotWritten() throws {
        struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: FreeKey.self)
                try container.encode(1, forKey: FreeKey("a"))
                try? container.encode(["x": [1, Double.nan]], forKey: FreeKey("b"))
                try? container.encode(Broken(), forKey: FreeKey("c"))
                try container.encode([2], forKey: FreeKey("d"))
            }
        }
        struct Broken: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                var nested = container.nestedUnkeyedContainer()
                try nested.encode(1)
                throw CocoaError(.coderInvalidValue)
            }
        }
        #expect(try text(Failing()) == #"{"a":1,"d":[2]}"#)
    }

    @Test func aTypeThatEncodesNothingIsAnEmptyObject() throws {
        struct Nothing: Encodable { func encode(to encoder: any Encoder) throws {} }
        #expect(try text([Nothing()]) == "[{}]")
        #expect(throws: EncodingError.self) { try text(Nothing()) }
    }

    @Test func aSelfReferencingObjectThrows() {
        final class Loop: Encodable {
            var next: Loop?
        }
        let loop = Loop()
        loop.next = loop
        #expect(throws: EncodingError.self) { try ModelEncoder().encode(loop) }
        loop.next = nil
    }

    /// Export hooks need the value as a tree, and embedded JSON is written separately: both are discarded on error.
    @Test func failedModelsWithHooksLeaveNoOutput() throws {
        final class Hooked: ModelObject {
            var number = Double.nan
            var embedded: [Double] = [.nan]
            var inner: Hooked?
            override class var propertyRules: [String: PropertyRule] { ["embedded": .embeddedJSON] }
            override func exportedValue(_ value: Any, property: String) -> Any? { value }
            override func didExport(_ json: inout [String: Any]) throws { json["more"] = 1 }
        }
        struct Tolerant: Encodable {
            let models: [Hooked]
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                for model in models { try? container.encode(model) }
                try container.encode(7)
            }
        }
        let (outer, embedding) = (Hooked(), Hooked())
        outer.inner = Hooked()
        embedding.number = 1
        #expect(throws: ModelError.self) { try ModelEncoder().encode(["a": [outer]]) }
        let data = try ModelEncoder().encode(Tolerant(models: [outer, embedding]))
        #expect(String(decoding: data, as: UTF8.self) == "[7]")
    }
}
