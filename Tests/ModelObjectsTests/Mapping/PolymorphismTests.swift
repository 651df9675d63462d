import Foundation
import ModelObjects
import Testing

/// The class that a payload names.
struct PolymorphismTests {
    class Shape: ModelObject, @unchecked Sendable {
        var name = ""
        override class var discriminator: Discriminator? {
            .key(
                "type",
                [
                    "circle": Circle.self, "square": Square.self, "5": Square.self, "true": Circle.self,
                    "node": Stranger.self,
                ], fallback: Shape.self)
        }
    }
    class Circle: Shape, @unchecked Sendable { var radius = 0 }
    final class Ring: Circle, @unchecked Sendable { var inner = 0 }
    final class Square: Shape, @unchecked Sendable { var side = 0 }
    final class Stranger: ModelObject {}

    class Strict: ModelObject {
        var name = ""
        override class var discriminator: Discriminator? { .key("meta.kind", ["a": StrictA.self]) }
    }
    final class StrictA: Strict { var a = 0 }

    class Chosen: ModelObject {
        var v = 0
        override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? {
            switch dictionary["v"] as? Int {
            case 1?: ChosenOne.self
            case 2?: Stranger.self
            default: nil
            }
        }
    }
    final class ChosenOne: Chosen {}

    final class Canvas: ModelObject {
        var shape: Shape?
        var circle: Circle?
        var list: [Shape] = []
        var byName: [String: Shape] = [:]
        var any: [Any] = []
        var fixed: Shape = Circle()
        override class var propertyRules: [String: PropertyRule] { ["any": .elements(Shape.self)] }
    }

