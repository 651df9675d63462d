import Foundation
import ModelObjects
import Testing

/// Codable types that encode several models into one object, and make them from one.
struct FlattenedModelTests {
    final class User: ModelObject {
        var firstName = "Ann"
        var password = "secret"
        var nick: String?
        override class var propertyRules: [String: PropertyRule] { ["password": .redacted] }
    }

    final class Extra: ModelObject {
        var zipCode = "123"
        var token = "t0k3n"
        var kids = [User()]
    }

    final class Stamp: ModelObject {
        var when = Date(timeIntervalSince1970: 5)
        override class var mappingOptions: MappingOptions { MappingOptions(dateFormat: .unixSeconds) }
    }

    struct Both<First: ModelObject, Second: ModelObject>: Codable {
        var first = First()
        var second = Second()
        init() {}
        init(from decoder: any Decoder) throws {
            (first, second) = (try First(from: decoder), try Second(from: decoder))
        }
        func encode(to encoder: any Encoder) throws {
            try first.encode(to: encoder)
            try second.encode(to: encoder)
        }
    }

    @Test func allModelsHaveTheOptionsOfTheCall() throws {
        let options = ExportOptions(
            keyStyle: .snakeCase, nulls: .include, relations: .none, sortedKeys: true,
            except: ["password", "token"])
        let encoder = ModelEncoder(options: options)
        let expected = #"{"first_name":"Ann","nick":null,"zip_code":"123"}"#
        #expect(try String(decoding: encoder.encode(Both<User, Extra>()), as: UTF8.self) == expected)
        #expect(try String(decoding: encoder.encode(Both<Extra, User>()), as: UTF8.self) == expected)
        var pretty = options
        pretty.pretty = true
        let text = try String(
            decoding: ModelEncoder(options: pretty).encode(Both<User, Extra>()), as: UTF8.self)
        #expect(text == "{\n  \"first_name\": \"Ann\",\n  \"nick\": null,\n  \"zip_code\": \"123\"\n}")
    }

    final class Holder<Part: Codable>: ModelObject {
        var part: Part?
    }

    @Test func theDateFormatsOfClassesApply() throws {
        let (stampLast, stampFirst) = (Holder<Both<User, Stamp>>(), Holder<Both<Stamp, User>>())
        (stampLast.part, stampFirst.part) = (Both(), Both())
        stampLast.part?.second.when = Date(timeIntervalSince1970: 7)
        stampFirst.part?.first.when = Date(timeIntervalSince1970: 7)
        for text in [try stampLast.jsonString(), try stampFirst.jsonString()] {
            #expect(text.contains(#""when":7"#))
        }
        let again = try Holder<Both<User, Stamp>>(json: stampLast.jsonString())
        #expect(again.part?.second.when == Date(timeIntervalSince1970: 7))
    }

    /// The default of a property isn't shown if it contains a redacted value.
    @Test func schemasShowNoSecrets() throws {
        final class Secretive: ModelObject {
            var part = Both<Extra, User>()
        }
        #expect(try !Secretive.jsonSchemaString().contains("secret\""))
    }

