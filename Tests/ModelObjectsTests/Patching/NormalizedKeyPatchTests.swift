import Foundation
import ModelObjects
import Testing

/// Patches between dictionaries whose keys differ only in their normalization, so that Swift's dictionaries and a merge
/// patch can hold only one of them.
struct NormalizedKeyPatchTests {
    private static let (composed, decomposed) = ("\u{E9}", "e\u{301}")

    final class Leaf: ModelObject {
        var n = 0
        var s: String?
        var d: String? = "default"
    }
    struct Point: Codable, Equatable {
        var x = 0
        var y: Int?
    }
    class Shape: ModelObject {
        var kind = ""
        var leaves: [String: Leaf] = [:]
        override class var discriminator: Discriminator? {
            .key("kind", ["square": Square.self, "circle": Circle.self])
        }
    }
    final class Square: Shape {}
    final class Circle: Shape {}
    class Document: ModelObject {
        var leaves: [String: Leaf] = [:]
        var nested: [String: [String: Int]] = [:]
        var points: [String: Point] = [:]
        var any: Any?
        var shape: Shape?
        var shapes: [String: Shape] = [:]
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }
    final class Exporting: Document {
        override func didExport(_ dictionary: inout [String: Any]) throws {}
    }
    final class Hooked: Document {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    private static let changes: [(old: String, new: String)] = [
        (#"{"leaves": {"KEY": {"n": 1, "s": "old"}}}"#, #"{"leaves": {"KEY": {"n": 2}}}"#),
        (#"{"leaves": {"KEY": {"n": 1}}}"#, #"{"leaves": {"KEY": {"n": 1, "s": "new", "d": null}}}"#),
        (#"{"nested": {"KEY": {"a": 1}}}"#, #"{"nested": {"KEY": {"b": 2}}}"#),
        (#"{"nested": {"k": {"KEY": 1, "KEYa": 1}}}"#, #"{"nested": {"k": {"KEY": 2, "KEYb": 2}}}"#),
        (#"{"points": {"KEY": {"x": 1, "y": 2}}}"#, #"{"points": {"KEY": {"x": 2}}}"#),
        (#"{"any": {"KEY": {"KEY": 1, "a": 1}}}"#, #"{"any": {"KEY": {"KEY": 2, "b": 1}}}"#),
        (#"{"any": [{"KEY": 1}]}"#, #"{"any": [{"KEY": 2}]}"#),
        (#"{"KEY": {"KEY": 1, "a": 1}}"#, #"{"KEY": {"KEY": 2, "b": 1}}"#),
        (#"{"KEY": {"a": 1}, "x": 1}"#, #"{"KEY": 1}"#),
        (
            #"{"shape": {"kind": "square", "leaves": {"KEY": {"n": 1, "s": "old"}}}}"#,
            #"{"shape": {"kind": "circle", "leaves": {"KEY": {"n": 2}}}}"#
        ),
        (
            #"{"shapes": {"KEY": {"kind": "square", "leaves": {"KEY": {"n": 1}, "KEYa": {}}}}}"#,
            #"{"shapes": {"KEY": {"kind": "circle", "leaves": {"KEY": {"s": "new"}}}}}"#
        ),
    ]

    @Test(arguments: [Document.self, Exporting.self, Hooked.self], [true, false])
    func thePatchMakesTheOtherObject(type: Document.Type, isComposedFirst: Bool) throws {
        for change in Self.changes {
            func document(_ text: String, isComposed: Bool) throws -> Document {
                let key = isComposed ? Self.composed : Self.decomposed
                let nulls = MappingOptions(nulls: .clearOptionals)
                return try type.init(json: text.replacingOccurrences(of: "KEY", with: key), options: nulls)
            }
            let old = try document(change.old, isComposed: isComposedFirst)
            let new = try document(change.new, isComposed: !isComposedFirst)
            let texts =
                try [old, new].map { try $0.jsonString() } + [
                    String(decoding: new.mergePatchData(since: old), as: UTF8.self)
                ]
            for kind in [PatchLaw.Kind.merge, .operations] {
                for isText in [true, false] {
                    let copy = old.copy()
                    switch kind {
                    case .merge where isText: try copy.apply(mergePatch: new.mergePatchData(since: old))
                    case .merge: try copy.apply(mergePatch: new.mergePatch(since: old))
                    case .operations where isText: try copy.apply(jsonPatch: new.jsonPatchData(since: old))
                    case .operations: try copy.apply(jsonPatch: new.jsonPatch(since: old))
                    }
                    let result = try copy.jsonString()
                    #expect(copy == new, "\(kind) \(texts) \(result)")
                }
            }
        }
    }

    /// A receiver whose dictionaries distinguish the spellings doesn't get a second entry.
    @Test func aMergePatchHasTheKeyOfTheOldObject() throws {
        let (old, new) = (Document(), Document())
        (old.nested, new.nested) = ([Self.composed: ["a": 1]], [Self.decomposed: ["a": 2, "b": 3]])
        let patch = String(decoding: try new.mergePatchData(since: old), as: UTF8.self)
        #expect(patch.unicodeScalars.elementsEqual(#"{"nested":{"\#u{E9}":{"a":2,"b":3}}}"#.unicodeScalars))
        new.nested = [Self.decomposed: ["a": 1]]
        #expect(try old == new && new.mergePatch(since: old).isEmpty)
    }
}
