import ModelObjects
import Testing

/// Patches of classes whose hooks map and export properties under other keys.
struct RenamedKeyPatchTests {
    final class Leaf: ModelObject {
        var n = 0
        var s = ""
    }

    struct Point: Codable, Equatable {
        var x = 1
        var y = 2
    }

    class Renaming: ModelObject {
        var map: [String: Int] = ["a": 1, "b": 2]
        var leaf: Leaf? = Leaf()
        var leaves = ["k": Leaf(), "l": Leaf()]
        var list = [Leaf(), Leaf()]
        var presence: Presence<Leaf> = .value(Leaf())
        var point = Point()
        var note: String? = "old"

        override func serializeValue(_ value: Any, key: String) {
            super.serializeValue(value, key: key.hasPrefix("x_") ? String(key.dropFirst(2)) : key)
        }

        override func didExport(_ json: inout [String: Any]) throws {
            json = Dictionary(uniqueKeysWithValues: json.map { ("x_" + $0.key, $0.value) })
        }
    }

    @Test func aMergePatchKeepsWhatItDoesNotMention() throws {
        let model = Renaming()
        let (leaf, inMap, inPresence) = (model.leaf, model.leaves["k"], model.presence.value)
        for leaf in [leaf, inMap, inPresence] { leaf?.s = "kept" }
        try model.apply(
            mergePatch: #"""
                {"x_map": {"c": 3, "a": null}, "x_leaf": {"n": 1}, "x_leaves": {"k": {"n": 2}, "l": null},
                 "x_presence": {"n": 3}, "x_point": {"x": 5}, "x_note": null}
                """#)
        #expect(model.map == ["b": 2, "c": 3])
        #expect(model.leaf === leaf && leaf?.n == 1 && leaf?.s == "kept")
        #expect(model.leaves.count == 1 && model.leaves["k"] === inMap && inMap?.n == 2 && inMap?.s == "kept")
        #expect(model.presence.value === inPresence && inPresence?.n == 3 && inPresence?.s == "kept")
        #expect(model.point == Point(x: 5, y: 2))
        #expect(model.note == nil)
        try model.apply(mergePatch: #"{"x_map": {}}"#)
        #expect(model.map == ["b": 2, "c": 3])
    }

    @Test func patchesOfTheLibraryLeadToTheNewState() throws {
        let new = Renaming()
        new.leaves["k"]?.n = 4
        (new.map["c"], new.list[1].n, new.leaf, new.note, new.point.x) = (3, 5, nil, nil, 6)
        let (merged, patched) = (Renaming(), Renaming())
        let (first, kept) = (patched.list[0], patched.leaves["l"])
        try merged.apply(mergePatch: new.mergePatchData(since: Renaming()))
        #expect(merged == new)
        try patched.apply(jsonPatch: new.jsonPatchData(since: Renaming()))
        #expect(patched == new && patched.list[0] === first && patched.leaves["l"] === kept)
    }

    @Test func elementsThatStayKeepTheirIdentity() throws {
        let model = Renaming()
        let (first, second) = (model.list[0], model.list[1])
        try model.apply(jsonPatch: #"[{"op": "add", "path": "/x_list/1", "value": {"n": 7}}]"#)
        #expect(model.list.map(\.n) == [0, 7, 0])
        #expect(model.list[0] === first && model.list[2] === second)
    }

    @Test func newKeysReachTheHook() throws {
        let (old, new) = (Renaming(), Renaming())
        (old.note, old.leaf, new.note) = (nil, nil, "new")
        try PatchLaw(kind: .operations).check(from: old, to: new)
        let model = old.copy()
        try model.apply(jsonPatch: #"[{"op": "add", "path": "/x_note", "value": "b"}]"#)
        #expect(model.note == "b")
    }

    /// The hook passes it on, but no property has it.
    @Test(arguments: ["/x_noted", "/x_leaf/t"])
    func aKeyThatNoHookTakesIsRejected(path: String) throws {
        let model = Renaming()
        let error = try #require(throws: ModelError.self) {
            try model.apply(
                jsonPatch:
                    #"[{"op": "add", "path": "/x_map/z", "value": 1}, {"op": "add", "path": "\#(path)", "value": 7}]"#
            )
        }
        #expect(error.code == .patchFailed && "\(error)".contains("Operation 1 of the patch"))
        #expect("\(error)".contains("no property has this key") && model == Renaming())
    }

    /// Keeps the values of all keys that no property has.
    final class Extras: ModelObject {
        var next: Extras?
        var extras: [String: Any] = [:]
        override class var propertyRules: [String: PropertyRule] { ["extras": .notExported] }
        override func serializeValue(_ value: Any, key: String) {
            if key == "next" { return super.serializeValue(value, key: key) }
            extras[key] = value
        }
        override func didExport(_ json: inout [String: Any]) throws { json.merge(extras) { $1 } }
    }

    /// Each of them, and each model in a chain, is searched in one export.
    @Test func manyNewKeysTakeLinearTime() throws {
        let count = Effort.count(20_000)
        let operations = (0..<count).map { #"{"op": "add", "path": "/k\#($0)", "value": 1}"# }
        let model = Extras()
        try model.apply(jsonPatch: "[\(operations.joined(separator: ","))]")
        #expect(model.extras.count == count)

        var chain = Extras()
        for _ in 0..<100 {
            let outer = Extras()
            outer.next = chain
            chain = outer
        }
        let places = (0...100).map { String(repeating: "/next", count: $0) }
        let added = places.map { #"{"op": "add", "path": "\#($0)/x", "value": 1}"# }
        try chain.apply(jsonPatch: "[\(added.joined(separator: ","))]")
        #expect(sequence(first: chain, next: \.next).allSatisfy { $0.extras["x"] as? Int == 1 })
    }

    /// Exports two values that belong together into the object that the path of another property leads to.
    final class Position: ModelObject {
        var name: String?
        var latitude: Double? = 1.5
        var longitude: Double? = 2.5
        override class var propertyRules: [String: PropertyRule] {
            ["name": .key("at.name"), "latitude": .notExported, "longitude": .notExported]
        }
        override func serializeValue(_ value: Any, key: String) {
            if let at = value as? [String: Any], let x = at["x"] as? Double, let y = at["y"] as? Double {
                (latitude, longitude) = (x, y)
            }
            super.serializeValue(value, key: key)
        }
        override func didExport(_ json: inout [String: Any]) throws {
            var at = json["at"] as? [String: Any] ?? [:]
            (at["x"], at["y"]) = (latitude, longitude)
            json["at"] = at
        }
    }

    @Test(arguments: [nil, "n"])
    func theHookGetsTheOtherMembersOfItsObject(name: String?) throws {
        for (path, value) in [("/at/x", "5.5"), ("/at", #"{"x": 5.5, "y": 2.5}"#)] {
            let position = Position()
            position.name = name
            try position.apply(jsonPatch: #"[{"op": "replace", "path": "\#(path)", "value": \#(value)}]"#)
            #expect(position.latitude == 5.5 && position.longitude == 2.5)
        }
        let (old, new) = (Position(), Position())
        (old.name, new.latitude) = (name, 7.5)
        try PatchLaw(kind: .operations).check(from: old, to: new)
        try PatchLaw(kind: .operations).check(from: new, to: old)
    }

    /// An error of the value comes first, and null removes nothing.
    @Test func valuesForTheHookAreCheckedByIt() throws {
        let model = Renaming()
        model.note = nil
        try model.apply(jsonPatch: #"[{"op": "add", "path": "/x_note", "value": null}]"#)
        #expect(model.note == nil)
        let error = try #require(throws: ModelError.self) {
            try model.apply(jsonPatch: #"[{"op": "add", "path": "/x_note", "value": [1]}]"#)
        }
        #expect("\(error)".contains("Expected String, found array"), "\(error)")
    }

    @Test func removedKeysReachTheHook() throws {
        let model = Renaming()
        for key in ["x_leaf", "x_note"] {
            try model.apply(jsonPatch: #"[{"op": "remove", "path": "/\#(key)"}]"#)
        }
        #expect(model.leaf == nil && model.note == nil)
    }

    /// Exports a note into the object that the path of another property leads to.
    final class Nesting: ModelObject {
        var name: String? = "n"
        var note: String? = "old"
        override class var propertyRules: [String: PropertyRule] {
            ["name": .key("info.name"), "note": .notExported]
        }
        override func serializeValue(_ value: Any, key: String) {
            if let info = value as? [String: Any], let note = info["note"] { self.note = note as? String }
            super.serializeValue(value, key: key)
        }
        override func didExport(_ json: inout [String: Any]) throws {
            var info = json["info"] as? [String: Any] ?? [:]
            info["note"] = note
            if !info.isEmpty { json["info"] = info }
        }
    }

    @Test func removedKeysInObjectsReachTheHook() throws {
        for (operation, name) in [
            (#""remove", "path": "/info/note""#, "n"), (#""remove", "path": "/info""#, nil),
            (#""replace", "path": "/info", "value": {"name": "m"}"#, "m"),
            (#""replace", "path": "", "value": {}"#, nil),
        ] as [(String, String?)] {
            let model = Nesting()
            try model.apply(jsonPatch: "[{\"op\": \(operation)}]")
            #expect(model.note == nil && model.name == name, "\(operation)")
        }
        let (old, new) = (Nesting(), Nesting())
        new.note = nil
        for names in [("n", "n"), ("n", nil), (nil, nil), (nil, "n")] {
            (old.name, new.name) = names
            try PatchLaw(kind: .operations).check(from: old, to: new)
            try PatchLaw(kind: .operations).check(from: new, to: old)
        }
    }

    /// Adds members to its export, and records what its hook gets.
    final class Recording: ModelObject {
        var name: String? = "n"
        var size: Int? = 1
        var exportsMore = true
        var received: [String] = []
        override class var propertyRules: [String: PropertyRule] {
            [
                "name": .key("info.name"), "size": .key("info.size"), "exportsMore": .ignored,
                "received": .ignored,
            ]
        }
        override func serializeValue(_ value: Any, key: String) {
            let members = (value as? [String: Any])?.map { "\($0.key) \($0.value)" }.sorted()
            received.append("\(key): \(members?.joined(separator: ", ") ?? "\(value)")")
            super.serializeValue(value, key: key)
        }
        override func didExport(_ json: inout [String: Any]) throws {
            guard exportsMore else { return }
            var info = json["info"] as? [String: Any] ?? [:]
            (info["a"], info["b"]) = (1, 2)
            (json["info"], json["c"], json["d"]) = (info, 3, 4)
        }
    }

    /// Otherwise an unchanged value that depends on a changed one would revert the change.
    @Test func theHookGetsNothingThatItDoesNotNeed() throws {
        for (exportsMore, operation, received) in [
            (true, #""replace", "path": "/info/name", "value": "m""#, ["info: name m"]),
            (true, #""replace", "path": "/info/a", "value": 5"#, ["info: a 5, b 2"]),
            (true, #""replace", "path": "/c", "value": 5"#, ["c: 5"]),
            (false, #""remove", "path": "/info""#, []),
        ] as [(Bool, String, [String])] {
            let model = Recording()
            model.exportsMore = exportsMore
            try model.apply(jsonPatch: "[{\"op\": \(operation)}]")
            #expect(model.received == received, "\(operation)")
        }
    }
}