    @Test func aModelMayFollowMembersOrAnEmptyModel() throws {
        final class Empty: ModelObject {}
        struct Mixed: Encodable {
            enum Keys: String, CodingKey { case a, firstName, z }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(1, forKey: .a)
                try container.encode("x", forKey: .firstName)
                try Empty().encode(to: encoder)
                try User().encode(to: encoder)
                try Empty().encode(to: encoder)
                try container.encode(2, forKey: .z)
            }
        }
        // The last of equal keys counts, as in JSONEncoder.
        let encoder = ModelEncoder(options: ExportOptions(sortedKeys: true))
        let json = #"{"a":1,"firstName":"Ann","password":"secret","z":2}"#
        #expect(try String(decoding: encoder.encode(Mixed()), as: UTF8.self) == json)
        let empty = try String(decoding: encoder.encode(Both<Empty, Empty>()), as: UTF8.self)
        #expect(empty == "{}")
    }

    @Test func membersCountOneLevel() throws {
        final class Deep: ModelObject { var lists = [[1]] }
        let part = Both<User, Deep>()
        for (depth, fits) in [(3, true), (2, false)] {
            let encoder = ModelEncoder(options: ExportOptions(maxDepth: depth))
            #expect(((try? encoder.encode(part)) != nil) == fits)
        }
    }

    // MARK: Root paths

    final class Rooted: ModelObject {
        var firstName = ""
        var tags: [Int] = []
        override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "data") }
    }

    struct Wrapper: Codable {
        let rooted: Rooted
        init(from decoder: any Decoder) throws { rooted = try Rooted(from: decoder) }
        func encode(to encoder: any Encoder) throws { try rooted.encode(to: encoder) }
    }

    final class Page: ModelObject {
        var one: Wrapper?
        var list: [Wrapper] = []
        var byName: [String: Wrapper] = [:]
    }

    /// A root path applies only to the outermost object.
    @Test func elementsHaveNoRootPath() throws {
        let json = #"{"one":{"firstName":"a"},"list":[{"firstName":"b"}],"byName":{"k":{"firstName":"c"}}}"#
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        for page in [
            try Page(json: json), try Page(dictionary: object ?? [:]),
            try ModelDecoder().decode(Page.self, from: json),
            try JSONDecoder().decode(Page.self, from: Data(json.utf8)),
        ] {
            #expect(page.one?.rooted.firstName == "a" && page.list.map(\.rooted.firstName) == ["b"])
            #expect(page.byName["k"]?.rooted.firstName == "c")
        }
    }

    @Test func aModelWithARootPathHasTheOptionsOfTheCall() throws {
        let json = #"{"data":{"first_name":"q","zz":1,"tags":["x",2]}}"#
        for options in [
            MappingOptions(keyMatching: .exact), MappingOptions(unknownKeys: .reject), .strict,
            MappingOptions(conversions: .none), MappingOptions(mismatches: .reject), MappingOptions(),
        ] {
            let decoder = ModelDecoder(options: options)
            let (model, report) = decoder.inspect(Rooted.self, from: json)
            let (wrapped, wrappedReport) = decoder.inspect(Wrapper.self, from: json)
            #expect(model?.jsonStringForTest == wrapped?.rooted.jsonStringForTest)
            #expect(Set(report.problems.map(\.path)) == Set(wrappedReport.problems.map(\.path)))
            #expect(report.unmatchedKeys.map(\.path) == wrappedReport.unmatchedKeys.map(\.path))
        }
        var (noPath, otherPath) = (MappingOptions(), MappingOptions())
        noPath.rootPath = nil
        otherPath.rootPath = "x"
        for (options, json) in [
            (noPath, #"{"firstName":"q"}"#), (otherPath, #"{"x":{"firstName":"q"}}"#),
            (MappingOptions(), #"{"DATA":{"firstName":"q"}}"#),
        ] {
            #expect(try ModelDecoder(options: options).decode(Rooted.self, from: json).firstName == "q")
            #expect(
                try ModelDecoder(options: options).decode(Wrapper.self, from: json).rooted.firstName == "q")
        }
        #expect(throws: DecodingError.self) {
            try ModelDecoder(options: MappingOptions(keyMatching: .exact)).decode(
                Wrapper.self, from: #"{"DATA":{"firstName":"q"}}"#)
        }
        let missing = #expect(throws: DecodingError.self) {
            try ModelDecoder().decode(Wrapper.self, from: "{}")
        }
        #expect("\(missing as Any)".contains("No value at rootPath `data`."))
    }

    // MARK: Failed parts

    private enum Key: String, CodingKey { case a, b, n, x }

    private struct FailingPart: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: .n)
            try nested.encode(1, forKey: .a)
            throw CancellationError()
        }
    }

    private struct Recovering: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .a)
            var single = encoder.singleValueContainer()
            do { try single.encode(FailingPart()) } catch {}
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: .n)
            try nested.encode(2, forKey: .b)
            try container.encode(3, forKey: .x)
        }
    }

    /// The container that a failed part requested is gone with the part.
    @Test func aContainerAfterAFailedPartIsWritten() throws {
        let encoder = ModelEncoder(options: ExportOptions(sortedKeys: true))
        let text = try String(decoding: encoder.encode(Recovering()), as: UTF8.self)
        #expect(text == #"{"a":1,"n":{"b":2},"x":3}"#)
    }
}

extension ModelObject {
    fileprivate var jsonStringForTest: String? { try? jsonString() }
}
