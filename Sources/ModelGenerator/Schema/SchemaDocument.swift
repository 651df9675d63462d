import Foundation
import ModelObjects

/// A JSON Schema, with its parts by JSON Pointer.
struct SchemaDocument {
    let rootPart: Part
    /// The schema of any value: `{}`.
    private let emptySchema: SampleValue
    private let references: SchemaReferences

    /// Chains of `allOf` and nested types are not followed deeper, to limit the recursion.
    static let maximumLevels = 100

    /// How many classes merged schemas may have.
    ///
    /// The properties of a merged class are merged, too. Each set of schemas that describe the same objects
    /// has a class, so n schemas could need 2^n classes:
    ///
    ///     "A": {"properties": {"x": {"allOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}, "y": {"$ref": "#/$defs/A"}}}
    ///     "B": {"properties": {"x": {"$ref": "#/$defs/C"}, "y": {"$ref": "#/$defs/C"}}}
    ///
    ///     A.x: A and B; A.x.x: A, B and C; A.x.y: A and C
    ///
    /// A large document can need more: almost every merged class redefines a property of an object in the
    /// document.
    var maximumMergedClasses: Int { max(1_000, references.objectCount) }

    init(_ root: SampleValue) throws(Failure) {
        guard root.facts.contains(.object), let empty = try? SampleValue(json: Data("{}".utf8)) else {
            throw Failure("A JSON Schema is an object; this is not.")
        }
        emptySchema = empty
        rootPart = Part(value: root, pointer: "#")
        references = SchemaReferences(rootPart)
    }

    struct Part {
        let value: SampleValue
        /// The JSON Pointer with a number sign: `#/$defs/User`.
        let pointer: String
        /// The schemas that make up a merged schema, which isn't in the document.
        fileprivate(set) var merged: [Part] = []

        /// The part at a key; nil if there is none.
        func part(_ key: String) -> Part? {
            value[key].map { Part(value: $0, pointer: "\(pointer)/\(SchemaDocument.escaped(key))") }
        }

        var elements: [Part] {
            value.elements.enumerated().map { Part(value: $1, pointer: "\(pointer)/\($0)") }
        }

        var members: [(key: String, part: Part)] {
            value.members.map {
                ($0.key, Part(value: $0.value, pointer: "\(pointer)/\(SchemaDocument.escaped($0.key))"))
            }
        }

        /// The last step of the pointer.
        var name: String {
            let step = pointer.unicodeScalars.split(separator: "/").last
            return SchemaDocument.unescaped(step.map { String($0) } ?? "")
        }

        /// Whether it is only a reference, possibly with annotations.
        var isReference: Bool {
            value["$ref"] != nil && !describesMembers
                && ["allOf", "enum", "const"].allSatisfy { value[$0] == nil }
        }

        /// Whether it describes members of an object, other than by its `allOf`.
        var describesMembers: Bool {
            let keys = [
                "properties", "required", "oneOf", "anyOf", "if", "then", "else", "dependentSchemas",
                "dependencies",
            ]
            return keys.contains { value[$0] != nil } || describesOtherKeys
        }

        /// Whether it describes members by a pattern of their keys, or all others by their type.
        var describesOtherKeys: Bool {
            let patterns = value["patternProperties"]?.members ?? []
            let others = value["additionalProperties"] ?? value["unevaluatedProperties"]
            return patterns.contains { !$0.value.isFalse } || others?.members.isEmpty == false
        }

        /// Whether other schemas describe the same value or its content.
        var hasOtherSchemas: Bool {
            let keys = ["$ref", "allOf", "oneOf", "anyOf", "if", "dependentSchemas", "contains"]
            return keys.contains { value[$0] != nil }
        }

        /// Whether it says nothing about values.
        fileprivate var isAnnotation: Bool {
            let keys = [
                "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly",
                "$comment",
            ]
            return value.members.allSatisfy { keys.contains($0.key) }
        }
    }

    /// The definitions of JSON Schema and of OpenAPI.
    var definitions: [Part] {
        [["$defs"], ["definitions"], ["components", "schemas"]].flatMap { path in
            path.reduce(rootPart) { $0?.part($1) }?.members.map(\.part) ?? []
        }
    }

    // MARK: References

    /// Follows the references of a part that is only a reference.
    func resolved(_ part: Part) throws(Failure) -> Part {
        var (part, seen) = (part, Set<String>())
        while part.isReference, let reference = part.value["$ref"]?.text {
            guard seen.insert(part.pointer).inserted else {
                throw Failure("\(part.pointer): The $ref \"\(reference)\" leads back to itself.")
            }
            part = try references.target(of: reference, in: part)
        }
        return part
    }

    /// A schema that is a part of another schema.
    struct Constituent {
        let part: Part
        let isReference: Bool
    }

    /// The parts of a schema in addition to its own keywords: its `allOf`, and a `$ref` beside other
    /// keywords.
    func constituents(of part: Part) throws(Failure) -> [Constituent] {
        var constituents: [Constituent] = []
        if !part.isReference, let reference = part.value["$ref"]?.text {
            let target = try resolved(references.target(of: reference, in: part))
            constituents.append(Constituent(part: target, isReference: true))
        }
        for inner in part.merged + (part.part("allOf")?.elements ?? []) {
            constituents.append(Constituent(part: try resolved(inner), isReference: inner.isReference))
        }
        return constituents
    }

