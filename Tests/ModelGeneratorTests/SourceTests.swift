import Testing

@testable import ModelGenerator

/// The exact text of small classes.
struct SourceTests {
    @Test func filesHaveAHeaderCommentAndImports() throws {
        let folder = try Folder([
            "user.json": #"{"user_name": "ada", "joined": "2024-02-29T12:30:59Z", "age": null}"#
        ])
        let result = run([folder.file("user.json")])
        #expect(
            result.output == """
                // Made by modelgen from user.json.
                //
                // ExportOptions(keyStyle: .snakeCase) exports keys as the payload spells them.

                import Foundation
                import ModelObjects

                final class User: ModelObject {
                    var userName = ""
                    var joined = Date(timeIntervalSince1970: 0)
                    // Uncertain: always null in the samples.
                    var age: Any?
                }

                """)
        #expect(result.errors.isEmpty && result.status == 0)
    }

    @Test func keysThatAreNotNamesGetRules() {
        #expect(
            classes(#"{"@type": "x", "user.name": 1, "on": "/Date(0)/", "user-id": 2}"#)
                == """
                final class Root: ModelObject {
                    var type = ""
                    var userName = 0
                    var on = Date(timeIntervalSince1970: 0)
                    var userID = 2
                }
                """.replacing("= 2", with: "= 0")
                .replacing(
                    "userID = 0\n}",
                    with: """
                        userID = 0

                            override class var propertyRules: [String: PropertyRule] {
                                [
                                    "type": .key("@type"),
                                    "userName": .literalKey("user.name"),
                                    "on": .date(.firstOf([.dotNet, .automatic])),
                                ]
                            }
                        }

                        """))
    }

    @Test func aDiscriminatorMakesSubclasses() {
        let json = #"[{"type": "circle", "id": 1, "radius": 2.5}, {"type": "square", "id": 2, "width": 3}]"#
        #expect(
            classes(json, ["--class", "Shape"]) == """
                class Shape: ModelObject {
                    var type = ""
                    var id = 0

                    override class var discriminator: Discriminator? {
                        .key(
                            "type",
                            [
                                "circle": Circle.self,
                                "square": Square.self,
                            ], fallback: Shape.self)
                    }
                }

                final class Circle: Shape {
                    var radius = 0.0
                }

                final class Square: Shape {
                    var width = 0
                }

                """)
        #expect(
            classes(json, ["--class", "Shape", "--no-polymorphism"]) == """
                final class Shape: ModelObject {
                    var type = ""
                    var id = 0
                    var radius: Double?
                    var width: Int?
                }

                """)
    }

    @Test func aDiscriminatorMayHaveAKeyWithDots() {
        let json = ##"[{"@odata.type": "#my.Circle", "r": 2.5}, {"@odata.type": "#my.Square", "w": 3}]"##
        let source = classes(json, ["--class", "Shape"])
        #expect(source.contains(".literalKey(\n            \"@odata.type\","))
        #expect(source.contains(##""#my.Circle": "##))
    }

    /// `audit()` reports brackets in a path, which look like an index.
    @Test func aKeyMayHaveBrackets() {
        let json = #"[{"[type]": "circle", "r": 2.5}, {"[type]": "square", "w[0]": 3}]"#
        let source = classes(json, ["--class", "Shape"])
        #expect(source.contains(".literalKey(\n            \"[type]\","))
        #expect(source.contains(#"["w0": .literalKey("w[0]")]"#))
    }

    /// Any object can lack members: one sample of each text is no reason for two classes.
    @Test func textsThatDoNotRepeatNeedMembersOfTheirOwn() {
        let product = #"{"type": "simple", "id": 2}"#
        let booking = #"{"type": "booking", "id": 1, "cost": 3}"#
        #expect(!classes("[\(product), \(booking)]", ["--class", "P"]).contains("discriminator"))
        #expect(classes("[\(product), \(booking), \(product)]", ["--class", "P"]).contains("discriminator"))
    }

    /// So that a report shows only texts that the samples don't have.
    @Test func aTextWithoutMembersOfItsOwnHasTheBaseClass() {
        let json = #"[{"type": "circle", "radius": 2.5}, {"type": "square", "width": 3}, {"type": "point"}]"#
        let source = classes(json, ["--class", "Shape"])
        #expect(source.contains("\"point\": Shape.self,") && !source.contains("class Point"))
    }

    /// The export of the class would add the text.
    @Test(arguments: [
        ("{}", ["Point"]),
        (#"{"type": null, "r": 1}"#, ["Circle", "Point"]),
    ])
    func noTextHasTheClassOfObjectsWithoutAText(part: String, emptyClasses: [String]) {
        let source = classes(
            """
            {"first": {"id": 1, "name": "a", "parts": [{"type": "circle", "r": 1}, {"type": "square", "s": 2}, {"type": "point"}]},
            "second": {"id": 2, "name": "b", "parts": [\(part)]}}
            """)
        for name in emptyClasses { #expect(source.contains("\nfinal class \(name): Part {}\n")) }
        #expect(source.contains("], fallback: Part.self)") && !source.contains(": Part.self,"))
    }

    /// A class without subclasses needs no discriminator.
    @Test func noTextSelectsAClassIfObjectsWithoutATextHaveAllMembers() {
        let json = """
            {"first": {"id": 1, "name": "a", "parts": [{"type": "circle", "r": 1}, {"type": "square", "s": 2}]},
            "second": {"id": 2, "name": "b", "parts": [{"r": 1, "s": 2}]}}
            """
        #expect(
            outline(json).hasSuffix("; class Part: ModelObject; var type: String?; var r: Int?; var s: Int?"))
    }

    @Test func aMemberOfTheBaseClassHasTheValuesOfAllClasses() {
        let json = """
            {"first": {"id": 1, "name": "a", "parts": [{"type": "circle", "r": {"x": 1}}, {"type": "square", "s": 2}]},
            "second": {"id": 2, "name": "b", "parts": [{"r": {"y": 3}}]}}
            """
        #expect(outline(json).contains("; var r: R?; class R: ModelObject; var x: Int?; var y: Int?;"))
    }

    /// A discriminator is dropped if objects that are joined later have other values at its key.
    @Test(arguments: [#"["circle", "x"]"#, "1", "true", "{}"])
    func onlyTextsSelectAClass(value: String) {
        let json = """
            {"first": {"id": 1, "name": "a", "box": {"z": 1, "parts": [{"type": "circle", "r": 1}, {"type": "square", "s": 2}]}},
            "second": {"id": 2, "name": "a", "box": {"z": 2, "parts": [{"type": \(value)}]}}}
            """
        #expect(
            outline(json).hasSuffix("; class Part: ModelObject; var type: Any?; var r: Int?; var s: Int?"))
    }

    @Test func equalAndRecursiveShapesShareOneClass() {
        #expect(
            classes(#"{"home": {"lat": 1, "lng": 2}, "work": {"lat": 1.5, "lng": 2}}"#) == """
                final class Root: ModelObject {
                    var home = Home()
                    var work = Home()
                }

                final class Home: ModelObject {
                    var lat = 0.0
                    var lng = 0
                }

                """)
        #expect(
            classes(#"{"text": "a", "replies": [{"text": "b", "replies": []}]}"#, ["--class", "Comment"])
                == """
                final class Comment: ModelObject {
                    var text = ""
                    var replies: [Comment] = []
                }

                """)
    }

    /// Objects share a class only if they are alike, whether they have different keys or are nested.
    @Test(
        arguments: [
            (
                #"{"user": {"user": {"user": {"id": 1}}}}"#,
                "class Root; var user = User(); class User; var user = RootUser(); class RootUser; var user = UserUser(); class UserUser; var id = 0"
            ),
            (
                #"{"data": {"data": {"data": 1}}}"#,
                "class Root; var data = DataModel(); class DataModel; var data = RootData(); class RootData; var data = 0"
            ),
            (
                #"{"user": {"user": {"user": null, "id": 1}}}"#,
                "class Root; var user = User(); class User; var user = RootUser(); class RootUser; var user: Any?; var id = 0"
            ),
            (
                #"{"id": 1, "next": {"id": 2, "next": {"id": 3}}}"#, "class Root; var id = 0; var next: Root?"
            ),
            (
                #"{"nodes": [{"nodes": [{"nodes": []}]}, {"nodes": []}]}"#,
                "class Root; var nodes: [Root] = []"
            ),
            // What is inside of an object with one key decides.
            (
                #"{"a": {"data": {"data": {"x": 1}}}, "b": {"data": {"data": {"y": 1}}}}"#,
                "class Root; var a = A(); var b = B(); class A; var data = DataModel(); class DataModel; var data = AData(); class AData; var x = 0; class B; var data = BData(); class BData; var data = RootBData(); class RootBData; var y = 0"
            ),
            (
                #"{"a": {"data": {"data": {"x": 1}}}, "b": {"data": {"data": {"x": 2}}}}"#,
                "class Root; var a = A(); var b = A(); class A; var data = DataModel(); class DataModel; var data = AData(); class AData; var x = 0"
            ),
            // Pages of different elements; elements of one class can lack keys.
            (
                #"{"users": {"list": [{"id": 1, "name": "a"}], "n": 1}, "posts": {"list": [{"id": 2, "title": "b"}], "n": 2}}"#,
                "class Root; var users = User(); var posts = Post(); class User; var list: [List] = []; var n = 0; class List; var id = 0; var name = \"\"; class Post; var list: [PostList] = []; var n = 0; class PostList; var id = 0; var title = \"\""
            ),
            (
                #"{"new": {"list": [{"id": 1, "name": "a"}], "n": 1}, "old": {"list": [{"id": 2}], "n": 2}}"#,
                "class Root; var new = New(); var old = New(); class New; var list: [List] = []; var n = 0; class List; var id = 0; var name: String?"
            ),
        ] as [(String, String)])
    func shapesDecideWhichObjectsShareOneClass(json: String, expected: String) {
        #expect(outline(json).replacing(": ModelObject", with: "") == expected)
    }

    @Test func deepSamplesTakeLittleTime() {
        let json = String(repeating: #"{"a": "#, count: 500) + "1" + String(repeating: "}", count: 500)
        #expect(outline(json) == "class Root: ModelObject; var a: Any?")
    }

    @Test func anEmptyObjectBecomesAnEmptyClass() {
        #expect(classes("{}") == "final class Root: ModelObject {}\n")
    }

    @Test func keysInOtherStylesAreListedOrGetRules() throws {
        let json = #"{"user_name": 1, "user_age": 2, "isAdmin": true}"#
        let output = run([], json).output
        #expect(
            output.hasPrefix(
                """
                // Made by modelgen from standard input.
                //
                // ExportOptions(keyStyle: .snakeCase) exports keys as the payload spells them, except for:
                // - isAdmin, which it exports as is_admin
                // With --exact-keys, modelgen adds rules for these keys.

                """))
        #expect(!output.contains("propertyRules"))
        #expect(run(["--exact-keys"], json).output.contains(#"["isAdmin": .key("isAdmin")]"#))
    }

    /// Names are composed, as Unicode advises for identifiers, but exports have the samples' bytes.
    @Test func decomposedTextsKeepTheirBytes() {
        let schema = "{\"properties\": {\"a\": {\"enum\": [\"cafe\u{301}\", \"the\"]}}}"
        #expect(run(["--schema"], schema).output.contains(#"= "cafe\u{301}""# + "\n    case the\n"))
        let rule = #"["caf\#u{e9}": .key("cafe\u{301}")]"#
        #expect(run([], "{\"cafe\u{301}\": 1}").output.contains(rule))
        #expect(!run([], "{\"caf\u{e9}\": 1}").output.contains("propertyRules"))
    }

    @Test func literalsAreEscaped() {
        #expect(SwiftLiteral.string("a\"b\\c\n\t\u{0}\u{2028}\\(x)") == #""a\"b\\c\n\t\u{0}\u{2028}\\(x)""#)
        #expect(SwiftLiteral.string("größe 名前 e\u{301}") == #""größe 名前 e\u{301}""#)
    }

    @Test func commentsStayComments() {
        var writer = SourceWriter()
        writer.comment("a\nb\r\nc\u{2028}d\u{0}*/")
        #expect(writer.text == "// a\n// b\n// c\n// d */\n")
    }
}
