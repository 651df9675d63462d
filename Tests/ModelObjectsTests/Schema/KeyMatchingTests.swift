import Foundation
import ModelObjects
import Testing

/// Which key fills which property.
struct KeyMatchingTests {
    final class Plain: ModelObject {
        var userName = ""
        var url = ""
        var größe = ""
        var html5Parser2 = ""
        var trailing_ = ""
        var token = ""
    }

    /// A name whose fold is empty.
    final class Underscored: ModelObject {
        // swift-format-ignore: NoLeadingUnderscores
        var __ = 0
        var id = 0
    }

    @Test func aReservedNameMatchesOnlyAfterTheNameOfTheClass() throws {
        final class Book: ModelObject {
            var bookType = ""
            var coverType = ""
        }
        let book = try Book(json: #"{"type": "novel"}"#)
        #expect(book.bookType == "novel" && book.coverType == "")
        final class Cover: ModelObject { var paperType = "" }
        #expect(try Cover(json: #"{"type": "novel"}"#).paperType == "")
    }

    /// Separators alone match no property.
    @Test(arguments: ["_", "-", " ", "__", "_-_", ""])
    func separatorsAloneMatchNothing(key: String) throws {
        let object = try Underscored(json: "{\"\(key)\": 1, \"I_D\": 2}")
        #expect(object.__ == 0 && object.id == 2)
        #expect(try Underscored(dictionary: [key: 1]).__ == 0)
    }

    final class Literal: ModelObject {
        var empty = 0
        var underscore = 0
        var hyphen = 0
        var sameHyphen = 0
        var dotted = 0
        override class var propertyRules: [String: PropertyRule] {
            [
                "empty": .literalKey(""), "underscore": .literalKey("_"), "hyphen": .literalKey("-"),
                "sameHyphen": .literalKey("-").notExported, "dotted": .literalKey("."),
            ]
        }
    }

    /// A declared key without letters matches exactly, from bytes and from a dictionary, and is exported as declared.
    @Test func literalKeysMatchAnyTextExactly() throws {
        let payload = #"{"": 1, "_": 2, "-": 3, ".": 4}"#
        for object in [
            try Literal(json: payload), try Literal(dictionary: ["": 1, "_": 2, "-": 3, ".": 4]),
        ] {
            let numbers = [object.empty, object.underscore, object.hyphen, object.dotted]
            #expect(numbers == [1, 2, 3, 4] && object.sameHyphen == 3)
            #expect(try object.jsonString() == #"{"":1,"_":2,"-":3,".":4}"#)
        }
        let (other, report) = Literal.inspect(json: #"{"__": 1, " ": 2, "_-": 3}"#)
        #expect(other?.underscore == 0 && other?.empty == 0)
        #expect(report.unmatchedKeys.map(\.path).count == 3 && report.problems.isEmpty)
        #expect(Literal.audit().isEmpty)
    }

    final class Alike: ModelObject {
        var userID = ""
        var user_id = ""
        var other = ""
    }

    final class Declared: ModelObject {
        var name = ""
        var second = ""
        var third = ""

        override class var propertyRules: [String: PropertyRule] {
            ["name": .keys("n", "N", "full_name"), "second": .literalKey("a.b"), "third": .key("a.c.1")]
        }
    }

    class User: ModelObject {
        var remoteID = 0
        var userDescription = ""
        var userType = ""
        var userClass = ""
        var userHash = ""
        var userSelf = ""
        var userInit = ""
        var userDefault = ""
    }

    final class Admin: User {
        var adminType = ""
    }

    final class Generic<Value>: ModelObject {
        var genericType = ""
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let json: String
        let expected: String
        var mode = MappingOptions.KeyMatching.fuzzy
        var testDescription: String { "\(json) gives \(expected) (\(mode))" }
    }

    private static let plain: [Row] =
        [
            "userName", "username", "USERNAME", "user_name", "USER_NAME", "user-name", "User Name",
            "_user__name_", "u-s e_rName",
        ]
        .map { Row(json: "{\"\($0)\": \"x\"}", expected: "x") }
        + [
            Row(json: #"{"user.name": "x"}"#, expected: ""), Row(json: #"{"user\tname": "x"}"#, expected: ""),
            Row(json: #"{"usernames": "x"}"#, expected: ""),
            Row(json: #"{"user\u00a0name": "x"}"#, expected: ""),
            Row(json: #"{"": "x", "_": "x", "- _": "x"}"#, expected: ""),
            Row(json: #"{"\u0075serName": "x"}"#, expected: "x"),
            Row(json: #"{"user\u005fname": "x"}"#, expected: "x"),
            // The best rank is used, whatever the order.
            Row(json: #"{"user_name": "c", "username": "b", "userName": "a"}"#, expected: "a"),
            Row(json: #"{"user_name": "c", "username": "b"}"#, expected: "b"),
            Row(json: #"{"USERNAME": "B", "username": "b"}"#, expected: "B"),
            Row(json: #"{"user_name": "_", "user-name": "-", "user name": " "}"#, expected: " "),
            // The last value of one spelling is used.
            Row(json: #"{"userName": "a", "userName": "b"}"#, expected: "b"),
            // An unusable value loses to a usable one.
            Row(json: #"{"userName": null, "user_name": "c"}"#, expected: "c"),
            Row(json: #"{"userName": [], "username": {}, "user_name": "c"}"#, expected: "c"),
            Row(json: #"{"userName": []}"#, expected: ""),
            // Modes.
            Row(json: #"{"USERNAME": "b"}"#, expected: "b", mode: .caseInsensitive),
            Row(json: #"{"user_name": "c"}"#, expected: "", mode: .caseInsensitive),
            Row(json: #"{"userName": "a"}"#, expected: "a", mode: .exact),
            Row(json: #"{"username": "b", "user_name": "c"}"#, expected: "", mode: .exact),
        ]

    @Test(arguments: plain) func spellingsMatchByRank(_ row: Row) throws {
        try checkAll(row) { (model: Plain) in model.userName }
    }

    /// Removing a separator is more than a change of case, also at the end of a name of eight letters.
    @Test func aMissingSeparatorAtTheEndRanksBelowAnotherCase() throws {
        try checkAll(Row(json: #"{"TRAILING": "x", "trailinG_": "y"}"#, expected: "y")) { (model: Plain) in
            model.trailing_
        }
    }

    final class Hooked: ModelObject {
        var userName = ""
        var userID = 0
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// Each value has the rank of its own key, even if the keys of an object have different styles.
    @Test(arguments: [
        Row(json: #"{"user_name": "c", "userID": 1, "UserName": "b"}"#, expected: "b"),
        Row(json: #"{"userID": 1, "user_name": "c", "UserName": "b"}"#, expected: "b"),
        Row(json: #"{"UserName": "b", "user_id": 1, "user_name": "c"}"#, expected: "b"),
    ])
    func ranksWithAHookDoNotDependOnOtherKeys(_ row: Row) throws {
        try checkAll(row) { (model: Hooked) in model.userName }
    }

    private static let alike: [Row] = [
        Row(json: #"{"userID": "a", "user_id": "b"}"#, expected: "a b"),
        Row(json: #"{"userId": "x"}"#, expected: " "), Row(json: #"{"USER_ID": "x"}"#, expected: " "),
        Row(json: #"{"userID": "a", "USERID": "x"}"#, expected: "a "),
        Row(json: #"{"userID": "a", "USERID": "x"}"#, expected: "a ", mode: .caseInsensitive),
        Row(json: #"{"USERID": "x", "USER_ID": "y"}"#, expected: "x y", mode: .caseInsensitive),
    ]

    @Test(arguments: alike) func ambiguousKeysFillNoProperty(_ row: Row) throws {
        try checkAll(row) { (model: Alike) in "\(model.userID) \(model.user_id)" }
    }

    private static let declared: [Row] = [
        Row(json: #"{"n": "1", "N": "2", "full_name": "3"}"#, expected: "1"),
        Row(json: #"{"N": "2", "full_name": "3"}"#, expected: "2"),
        Row(json: #"{"full_name": "3"}"#, expected: "3"),
        Row(json: #"{"fullName": "3"}"#, expected: "3"), Row(json: #"{"name": "no"}"#, expected: ""),
        Row(json: #"{"n": null, "N": [], "full_name": "3"}"#, expected: "3"),
        Row(json: #"{"full_name": "3", "_n": "4"}"#, expected: "3"),
        Row(json: #"{"_n": "4"}"#, expected: "4"),
        Row(json: #"{"fullName": "3"}"#, expected: "", mode: .exact),
        Row(json: #"{"N": "2"}"#, expected: "2", mode: .exact),
    ]

    @Test(arguments: declared) func declaredKeysArePreferredInOrder(_ row: Row) throws {
        try checkAll(row) { (model: Declared) in model.name }
    }

    private static let paths: [Row] = [
        Row(json: #"{"a.b": "x"}"#, expected: "x "), Row(json: #"{"A.B": "x"}"#, expected: "x "),
        Row(json: #"{"a": {"b": "no", "c": ["0", "1"]}}"#, expected: " 1"),
        Row(json: #"{"A": {"_c": ["0", "1"]}}"#, expected: " 1"),
        Row(json: #"{"a": {"c": {"1": "k"}}}"#, expected: " k"),
        Row(json: #"{"a": {"c": ["0"]}}"#, expected: " "), Row(json: #"{"a": {"c": null}}"#, expected: " "),
        Row(json: #"{"a": null}"#, expected: " "), Row(json: #"{"a": 5}"#, expected: " "),
        Row(json: #"{"a": ["c"]}"#, expected: " "), Row(json: #"{"a": {"c": [0, null]}}"#, expected: " "),
        Row(json: #"{"a": {"c": [0, [1]]}}"#, expected: " "),
        Row(json: #"{"a": {"c": [0, "x"]}, "A": {"c": [0, "y"]}}"#, expected: " x"),
        Row(json: #"{"A": {"c": [0, "y"]}, "a": {"c": [0, null]}}"#, expected: " y"),
    ]

    @Test(arguments: paths) func pathsLeadThroughObjectsAndArrays(_ row: Row) throws {
        try checkAll(row) { (model: Declared) in "\(model.second) \(model.third)" }
    }

    @Test func theOrderOfKeysDoesNotMatter() throws {
        let members = [
            #""userName": null"#, #""username": []"#, #""USERNAME": 1"#, #""user_name": "c""#,
            #""user-name": "d""#,
        ]
        for order in permutations(members) {
            let row = Row(json: "{" + order.joined(separator: ",") + "}", expected: "1")
            try checkAll(row) { (model: Plain) in model.userName }
        }
        let declared = [
            #""n": {}"#, #""N": null"#, #""full_name": []"#, #""FULL_NAME": "4""#, #""fullname": "5""#,
        ]
        for order in permutations(declared) {
            let row = Row(json: "{" + order.joined(separator: ",") + "}", expected: "4")
            try checkAll(row) { (model: Declared) in model.name }
        }
    }

    @Test func unicodeKeysAreFolded() throws {
        for key in ["größe", "GRÖßE", "Gr_Öße"] {
            let row = Row(json: "{\"\(key)\": \"x\"}", expected: "x")
            try checkAll(row) { (model: Plain) in model.größe }
        }
        try checkAll(Row(json: #"{"groesse": "x", "grosse": "y"}"#, expected: "")) { (model: Plain) in
            model.größe
        }
        // The Kelvin sign folds to k; a Turkish dotted I does not fold to i.
        try checkAll(Row(json: "{\"html5parser2\": \"x\"}", expected: "x")) { (model: Plain) in
            model.html5Parser2
        }
        try checkAll(Row(json: "{\"to\u{212A}en\": \"x\"}", expected: "x")) { (model: Plain) in model.token }
        try checkAll(Row(json: "{\"tra\u{130}ling\": \"x\"}", expected: "")) { (model: Plain) in
            model.trailing_
        }
        try checkAll(Row(json: "{\"trailing\": \"x\"}", expected: "x")) { (model: Plain) in model.trailing_ }
    }

    @Test func namingRulesComeLast() throws {
        let json = """
            {"id": 5, "description": "d", "type": "t", "class": "c", "hash": "h", "self": "s", "init": "i", "default": "f"}
            """
        let user = try User(json: json)
        #expect(user.remoteID == 5)
        #expect(
            [
                user.userDescription, user.userType, user.userClass, user.userHash, user.userSelf,
                user.userInit, user.userDefault,
            ]
                == ["d", "t", "c", "h", "s", "i", "f"])
        #expect(try User(json: #"{"id": 5, "remote_id": 6}"#).remoteID == 6)
        #expect(try User(json: #"{"remoteID": "x", "id": 5}"#).remoteID == 5)
        #expect(try User(json: #"{"ID": 5}"#).remoteID == 5)
        #expect(try User(json: #"{"id": 5}"#, options: MappingOptions(keyMatching: .exact)).remoteID == 0)
        // The prefix is the name of the class that declares the property; one key may fill both.
        let admin = try Admin(json: #"{"type": "t"}"#)
        #expect(admin.userType + admin.adminType == "tt")
        #expect(try Admin(json: #"{"description": "d"}"#).userDescription == "d")
        #expect(try Generic<Int>(json: #"{"type": "t"}"#).genericType == "t")
    }

    @Test func aClassMayHaveANamingScheme() throws {
        final class Schemed: ModelObject {
            var firstName = ""
            var lastName = ""
            var other = ""
            override class func declaredKey(for property: String) -> String? {
                property == "other" ? nil : "m_" + property
            }
            override class var propertyRules: [String: PropertyRule] { ["lastName": .key("surname")] }
        }
        let model = try Schemed(json: #"{"mFirstName": "a", "surname": "b", "other": "c", "last_name": "d"}"#)
        #expect([model.firstName, model.lastName, model.other] == ["a", "b", "c"])
        #expect(try Schemed(json: #"{"firstName": "a"}"#).firstName == "")
    }

    @Test func oneKeyMayFeedSeveralProperties() throws {
        final class Shared: ModelObject {
            var a = 0
            var b = ""
            override class var propertyRules: [String: PropertyRule] { ["a": .key("k"), "b": .key("k")] }
        }
        for json in [#"{"k": 5}"#, #"{"K": 5}"#, #"{"k": 4, "k": 5}"#] {
            let model = try Shared(json: json)
            #expect(model.a == 5)
            #expect(model.b == "5")
        }
        #expect(try Shared(dictionary: ["k": 5]).b == "5")
    }

    @Test func anExistingModelIsFilledByTheBestKeyOnly() throws {
        let json = #"{"THERE": {"value": 1, "optional": 2}, "there": {"value": 3}, "there": {"value": 4}}"#
        let outer = try Outer<Int>(json: json)
        #expect(outer.there.value == 4)
        #expect(outer.there.optional == 7)
        let model = Outer<Int>()
        let inner = model.there
        try model.update(json: json)
        #expect(model.there === inner)
        #expect(inner.value == 4)
        #expect(inner.optional == 7)
    }

    final class Accents: ModelObject {
        var naïve = 0
        var size = 0
        override class var propertyRules: [String: PropertyRule] { ["size": .key("größe.ẅ")] }
    }

    /// Canonically equivalent keys match, however many scalars they have.
    @Test func decomposedKeysMatch() throws {
        let composed = #"{"naïve": 1, "größe": {"ẅ": 2}}"#
        let decomposed = "{\"nai\u{308}ve\": 1, \"gro\u{308}ße\": {\"w\u{308}\": 2}}"
        for text in [composed, decomposed] {
            let model = try Accents(json: text)
            #expect(model.naïve == 1 && model.size == 2)
            let dictionary = ReferenceReader.read(text).swift as? [String: Any] ?? [:]
            #expect(try Accents(dictionary: dictionary) == model)
            try model.update(json: text.replacing("1", with: "3"), options: .strict)
            #expect(model.naïve == 3)
        }
    }

    private func checkAll<Model: ModelObject>(_ row: Row, _ read: (Model) -> String) throws {
        let options = MappingOptions(keyMatching: row.mode)
        let dictionary = ReferenceReader.read(row.json).swift as? [String: Any] ?? [:]
        let updated = Model()
        try updated.update(json: row.json, options: options)
        let note = Comment(rawValue: row.json)
        #expect(try read(Model(json: Data(row.json.utf8), options: options)) == row.expected, note)
        #expect(try read(Model(dictionary: dictionary, options: options)) == row.expected, note)
        #expect(read(updated) == row.expected, note)
        #expect(Model.inspect(json: row.json, options: options).object.map(read) == row.expected, note)
        #expect(
            Model.inspect(dictionary: dictionary, options: options).object.map(read) == row.expected, note)
    }

    private func permutations<Element>(_ elements: [Element]) -> [[Element]] {
        if elements.count < 2 { return [elements] }
        return elements.indices.flatMap { index -> [[Element]] in
            var rest = elements
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    final class Account: ModelObject {
        final class Info: ModelObject {
            var (id, name) = (0, "")
        }
        var userInfo: Info?
        var userName = ""
        override class var propertyRules: [String: PropertyRule] { ["userName": .key("user_info.name")] }
    }

    /// The path may be spelled as the payload spells it, and the property in another way.
    @Test(arguments: ["user_info", "userInfo", "USER-INFO"])
    func aKeyFillsAPropertyBesidesAPathIntoItsValue(key: String) throws {
        let json = #"{"\#(key)": {"id": 6, "name": "Ada"}}"#
        let dictionary = try #require(
            JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        for account in try [
            Account(json: json, options: .strict), Account(dictionary: dictionary, options: .strict),
        ] {
            #expect(account.userInfo?.id == 6 && account.userInfo?.name == "Ada" && account.userName == "Ada")
        }
        #expect(Account.audit().isEmpty)
    }

    /// Their keys are those of exports, of which one is the path's and the other the property's.
    @Test func patchesDistinguishAPropertyFromAPath() throws {
        let old = try Account(json: #"{"user_info": {"id": 6, "name": "Ada"}}"#)
        for change in [
            { $0.userInfo?.name = "Bob" }, { $0.userName = "Bob" }, { $0.userInfo = nil },
        ] as [(Account) -> Void] {
            let new = old.copy()
            change(new)
            let (merged, patched) = (old.copy(), old.copy())
            try merged.apply(mergePatch: new.mergePatchData(since: old))
            try patched.apply(jsonPatch: new.jsonPatchData(since: old))
            #expect(merged == new && patched == new)
        }
    }
}