    /// The schema of values that several schemas describe, for a key that several parts of a class have.
    func merged(_ parts: [Part]) throws(Failure) -> Part {
        if parts.count == 1 { return parts[0] }
        var compositions: [(part: Part, pointer: String, pointers: [String])] = []
        for part in parts where !part.isAnnotation {
            let target = try resolved(part)
            compositions.append((part, target.pointer, try composition(of: target).map(\.pointer)))
        }
        var different: [(part: Part, pointer: String)] = []
        for (part, pointer, _) in compositions where !different.contains(where: { $0.pointer == pointer }) {
            // A schema adds nothing to a schema of which it is a part.
            let isInOther = compositions.contains { $0.pointer != pointer && $0.pointers.contains(pointer) }
            if !isInOther { different.append((part, pointer)) }
        }
        if different.count < 2 { return different.first?.part ?? parts[0] }
        let pointer = different.map(\.pointer).joined(separator: " ")
        return Part(value: emptySchema, pointer: pointer, merged: different.map(\.part))
    }

    /// A schema after all of its parts, each once.
    func composition(of part: Part) throws(Failure) -> [Part] {
        var (parts, path, seen): ([Part], [String], Set<String>) = ([], [], [])
        func visit(_ part: Part) throws(Failure) {
            if path.contains(part.pointer) {
                throw Failure("\(part.pointer): The schema consists of itself.")
            }
            guard seen.insert(part.pointer).inserted else { return }
            if path.count == Self.maximumLevels { throw Self.nestedTooDeeply(part) }
            path.append(part.pointer)
            for constituent in try constituents(of: part) { try visit(constituent.part) }
            path.removeLast()
            parts.append(part)
        }
        try visit(part)
        return parts
    }

    /// The schemas that can describe an object in addition to its composition: alternatives and consequences, each once.
    ///
    /// If the schema itself is an alternative of one of its parts, that part is its base class, and the other alternatives
    /// describe other objects.
    func possibleParts(of part: Part) throws(Failure) -> [Part] {
        var rest = try composition(of: part)
        let own = Set(rest.map(\.pointer))
        var (found, seen): ([Part], Set<String>) = ([], own)
        while let part = rest.popLast() {
            let alternatives = ["oneOf", "anyOf"].flatMap { part.part($0)?.elements ?? [] }
            var consequences = ["then", "else"].compactMap { part.part($0) }
            // Draft 7 has one keyword for schemas and for lists of keys.
            for key in ["dependentSchemas", "dependencies"] {
                consequences += (part.part(key)?.members ?? []).map(\.part).filter {
                    $0.value.facts == .object
                }
            }
            let targets = try (alternatives + consequences).map { part throws(Failure) in try resolved(part) }
            if targets.contains(where: { own.contains($0.pointer) }) { continue }
            for target in targets {
                for inner in try composition(of: target) where seen.insert(inner.pointer).inserted {
                    found.append(inner)
                    rest.append(inner)
                }
            }
        }
        return found
    }

    /// The schemas that decide which other schemas describe an object.
    ///
    /// Their members can also have any other value.
    func conditions(of part: Part) throws(Failure) -> [Part] {
        var conditions: [Part] = []
        for part in try composition(of: part) + possibleParts(of: part) {
            guard let condition = part.part("if") else { continue }
            conditions += try composition(of: resolved(condition))
        }
        return conditions
    }

    /// - Parameter part: A merged schema.
    func mergedTooOften(_ part: Part) -> Failure {
        Failure(
            "\(part.merged[0].pointer): Merging schemas that apply to the same values makes more than \(maximumMergedClasses) "
                + "classes.")
    }

    static func nestedTooDeeply(_ part: Part) -> Failure {
        Failure("\(part.pointer): The schema is nested deeper than \(maximumLevels) levels.")
    }

    // A slash is a code point (RFC 6901, section 3). A slash with a combining mark is another Character.
    private static func escaped(_ key: String) -> String {
        replacing([("~", "~0"), ("/", "~1")], in: key)
    }

    static func unescaped(_ step: String) -> String {
        replacing([("~1", "/"), ("~0", "~")], in: step)
    }

    private static func replacing(_ replacements: [(String, String)], in text: String) -> String {
        // Most keys need no change, and the search is slow.
        guard text.utf8.contains(where: { "~/".utf8.contains($0) }) else { return text }
        let scalars = replacements.reduce(text.unicodeScalars) {
            $0.replacing($1.0.unicodeScalars, with: $1.1.unicodeScalars)
        }
        return String(scalars)
    }
}

extension SampleValue {
    /// The value of a member; nil if there is none.
    subscript(key: String) -> SampleValue? { members.first { $0.key == key }?.value }

    var isTrue: Bool { facts.contains(.bool) && text == "true" }
    var isFalse: Bool { facts.contains(.bool) && text == "false" }
    var isNull: Bool { facts == .null }
    /// The texts of a string, or of an array of strings.
    var texts: [String] {
        facts.contains(.text) ? [text] : elements.filter { $0.facts.contains(.text) }.map(\.text)
    }
}
