import Foundation

/// The values of samples at one place, with the facts about them.
///
/// Two samples, `{"id": 1, "tags": ["a"]}` and `{"id": null}`, have the values 1 and null at `$.id`, which
/// make an Optional Int. At `$.tags` they have one array of strings in two objects.
package struct PayloadShape {
    /// A member that some of the objects have.
    package struct Member {
        package let key: String
        package var shape: PayloadShape
    }

    private var values: [SampleValue]
    package private(set) var facts: PayloadFacts

    private init(_ values: [SampleValue]) {
        self.values = values
        facts = values.reduce(into: []) { $0.formUnion($1.facts) }
    }

    /// The shape of no value.
    package init() { self.init([]) }

    /// The shape of one sample.
    ///
    /// - Throws: `JSONSyntaxError` if the text isn't JSON or is nested too deeply; `ModelError` if it isn't UTF-8.
    init(json: Data) throws { self.init([try SampleValue(json: json)]) }

    /// The shape of each of the samples that follow each other in a text, such as JSON Lines, and where it begins.
    ///
    /// - Throws: The errors of `init(json:)`.
    package static func all(in json: Data) throws -> [(shape: PayloadShape, line: Int, column: Int)] {
        try SampleValue.all(in: json).map { (PayloadShape([$0.value]), $0.line, $0.column) }
    }

    package mutating func append(_ other: PayloadShape) {
        values += other.values
        facts.formUnion(other.facts)
    }

    package var count: Int { values.count }
    package var hasNull: Bool { facts.contains(.null) }
    /// The type that can hold all of the values; nil if there is none.
    package var type: PayloadType? { facts.type }

    /// The strings among the values.
    package var texts: [String] { values.filter { $0.facts.contains(.text) }.map(\.text) }
    /// The elements of all arrays.
    package var elements: PayloadShape { PayloadShape(values.flatMap(\.elements)) }
    /// The elements of all arrays, and the values of all objects.
    var parts: PayloadShape {
        PayloadShape(values.flatMap { $0.elements + $0.members.map(\.value) })
    }

    /// The objects among the values.
    package var objects: PayloadShape { PayloadShape(values.filter { $0.facts.contains(.object) }) }
    /// The keys of each object.
    package var keys: [[String]] { objects.values.map { $0.members.map(\.key) } }

    /// The members of all objects, in the order in which their keys appear first.
    ///
    /// A member that not all of the objects have has fewer values than there are objects.
    package var members: [Member] {
        values.flatMap(\.members).grouped { ExactText($0.key) }.map { _, members in
            Member(key: members[0].key, shape: PayloadShape(members.map(\.value)))
        }
    }

    /// The objects grouped by their string at a key, in the order in which the strings first appear.
    ///
    /// The group of nil has the objects without a string at the key.
    package func objects(byTextAt key: String) -> [(text: String?, shape: PayloadShape)] {
        func text(of object: SampleValue) -> String? {
            let member = object.members.first { $0.key.hasSameBytes(as: key) }?.value
            return member.flatMap { $0.facts.contains(.text) ? $0.text : nil }
        }
        return objects.values.grouped { text(of: $0).map(ExactText.init) }.map { _, objects in
            (text(of: objects[0]), PayloadShape(objects))
        }
    }
}

extension PayloadShape {
    /// The name of the values' type for messages: `Int`, `Date`, `[String?]`, `object`, `[object]`; nil if
    /// they have no common type.
    var typeName: String? {
        type == .array
            ? "[\(elements.typeName ?? "Any")\(elements.hasNull ? "?" : "")]" : type?.rawValue
    }
}