    @Test func thePayloadNamesTheRootClass() throws {
        for (json, type) in [
            (#"{"type": "circle", "radius": 3}"#, Circle.self),
            (#"{"radius": 3, "TYPE": "square"}"#, Square.self),
            (#"{"type": "other"}"#, Shape.self), ("{}", Shape.self), (#"{"type": null}"#, Shape.self),
            (#"{"type": 5}"#, Square.self), (#"{"type": true}"#, Circle.self), (#"{"type": []}"#, Shape.self),
            (#"{"type": "x", "type": "circle"}"#, Circle.self),
            (#"{"TYPE": "circle", "type": "square"}"#, Square.self),
            (#"{"type": "circle", "TYPE": "square"}"#, Circle.self),
            (#"{"t-Y_pe": "circle", "radius": 1}"#, Circle.self),
            (#"{"typ\u0065": "square"}"#, Square.self),
            (#"{"name": {"type": "square"}, "type": "circle"}"#, Circle.self),
            (#"{"typés": "square", "types": "square", "type": "circle"}"#, Circle.self),
        ] as [(String, Shape.Type)] {
            let dictionary = ReferenceReader.read(json).swift as? [String: Any] ?? [:]
            #expect(try Swift.type(of: Shape.model(json: json)) == type, "\(json)")
            #expect(try Swift.type(of: Shape.model(dictionary: dictionary)) == type, "\(json)")
            #expect(
                try Shape.array(json: "[\(json)]").map { ObjectIdentifier(Swift.type(of: $0)) } == [
                    ObjectIdentifier(type)
                ])
            let byKey = try Shape.dictionary(json: "{\"k\": \(json)}")
            #expect(byKey["k"].map { ObjectIdentifier(Swift.type(of: $0)) } == ObjectIdentifier(type))
            let untyped = try Shape.dictionary(json: ["k": dictionary])
            #expect(untyped["k"].map { ObjectIdentifier(Swift.type(of: $0)) } == ObjectIdentifier(type))
        }
        #expect(try (Shape.model(json: #"{"radius": 3, "type": "circle"}"#) as? Circle)?.radius == 3)
    }

    /// A class that `modelClass(for:)` chooses precedes the discriminator, also in errors.
    @Test(arguments: ["{}", #"{"t": "x"}"#, #"{"t": "y"}"#])
    func aDiscriminatorIsNotTheReasonForTheClassOfAHook(json: String) throws {
        class Misled: ModelObject {
            override class var discriminator: Discriminator? { .key("t", ["x": Misled.self]) }
            override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? {
                Stranger.self
            }
        }
        final class Holder: ModelObject { var inner: Misled? }
        let dictionary = try #require(ReferenceReader.read(json).swift as? [String: Any])
        let sentence = "modelClass(for:) chose a class that is not Misled or a subclass of it"
        for error in [
            #expect(throws: ModelError.self) { try Misled.model(json: json) },
            #expect(throws: ModelError.self) { try Misled.model(dictionary: dictionary) },
        ] {
            #expect(error?.description.hasPrefix(sentence) == true, "\(error as Any)")
        }
        let problem = try #require(Holder.inspect(dictionary: ["inner": dictionary]).report.problems.first)
        #expect(problem.description == "\(sentence) at $.inner.")
        #expect(problem.code == .invalidClass)
    }

    @Test(arguments: [
        "0", "-0", "7", "-7", "10", "12345678", "123456789", "1234567890123456789012", "0.5", "12.25",
        "123456789.125",
        "0.12345678901", "1e5", "12E+3", "1.5e-3", "-0.25", #""""#, #""a\"b""#,
        #""a long text of plain letters""#, #""ü""#,
        "true", "false", "null", "[]", "{}", #"[1.5, {"type": "square"}]"#, #"{"type": "square"}"#,
    ])
    func anyValueMayPrecedeTheDiscriminator(value: String) throws {
        for json in [
            #"[{"v":\#(value),"type":"circle"}]"#, #"[{"v" : \#(value) , "type" : "circle"}]"#,
            #"[{"type":"circle","v":\#(value)}]"#,
        ] {
            let shapes = try Shape.array(json: json)
            #expect(shapes.count == 1 && Swift.type(of: shapes[0]) == Circle.self, "\(json)")
        }
    }

    /// The search for the key reports the same error as reading the values.
    @Test(arguments: [
        "01", "00.5", "1.", "1.e5", "1.x", ".5", "+1", "-", "1e", "12345678x", "1234567890.", "tru", #""\x""#,
        "[1,]",
    ])
    func theDiscriminatorSearchFindsTheSameError(value: String) throws {
        for ending in [#", "type": "circle"}]"#, "}]", ""] {
            let json = #"[{"v": \#(value)"# + ending
            let error = try #require(throws: JSONSyntaxError.self) { try Stranger.array(json: json) }
            #expect(throws: error) { try Shape.array(json: json) }
        }
    }

    @Test func initCreatesExactlyItsClass() throws {
        #expect(try Swift.type(of: Shape(json: #"{"type": "circle"}"#)) == Shape.self)
    }

    @Test func theChosenClassMustFit() throws {
        // The payload names a superclass of the declared class: the declared class is created.
        #expect(try Swift.type(of: Ring.model(json: #"{"type": "circle"}"#)) == Ring.self)
        #expect(try Swift.type(of: Circle.model(json: #"{"type": "none"}"#)) == Circle.self)
        // The payload names a sibling or an unrelated class: it is rejected.
        for (body, path) in [
            ({ _ = try Circle.model(json: #"{"type": "square"}"#) }, "$.type"),
            ({ _ = try Shape.model(json: #"{"type": "node"}"#) }, "$.type"),
            ({ _ = try Strict.model(json: #"{"meta": {"kind": "b"}}"#) }, "$.meta.kind"),
            ({ _ = try Strict.model(json: #"{"meta": 5}"#) }, "$"),
            ({ _ = try Strict.model(dictionary: [:]) }, "$"),
            ({ _ = try Chosen.model(json: #"{"v": 2}"#) }, "$"),
        ] as [(() throws -> Void, String)] {
            let error = try #require(throws: ModelError.self) { try body() }
            #expect(error.code == .invalidClass && error.path == path)
        }
        #expect(try Strict.model(json: #"{"META": {"Kind": "a"}}"#) is StrictA)
        #expect(try Chosen.model(json: #"{"v": 1}"#) is ChosenOne)
        #expect(try Swift.type(of: Chosen.model(json: #"{"v": 3}"#)) == Chosen.self)
        #expect(try Chosen.array(json: #"[{"v": 1}, {"v": 2}, {"v": 3}]"#).map(\.v) == [1, 3])
    }

    private let json = """
        {"shape": {"side": 1, "type": "square"}, "circle": {"type": "square"},
         "list": [{"type": "circle"}, {"type": "node"}, {"type": "square"}, 5], "byName": {"a": {"type": "square"}, "b": {"type": "node"}},
         "any": [{"type": "circle"}], "fixed": {"type": "square", "side": 2}}
        """

    @Test func propertiesAndContainersUseTheDiscriminator() throws {
        for canvas in [
            try Canvas(json: json),
            try Canvas(dictionary: ReferenceReader.read(json).swift as? [String: Any] ?? [:]),
        ] {
            #expect((canvas.shape as? Square)?.side == 1)
            #expect(canvas.circle == nil)
            #expect(canvas.list.map { "\(Swift.type(of: $0))" } == ["Circle", "Square"])
            #expect(canvas.byName.mapValues { "\(Swift.type(of: $0))" } == ["a": "Square"])
            #expect(canvas.any.first is Circle)
            #expect((canvas.fixed as? Square)?.side == 2)
        }
        #expect(
            Canvas.inspect(json: json).report.problems.map(\.path) == [
                "$.circle.type", "$.list[1].type", "$.list[3]", "$.byName.b.type",
            ])
    }

    @Test func anUpdateFillsInPlaceIfTheClassIsTheSame() throws {
        let canvas = Canvas()
        let fixed = canvas.fixed
        try canvas.update(json: #"{"fixed": {"type": "circle", "radius": 4}}"#)
        #expect(canvas.fixed === fixed && (fixed as? Circle)?.radius == 4)
        try canvas.update(json: #"{"fixed": {"type": "square"}}"#)
        #expect(canvas.fixed is Square)
    }

    // MARK: The discriminator's key is known

    /// Its key chooses a subclass; the subclasses have a different discriminator, or none.
    class Overridden: ModelObject {
        var name = ""
        override class var discriminator: Discriminator? {
            .key("meta.kind", ["b": OverriddenB.self, "c": OverriddenC.self])
        }
    }
    final class OverriddenB: Overridden {
        override class var discriminator: Discriminator? { .key("sub", [:]) }
    }
    final class OverriddenC: Overridden {
        override class var discriminator: Discriminator? { nil }
    }
    class Rivals: ModelObject {
        var kindOf = ""
        var kind_of = ""
        override class var discriminator: Discriminator? { .key("KINDOF", ["a": RivalsA.self]) }
    }
    final class RivalsA: Rivals {}
    final class HeardShape: Shape, @unchecked Sendable {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    struct Known: Sendable, CustomTestStringConvertible {
        let json: String
        let type: ModelObject.Type
        var matching = MappingOptions.KeyMatching.fuzzy
        /// The first unknown key.
        var unknown: String?
        var testDescription: String { "\(type) \(json)" }
    }

    @Test(arguments: [
        Known(json: #"{"type": "circle", "name": "x", "radius": 1}"#, type: Shape.self),
        Known(json: #"{"T-Y-P-E": "circle", "typ\u0065": "square"}"#, type: Shape.self),
        Known(json: #"{"TYPE": "circle"}"#, type: Shape.self, matching: .caseInsensitive),
        Known(json: #"{"t_ype": 1}"#, type: Shape.self, matching: .caseInsensitive, unknown: "$.t_ype"),
        Known(json: #"{"type": "circle", "radius": 1}"#, type: Shape.self, matching: .exact),
        Known(json: #"{"TYPE": 1}"#, type: Shape.self, matching: .exact, unknown: "$.TYPE"),
        Known(json: #"{"type": "circle", "kind": 1}"#, type: Shape.self, unknown: "$.kind"),
        Known(json: #"{"type": "ring"}"#, type: HeardShape.self),
        Known(json: #"{"type": "ring", "zz": 1}"#, type: HeardShape.self, unknown: "$.zz"),
        Known(json: #"{"Meta": {"kind": "a", "other": 1}}"#, type: Strict.self),
        Known(json: #"{"meta": {"kind": "a"}, "kind": "a"}"#, type: Strict.self, unknown: "$.kind"),
        Known(json: #"{"meta": {"kind": "b"}, "name": "x"}"#, type: Overridden.self),
        Known(json: #"{"meta": {"kind": "c"}, "name": "x"}"#, type: Overridden.self),
        Known(json: #"{"meta": {"kind": "c"}, "sub": 1}"#, type: Overridden.self, unknown: "$.sub"),
        Known(json: #"{"KINDOF": "a"}"#, type: Rivals.self),
        Known(json: #"{"shape": {"type": "square"}, "list": [{"TYPE": "circle"}]}"#, type: Canvas.self),
        Known(json: #"{"list": [{"KIND": "circle"}]}"#, type: Canvas.self, unknown: "$.list[0].KIND"),
    ])
    func theDiscriminatorsKeyIsNotUnknown(_ row: Known) throws {
        let dictionary = ReferenceReader.read(row.json).swift as? [String: Any] ?? [:]
        var options = MappingOptions(unknownKeys: .reject)
        options.keyMatching = row.matching
        for make in [
            { try row.type.model(json: row.json, options: options) },
            { try row.type.model(dictionary: dictionary, options: options) },
        ] as [() throws -> ModelObject] {
            if let unknown = row.unknown {
                let error = try #require(throws: ModelError.self) { try make() }
                #expect(error.code == .unknownKey && error.path == unknown)
            } else {
                #expect(throws: Never.self) { try make() }
            }
        }
        options.unknownKeys = .ignore
        for report in [
            row.type.inspect(json: row.json, options: options).report,
            row.type.inspect(dictionary: dictionary, options: options).report,
        ] {
            #expect(report.unmatchedKeys.map(\.path) == [row.unknown].compactMap(\.self))
        }
    }

    @Test func theDiscriminatorIsKeptWithUnknownKeys() throws {
        for shape in [
            try Shape.model(
                json: #"{"type": "circle", "zz": 1}"#, options: MappingOptions(unknownKeys: .keep)),
            try Shape.model(
                dictionary: ["type": "circle", "zz": 1], options: MappingOptions(unknownKeys: .keep)),
        ] {
            #expect(shape.unknownValues()["type"] as? String == "circle" && shape.unknownValues().count == 2)
        }
    }

    class Counting: ModelObject {
        var count = 0
        override class var discriminator: Discriminator? {
            .key("kind", ["inheriting": Inheriting.self, "doubling": Doubling.self])
        }
        override class func willMap(_ json: [String: Any]) -> [String: Any]? {
            json.merging(["count": (json["count"] as? Int ?? 0) + 1]) { $1 }
        }
    }
    final class Inheriting: Counting {}
    final class Doubling: Counting {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? {
            json.merging(["count": 2 * (json["count"] as? Int ?? 0)]) { $1 }
        }
    }

    /// After the declared class's own hook; a class that inherits it has no other.
    @Test(.knowsHooks, arguments: [("inheriting", 4), ("doubling", 8)])
    func theChosenClassChangesThePayload(kind: String, count: Int) throws {
        for made in [
            try Counting.model(json: #"{"count": 3, "kind": "\#(kind)"}"#),
            try Counting.model(dictionary: ["count": 3, "kind": kind]),
        ] {
            #expect(made.count == count)
        }
    }

    /// Also if the payload names the class that is declared.
    @Test func thePayloadOfAnObjectIsChangedOnce() throws {
        class Logged: ModelObject {
            nonisolated(unsafe) static var count = 0
            override class var discriminator: Discriminator? { .key("kind", ["logged": Logged.self]) }
            override class func willMap(_ json: [String: Any]) -> [String: Any]? {
                count += 1
                return json["isKept"] == nil ? json.merging(["isChanged": true]) { $1 } : json
            }
        }
        let payloads = [#"{"kind": "logged"}"#, #"{"kind": "logged", "isKept": true}"#]
        for (index, payload) in payloads.enumerated() {
            _ = try Logged.model(json: payload)
            #expect(Logged.count == 2 * index + 1)
            _ = try Logged.model(dictionary: ReferenceReader.read(payload).swift as? [String: Any] ?? [:])
            #expect(Logged.count == 2 * index + 2)
        }
    }

    class Measured: ModelObject {
        var count = 0
        override class var discriminator: Discriminator? { .key("kind", ["doubled": Doubled.self]) }
    }
    final class Doubled: Measured {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? {
            json.merging(["count": 2 * (json["count"] as? Int ?? 0)]) { $1 }
        }
    }

    @Test func onlyTheChosenClassChangesThePayload() throws {
        let json = #"{"count": 3, "kind": "doubled"}"#
        for made in [
            try Measured.model(json: json), try Measured.model(dictionary: ["count": 3, "kind": "doubled"]),
            try Measured.array(json: "[\(json)]")[0],
        ] {
            #expect(made is Doubled && made.count == 6)
        }
    }
}
