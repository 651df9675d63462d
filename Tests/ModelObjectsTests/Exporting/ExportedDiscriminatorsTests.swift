import Foundation
import Testing

@testable import ModelObjects

/// The class names in exported objects.
struct ExportedDiscriminatorsTests {
    class Shape: ModelObject, @unchecked Sendable {
        var name = ""
        override class var discriminator: Discriminator? {
            .key(
                "shape type",
                ["round": Circle.self, "circle": Circle.self, "square": Square.self, "hidden": Hidden.self],
                fallback: Shape.self)
        }
    }
    final class Circle: Shape, @unchecked Sendable { var radius = 0 }
    final class Square: Shape, @unchecked Sendable { var inner: [Shape] = [] }
    final class Unlisted: Shape, @unchecked Sendable {}
    /// Has a discriminator with another key.
    class Hidden: Shape, @unchecked Sendable {
        override class var discriminator: Discriminator? { .key("sub", ["h": Hidden.self]) }
    }
    /// No payload makes it: `hidden` with another `sub` makes a Hidden.
    final class Nameless: Hidden, @unchecked Sendable {}

    /// The keys of the discriminator and of the properties are paths.
    class Deep: ModelObject {
        var first = 1
        var size = 2
        var count = 3
        override class var propertyRules: [String: PropertyRule] {
            ["size": .key("meta.size"), "count": .key("list.1")]
        }
        override class var discriminator: Discriminator? { .key("meta.kind", ["deep": Deep.self]) }
    }
    final class Listed: Deep {
        override class var discriminator: Discriminator? { .key("list.0", ["listed": Listed.self]) }
    }
    final class Alone: Deep {
        override class var discriminator: Discriminator? { .key("a.b.c", ["alone": Alone.self]) }
    }

