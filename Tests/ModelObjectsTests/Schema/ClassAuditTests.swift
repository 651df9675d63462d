import Foundation
import Testing

@testable import ModelObjects

struct ClassAuditTests {
    @Test func aSoundClassHasNoFindings() {
        #expect(AuditedSound.audit().isEmpty)
    }

    @Test func findingsNamePropertiesAndGiveReasons() {
        let findings = AuditedOdd.audit()
        #expect(findings.map(\.kind) == [.collision, .uselessKey, .unmappable])
        #expect(findings.map(\.properties) == [["userID", "user_id"], ["name"], ["callback"]])
        #expect(findings.allSatisfy { $0.message.hasSuffix(".") })
    }

    /// Reports show paths with brackets.
    @Test func indicesInBracketsAreFound() {
        final class Listed: ModelObject {
            var zip = "", first = "", deep = "", literal = "", other = ""
            override class var propertyRules: [String: PropertyRule] {
                [
                    "zip": .keys("zip", "addresses[0].zip"), "first": .key("[0]"),
                    "deep": .key("a[1][22].b[3]"),
                    "literal": .literalKey("a[0]"), "other": .key("a[x].b]"),
                ]
            }
        }
        let ending = "has brackets, which are read as a part of it; for an element, write"
        #expect(
            Listed.audit().map(\.message) == [
                "The key \"addresses[0].zip\" of zip \(ending) addresses.0.zip.",
                "The key \"[0]\" of first \(ending) 0.",
                "The key \"a[1][22].b[3]\" of deep \(ending) a.1.22.b.3.",
            ])
    }

    /// The keys of a `combined` rule, and the property's own key, which only exports and patches use.
    @Test func uselessKeysOfCombinedRulesAreFound() throws {
        final class Joined: ModelObject {
            var a = "", b = ""
            // swift-format-ignore: NoLeadingUnderscores
            var __ = ""
            override class var propertyRules: [String: PropertyRule] {
                let joined = PropertyRule.combined(keys: ["items[0]", "_", "x", "x"]) {
                    "\($0.sorted(byText: \.key).map { "\($0.key)\($0.value)" })"
                }
                return ["a": joined, "b": joined.keys("b[1]", "c"), "__": .combined(keys: ["y"]) { "\($0)" }]
            }
        }
        let ending = "has brackets, which are read as a part of it; for an element, write"
        #expect(
            Joined.audit().map(\.message) == [
                "The key \"items[0]\" of a \(ending) items.0.",
                "The key \"x\" of a is already listed.",
                "The key \"b[1]\" of b \(ending) b.1.",
                "The key \"c\" of b has no effect: .combined reads only the keys that it lists.",
                "The key \"items[0]\" of b \(ending) items.0.",
                "The key \"x\" of b is already listed.",
            ])
        #expect(Joined.audit().allSatisfy { $0.kind == .uselessKey })
        let joined = try Joined(json: #"{"items": [1], "_": 2, "-": 3, "x": 4, "c": 5}"#)
        #expect(joined.a == #"["_2", "x4"]"# && joined.b == joined.a)
    }

    class Bracketed: ModelObject {
        override class var discriminator: Discriminator? { .key("meta[0].type", ["d": Described.self]) }
    }
    final class Described: Bracketed {}

    class Underscored: ModelObject {
        override class var discriminator: Discriminator? { .key("_", ["m": Message.self]) }
    }
    final class Message: Underscored {}

    class Literal: ModelObject {
        override class var discriminator: Discriminator? { .literalKey("type[0]", [:]) }
    }

    @Test func aBracketedKeyOfADiscriminatorIsFound() throws {
        for type in [Bracketed.self, Described.self] {
            let findings = type.audit()
            #expect(findings.map(\.kind) == [.uselessKey] && findings.map(\.properties) == [[]])
            #expect(
                findings.map(\.message) == [
                    "The discriminator's key \"meta[0].type\" has brackets, which are read as a part of it; for an "
                        + "element, write meta.0.type."
                ])
        }
        #expect(Underscored.audit().isEmpty && Literal.audit().isEmpty)
        #expect(try Underscored.model(json: #"{"-": "x", "_": "m"}"#) is Message)
    }

    class Shape: ModelObject {
        override class var discriminator: Discriminator? {
            .key("type", ["c": Circle.self, "s": Shape.self, "x": Sharing.self])
        }
    }

    final class Circle: Shape {}

    class Card: Shape {
        override class var discriminator: Discriminator? {
            .key("brand", ["visa": Circle.self, "gift": GiftCard.self])
        }
    }
    final class GiftCard: Card {}

    /// A class with its own discriminator must be a superclass of those that it names.
    @Test(arguments: [Card.self, GiftCard.self]) func unrelatedClassesOfALaterLevelAreFound(type: Card.Type) {
        let message = #"The discriminator names Circle for "visa", which is not a subclass of Card."#
        #expect(type.audit().map(\.message) == [message])
    }

    class Figure: ModelObject {
        override class var discriminator: Discriminator? {
            .key("type", ["disc": Disc.self, "square": Square.self])
        }
    }
    final class Disc: Figure {}
    final class Square: Figure {}

    @Test func aSiblingIsNoUnrelatedClass() {
        #expect(Figure.audit().isEmpty && Disc.audit().isEmpty)
    }

    class Sharing: ModelObject {
        nonisolated(unsafe) static let empty = Circle()
        var shared = Sharing.empty
        var own = Circle()
        var none: Circle?
    }

    final class Falling: Shape {
        override class var discriminator: Discriminator? {
            .key("type", ["f": Falling.self], fallback: Circle.self)
        }
    }

    @Test func unrelatedFallbacksAreFound() {
        #expect(
            Falling.audit().map(\.message) == [
                "The discriminator names Circle as the fallback, which is not a subclass of Falling."
            ])
    }

    @Test func sharedDefaultsInContainersAreFound() {
        final class Containers: ModelObject {
            var list = [Sharing.empty]
            var byName = ["a": Sharing.empty]
            var byNumber = [1: [Circle(), Sharing.empty]]
            var set: Set = [Sharing.empty]
            var presence = Presence.value(Sharing.empty)
            var doubleOptional: Circle?? = Sharing.empty
            var any: Any = [Sharing.empty]
            var own: [Any] = [Circle(), ["a": Circle()]]
            var number = 0
        }
        let names = ["list", "byName", "byNumber", "set", "presence", "doubleOptional", "any"]
        #expect(Containers.audit().map(\.properties) == names.map { [$0] })
        #expect(Containers.audit().allSatisfy { $0.kind == .sharedDefault })
        let message = "All new objects share default objects in list: make new ones."
        #expect(Containers.audit().first?.message == message)
    }

    @Test func unrelatedClassesAndSharedDefaultsAreFound() {
        let message = #"The discriminator names Sharing for "x", which is not a subclass of Shape."#
        #expect(Shape.audit().map(\.message) == [message] && Circle.audit() == Shape.audit())
        #expect(Shape.audit().map(\.kind) == [.discriminator])
        #expect(
            Sharing.audit() == [
                AuditFinding(
                    kind: .sharedDefault, properties: ["shared"],
                    message:
                        "All new objects share the default object of shared, and each fills it: make a new one."
                )
            ])
    }

    @Test func ambiguousKeysCollide() throws {
        class Colliding: ModelObject {
            var a = 0
            var b = 0
            var meta = 0
            class var rules: [String: PropertyRule] { [:] }
            override class var propertyRules: [String: PropertyRule] {
                ["meta": .notExported].merging(rules) { _, rule in rule }
            }
        }
        final class Paths: Colliding {
            override class var rules: [String: PropertyRule] {
                ["a": .key("Meta.name"), "b": .key("meta.age"), "meta": .key("x")]
            }
        }
        final class Deeper: Colliding {
            override class var rules: [String: PropertyRule] {
                ["a": .key("meta.full_name"), "b": .key("meta.fullName"), "meta": .key("x")]
            }
        }
        final class Around: Colliding {
            override class var rules: [String: PropertyRule] { ["a": .key("Meta.age").notExported] }
        }
        final class Ignored: Colliding {
            override class var rules: [String: PropertyRule] { ["a": .key("Meta.age"), "meta": .ignored] }
        }
        final class Same: Colliding {
            override class var rules: [String: PropertyRule] {
                ["a": .keys("Meta.name", "META.name"), "b": .key("other.Name"), "meta": .key("x")]
            }
        }
        final class Combined: Colliding {
            override class var rules: [String: PropertyRule] {
                ["a": .combined(keys: ["part", "whole"]) { _ in 1 }, "b": .key("PART"), "meta": .key("x")]
            }
        }
        for (type, properties, key) in [
            (Paths.self, ["a", "b"], "META"), (Deeper.self, ["a", "b"], "meta.FULL-NAME"),
            (Around.self, [], ""), (Ignored.self, [], ""), (Combined.self, ["a", "b"], "Part"),
            (Same.self, [], ""),
        ] as [(any ModelClass.Type, [String], String)] {
            let findings = type.audit()
            #expect(findings.map(\.properties) == (properties.isEmpty ? [] : [properties]), "\(type)")
            #expect(findings.allSatisfy { $0.kind == .collision }, "\(type)")
            if properties.isEmpty { continue }
            let schema = ModelSchema.of(type)
            var matches = schema.matcher(.fuzzy).matches(String(key.split(separator: ".")[0]))
            if let rest = key.split(separator: ".").dropFirst().first {
                guard case .path(let node)? = matches.first?.target else {
                    Issue.record("No path for \(key)")
                    continue
                }
                matches = node.matcher.matches(String(rest))
            }
            #expect(matches.isEmpty, "\(type)")
        }
        #expect(
            Paths.audit().map(\.message) == [
                "The keys of a and b have parts that differ only in the exact spelling (Meta, meta); a key in "
                    + "another spelling fills neither."
            ])
        #expect(Deeper.audit()[0].message.contains("(meta.fullName, meta.full_name)"))
    }

    @Test func threePropertiesAreListedAsInASentence() {
        final class Users: ModelObject {
            var (userID, userId, user_id) = (0, 0, 0)
        }
        #expect(
            Users.audit().map(\.message) == [
                "userID, userId and user_id differ only in the exact spelling of their keys "
                    + "(userID, userId, user_id); a key in another spelling fills none of them."
            ])
    }

    @Test func collisionsDependOnTheKeyMatchingMode() {
        class Users: ModelObject {
            var userID = 0
            var user_id = 0
        }
        final class CaseInsensitive: Users {
            var UserId = 0
            override class var mappingOptions: MappingOptions {
                MappingOptions(keyMatching: .caseInsensitive)
            }
        }
        final class Exact: Users {
            var straße = 0
            var strasse = 0
            override class var mappingOptions: MappingOptions { MappingOptions(keyMatching: .exact) }
        }
        #expect(Users.audit().map(\.properties) == [["userID", "user_id"]])
        #expect(CaseInsensitive.audit().map(\.properties) == [["userID", "UserId"]])
        #expect(Exact.audit().isEmpty)
    }

    @Test func pathsOfSeparatorsMatchNothing() throws {
        final class Separators: ModelObject {
            var a = 0
            var b = 0
            var literal = 0
            // swift-format-ignore: NoLeadingUnderscores
            var __ = 0
            // swift-format-ignore: NoLeadingUnderscores
            var ___ = 0
            override class var propertyRules: [String: PropertyRule] {
                ["a": .key("_"), "b": .key("x._"), "literal": .literalKey("-"), "___": .key("y")]
            }
        }
        #expect(
            Separators.audit().map(\.message) == [
                #"The key "_" of a holds only separators, and such a key matches nothing."#,
                #"The key "x._" of b holds only separators, and such a key matches nothing."#,
                #"The key "__" of __ holds only separators, and such a key matches nothing."#,
            ])
        let found = try Separators(json: #"{"_": 1, "x": {"_": 2}, "-": 3, "__": 4, "y": 5}"#)
        #expect(found.a == 0 && found.b == 0 && found.literal == 3 && found.__ == 0 && found.___ == 5)
    }

    @Test func exportCollisionsAreFound() throws {
        let findings = AuditedTwice.audit()
        #expect(findings.map(\.kind) == [.exportCollision, .exportCollision])
        #expect(
            findings.map(\.message) == [
                "first and second can't both be exported as $.k; mark one of them .notExported.",
                "whole and part can't both be exported as $.ext.x; mark one of them .notExported.",
            ])
        #expect(throws: ModelError.self) { try AuditedTwice().jsonString() }
    }
}

private final class AuditedSound: ModelObject {
    var title = ""
    var count = 0
}

private final class AuditedTwice: ModelObject {
    var first = 0
    var second = 0
    var hidden = 0
    var unused = 0
    var whole: [String: Int] = [:]
    var part = 0
    override class var propertyRules: [String: PropertyRule] {
        [
            "first": .key("k"), "second": .keys("k", "l"), "hidden": .key("k").notExported,
            "unused": .key("k").ignored, "whole": .key("ext"), "part": .key("ext.x"),
        ]
    }
}

private final class AuditedOdd: ModelObject {
    var userID = 0
    var user_id = 0
    var name = ""
    var callback: () -> Void = {}
    override class var propertyRules: [String: PropertyRule] { ["name": .keys("name", "name")] }
}
