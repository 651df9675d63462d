import Foundation
import ModelObjects

/// The schemas of a document that references can name: those with an `$id` or an `$anchor` (JSON Schema 2020-12 Core,
/// section 8.2), and a root with draft 4's `id`.
///
///     {"$id": "https://example.com/user", "$defs": {"A": {"$id": "address", "$defs": {"S": {"$anchor": "street"}}}}}
///
///     https://example.com/user, https://example.com/address, https://example.com/address#street
struct SchemaReferences {
    typealias Part = SchemaDocument.Part

    /// The schemas by their absolute URIs.
    private var parts: [String: Part] = [:]
    /// The base URIs of references, by the JSON Pointers of the schemas that set one.
    private var bases: [String: String] = [:]
    /// The number of objects in the document, except in data.
    private(set) var objectCount = 0
    private let found = Found()

    /// The targets of earlier references, by the base URI and the reference.
    ///
    /// A large document has many references to each of its definitions.
    private final class Found {
        var targets: [String: [String: Part]] = [:]
    }

    init(_ root: Part) {
        let uri = "schema:///"
        parts[uri] = root
        bases[root.pointer] = uri
        collect(root, uri)
    }

    /// - Parameter isMap: Whether the members are schemas with any names, not keywords.
    private mutating func collect(_ part: Part, _ base: String, isMap: Bool = false) {
        if part.value.facts.contains(.object) { objectCount += 1 }
        var base = base
        let isRoot = part.pointer == "#"
        if let identifier = part.value["$id"] ?? (isRoot ? part.value["id"] : nil),
            identifier.facts.contains(.text)
        {
            let (uri, fragment) = Self.absolute(identifier.text, base)
            if fragment.isEmpty {
                bases[part.pointer] = uri
                base = uri
            }
            // An anchor, as draft 7 writes it, has a fragment.
            add(part, uri, fragment)
        }
        if let anchor = part.value["$anchor"], anchor.facts.contains(.text) { add(part, base, anchor.text) }
        // Data is not a schema, regardless of its keys.
        for member in part.members where isMap || !Self.data.contains(member.key) {
            collect(member.part, base, isMap: !isMap && Self.maps.contains(member.key))
        }
        for element in part.elements { collect(element, base) }
    }

    private static let data = ["const", "enum", "default", "examples"]
    private static let maps = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]

    private mutating func add(_ part: Part, _ uri: String, _ fragment: String) {
        let name = fragment.isEmpty ? uri : "\(uri)#\(fragment)"
        if parts[name] == nil { parts[name] = part }
    }

    private static func absolute(_ reference: String, _ base: String) -> (uri: String, fragment: String) {
        let halves = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let uri = halves.first.map(String.init) ?? ""
        let absolute = URL(string: uri, relativeTo: URL(string: base))?.absoluteString ?? uri
        return (uri.isEmpty ? base : absolute, halves.count > 1 ? String(halves[1]) : "")
    }

    func target(of reference: String, in part: Part) throws(Failure) -> Part {
        let base = base(of: part)
        if let target = found.targets[base]?[reference] { return target }
        let (uri, fragment) = Self.absolute(reference, base)
        guard let resource = parts[uri] else {
            throw Failure(
                "\(part.pointer): The $ref \"\(reference)\" leads to another file; only references inside of a schema are "
                    + "followed.")
        }
        let isPointer = fragment.isEmpty || fragment.unicodeScalars.first == "/"
        let target = isPointer ? Self.part(at: fragment, in: resource) : parts["\(uri)#\(fragment)"]
        guard let target else {
            throw Failure("\(part.pointer): The $ref \"\(reference)\" leads to nothing.")
        }
        found.targets[base, default: [:]][reference] = target
        return target
    }

    /// The base URI of the references in a part: that of the innermost enclosing schema that sets one.
    private func base(of part: Part) -> String {
        var pointer = part.pointer[...]
        while true {
            if let base = bases[String(pointer)] { return base }
            guard let slash = pointer.unicodeScalars.lastIndex(of: "/") else { return "" }
            pointer = pointer[..<slash]
        }
    }

    private static func part(at pointer: String, in resource: Part) -> Part? {
        let text = pointer.removingPercentEncoding ?? pointer
        let steps = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst().map { String($0) }
        return steps.reduce(resource as Part?) { part, step in
            let key = SchemaDocument.unescaped(step)
            if let member = part?.part(key) { return member }
            guard let index = Int(key), let elements = part?.elements else { return nil }
            return elements.indices.contains(index) ? elements[index] : nil
        }
    }
}
