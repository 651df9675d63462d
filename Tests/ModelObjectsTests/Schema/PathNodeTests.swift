import Testing

@testable import ModelObjects

/// The keys below the first steps of paths.
struct PathNodeTests {
    final class Person: ModelObject {
        var id = 0
        var nickName = ""
        var firstName = ""
        var age = 0
        var lastName = ""
        var city = ""
        var whole = ""

        override class var propertyRules: [String: PropertyRule] {
            [
                "firstName": .key("name.firstName"), "lastName": .key("name.lastName"),
                "city": .key("home.address.city"),
                "whole": .combined(keys: ["title", "home.address.zip"]) { (parts: [String: Any]) -> String? in
                    "\(parts["title"] ?? "") \(parts["home.address.zip"] ?? "")"
                },
            ]
        }
    }

    private func node(_ key: String, in matcher: KeyMatcher) throws -> PathNode {
        guard case .path(let node)? = matcher.matches(key).first?.target else {
            throw ModelError(.typeMismatch, expected: "a path", found: key)
        }
        return node
    }

    /// In Unicode, the two spellings of the key are equivalent.
    @Test func exactPathsDifferInNormalization() throws {
        final class Spelled: ModelObject {
            var d = ""
            var e = ""
            override class var mappingOptions: MappingOptions { MappingOptions(keyMatching: .exact) }
            override class var propertyRules: [String: PropertyRule] {
                ["d": .keys("e\u{301}.x", "\u{e9}.z"), "e": .key("\u{e9}.y")]
            }
        }
        let spelled = try Spelled(json: #"{"\u00e9": {"y": "2"}, "e\u0301": {"x": "1"}}"#)
        #expect(spelled.d == "1" && spelled.e == "2")
        #expect(Spelled.audit().isEmpty)
    }

    @Test func canonicallyEquivalentKeysAreNotTheSame() throws {
        final class Spelled: ModelObject {
            var d = ""
            override class var mappingOptions: MappingOptions { MappingOptions(keyMatching: .exact) }
            override class var propertyRules: [String: PropertyRule] { ["d": .keys("e\u{301}", "\u{e9}")] }
        }
        #expect(Spelled.audit().isEmpty)
        #expect(try Spelled(json: #"{"\u00e9": "x"}"#).d == "x")
    }

    /// Many paths would otherwise need places for each other's properties, so that their number were squared.
    @Test func onlyPropertiesBelowTheNodeAreExpected() throws {
        let matcher = ModelSchema.of(Person.self).matcher(.fuzzy)
        let name = try node("name", in: matcher)
        let home = try node("home", in: matcher)
        let address = try node("address", in: home.matcher)
        #expect(name.matcher.expectedKeys.prefix(4) == ["first_name", "", "last_name", ""])
        #expect(Set(home.matcher.expectedKeys) == [""])
        #expect(home.matcher.expectedKeys.count == UsualSpellings.styleCount)
        #expect(address.matcher.expectedKeys.prefix(2) == ["city", ""])
        #expect(address.matcher.expectedKeys.count == 2 * UsualSpellings.styleCount)
    }

    @Test(arguments: [
        #"{"id": 1, "name": {"first_name": "a", "last_name": "b"}, "home": {"address": {"city": "c"}}}"#,
        #"{"name": {"lastName": "b", "firstName": "a"}, "id": 1, "HOME": {"Address": {"CITY": "c"}}}"#,
        #"{"name": {"x": 0, "FIRST_NAME": "a", "y": 0, "LAST_NAME": "b"}, "home": {"address": {"city": "c"}}, "id": 1}"#,
        #"{"home": {"x": 0, "address": {"x": 0, "city": "c"}}, "name": {"f_irstName": "a", "lastName": "b"}, "id": 1}"#,
    ])
    func keysOfAllStylesFillThePropertiesBelowTheNode(_ json: String) throws {
        let person = try Person(json: json)
        #expect(person.firstName == "a" && person.lastName == "b" && person.city == "c" && person.id == 1)
        #expect(person.nickName.isEmpty && person.age == 0)
    }

    @Test(arguments: [("title", true), ("home", true), ("name", false), ("id", false), ("whole", false)])
    func targetsKnowWhetherTheyLeadToInputs(_ key: String, _ leads: Bool) {
        let matches = ModelSchema.of(Person.self).matcher(.fuzzy).matches(key)
        #expect(matches.contains(where: \.target.leadsToInput) == leads)
    }
}
