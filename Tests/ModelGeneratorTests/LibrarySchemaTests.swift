import Foundation
import ModelObjects
import Testing

@testable import ModelGenerator

/// Classes whose schemas, as the library writes them, give the same classes again.
struct LibrarySchemaTests {
    /// Only the default of an UInt64 tells that it isn't an Int.
    @Test func integersKeepTheirTypes() throws {
        let schema = try Integers.jsonSchemaString()
        #expect(
            properties(schema, ["--schema"]) == [
                "var int8: Int8 = 0", "var int16: Int16 = 0", "var int32: Int32 = 0", "var int64 = 0",
                "var uint8: UInt8 = 0", "var uint16: UInt16 = 0", "var uint32: UInt32 = 0",
                "var uint64: UInt64 = 18446744073709551615", "var list: [Int] = []",
                "var optional: Int?",
            ])
    }

    /// Each class has a superclass and subclasses, or is a leaf.
    @Test func discriminatorsOfSubclassesKeepTheirClasses() throws {
        #expect(
            classes(try Shape.jsonSchemaString(), ["--schema", "--class", "Shape"]) == """
                class Shape: ModelObject {
                    var id = 0
                    var kind: String?

                    override class var discriminator: Discriminator? {
                        .key(
                            "kind",
                            [
                                "circle": Circle.self,
                                "polygon": Polygon.self,
                            ], fallback: Shape.self)
                    }
                }

                class Polygon: Shape {
                    var corners: [Double] = []
                    var form: String?

                    override class var discriminator: Discriminator? {
                        .key(
                            "form",
                            [
                                "square": Square.self,
                                "star": Star.self,
                            ], fallback: Polygon.self)
                    }
                }

                final class Square: Polygon {
                    var side = 0.0
                }

                final class Star: Polygon {
                    var inner: Shape?
                }

                final class Circle: Shape {
                    var radius = 1.0
                }

                """)
    }

    @Test(
        arguments: [
            // The root's schema is an alternative of another one.
            (Polygon.self, ["class Root: Shape {", "class Shape: ModelObject {", "\"polygon\": Root.self"]),
            (Drawing.self, ["var shapes: [Shape] = []", "var main: Polygon?", "class Polygon: Shape {"]),
            // A base class can have no properties.
            (Event.self, ["class Root: ModelObject {", "final class Start: Root {\n    var at = 0"]),
        ] as [(ModelObject.Type, [String])])
    func discriminatorsMakeClassesAnywhere(type: ModelObject.Type, parts: [String]) throws {
        let source = classes(try type.jsonSchemaString(), ["--schema"])
        for part in parts { #expect(source.contains(part), "\(source)") }
    }
}

private final class Integers: ModelObject {
    var int8: Int8 = 0
    var int16: Int16 = 0
    var int32: Int32 = 0
    var int64: Int64 = 0
    var uint8: UInt8 = 0
    var uint16: UInt16 = 0
    var uint32: UInt32 = 0
    var uint64 = UInt64.max
    var list: [UInt64] = []
    var optional: UInt64?
}

private class Shape: ModelObject {
    var id = 0

    override class var discriminator: Discriminator? {
        .key("kind", ["circle": Circle.self, "polygon": Polygon.self])
    }
}

private final class Circle: Shape {
    var radius = 1.0
}

private class Polygon: Shape {
    var corners: [Double] = []

    override class var discriminator: Discriminator? {
        .key("form", ["square": Square.self, "star": Star.self])
    }
}

private final class Square: Polygon {
    var side = 0.0
}

private final class Star: Polygon {
    var inner: Shape?
}

private final class Drawing: ModelObject {
    var shapes: [Shape] = []
    var main: Polygon?
}

private class Event: ModelObject {
    override class var discriminator: Discriminator? {
        .key("type", ["start": Start.self, "stop": Stop.self])
    }
}

private final class Start: Event {
    var at = 0
}

private final class Stop: Event {
    var code = 0
}
