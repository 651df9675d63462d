import Foundation
import ModelObjects
import Testing

/// What the closures of `combined` rules get if a patch changes only some of what they read.
struct CombinedInputTests {
    final class Reader: ModelObject {
        var name = ""
        var nick: String?
        var since: Date?
        var friend: Reader?
    }

    /// Each rule combines the title with something that other rules do not read, or read in part.
    class Title: ModelObject {
        var title = ""
        var author: Reader?
        var readers: [Reader] = []
        var byName: [String: Reader] = [:]
        var note = ""
        var code = ""
        var names = ""
        var list = ""
        var parts = ""
        var entries = ""
        var paths = ""
        override class var mappingOptions: MappingOptions { MappingOptions(dateFormat: .unixSeconds) }
        override class var propertyRules: [String: PropertyRule] {
            [
                "note": .key("ext.note"), "code": .key("ext.codes.0"),
                "names": .combined(keys: ["title", "author.name", "author.friend.name"]) { text($0) },
                "list": .combined(keys: ["title", "readers"]) { text($0) },
                "parts": .combined(keys: ["title", "readers.0.name", "author.since"]) { text($0) },
                "entries": .combined(keys: ["title", "byName.a.friend", "byName.b.name"]) { text($0) },
                "paths": .combined(keys: ["title", "ext.note", "ext.codes.0"]) { text($0) },
            ]
        }
        static func text(_ value: Any) -> String {
            switch value {
            case let members as [String: Any]:
                members.sorted { $0.key < $1.key }.map { "\($0.key)=\(text($0.value))" }.description
            case let elements as [Any]: elements.map { text($0) }.description
            default: "\(value)"
            }
        }
        var combined: [String] { [names, list, parts, entries, paths] }
    }
    final class HookedTitle: Title {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    private func title(_ type: Title.Type) throws -> Title {
        let reader =
            #"{"name": "R", "byName": {}, "since": 100, "friend": {"name": "F", "since": 200, "friend": {}}}"#
        return try type.init(
            json: """
                {"title": "T", "author": \(reader), "readers": [\(reader), {"name": "S"}],
                "byName": {"a": \(reader), "b": \(reader)}, "ext": {"note": "N", "codes": ["C"]}}
                """)
    }

