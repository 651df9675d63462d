import Foundation
import Testing

@testable import ModelObjects

/// Null in place of an object or array into which paths lead.
struct NullOnPathTests {
    private final class Issue: ModelObject {
        var login: String? = "ada"
        var count: Presence<Int> = .value(3)
        var city: String? = "Paris"
        var title = "old"
        var converted: String? = "kept"
        var user: String? = "root"

        override class var propertyRules: [String: PropertyRule] {
            [
                "login": .keys("assignee.login", "assignee_login"), "count": .key("assignee.meta.0"),
                "city": .key("assignee.address.city"), "title": .key("assignee.title"),
                "converted": .key("assignee.converted").converted(from: { $0 as? String }),
                "user": .key("user"),
            ]
        }

        var values: [String] {
            [login ?? "nil", "\(count)", city ?? "nil", title, converted ?? "nil", user ?? "nil"]
        }
    }

    private final class Hooked: ModelObject {
        var login: String? = "ada"
        var name: String? = "ada"
        override class var propertyRules: [String: PropertyRule] { ["login": .key("assignee.login")] }
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    private func check(
        _ json: String, _ options: MappingOptions?, _ expected: [String],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let (text, dictionary, inspected) = (Issue(), Issue(), Issue())
        try text.update(json: json, options: options)
        #expect(text.values == expected, sourceLocation: location)
        let members = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        try dictionary.update(dictionary: members ?? [:], options: options)
        #expect(dictionary.values == expected, sourceLocation: location)
        #expect(
            inspected.updateWithReport(json: json, options: options).error == nil, sourceLocation: location)
        #expect(inspected.values == expected, sourceLocation: location)
        #expect(try Issue(json: json, options: options).values == expected, sourceLocation: location)
        guard case nil = options else { return }
        let decoded = try JSONDecoder().decode(Issue.self, from: Data(json.utf8))
        #expect(decoded.values == expected, sourceLocation: location)
    }

    @Test(arguments: [nil, MappingOptions.strict])
    func itClearsTheOptionalsAtTheEndsOfThePaths(_ options: MappingOptions?) throws {
        try check(#"{"assignee":null}"#, options, ["nil", "null", "nil", "old", "nil", "root"])
        try check(#"{"assignee":{"meta":null}}"#, options, ["ada", "null", "Paris", "old", "kept", "root"])
        try check(
            #"{"assignee":{"address":null,"login":"bob"}}"#, options,
            ["bob", "value(3)", "nil", "old", "kept", "root"])
    }

    @Test func anyValueUnderAnotherKeyIsBetter() throws {
        for json in [
            #"{"assignee":null,"assignee_login":"bob"}"#, #"{"assignee_login":"bob","assignee":null}"#,
        ] {
            try check(json, nil, ["bob", "null", "nil", "old", "nil", "root"])
        }
        let twice = #"{"assignee":{"login":"bob","title":"new"},"Assignee":null}"#
        try check(twice, nil, ["bob", "null", "nil", "new", "nil", "root"])
    }

    @Test func itChangesNothingIfNullsAreKept() throws {
        let kept = ["ada", "value(3)", "Paris", "old", "kept", "root"]
        try check(#"{"assignee":null}"#, MappingOptions(nulls: .keep), kept)
    }

    /// An export has null for an element without values.
    @Test func anElementOfAnArrayClearsNothing() throws {
        final class Gap: ModelObject {
            var first: Presence<Int> = .missing
            var second: Int? = 1
            var secret: String? = "s"
            override class var propertyRules: [String: PropertyRule] {
                [
                    "first": .key("p.0.x"), "second": .key("p.1.x"),
                    "secret": .key("p.0.secret").notExported,
                ]
            }
        }
        let gap = Gap()
        let json = try gap.jsonString()
        #expect(json == #"{"p":[null,{"x":1}]}"#)
        #expect(try Gap(json: json) == gap)
        #expect(try Gap(dictionary: gap.jsonObject()) == gap)
        #expect(try JSONDecoder().decode(Gap.self, from: Data(json.utf8)) == gap)
        try gap.update(json: json)
        #expect(gap.secret == "s")
        try gap.update(json: #"{"p":null}"#)
        #expect((gap.first, gap.second, gap.secret) == (.null, nil, nil))
    }

    @Test func aPropertyWithSeveralPathsIsMatchedOnce() throws {
        final class Twice: ModelObject {
            var value: Int? = 1
            var other: Int? = 2
            override class var propertyRules: [String: PropertyRule] {
                ["value": .keys("a.p", "a.q", "b.p"), "other": .keys("b.o", "a.o")]
            }
        }
        for json in [#"{"a":null}"#, #"{"b":null,"a":null}"#] {
            let (object, report) = Twice.inspect(json: json)
            #expect((object?.value, object?.other) == (nil, nil))
            #expect(report.matched.filter { $0.property == "value" }.count == 1)
            #expect(!report.hasFindings, "\(report)")
        }
    }

    @Test func hooksPassItOn() throws {
        let hooked = Hooked()
        try hooked.update(json: #"{"assignee":null}"#)
        #expect((hooked.login, hooked.name) == (nil, "ada"))
    }

    @Test func aRequiredPropertyIsMissing() throws {
        final class Strict: ModelObject {
            var login: String? = "ada"
            override class var propertyRules: [String: PropertyRule] {
                ["login": .key("assignee.login").required]
            }
        }
        let error = #expect(throws: ModelError.self) { try Strict(json: #"{"assignee":null}"#) }
        #expect(error?.code == .missingRequired)
    }

    @Test func reportsSayWhichKeyClearedTheProperty() throws {
        let report = Issue.inspect(json: #"{"Assignee":null}"#).report
        #expect(report.matched.allSatisfy { $0.key == "Assignee" && $0.rank == .caseInsensitive })
        #expect(report.matched.map(\.property).sorted() == ["city", "converted", "count", "login"])
        #expect(report.unfilled == ["title", "user"])
        #expect(!report.hasFindings)
    }
}
