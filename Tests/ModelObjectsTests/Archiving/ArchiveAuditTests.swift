import Testing

@testable import ModelObjects

/// Findings about the names and versions of classes in archives.
@Suite struct ArchiveAuditTests {
    class Shape: ModelObject {
        override class var archiveName: String { "Shape" }
        override class var archiveVersion: Int { 3 }
    }
    /// Inherits the name and the version.
    class Circle: Shape {}
    final class Ring: Circle {
        override class var archiveName: String { "Ring" }
        override class var archiveVersion: Int { 2 }
    }
    final class Square: Shape {
        override class var archiveName: String { "Square" }
        override class var archiveVersion: Int { 4 }
    }
    final class Other: ModelObject {
        override class var archiveName: String { "Square" }
    }
    final class Drawing: ModelObject {
        var shapes: [Shape] = []
        override class var archivableClasses: [ModelObject.Type] { [Ring.self, Square.self, Other.self] }
    }
    final class Named<Value>: ModelObject {
        var value: [Int: Value] = [:]
        override class var archiveName: String { "Named" }
    }
    final class Names: ModelObject {
        var ints: Named<Int>?
        var texts: Named<String>?
    }

    class Generic<Value>: ModelObject {
        var value: [Int: Value] = [:]
        override class var archiveName: String { "Generic" }
    }
    final class Ints: Generic<Int> {
        override class var archiveName: String { "Ints" }
    }
    final class Texts: Generic<String> {
        override class var archiveName: String { "Texts" }
    }
    final class Both: ModelObject {
        var ints: Ints?
        var texts: Texts?
    }

    // Without archive names.
    class Plain: ModelObject { var next: Plain? }
    class Plainer: Plain {
        var others: [Sub] = []
        var box: Box<Int>?
        var other: Box<String>?
        final class Sub: Plain {}
    }
    final class Box<Value>: ModelObject { var value: [Int: Value] = [:] }
    // With good ones.
    class Base: ModelObject {
        override class var archiveName: String { "\(self)" }
    }
    final class One: Base {}
    final class Two: Base { var one: One? }

    private static let low =
        "The archiveVersion of Ring (2) is lower than that of its superclass Circle (3), so `migrate` may not be called "
        + "for its objects."
    private static func shared(_ classes: String, _ name: String) -> String {
        "\(classes) have the same archiveName \"\(name)\": override it in each class, with a different name."
    }

    private static let rows: [(type: ModelObject.Type, findings: [String])] = [
        (Shape.self, []), (Square.self, []), (Other.self, []), (Plain.self, []), (Plainer.self, []),
        (Plainer.Sub.self, []), (Base.self, []), (Two.self, []), (Both.self, []), (ModelObject.self, []),
        (Circle.self, [shared("Circle and Shape", "Shape")]),
        (Ring.self, [shared("Circle and Shape", "Shape"), low]),
        (Drawing.self, [shared("Shape and Circle", "Shape"), shared("Square and Other", "Square"), low]),
        (Names.self, [shared("Named<Int> and Named<String>", "Named")]),
    ]

    @Test(arguments: rows.indices) func namesAndVersionsAreChecked(_ index: Int) {
        let (type, expected) = Self.rows[index]
        let findings = type.audit()
        #expect(findings.map(\.message) == expected)
        #expect(findings.allSatisfy { $0.properties.isEmpty && $0.path == nil })
        let kinds = expected.map { $0 == Self.low ? AuditFinding.Kind.archiveVersion : .archiveName }
        #expect(findings.map(\.kind) == kinds)
    }
}
