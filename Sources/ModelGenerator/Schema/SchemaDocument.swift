import Foundation
import ModelObjects

/// A JSON Schema, with its parts by JSON Pointer.
struct SchemaDocument {
    let root: SampleValue
    private let identifier: String?

    init(_ root: SampleValue) throws(Failure) {
        guard root.facts.contains(.object) else {
            throw Failure("A JSON Schema is an object; this is not.")
        }
        self.root = root
        identifier = root["$id"]?.text
    }

    /// A part of the document.
    struct Part {
        let value: SampleValue
        /// The JSON Pointer with a number sign: `#/$defs/User`.
        let pointer: String

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
            SchemaDocument.unescaped(pointer.split(separator: "/").last.map(String.init) ?? "")
        }
    }

    var rootPart: Part { Part(value: root, pointer: "#") }

    /// Follows the references of a part that consists of one, or has one beside annotations.
    func resolved(_ part: Part) throws(Failure) -> Part {
        var (part, seen) = (part, Set<String>())
        while let reference = part.value["$ref"]?.text {
            guard seen.insert(reference).inserted else {
                throw Failure("\(part.pointer): The $ref \"\(reference)\" leads back to itself.")
            }
            part = try target(of: reference, in: part)
        }
        return part
    }

    private func target(of reference: String, in part: Part) throws(Failure) -> Part {
        var local = reference[...]
        if let identifier, !identifier.isEmpty, local.hasPrefix(identifier) {
            local = local.dropFirst(identifier.count)
            if local.isEmpty { local = "#" }
        }
        guard local.first == "#" else {
            throw Failure(
                "\(part.pointer): The $ref \"\(reference)\" leads to another file; only references inside of a schema are "
                    + "followed.")
        }
        var target = rootPart
        for step in local.dropFirst().split(separator: "/") {
            let key = Self.unescaped(step.removingPercentEncoding ?? String(step))
            let next =
                target.part(key)
                ?? Int(key).flatMap { index in
                    target.elements.indices.contains(index) ? target.elements[index] : nil
                }
            guard let next else {
                throw Failure("\(part.pointer): The $ref \"\(reference)\" leads to nothing.")
            }
            target = next
        }
        return target
    }

    // RFC 6901, section 3.
    private static func escaped(_ key: String) -> String {
        key.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private static func unescaped(_ step: String) -> String {
        step.replacing("~1", with: "/").replacing("~0", with: "~")
    }
}

extension SampleValue {
    /// The value of a member; nil if there is none.
    subscript(key: String) -> SampleValue? { members.first { $0.key == key }?.value }

    var isTrue: Bool { facts.contains(.bool) && text == "true" }
    var isNull: Bool { facts == .null }
    /// The texts of a string, or of an array of strings.
    var texts: [String] {
        facts.contains(.text) ? [text] : elements.filter { $0.facts.contains(.text) }.map(\.text)
    }
}
