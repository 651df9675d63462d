import Foundation
import Testing

@testable import ModelObjects

/// Models in coders that aren't Foundation's and support less: they need only what synthesized conformances call.
struct OtherCoderTests {
    class User: ModelObject {
        var userName = ""
        var age = 0
        var score = 0.0
        var isActive = false
        var born: Date?
        var photo = Data()
        var id: UUID?
        var note: String?
        var tags: [String] = []
        var home: Address?
    }

    final class Address: ModelObject {
        var city = ""
        var zip = 0
    }

    final class NamedByHook: User {
        override func serializeValue(_ value: Any, key: String) {
            if key == "user_name" { userName = "\(value)!" } else { super.serializeValue(value, key: key) }
        }
    }

    private static let id = UUID(uuidString: "11111111-2222-3333-4444-555555555555")

    private static let row = Row(columns: [
        "user_name": .text("ada"), "age": .integer(36), "score": .real(2.5), "is_active": .integer(1),
        "born": .real(60), "photo": .blob(Data([1, 2])), "id": .text("11111111-2222-3333-4444-555555555555"),
        "note": .null, "other": .blob(Data([3])),
    ])

    @Test func aRowIsRead() throws {
        let user = try Self.row.decode(User.self)
        #expect(user.userName == "ada" && user.age == 36 && user.score == 2.5 && user.isActive)
        #expect(user.born == Date(timeIntervalSince1970: 60) && user.photo == Data([1, 2]))
        #expect(user.id == Self.id && user.note == nil)
    }

    @Test func aNativeUUIDIsRead() throws {
        var row = Self.row
        row.columns["id"] = .blob(Data([17, 17, 17, 17, 34, 34, 51, 51, 68, 68, 85, 85, 85, 85, 85, 85]))
        #expect(try row.decode(User.self).id == Self.id)
    }

    @Test func columnsWithJSONAreRead() throws {
        var row = Self.row
        row.columns["tags"] = .text(#"["a", "b"]"#)
        row.columns["home"] = .text(#"{"city": "Oslo", "zip": 150}"#)
        let user = try row.decode(User.self)
        #expect(user.tags == ["a", "b"] && user.home?.city == "Oslo" && user.home?.zip == 150)
    }

    @Test func aHookGetsTheColumns() throws {
        let user = try Self.row.decode(NamedByHook.self)
        #expect(user.userName == "ada!" && user.age == 36 && user.isActive)
    }

    @Test func aColumnOfAnotherTypeDoesNotFit() throws {
        final class Strict: User {
            override class var mappingOptions: MappingOptions { MappingOptions(mismatches: .reject) }
        }
        var row = Self.row
        row.columns["age"] = .blob(Data([3]))
        let user = try row.decode(User.self)
        #expect(user.age == 0 && user.userName == "ada")
        let error = #expect(throws: DecodingError.self) { try row.decode(Strict.self) }
        #expect(error.map { "\($0)".contains("age") } == true)
    }

    @Test func aRowIsWritten() throws {
        let user = try Self.row.decode(User.self)
        (user.tags, user.home) = (["a"], Address())
        let row = try Row.encode(user)
        #expect(row.columns["userName"] == .text("ada") && row.columns["age"] == .integer(36))
        #expect(row.columns["score"] == .real(2.5) && row.columns["isActive"] == .integer(1))
        #expect(row.columns["born"] == .real(60) && row.columns["photo"] == .blob(Data([1, 2])))
        #expect(row.columns["tags"] == .text(#"["a"]"#))
        #expect(try row.decode(User.self) == user)
    }

    @Test(arguments: [
        ("userName=tea&age=3&isActive=true", #"{"userName":"tea","age":3,"isActive":true}"#),
        ("tags=a", #"{"tags":["a"]}"#),
        ("tags[]=a&tags[]=b", #"{"tags":["a","b"]}"#),
        ("tags[1]=b&tags[0]=a", #"{"tags":["a","b"]}"#),
        ("home[city]=Oslo&home[zip]=150", #"{"home":{"city":"Oslo","zip":150}}"#),
        ("age[0]=1", "{}"),
        ("unknown[0]=1&unknown[1]=2", "{}"),
    ])
    func aFormIsRead(text: String, json: String) throws {
        #expect(try Form(text).decode(User.self) == User(json: json))
    }

    @Test func aListThatNeverEndsDoesNotFit() throws {
        let user = try Form("tags=a&age=3", isStuck: true).decode(User.self)
        #expect(user.tags.isEmpty && user.age == 3)
    }
}
