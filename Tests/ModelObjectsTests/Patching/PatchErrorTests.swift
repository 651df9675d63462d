import Foundation
import Testing

@testable import ModelObjects

/// Patches that fail: the error names the operation or the place, and the object stays as it was.
struct PatchErrorTests {
    @Test(arguments: [
        (
            #"[{"op":"test","path":"/count","value":0},{"op":"replace","path":"/count","value":"many"}]"#,
            "$[1] /count",
            "Operation 1 of the patch, at `/count`, failed: Expected Int, found string at $.count."
        ),
        (
            #"[{"op":"replace","path":"/count","value":null}]"#, "$[0] /count",
            "Operation 0 of the patch, at `/count`, failed: Expected Int, found null at $.count."
        ),
        (
            #"[{"op":"add","path":"/nosuch","value":1}]"#, "$[0] /nosuch",
            "Operation 0 of the patch, at `/nosuch`, failed: no property has this key."
        ),
        (
            #"[{"op":"add","path":"/NAME","value":"x"}]"#, "$[0] /NAME",
            "Operation 0 of the patch, at `/NAME`, failed: no property has this key, but one has `name`."
        ),
        (
            #"[{"op":"replace","path":"/NAME","value":"x"}]"#, "$[0] /NAME",
            "Operation 0 of the patch, at `/NAME`, failed: there is no value, but there is one for `name`."
        ),
        (
            #"[{"op":"remove","path":"/name"},{"op":"remove","path":"/name"}]"#, "$[1] /name",
            "Operation 1 of the patch, at `/name`, failed: there is no value."
        ),
        (
            #"[{"op":"copy","from":"/nme","path":"/name"}]"#, "$[0] /name",
            "Operation 0 of the patch, at `/name`, failed: there is no value (`/nme`)."
        ),
        (
            #"[{"op":"move","from":"/nme","path":"/name"}]"#, "$[0] /name",
            "Operation 0 of the patch, at `/name`, failed: there is no value (`/nme`)."
        ),
        (
            #"[{"op":"move","from":"/nme","path":"/nme"}]"#, "$[0] /nme",
            "Operation 0 of the patch, at `/nme`, failed: there is no value."
        ),
        (
            #"[{"op":"add","path":"/a\nb\u202E\"c","value":1}]"#, #"$[0] /a\nb\u{202E}"c"#,
            #"Operation 0 of the patch, at `/a\nb\u{202E}"c`, failed: no property has this key."#
        ),
        (
            #"[{"op":"zap","path":"/name"}]"#, "$[0] /name",
            "Operation 0 of the patch, at `/name`, failed: unknown operation."
        ),
        (
            #"[{"op":"transform","path":"/name"}]"#, "$[0] /name",
            "Operation 0 of the patch, at `/name`, failed: unknown operation."
        ),
        (
            #"[{"op":"add","path":"/name"}]"#, "$[0] /name",
            "Operation 0 of the patch, at `/name`, failed: `value` is missing."
        ),
        (
            #"[{"op":"move","path":"/name"}]"#, "$[0] /name",
            "Operation 0 of the patch, at `/name`, failed: `from` is missing or not a string."
        ),
        (
            #"[{"op":"add","path":"name","value":1}]"#, "$[0] name",
            "Operation 0 of the patch, at `name`, failed: `path` is not a JSON Pointer."
        ),
        (
            #"[{"op":"replace","path":"","value":7}]"#, "$[0] ",
            "Operation 0 of the patch, at ``, failed: the value is not an object."
        ),
        (
            #"[{"op":"remove","path":""}]"#, "$[0] ",
            "Operation 0 of the patch, at ``, failed: the whole object cannot be removed."
        ),
        (
            #"[{"op":"add","path":"/nodes/3/count","value":1}]"#, "$[0] /nodes/3/count",
            "Operation 0 of the patch, at `/nodes/3/count`, failed: no element at this index."
        ),
        (
            #"[{"op":"replace","path":"/always","value":{"zz":1}}]"#, "$[0] /always",
            "Operation 0 of the patch, at `/always`, failed: no property has this key (`/always/zz`)."
        ),
        (
            #"[{"op":"add","path":"/nodes/-1/count","value":1}]"#, "$[0] /nodes/-1/count",
            "Operation 0 of the patch, at `/nodes/-1/count`, failed: not an index of an array."
        ),
    ])
    func aFailedPatchChangesNothing(patch: String, path: String, sentence: String) throws {
        let node = PatchNode()
        node.nodes = [PatchNode(), PatchNode(), PatchNode()]
        let before = try node.jsonString()
        let error = #expect(throws: ModelError.self) { try node.apply(jsonPatch: patch) }
        #expect(error?.code == .patchFailed)
        #expect(error?.path == path)
        #expect(error?.description == sentence)
        #expect(try node.jsonString() == before)
    }

