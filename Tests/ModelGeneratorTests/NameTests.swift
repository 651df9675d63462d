import ModelObjects
import Testing

@testable import ModelGenerator

struct NameTests {
    @Test(arguments: [
        ("user_name", "userName"), ("user-id", "userID"), ("UserID", "userID"), ("avatar_url", "avatarURL"),
        ("HTML", "html"), ("HTMLParser", "htmlParser"), ("iOSVersion", "iOSVersion"),
        ("user name", "userName"),
        ("@type", "type"), ("$ref", "ref"), ("a.b", "aB"), ("1st", "value1st"), ("+1", "plus1"),
        ("-1", "minus1"),
        ("class", "class"), ("größe", "größe"), ("名前", "名前"), ("a\u{0}b", "aB"), ("ID", "id"), ("x²", "x"),
    ])
    func keysBecomePropertyNames(key: String, name: String) {
        #expect(Words.propertyNames(of: key).first == name)
    }

    @Test(arguments: ["", "_", "*", "😀", "\u{200B}", "."])
    func keysWithoutLettersGetADefaultName(key: String) {
        #expect(Words.propertyNames(of: key).isEmpty)
        #expect(properties(#"{"\#(key)": 1}"#) == ["var value = 0"])
    }

    @Test(arguments: [
        ("users", "User"), ("statuses", "Status"), ("categories", "Category"), ("addresses", "Address"),
        ("address", "Address"), ("news", "News"), ("people", "Person"), ("boxes", "Box"), ("media", "Media"),
        ("user_ids", "UserID"), ("children", "Child"), ("analysis", "Analysis"), ("2nd_items", "Item2ndItem"),
        ("line-items", "LineItem"), ("", "Item"), ("URLS", "URL"),
    ])
    func aClassIsNamedInTheSingular(key: String, name: String) {
        #expect(Words.className(key) == name)
    }

    @Test(arguments: [
        "Data", "String", "Type", "Protocol", "Any", "Self", "Error", "Task", "URL", "Uuid", "ModelObject",
        "PropertyRule", "NSObject", "CFArray", "Result", "Discriminator", "Presence", "MainActor",
        "TaskLocal", "Swift", "Foundation", "ModelObjects",
        // Foundation has these only on Apple platforms, or elsewhere in another module.
        "XMLParser", "XMLNode", "ListFormatter", "RelativeDateTimeFormatter", "UndoManager", "FileWrapper",
        "MessagePort", "ValueTransformer", "NetService", "MeasurementFormatter", "LocalizedStringResource",
    ])
    func namesThatShadowTypesAreReserved(name: String) {
        #expect(ReservedNames.isType(name))
        var types = TypeNames()
        let model = ClassModel(nameHints: [name])
        types.name(model)
        #expect(model.name == name + "Model")
    }

    /// A property of such a class would have its name.
    @Test(arguments: ["ℂ", "名前", "𝔸", "商品Info", "ßKey"])
    func namesWithoutCapitalsGetASuffix(key: String) {
        #expect(properties(#"{"\#(key)": {"a": 1}}"#).first == "var \(key) = \(key)Model()")
    }

    @Test func swiftKeywordsAreEscaped() {
        #expect(
            properties(#"{"class": 1, "self": 2, "init": 3, "type": 4, "in": 5}"#) == [
                "var `class` = 0", "var `self` = 0", "var `init` = 0", "var type = 0", "var `in` = 0",
            ])
    }

    @Test func membersOfTheBaseClassAreNotOverridden() {
        #expect(
            properties(#"{"hash_value": 1, "description": "", "customMirror": 2, "debug_description": 3}"#)
                == [
                    "var hashValueProperty = 0", "var description = \"\"", "var customMirrorProperty = 0",
                    "var debugDescriptionProperty = 0",
                ])
    }

    @Test func keysWithTheSameFoldGetRules() {
        let source = classes(#"{"user_id": 1, "userId": 2, "a": 3}"#)
        #expect(
            source.contains(#""userID": .key("user_id"),"#) && source.contains(#""userId": .key("userId"),"#))
        #expect(!source.contains(#""a":"#))
    }

    /// An object of a subclass has the keys of both classes.
    @Test func inheritedKeysWithTheSameFoldGetRules() {
        let source = classes(
            #"[{"type": "a", "user_id": 1, "x": 1}, {"type": "b", "user_id": 2, "userId": 3}]"#)
        #expect(
            source.contains(#"["userID": .key("user_id")]"#)
                && source.contains(#"["userId": .key("userId")]"#))
        // Subclasses that share a key need no rule.
        #expect(
            !classes(#"[{"type": "a", "user": 1, "x": 1}, {"type": "b", "user": 2, "y": 3}]"#).contains(
                ".key(\"u"))
    }

    @Test func thousandsOfEqualNamesAreNumbered() {
        let scalars = (0..<2_000).map {
            "\"\(Unicode.Scalar(0x1F300 + $0 % 200) ?? "-")\(Unicode.Scalar(0x1F300 + $0 / 200) ?? "-")\""
        }
        let names = properties("{\(scalars.map { $0 + ": 1" }.joined(separator: ","))}")
        #expect(names.first == "var value = 0" && names.contains("var value2000 = 0"))
        let cases = classes(
            "{\"properties\": {\"a\": {\"enum\": [\(scalars.joined(separator: ","))]}}}", ["--schema"])
        #expect(cases.contains("case value_2000 = "))
    }

    /// The names in a class are unique, and rules are neither missing nor unnecessary.
    @Test func randomKeysHaveDifferentNames() {
        let pieces = [
            "user", "ID", "_", "-", " ", "1", "class", ".", "é", "名", "Name", "$", "hashValue", "2",
        ]
        var numbers = SeededNumbers(seed: 20_261_121)
        for _ in 0..<60 {
            let keys = Set(
                (0..<40).map { _ in
                    (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
                        pieces.randomElement(using: &numbers) ?? ""
                    }.joined()
                })
            let model = ClassModel(nameHints: ["A"])
            model.members = keys.sorted().map { MemberModel(key: $0, type: .integer) }
            var names = MemberNames(style: .snakeCase, isExact: false)
            names.name(model)
            let rivals = Dictionary(grouping: keys, by: KeyFolding.fold)
            #expect(Set(model.members.map(\.name)).count == keys.count, "\(keys)")
            for member in model.members {
                #expect(
                    Words.isIdentifier(member.name) && !ReservedNames.members.contains(member.name), "\(keys)"
                )
                let isAlone = rivals[KeyFolding.fold(member.key)]?.count == 1
                let isFound = MemberNames.isFound(member.key, by: member.name) && isAlone
                #expect(isFound != member.needsKeyRule, "\(member.key) in \(keys)")
            }
        }
    }
}

/// The same numbers in each run (SplitMix64).
private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