    /// The closures get the same values as from the whole changed export.
    @Test(
        arguments: [Title.self, HookedTitle.self],
        [
            (#"{"title": "U"}"#, #"{"op": "replace", "path": "/title", "value": "U"}"#),
            (
                #"{"author": {"name": "X"}}"#,
                #"{"op": "replace", "path": "/author/name", "value": "X"}"#
            ),
            (
                #"{"AUTHOR": {"NAME": "X"}}"#,
                #"{"op": "replace", "path": "/author/name", "value": "X"}"#
            ),
            (
                #"{"author": {"friend": {"name": "X"}}}"#,
                #"{"op": "replace", "path": "/author/friend/name", "value": "X"}"#
            ),
            (#"{"author": {"friend": null}}"#, #"{"op": "remove", "path": "/author/friend"}"#),
            (#"{"author": {"since": 300}}"#, #"{"op": "replace", "path": "/author/since", "value": 300}"#),
            (#"{"author": {"nick": "X"}}"#, #"{"op": "add", "path": "/author/nick", "value": "X"}"#),
            (#"{"author": null}"#, #"{"op": "remove", "path": "/author"}"#),
            (
                #"{"byName": {"a": {"friend": {"name": "X"}}}}"#,
                #"{"op": "replace", "path": "/byName/a/friend/name", "value": "X"}"#
            ),
            (
                #"{"byName": {"b": {"name": "X"}}}"#,
                #"{"op": "replace", "path": "/byName/b/name", "value": "X"}"#
            ),
            (#"{"byName": {"b": null}}"#, #"{"op": "remove", "path": "/byName/b"}"#),
            (#"{"ext": {"note": "X"}}"#, #"{"op": "replace", "path": "/ext/note", "value": "X"}"#),
            (#"{"ext": {"codes": ["X"]}}"#, #"{"op": "replace", "path": "/ext/codes/0", "value": "X"}"#),
        ])
    func allKeysOfTheChangedRules(type: Title.Type, patches: (merge: String, operation: String)) throws {
        for isMerge in [true, false] {
            let title = try title(type)
            // So that the closures have seen the form of an export.
            try title.update(json: title.jsonData())
            if isMerge {
                try title.apply(mergePatch: patches.merge)
            } else {
                try title.apply(jsonPatch: "[\(patches.operation)]")
            }
            let expected = try type.init(json: title.jsonData())
            #expect(title.combined == expected.combined, "\(patches)")
        }
    }

    static let exports = LockedCount()

    final class Chain: ModelObject {
        var name = ""
        var next: Chain?
        var label = ""
        override class var propertyRules: [String: PropertyRule] {
            [
                "name": .converted(
                    from: { $0 as? String },
                    to: { (name: String) -> Any? in
                        exports.add(1)
                        return name
                    }),
                "label": .combined(keys: ["name", "next.name"]) {
                    "\($0["name"] ?? "?") \($0["next.name"] ?? "?")"
                },
            ]
        }
    }

    /// Each model exports its own name and that of the next one, not those of all models below it.
    @Test(.knowsHooks) func onlyWhatARuleReadsIsExported() throws {
        let chain = Chain()
        var last = chain
        for _ in 0..<50 {
            let next = Chain()
            last.next = next
            last = next
        }
        let patch =
            String(repeating: #"{"next":"#, count: 50) + #"{"name": "x"}"# + String(repeating: "}", count: 50)
        let count = Self.exports.value
        try chain.apply(mergePatch: patch)
        #expect(last.label == "x ?")
        #expect(Self.exports.value - count <= 102)
    }

    final class Person: ModelObject {
        var first = ""
        var last = ""
        var full = ""
        override class var propertyRules: [String: PropertyRule] {
            ["full": .combined(keys: ["first", "last"]) { Title.text($0) }]
        }
        override func serializeValue(_ value: Any, key: String) {
            super.serializeValue((value as? String)?.uppercased() ?? value, key: key)
        }
    }

    /// A hook passes on other values than those of the patch.
    @Test(arguments: [#"{"first": "eve"}"#, #"{"first": "eve", "last": "king"}"#])
    func theClosureGetsWhatAHookPassesOn(patch: String) throws {
        let person = try Person(json: #"{"first": "ada", "last": "king"}"#)
        let patched = person.copy()
        try person.apply(mergePatch: patch)
        #expect(person.full == #"["first=EVE", "last=KING"]"#)
        try patched.apply(jsonPatch: #"[{"op": "replace", "path": "/first", "value": "eve"}]"#)
        #expect(patched.full == person.full)
    }

    final class Book: ModelObject {
        var title = ""
        var author: Reader?
        var userID = 1
        var user_id = 2
        var line = ""
        var ids = ""
        override class var propertyRules: [String: PropertyRule] {
            [
                "author": .embeddedJSON,
                "line": .combined(keys: ["title", "author"]) { Title.text($0) },
                "ids": .combined(keys: ["title", "user_id"]) { Title.text($0) },
            ]
        }
    }

    /// Embedded JSON contains its models, and of two similar keys, the closure gets the one that it reads.
    @Test func theClosureGetsTheValuesOfAnExport() throws {
        let book = Book()
        book.author = try Reader(json: #"{"name": "A"}"#)
        let author = try book.author!.jsonString(options: ExportOptions(nulls: .omit))
        try book.apply(mergePatch: #"{"title": "U"}"#)
        #expect(
            book.line.contains(#"\"name\":\"A\""#) && book.line.contains("title=U"), "\(book.line) \(author)")
        #expect(book.ids == #"["title=U", "user_id=2"]"#)
        try book.apply(jsonPatch: #"[{"op": "replace", "path": "/title", "value": "V"}]"#)
        #expect(book.line.contains(#"\"name\":\"A\""#) && book.line.contains("title=V"))
        #expect(book.ids == #"["title=V", "user_id=2"]"#)
    }

    final class Kept: ModelObject {
        var point: [Int] = []
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        override class var propertyRules: [String: PropertyRule] {
            [
                "point": .notExported.combined(keys: ["lat", "lon"]) { keys -> [Int]? in
                    keys.isEmpty ? nil : [0]
                }
            ]
        }
    }

    /// The key of a combined property that isn't exported belongs to the document.
    @Test func theKeyOfAPropertyThatIsNotExportedStaysUnknown() throws {
        let (old, new) = (try Kept(json: #"{"point": [1]}"#), try Kept(json: #"{"point": [2]}"#))
        try old.apply(mergePatch: new.mergePatchData(since: old))
        #expect(try old.point == [] && old.jsonString() == #"{"point":[2]}"#)
    }
}