    /// The place of the error has an index instead of `-`.
    @Test(arguments: [
        #"{"op":"add","path":"/nodes/-","value":7}"#, #"{"op":"copy","from":"/name","path":"/nodes/-"}"#,
        #"{"op":"move","from":"/name","path":"/nodes/-"}"#,
        #"{"op":"add","path":"/nodes/-","value":{"count":"many"}}"#,
    ])
    func anOperationThatAppendsIsNamed(operation: String) throws {
        let node = PatchNode()
        (node.nodes, node.name) = ([PatchNode(), PatchNode(), PatchNode()], "n")
        let error = #expect(throws: ModelError.self) {
            try node.apply(jsonPatch: #"[\#(operation),{"op":"add","path":"/count","value":2}]"#)
        }
        #expect(error?.path == "$[0] /nodes/-")
    }

    final class Listed: ModelObject {
        var name = ""
        var nick: String?
        var other = 0
        var items: [Int] = []
        override class var propertyRules: [String: PropertyRule] { ["name": .required] }
    }

    /// Later operations can have moved the value, or changed other places.
    @Test(arguments: [
        #"{"op":"move","from":"/name","path":"/nick"},{"op":"replace","path":"/other","value":3}"#,
        #"{"op":"add","path":"/items/0","value":"bad"},{"op":"add","path":"/items/0","value":3}"#,
        #"{"op":"add","path":"/items/-","value":"bad"},{"op":"replace","path":"/items/0","value":3}"#,
        #"{"op":"replace","path":"/items/0","value":"bad"},{"op":"remove","path":"/items/1"}"#,
        #"{"op":"replace","path":"/items","value":[1,"bad"]},{"op":"remove","path":"/items/0"}"#,
        #"{"op":"replace","path":"/other","value":[]},{"op":"test","path":"/other","value":[]}"#,
    ])
    func theOperationThatCausedTheErrorIsNamed(operations: String) throws {
        let object = try Listed(json: #"{"name": "n", "items": [1, 2]}"#)
        let error = #expect(throws: ModelError.self) { try object.apply(jsonPatch: "[\(operations)]") }
        #expect(error?.path.hasPrefix("$[0] ") == true, "\(error as Any)")
    }

    @Test func longPointersAreShortenedInSentences() {
        let pointer = "/" + String(repeating: "a", count: 500) + "/b"
        let error = #expect(throws: ModelError.self) {
            try PatchNode().apply(jsonPatch: [["op": "remove", "path": pointer]])
        }
        #expect(error?.path == "$[0] \(pointer)")
        #expect(
            error?.description
                == "Operation 0 of the patch, at `\(pointer.prefix(59))…\(pointer.suffix(60))`, failed: there is no value."
        )
    }

    final class Hooked: ModelObject {
        var id = 0
        var ids: [Int] = []
        var name = 0
        override class var propertyRules: [String: PropertyRule] {
            ["id": .converted(from: { (_: Any) -> Int? in throw CocoaError(.coderInvalidValue) })]
        }
        override class func willMap(_ json: [String: Any]) -> [String: Any]? {
            json["name"] == nil ? json.merging(["name": "none"]) { $1 } : json
        }
    }

    /// An error of a hook is thrown as it is, and so is that of a patch without operations.
    @Test(arguments: [
        (#"[{"op":"add","path":"/name","value":1},{"op":"replace","path":"/id","value":5}]"#, "hookFailed"),
        (#"[{"op":"add","path":"/ids/0","value":1},{"op":"add","path":"/ids/0","value":1}]"#, "patchFailed"),
        ("[]", "typeMismatch"),
    ])
    func errorsOfTheWholeObjectAreThrownAsTheyAre(patch: String, code: String) throws {
        let error = #expect(throws: ModelError.self) { try Hooked().apply(jsonPatch: patch) }
        #expect(error.map { "\($0.code)" } == code, "\(error as Any)")
    }

    final class Requiring: ModelObject {
        var id: Int? = 0
        var child: Requiring?
        var children: [Requiring] = []
        override class var propertyRules: [String: PropertyRule] { ["id": .required] }
    }

    @Test(arguments: ["/child/id", "/children/0/id"])
    func theOperationThatRemovesARequiredValueIsNamed(pointer: String) throws {
        let object = try Requiring(json: #"{"id": 1, "child": {"id": 2}, "children": [{"id": 3}]}"#)
        let error = #expect(throws: ModelError.self) {
            try object.apply(
                jsonPatch: [
                    ["op": "remove", "path": pointer], ["op": "replace", "path": "/id", "value": 5],
                ])
        }
        #expect(error?.path == "$[0] \(pointer)")
        #expect(object.id == 1 && object.child?.id == 2 && object.children[0].id == 3)
    }

    @Test(arguments: [
        (#"{"id": null}"#, "$.id"), (#"{"child": {"id": null}}"#, "$.child.id"),
        (#"{"places": {"a.b": {"child": {"id": null}}}}"#, #"$.places["a.b"].child.id"#),
        (#"{"present": {"id": null}}"#, "$.present.id"),
        (#"{"any": {"a": {"id": null}}}"#, "$.any.a.id"),
        (#"{"box": {"street": null}}"#, "$.box.street"), (#"{"box": null}"#, "$.box.street"),
    ])
    func theErrorForARequiredValueHasItsPath(patch: String, path: String) throws {
        final class Nested: ModelObject {
            var id = 0
            var street = ""
            var child: Nested?
            var places: [String: Nested] = [:]
            var present: Presence<Nested> = .missing
            var any: [String: Any] = [:]
            override class var propertyRules: [String: PropertyRule] {
                ["id": .required, "street": .key("box.street").required]
            }
        }
        func nested(_ inner: String = "") throws -> Nested {
            try Nested(json: #"{"id": 1, "box": {"street": "x"}\#(inner)}"#)
        }
        let child = #"{"id": 2, "box": {"street": "y"}}"#
        let place = #"{"id": 3, "box": {"street": "z"}, "child": \#(child)}"#
        let object = try nested(#", "child": \#(child), "places": {"a.b": \#(place)}, "present": \#(child)"#)
        object.any = ["a": try nested()]
        let before = try object.jsonString()
        let error = #expect(throws: ModelError.self) { try object.apply(mergePatch: patch) }
        #expect(error?.code == .missingRequired && error?.path == path)
        #expect(try object.jsonString() == before)
    }

    class Failing: ModelObject {
        override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["bad"] = Double.nan }
    }

    final class Choosing: Failing {
        override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? { nil }
    }

    final class HookedNumbers: ModelObject {
        var numbers: [String: Any] = [:]
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    final class Unexportable: ModelObject {
        struct NoJSON {}
        var any: Any?
        var box: Any?
        var (entries, models) = ([String: Any](), [String: Any]())
        var hooked = HookedNumbers()
        var inner: Unexportable?
        var list: [String: Unexportable] = [:]
        var failing = ["f": Failing()]
        var choosing = Choosing()
        override class var propertyRules: [String: PropertyRule] { ["box": .key("a.b")] }
    }

    /// A merge patch exports what it merges with.
    @Test(arguments: [
        (#"{"any": {"x": 1}}"#, "$.any"), (#"{"a": {"b": {"x": 1}}}"#, "$.a.b"),
        (#"{"entries": {"k": {"x": 1}}}"#, "$.entries.k"),
        (#"{"hooked": {"numbers": {"n": {"y": 1}}}}"#, "$.hooked.numbers.n.x[0]"),
        (#"{"models": {"m": {"any": {"x": 1}}}}"#, "$.models.m.any"),
        (#"{"inner": {"any": {"x": 1}}}"#, "$.inner.any"),
        (#"{"inner": {"a": {"b": {"x": 1}}}}"#, "$.inner.a.b"),
        (#"{"list": {"e": {"entries": {"k": {"x": 1}}}}}"#, "$.list.e.entries.k"),
        (#"{"failing": {"f": {"y": {"x": 1}}}}"#, "$.failing.f.bad"),
        (#"{"choosing": {"y": 1}}"#, "$.choosing.bad"),
    ])
    func theErrorForAValueThatCannotBeExportedHasItsPath(patch: String, path: String) throws {
        func object(_ inner: Unexportable? = nil) -> Unexportable {
            let object = Unexportable()
            (object.any, object.box) = (Unexportable.NoJSON(), Unexportable.NoJSON())
            object.entries = ["k": Unexportable.NoJSON()]
            object.hooked.numbers = ["n": ["x": [Double.nan]]]
            object.models = inner.map { ["m": $0] } ?? [:]
            (object.inner, object.list) = (inner, inner.map { ["e": $0] } ?? [:])
            return object
        }
        let error = #expect(throws: ModelError.self) { try object(object()).apply(mergePatch: patch) }
        #expect(error?.path == path)
    }

    @Test(arguments: [#""remove""#, #""replace", "value": null"#])
    func theErrorForARemovedRequiredValueHasItsPath(operation: String) throws {
        let object = try Requiring(json: #"{"id": 1, "children": [{"id": 3}]}"#)
        for (pointer, path) in [("/children/0/id", "$.children[0].id"), ("/id", "$.id")] {
            let error = #expect(throws: ModelError.self) {
                try object.apply(jsonPatch: #"[{"path": "\#(pointer)", "op": \#(operation)}]"#)
            }
            let inner = error?.underlyingError as? ModelError
            #expect(error?.code == .patchFailed && inner?.code == .missingRequired && inner?.path == path)
        }
        #expect(object.id == 1 && object.children[0].id == 3)
    }

    final class Keeping: ModelObject {
        var count = 0
        var city: String?
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        override class var propertyRules: [String: PropertyRule] { ["city": .key("address.city")] }
    }

    /// A class that keeps unknown keys keeps those that no property matches in any spelling.
    @Test(arguments: ["/COUNT", "/ADDRESS", "/address/street"])
    func aKeyThatCannotBeKeptIsAnError(pointer: String) throws {
        let object = try Keeping(json: #"{"count": 1, "address": {"city": "Oslo"}, "more": {"a": 1}}"#)
        let before = try object.jsonString()
        let error = #expect(throws: ModelError.self) {
            try object.apply(
                jsonPatch: [
                    ["op": "add", "path": "/more/b", "value": 2], ["op": "add", "path": pointer, "value": 2],
                ])
        }
        // If the class may have hooks, they get the value, which is a mismatch where a path leads into an object.
        let isMismatch = pointer == "/ADDRESS" && !RuntimeShortcuts.enabled.contains(.hookPlaces)
        let reason = isMismatch ? "Expected object, found number" : "no property has this key"
        #expect(error?.path == "$[1] \(pointer)" && error?.found.hasPrefix(reason) == true)
        #expect(try object.jsonString() == before)
        try object.apply(
            jsonPatch: #"[{"op":"add","path":"/more/b","value":2},{"op":"add","path":"/new","value":3}]"#)
        #expect(
            try object.jsonString() == #"{"count":1,"address":{"city":"Oslo"},"more":{"a":1,"b":2},"new":3}"#)
    }

    class Checked: ModelObject {
        var number = 1
        override func validate() throws {
            if number > 5 { throw CocoaError(.coderInvalidValue) }
        }
    }

    final class Untyped: ModelObject {
        var any: Any? = Checked()
        var list: [Any] = [Checked()]
        var members: [String: Any] = ["a": ["b": Checked()]]
    }

    /// A model in an untyped value stays the same if it rejects the change.
    @Test func aRejectedChangeOfAnUntypedModelHasNoEffect() throws {
        let model = Untyped()
        let old = model.copy()
        try model.apply(mergePatch: ["any": ["number": 9], "members": ["a": ["b": ["number": 9]]]])
        #expect(model == old && model.any is Checked)
        for path in ["/any/number", "/list/0/number", "/members/a/b/number"] {
            #expect(throws: ModelError.self) {
                try model.apply(jsonPatch: [["op": "replace", "path": path, "value": 9]])
            }
            #expect(model == old)
            try model.apply(jsonPatch: [["op": "replace", "path": path, "value": 1]])
        }
        try model.apply(mergePatch: ["any": ["number": 3]])
        #expect((model.any as? Checked)?.number == 3)
    }
}