    enum Kind: String { case text, optional }
    class Storing: ModelObject {
        override class var discriminator: Discriminator? {
            .key(
                "kind",
                [
                    "text": Text.self, "optional": OptionalText.self, "enum": Enumerated.self,
                    "declared": Declared.self, "7": Numbered.self, "within": Within.self,
                    "below": Below.self, "hook": Hooked.self, "model": Model.self, "named": Named.self,
                    "private": Private.self,
                ])
        }
    }
    final class Text: Storing {
        var a = 1
        var kind = ""
    }
    final class OptionalText: Storing { var Kind: String? }
    final class Enumerated: Storing { var kind: Kind? }
    final class Declared: Storing {
        var what = ""
        override class func declaredKey(for property: String) -> String? { "kind" }
    }
    final class Numbered: Storing { var kind: Int? }
    final class Within: Storing {
        var n = 1
        override class var propertyRules: [String: PropertyRule] { ["n": .key("kind.n")] }
    }
    final class Below: Storing {
        var n = 1
        override class var discriminator: Discriminator? { .key("n.kind", ["below": Below.self]) }
    }
    final class Model: Storing { var kind: Shape? }
    /// Has a property that reads the discriminator's key, but is exported with its own key.
    final class Named: Storing {
        var tag = ""
        override class var propertyRules: [String: PropertyRule] { ["tag": .keys("tag", "kind")] }
    }
    final class Private: Storing {
        var kind = "x"
        override class var propertyRules: [String: PropertyRule] { ["kind": .notExported] }
    }
    final class Hooked: Storing {
        var kind = ""
        var b = 1
        override func exportedValue(_ value: Any, property: String) -> Any? {
            property == "kind" ? "\(value)!" : value
        }
        override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["b"] = nil }
    }

    /// Checks both forms of an export.
    private func check(
        _ model: ModelObject, _ expected: String, _ change: (inout ExportOptions) -> Void = { _ in }
    ) throws {
        var options = ExportOptions()
        change(&options)
        let text = try model.jsonString(options: options)
        #expect(text == expected)
        let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(
            try NSDictionary(dictionary: #require(parsed))
                == NSDictionary(dictionary: model.jsonObject(options: options)))
    }

    @Test func theFirstNameOfTheExactClassIsWrittenFirst() throws {
        try check(Circle(), #"{"shape type":"circle","name":"","radius":0}"#)
        try check(Shape(), #"{"name":""}"#)
        try check(Unlisted(), #"{"name":""}"#)
        try check(Hidden(), #"{"sub":"h","shape type":"hidden","name":""}"#)
        try check(Nameless(), #"{"name":""}"#)
        let square = Square()
        square.inner = [Circle(), Shape()]
        try check(
            square,
            #"{"shape type":"square","name":"","inner":[{"shape type":"circle","name":"","radius":0},{"name":""}]}"#
        )
    }

    @Test func discriminatorPathsAreNested() throws {
        try check(Deep(), #"{"first":1,"meta":{"kind":"deep","size":2},"list":[null,3]}"#)
        try check(Listed(), #"{"first":1,"meta":{"size":2},"list":["listed",3]}"#)
        try check(Alone(), #"{"a":{"b":{"c":"alone"}},"first":1,"meta":{"size":2},"list":[null,3]}"#)
        try check(Deep(), #"{"first":1,"list":[null,3],"meta":{"kind":"deep","size":2}}"#) {
            $0.sortedKeys = true
        }
    }

    @Test func aPropertyWithTheSameKeyWinsIfItHasAValue() throws {
        let (text, optional, enumerated) = (Text(), OptionalText(), Enumerated())
        try check(text, #"{"a":1,"kind":"text"}"#)
        try check(optional, #"{"Kind":"optional"}"#)
        try check(optional, #"{"Kind":"optional"}"#) { $0.nulls = .include }
        try check(enumerated, #"{"kind":"enum"}"#)
        try check(Declared(), #"{"kind":"declared"}"#)
        try check(Numbered(), #"{"kind":7}"#)
        (text.kind, optional.Kind, enumerated.kind) = ("x", "y", .text)
        try check(text, #"{"a":1,"kind":"x"}"#)
        try check(optional, #"{"Kind":"y"}"#)
        try check(enumerated, #"{"kind":"text"}"#)
        try check(Within(), #"{"kind":{"n":1}}"#)
        try check(Below(), #"{"kind":"below","n":1}"#)
        try check(Model(), "{}")
        try check(Named(), #"{"kind":"named","tag":""}"#)
        try check(Private(), #"{"kind":"private"}"#)
    }

    @Test func hooksSeeTheClassName() throws {
        try check(Hooked(), #"{"kind":"hook!"}"#)
    }

    @Test func keyStylesLeaveTheDiscriminatorKeyUnchanged() throws {
        for style in ExportOptions.KeyStyle.allCases {
            let name = style == .pascalCase ? "Name" : "name"
            let radius = style == .pascalCase ? "Radius" : "radius"
            try check(Circle(), "{\"shape type\":\"circle\",\"\(name)\":\"\",\"\(radius)\":0}") {
                $0.keyStyle = style
            }
            try check(Text(), style == .pascalCase ? #"{"A":1,"Kind":"text"}"# : #"{"a":1,"kind":"text"}"#) {
                $0.keyStyle = style
            }
        }
        try check(Square(), #"{"shape type":"square","name":"","inner_attributes":{}}"#) {
            $0.relations = .railsAttributes
        }
        try check(Square(), #"{"shape type":"square","name":""}"#) { $0.relations = .none }
    }

    @Test func onlyAndExceptApplyToProperties() throws {
        try check(Circle(), #"{"shape type":"circle","radius":0}"#) { $0.only = ["radius"] }
        try check(Circle(), #"{"shape type":"circle","radius":0}"#) { $0.except = ["name"] }
        try check(Deep(), #"{"meta":{"kind":"deep"}}"#) { $0.only = [] }
        // If a property uses the discriminator's key, omitting the property omits the key.
        try check(Text(), #"{"a":1}"#) { $0.except = ["kind"] }
        try check(Text(), #"{"a":1}"#) { $0.only = ["a"] }
        try check(Text(), #"{"kind":"text"}"#) { $0.only = ["kind"] }
    }

    @Test func keptUnknownValuesTakePrecedence() throws {
        let keep = MappingOptions(unknownKeys: .keep)
        for (json, expected) in [
            (#"{"shape type":"round","name":"x"}"#, #"{"name":"x","radius":0,"shape type":"round"}"#),
            (#"{"ShapeType":"round","zz":1}"#, #"{"name":"","radius":0,"ShapeType":"round","zz":1}"#),
            (
                #"{"shape type":"circle","shape_type":"round"}"#,
                #"{"name":"","radius":0,"shape type":"circle","shape_type":"round"}"#
            ),
        ] {
            let circle = try Shape.model(json: json, options: keep)
            try check(circle, expected)
            try check(circle, #"{"shape type":"circle","name":"\#(circle.name)"}"#) { $0.only = ["name"] }
        }
        let circle = Circle()
        try circle.update(json: #"{"shape type":null,"zz":null}"#, options: keep)
        try check(circle, #"{"shape type":"circle","name":"","radius":0}"#)
        try check(circle, #"{"shape type":"circle","name":"","radius":0,"zz":null}"#) { $0.nulls = .include }
        let alone = Alone()
        try alone.update(json: #"{"a":{"b":{"c":"other"},"d":1}}"#, options: keep)
        try check(
            alone, #"{"first":1,"meta":{"size":2},"list":[null,3],"a":{"b":{"c":"other"},"d":1}}"#)
    }

    /// A kept value at the start of a path gets the class's name; one that cannot hold it is replaced.
    @Test func keptUnknownValuesAtThePrefixOfAPathGetTheName() throws {
        class Part: ModelObject {
            override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
            override class var discriminator: Discriminator? { .key("meta.kind", ["c": C.self]) }
        }
        final class C: Part {}
        class Item: ModelObject {
            override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
            override class var discriminator: Discriminator? { .key("list.1.kind", ["d": D.self]) }
        }
        final class D: Item {}
        for (json, expected) in [
            (#"{"meta":{"v":2}}"#, #"{"meta":{"kind":"c","v":2}}"#),
            (#"{"meta":{"kind":null}}"#, #"{"meta":{"kind":"c"}}"#),
            (#"{"META":{"v":2}}"#, #"{"META":{"kind":"c","v":2}}"#),
            (#"{"meta":5}"#, #"{"meta":{"kind":"c"}}"#),
            (#"{"meta":null}"#, #"{"meta":{"kind":"c"}}"#),
            (#"{"meta":{"kind":"other"}}"#, #"{"meta":{"kind":"other"}}"#),
        ] {
            #expect(try C(json: json).jsonString(options: ExportOptions(sortedKeys: true)) == expected)
        }
        for (json, expected) in [
            (#"{"list":[]}"#, #"{"list":[null,{"kind":"d"}]}"#),
            (#"{"list":[1,{"x":2},3]}"#, #"{"list":[1,{"kind":"d","x":2},3]}"#),
            (#"{"list":[1,5]}"#, #"{"list":[1,{"kind":"d"}]}"#),
        ] {
            let text = try D(json: json).jsonString(options: ExportOptions(sortedKeys: true))
            #expect(text == expected)
            #expect(try Item.model(json: text) is D)
        }
        let part = try Part.model(json: #"{"meta":{"kind":"c"}}"#)
        try part.apply(mergePatch: #"{"meta":{"v":2}}"#)
        #expect(try Part.model(json: part.jsonString()) is C)
    }

    @Test func exactMatchingNeedsTheExactKey() throws {
        class Exact: ModelObject {
            var Kind = ""
            override class var mappingOptions: MappingOptions { MappingOptions(keyMatching: .exact) }
            override class var discriminator: Discriminator? { .key("kind", ["e": Exact.self]) }
        }
        try check(Exact(), #"{"kind":"e","Kind":""}"#)
    }

    // MARK: Round trips

    final class Drawing: ModelObject {
        var background: Shape?
        var shapes: [Shape] = []
        var byName: [String: Shape] = [:]
        var deep: [Deep] = []
        var stored: [Storing] = []
    }

    private static func shape(_ random: inout SeededNumbers, depth: Int) -> Shape {
        let shape = [Shape(), Circle(), Square(), Hidden()][Int(random.next() % 4)]
        shape.name = ["", "x", "ü\"", "type"][Int(random.next() % 4)]
        (shape as? Circle)?.radius = Int(random.next() % 5)
        if depth > 0 {
            (shape as? Square)?.inner = (0..<random.next() % 3).map { _ in
                Self.shape(&random, depth: depth - 1)
            }
        }
        return shape
    }

    private static func drawing(_ random: inout SeededNumbers) -> Drawing {
        let drawing = Drawing()
        if random.next() % 2 == 0 { drawing.background = shape(&random, depth: 2) }
        drawing.shapes = (0..<random.next() % 5).map { _ in shape(&random, depth: 2) }
        drawing.byName = ["a": shape(&random, depth: 1)]
        drawing.deep = [Deep()]
        drawing.stored = [Named()]
        return drawing
    }

    @Test(arguments: [SeededNumbers(seed: 2_026_12)])
    func exportedObjectsRoundTrip(seeded: SeededNumbers) throws {
        var random = seeded
        for index in 0..<Effort.count(300, byDefault: 10) {
            let drawing = Self.drawing(&random)
            let shapes = drawing.shapes
            for style in ExportOptions.KeyStyle.allCases {
                let options = options {
                    $0.keyStyle = style
                    $0.nulls = index % 2 == 0 ? .include : .omit
                    $0.sortedKeys = index % 3 == 0
                }
                let data = try drawing.jsonData(options: options)
                for again in [
                    try Drawing(json: data), try Drawing(json: data, options: .strict),
                    try Drawing(dictionary: drawing.jsonObject(options: options)),
                    try JSONDecoder().decode(Drawing.self, from: data),
                ] {
                    try #require(again == drawing, "drawing \(index) of \(seeded), \(style)")
                    try #require(
                        try again.jsonData(options: options) == data, "drawing \(index) of \(seeded)")
                }
                let array = try Shape.array(json: Shape.jsonData(shapes, options: options))
                try #require(array == shapes, "drawing \(index) of \(seeded), \(style)")
            }
            let coded = try JSONDecoder().decode(Drawing.self, from: JSONEncoder().encode(drawing))
            try #require(coded == drawing, "drawing \(index) of \(seeded)")
            let plist = try PropertyListDecoder().decode(
                [String: Drawing].self, from: PropertyListEncoder().encode(["k": drawing]))
            try #require(plist == ["k": drawing], "drawing \(index) of \(seeded)")
        }
    }
}
