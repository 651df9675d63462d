import Foundation
import ModelObjects
import Testing

struct ModelDecoderTests {
    private struct NoError: Error {
        let value: String
    }

    private let decoder = ModelDecoder()

    private func failure<Value: Decodable>(
        _ type: Value.Type, _ json: String, _ options: MappingOptions? = nil
    ) -> any Error {
        do {
            let value = try ModelDecoder(options: options).decode(type, from: json)
            return NoError(value: "\(value)")
        } catch {
            return error
        }
    }

    private func modelError(in error: any Error) -> ModelError? {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            context.underlyingError as? ModelError
        default: nil
        }
    }

    // MARK: Models

    @Test func modelsInAnEnvelopeAreMappedWithTheirRules() throws {
        let page = try decoder.decode(
            DecodedPage.self,
            from: #"{"items": [{"USER-NAME": "ann", "age": "36"}, {"age": 1}, 7], "next": "p2", "x": 1}"#)
        #expect(page.items.map(\.userName) == ["ann"] && page.items[0].age == 36 && page.next == "p2")
    }

    @Test func containersOfModelsAreMappedAtAnyDepth() throws {
        struct Envelope: Decodable {
            struct Inner: Decodable {
                var byName: [String: DecodedShape]
                var one: DecodedShape?
                var none: DecodedShape?
                var lists: [[DecodedShape]]
            }
            var data: [Inner]
        }
        let json = #"""
            {"data": [{"byName": {"a": {"kind": "circle", "radius": 2}, "b": {"kind": "none"}},
                       "one": {"kind": "square", "side": 3}, "none": null,
                       "lists": [[{"kind": "circle"}], [], 5]}]}
            """#
        let inner = try decoder.decode(Envelope.self, from: json).data[0]
        #expect((inner.byName["a"] as? DecodedCircle)?.radius == 2 && inner.byName["b"] == nil)
        #expect((inner.one as? DecodedSquare)?.side == 3 && inner.none == nil)
        #expect(inner.lists.map(\.count) == [1, 0] && inner.lists[0][0] is DecodedCircle)
    }

    /// A value without a key: its type decides what that means.
    @Test func theSuperDecoderOfAMissingKeyIsNull() throws {
        struct Answer: Decodable, Equatable {
            var text = "none"
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if !container.decodeNil() { text = try container.decode(String.self) }
            }
        }
        struct Row: Decodable, Equatable {
            enum Key: CodingKey { case value }
            var number: Int?
            var answer: Answer
            init(from decoder: any Decoder) throws {
                let inner = try decoder.container(keyedBy: Key.self).superDecoder(forKey: .value)
                number = try inner.singleValueContainer().decode(Int?.self)
                answer = try inner.singleValueContainer().decode(Answer.self)
                #expect(throws: DecodingError.self) { try inner.singleValueContainer().decode(Int.self) }
                #expect(throws: DecodingError.self) { try inner.singleValueContainer().decode(String.self) }
                #expect(throws: DecodingError.self) { try inner.singleValueContainer().decode([Int].self) }
            }
        }
        for json in ["{}", #"{"value": null}"#] {
            let row = try ModelDecoder().decode(Row.self, from: Data(json.utf8))
            #expect(row == (try JSONDecoder().decode(Row.self, from: Data(json.utf8))))
            #expect(row.number == nil && row.answer.text == "none")
        }
    }

    @Test func aModelCanBeTheRoot() throws {
        let circle = #"{"kind": "circle", "radius": 1.5}"#
        #expect((try decoder.decode(DecodedShape.self, from: circle) as? DecodedCircle)?.radius == 1.5)
        #expect(try decoder.decode([DecodedShape].self, from: "[\(circle), 1]").count == 1)
        #expect(
            try decoder.decode([String: DecodedShape].self, from: #"{"a": \#(circle)}"#)["a"] is DecodedCircle
        )
        #expect(try decoder.decode(DecodedShape?.self, from: circle) is DecodedCircle)
        #expect(try decoder.decode(DecodedShape?.self, from: "null") == nil)
        #expect(try decoder.decode([DecodedShape]?.self, from: "[\(circle)]")?.count == 1)
        #expect(try decoder.decode([DecodedShape?].self, from: "[\(circle), null]").count == 2)
        #expect(try decoder.decode([[DecodedShape]].self, from: "[[\(circle)]]")[0].count == 1)
        #expect(
            try decoder.decode(Set<DecodedUser>.self, from: Data(#"[{"userName": "a"}]"#.utf8)).count == 1)
    }

    @Test func rootErrorsAreModelErrors() {
        for json in ["{}", "[]", "5", "null"] {
            let error = failure(DecodedUser.self, json) as? ModelError
            #expect(error?.code == (json == "{}" ? .missingRequired : .invalidRoot), "\(json)")
        }
        #expect((failure([DecodedUser].self, "{}") as? ModelError)?.code == .invalidRoot)
        #expect((failure([DecodedUser]?.self, "{}") as? ModelError)?.code == .invalidRoot)
        #expect((failure(DecodedUser?.self, "[]") as? ModelError)?.code == .invalidRoot)
        let options = MappingOptions(elements: .reject)
        #expect((failure([DecodedUser].self, "[{}]", options) as? ModelError)?.path == "$[0].userName")
    }

    @Test func errorsInAnEnvelopeHaveTheFullPath() throws {
        struct Row: Decodable { var user: DecodedUser }
        struct Table: Decodable { var rows: [Row] }
        let json = "{\"rows\": [{\"user\": {\"userName\": \"a\"}},\n  {\"user\": {\"age\": 1}}]}"
        let error = failure(Table.self, json)
        #expect(summary(of: error) == "keyNotFound userName rows/#1/user")
        let model = try #require(modelError(in: error))
        #expect(model.path == "$.rows[1].user.userName" && model.line == 2 && model.column == 12)
        let strict = MappingOptions(mismatches: .reject)
        let mismatch = failure(
            Table.self, #"{"rows": [{"user": {"userName": "a", "friend": {"userName": "b", "age": []}}}]}"#,
            strict)
        #expect(summary(of: mismatch) == "typeMismatch rows/#0/user/friend/age")
        #expect(modelError(in: mismatch)?.path == "$.rows[0].user.friend.age")
        #expect(summary(of: failure(Table.self, #"{"rows": [{"user": 5}]}"#)) == "typeMismatch rows/#0/user")
        #expect(
            summary(of: failure(Table.self, #"{"rows": [{"user": null}]}"#)) == "valueNotFound rows/#0/user")
        #expect(summary(of: failure(DecodedPage.self, #"{"items": 5}"#)) == "typeMismatch items")
    }

    @Test func aNullIsNoValueOfTheRequestedType() {
        func wanted<Value: Decodable>(_ type: Value.Type) -> Bool {
            guard case DecodingError.valueNotFound(let missing, _) = failure([Value].self, "[null]") else {
                return false
            }
            return missing == type
        }
        #expect(wanted(URL.self) && wanted(Data.self) && wanted(Date.self) && wanted(Decimal.self))
        #expect(wanted(String.self) && wanted(Int8.self) && wanted(Float.self) && wanted(Bool.self))
    }

    @Test func numbersOutOfRangeAreErrorsWithTheirPath() {
        struct Numbers: Decodable {
            var double: Double?
            var float: Float?
            var decimal: Decimal?
            var integers: [Int]?
            var doubles: [Double]?
        }
        let rows = [
            ("double", "1e999"), ("double", "1e-400"), ("float", "1e39"), ("float", "1e-50"),
            ("decimal", "1e200"), ("integers/#0", "[1e30]"), ("doubles/#1", "[1, -1e999]"),
        ]
        for (path, number) in rows {
            let key = path.prefix { $0 != "/" }
            let json = #"{"data": {"\#(key)": \#(number)}}"#
            let error = failure(Numbers.self, json, MappingOptions(rootPath: "data"))
            #expect(summary(of: error) == "dataCorrupted \(path)", "\(number)")
            let modelPath = path.replacing("/#", with: "[") + (path.contains("/") ? "]" : "")
            #expect(modelError(in: error)?.path == "$.data.\(modelPath)", "\(number)")
        }
    }

    @Test func optionsApplyToElementsOfAnEnvelope() {
        let json = #"{"items": [{"userName": "a"}, 5, {}]}"#
        let error = failure(DecodedPage.self, json, MappingOptions(elements: .reject))
        #expect(summary(of: error) == "typeMismatch items/#1")
        #expect(modelError(in: error)?.problems.map(\.path) == ["$.items[1]", "$.items[2].userName"])
    }

    @Test func aTypeCanMakeAModelFromItsOwnDecoder() throws {
        struct Flat: Decodable {
            let user: DecodedUser
            let token: String

            private enum Keys: String, CodingKey { case token }

            init(from decoder: any Decoder) throws {
                user = try DecodedUser(from: decoder)
                token = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .token)
            }
        }
        let flat = try decoder.decode(
            [Flat].self,
            from: #"[{"user_name": "a", "token": "t", "age": "5"}, {"token": "u", "userName": "b"}]"#)
        #expect(
            flat.map(\.user.userName) == ["a", "b"] && flat.map(\.token) == ["t", "u"]
                && flat[0].user.age == 5)
        #expect(summary(of: failure([Flat].self, #"[{"token": "t"}]"#)) == "keyNotFound userName #0")
    }

    // MARK: Options

    @Test func datesAndDataFollowTheOptions() throws {
        struct Times: Decodable, Equatable {
            var at: Date
            var list: [Date]
            var bytes: Data
        }
        let unix = #"{"at": 1700000000, "list": [1, 2], "bytes": "AQI="}"#
        let times = try ModelDecoder(options: MappingOptions(dateFormat: .unixSeconds)).decode(
            Times.self, from: unix)
        #expect(times.at == Date(timeIntervalSince1970: 1_700_000_000) && times.bytes == Data([1, 2]))
        let iso = #"{"at": "2024-02-29T12:30:59Z", "list": ["2024-02-29"], "bytes": ""}"#
        #expect(
            try decoder.decode(Times.self, from: iso).list[0] == Date(timeIntervalSince1970: 1_709_164_800))
        #expect(summary(of: failure(Times.self, #"{"at": "x"}"#)) == "dataCorrupted at")
        #expect(summary(of: failure(Times.self, #"{"at": 1, "list": [true]}"#)) == "typeMismatch list/#0")
        #expect(summary(of: failure(Times.self, #"{"at": 1e300}"#)) == "typeMismatch at")
        #expect(
            summary(of: failure(Times.self, #"{"at": 1, "list": [], "bytes": "?"}"#)) == "dataCorrupted bytes"
        )
        let custom = DateFormat.custom(parse: {
            ($0 as? Bool).map { Date(timeIntervalSince1970: $0 ? 1 : 0) }
        }) { _ in 0 }
        let dates = try ModelDecoder(options: MappingOptions(dateFormat: custom)).decode(
            [Date].self, from: "[true]")
        #expect(dates == [Date(timeIntervalSince1970: 1)])
    }

    @Test func rootPathAndLimitsApplyToThePayload() throws {
        let json = #"{"data": {"page": {"items": [{"userName": "a"}]}, "n": [1, 2]}}"#
        #expect(
            try ModelDecoder(options: MappingOptions(rootPath: "data.page")).decode(
                DecodedPage.self, from: json
            )
            .items.count == 1)
        #expect(
            try ModelDecoder(options: MappingOptions(rootPath: "data.n.1")).decode(Int.self, from: json) == 2)
        #expect(
            (failure(Int.self, json, MappingOptions(rootPath: "data.x")) as? ModelError)?.code == .invalidRoot
        )
        let mismatch = failure([Int].self, json, MappingOptions(rootPath: "data.page"))
        #expect(summary(of: mismatch) == "typeMismatch ")
        for limits in [MappingLimits(depth: 2), MappingLimits(bytes: 20), MappingLimits(elements: 3)] {
            let error = failure(
                [String: [String: [Int]]].self, #"{"a": {"b": [1, 2, 3]}}"#, MappingOptions(limits: limits))
            #expect((error as? ModelError)?.code == .limitExceeded, "\(limits)")
        }
    }

    @Test func pathsBeginAtTheRootOfTheText() throws {
        let options = MappingOptions(mismatches: .reject, rootPath: "data.page")
        for (json, path) in [
            (#"{"data": {"page": {"items": [{"age": []}]}}}"#, "$.data.page.items[0].age"),
            (#"{"DATA": {"page": {"items": [{}, {"age": {}}]}}}"#, "$.DATA.page.items[1].age"),
        ] {
            let error = failure(DecodedPage.self, json, options)
            guard case .typeMismatch(_, let context)? = error as? DecodingError else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect((context.underlyingError as? ModelError)?.path == path)
            #expect(context.codingPath.first?.stringValue == "items")
        }
    }

    @Test func anOptionalAtAMismatchedRootPathThrows() {
        final class Rooted: ModelObject { var n = 0 }
        let decoder = ModelDecoder(options: MappingOptions(rootPath: "data"))
        let error = #expect(throws: ModelError.self) {
            try decoder.decode(Rooted?.self, from: #"{"data": 5}"#)
        }
        #expect(error?.code == .invalidRoot)
    }

    @Test func userInfoReachesTypes() throws {
        struct Told: Codable, Equatable {
            static let key = CodingUserInfoKey(rawValue: "key")!
            var text: String

            init(from decoder: any Decoder) throws { text = decoder.userInfo[Self.key] as? String ?? "" }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(encoder.userInfo[Self.key] as? String ?? "")
            }
        }
        var decoder = decoder
        decoder.userInfo = [Told.key: "told"]
        #expect(try decoder.decode([Told].self, from: "[1]")[0].text == "told")
        var encoder = ModelEncoder()
        encoder.userInfo = [Told.key: "told"]
        #expect(try encoder.encode([try decoder.decode(Told.self, from: "1")]) == Data(#"["told"]"#.utf8))
    }

    // MARK: Text

    @Test func textThatIsNotJSONIsASyntaxError() {
        struct Lossy: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: FreeKey.self)
                _ = try? container.decode(Int.self, forKey: FreeKey("a"))
            }
        }
        for json in [
            "", "{", #"{"a": "#, #"{"a": 1,}"#, #"{"a": x}"#, #"{"a": 1} 2"#, #"{"b": [1, 2}"#, "[1", "<",
        ] {
            #expect(failure(Lossy.self, json) is JSONSyntaxError, "\(json)")
            #expect(failure([Int].self, json) is JSONSyntaxError, "\(json)")
            #expect(failure(DecodedPage.self, json) is JSONSyntaxError, "\(json)")
            #expect(failure(DecodedNote.self, json) is JSONSyntaxError, "\(json)")
        }
        #expect(failure(Int.self, #"{"a": }"#) is JSONSyntaxError, "even after a type mismatch")
        #expect((failureOfBytes([0xFF, 0xFE, 0x7B, 0x00]) as? ModelError)?.code == .invalidEncoding)
    }

    private func failureOfBytes(_ bytes: [UInt8]) -> (any Error)? {
        do {
            _ = try decoder.decode([String: Int].self, from: Data(bytes))
            return nil
        } catch {
            return error
        }
    }

    @Test func theFirstOfDuplicateKeysWins() throws {
        struct Pair: Codable, Equatable {
            var b: Int?
            var a: Int
        }
        for json in [
            #"{"a": 1, "b": 2, "a": 3}"#, #"{"b": 5, "a": 1, "\u0061": 3, "b": 2}"#, #"{"a":1,"a":"x"}"#,
        ] {
            #expect(
                try decoder.decode(Pair.self, from: json)
                    == JSONDecoder().decode(Pair.self, from: Data(json.utf8)))
        }
        let large = (0..<200).map { "\"k\($0 % 100)\": \($0)" }.joined(separator: ",")
        let members = try decoder.decode([String: Int].self, from: "{\(large)}")
        #expect(members.count == 100 && members["k7"] == 7)
        #expect(try decoder.decode([String: Int].self, from: "{\"\u{E9}\": 1, \"e\u{301}\": 2}") == ["é": 1])
    }

    @Test func longKeysMayDifferInTheMiddleOnly() throws {
        struct Codes: Decodable {
            var address_work_postal_code = 0
            var address_home_postal_code = 0
        }
        let codes = try decoder.decode(
            Codes.self, from: #"{"address_home_postal_code": 1, "address_work_postal_code": 2}"#)
        #expect(codes.address_home_postal_code == 1 && codes.address_work_postal_code == 2)
    }

    /// As in JSONDecoder: the Kelvin sign is canonically equivalent to the letter.
    @Test func keysMayHaveAnotherSpellingOfALetter() throws {
        struct Measured: Decodable {
            let value: Int
            let short: Int
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: FreeKey.self)
                value = try container.decode(Int.self, forKey: FreeKey("degrees_in_\u{212A}_at_noon"))
                short = try container.decode(Int.self, forKey: FreeKey("\u{212A}"))
            }
        }
        let measured = try decoder.decode(Measured.self, from: #"{"degrees_in_K_at_noon": 7, "K": 8}"#)
        #expect(measured.value == 7 && measured.short == 8)
    }

    private final class Keeper: Decodable {
        let decoder: any Decoder
        let container: KeyedDecodingContainer<FreeKey>

        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            container = try decoder.container(keyedBy: FreeKey.self)
        }
    }

    private final class KeeperHolder: ModelObject {
        var keeper: Keeper?
        var keepers: [Keeper] = []
    }

    @Test func aDecoderRemainsUsableAfterDecoding() throws {
        let text = #"{"a": "some text", "u": {"userName": "b"}}"#
        let json = "{\"keeper\": \(text)}  "
        let kept = try decoder.decode([Keeper].self, from: "[\(text)]  ")
        // The text of each call is copied once.
        let holders = try KeeperHolder.array(json: "[\(json), {}, \(json)]") + [KeeperHolder(json: json)]
        #expect(holders.map { $0.keeper == nil } == [false, true, false, false])
        let list = try KeeperHolder(json: "{\"keepers\": [\(text), 5, \(text)]}").keepers
        #expect(list.count == 2)
        for keeper in kept + holders.compactMap(\.keeper) + list {
            #expect(try keeper.container.decode(String.self, forKey: FreeKey("a")) == "some text")
            #expect(try keeper.container.decode(DecodedUser.self, forKey: FreeKey("u")).userName == "b")
            #expect(try keeper.decoder.container(keyedBy: FreeKey.self).allKeys.count == 2)
        }
    }
}
