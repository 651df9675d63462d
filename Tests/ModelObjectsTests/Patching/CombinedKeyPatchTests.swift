import Foundation
import ModelObjects
import Testing

/// Patches of properties whose `combined` rule has a path as the key of their export.
struct CombinedKeyPatchTests {
    private func check<Model: ModelObject>(_ old: Model, _ change: (Model) -> Void) throws {
        let new = old.copy()
        change(new)
        for kind in [PatchLaw.Kind.merge, .operations] { try PatchLaw(kind: kind).check(from: old, to: new) }
    }

    /// Exports the value at a path, into an object that it shares with another property.
    class Pole: ModelObject {
        var point = [0]
        var name = ""
        override class var propertyRules: [String: PropertyRule] {
            [
                "point": .key("geo.point").required.combined(keys: ["lat", "lon"]) { keys -> [Int]? in
                    [keys["lat"] as? Int ?? -1, keys["lon"] as? Int ?? -1]
                },
                "name": .key("geo.name"),
            ]
        }
    }
    final class KeepingPole: Pole {
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }
    final class HookedPole: Pole {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class Poles: ModelObject {
        var pole: Pole?
        var byName: [String: Pole] = [:]
    }

    @Test(arguments: [Pole.self, KeepingPole.self, HookedPole.self])
    func theKeyOfTheExportIsAPath(type: Pole.Type) throws {
        try check(type.init()) { $0.point = [3, 4] }
        try check(type.init()) { ($0.point, $0.name) = ([3, 4], "a") }
        let pole = type.init()
        try pole.apply(mergePatch: #"{"GEO": {"POINT": [5, 6]}}"#)
        #expect(pole.point == [5, 6])
        try check(Poles()) { poles in
            poles.pole = Pole()
            poles.pole?.point = [3, 4]
            poles.byName["a"] = poles.pole?.copy()
        }
        // A payload has other keys.
        #expect(try type.init(json: #"{"lat": 1, "geo": {"point": [3, 4]}}"#).point == [1, -1])
    }

    /// An export of the pole could be slow, and its hook may do more than export.
    @Test func aPatchOfOtherKeysExportsNothing() throws {
        final class CountingPole: Pole {
            static let calls = LockedCount()
            override func didExport(_ json: inout [String: Any]) throws { Self.calls.add(1) }
        }
        let pole = CountingPole()
        try pole.apply(mergePatch: #"{"geo": {"name": "a"}}"#)
        #expect(pole.name == "a" && CountingPole.calls.value == 0)
        try pole.apply(mergePatch: #"{"lat": 1}"#)
        #expect(CountingPole.calls.value == 1)
    }

    /// A payload has the coordinates in an object, and an export has them in an array.
    final class Corner: ModelObject {
        var point = [0]
        override class var propertyRules: [String: PropertyRule] {
            [
                "point": .combined(keys: ["point.lat", "point.lon"]) { keys -> [Int]? in
                    [keys["point.lat"] as? Int ?? -1, keys["point.lon"] as? Int ?? -1]
                }
            ]
        }
    }

    @Test func theKeyOfTheExportLeadsToTheInputs() throws {
        let corner = try Corner(json: #"{"point": {"lat": 1, "lon": 2}}"#)
        #expect(corner.point == [1, 2])
        try check(corner) { $0.point = [3, 4] }
    }

    /// The paths of the name and of the note end with keys that the rule reads elsewhere.
    @Test func keysInAnObjectAreNoInputs() throws {
        final class Place: ModelObject {
            var name = "a"
            var note = "b"
            var label = "c"
            override class var propertyRules: [String: PropertyRule] {
                [
                    "name": .key("info.name"), "note": .key("info.note"),
                    "label": .combined(keys: ["name", "note"]) { "\($0.count)" },
                ]
            }
        }
        try check(Place()) { $0.name = "d" }
    }

    /// A payload has the tags in a text, and an export has them in an array.
    final class Tagged: ModelObject {
        var tags: [String] = []
        override class var propertyRules: [String: PropertyRule] {
            [
                "tags": .combined(keys: ["tags"]) { keys -> [String]? in
                    (keys["tags"] as? String)?.split(separator: ",").map(String.init)
                        ?? keys["tags"] as? [String]
                }
            ]
        }
    }

    /// Such a value is no mismatch.
    @Test func theKeyOfTheExportIsAnInput() throws {
        let tagged = try Tagged(json: #"{"tags": "a,b"}"#)
        try check(tagged) { $0.tags = ["c"] }
        try tagged.apply(mergePatch: #"{"tags": "d,e"}"#, options: .strict)
        #expect(tagged.tags == ["d", "e"])
    }

    /// The name is read by others under the key of its export: a property that isn't exported, another key of a property,
    /// another rule, and a property that is ignored.
    class Reader: ModelObject {
        var name = ""
        var search = ""
        var display = ""
        var initial = ""
        var secret = ""
        override class var propertyRules: [String: PropertyRule] {
            [
                "name": .combined(keys: ["first", "last"]) { keys -> String? in
                    "\(keys["first"] ?? "-") \(keys["last"] ?? "-")"
                },
                "search": .key("name").notExported, "display": .keys("display", "name"),
                "initial": .notExported.combined(keys: ["name"]) { keys -> String? in
                    (keys["name"] as? String).map { String($0.prefix(1)) }
                },
                "secret": .key("name").ignored,
            ]
        }
    }
    final class HookedReader: Reader {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class Readers: ModelObject {
        var reader: Reader?
        var hooked: HookedReader?
        var byName: [String: Reader] = [:]
    }

    @Test(arguments: [Reader.self, HookedReader.self])
    func othersReadTheKeyOfTheExport(type: Reader.Type) throws {
        let reader = try type.init(json: #"{"first": "a", "last": "b", "display": "d"}"#)
        try check(reader) { $0.name = "n" }
        try reader.apply(mergePatch: #"{"name": "c"}"#)
        #expect([reader.name, reader.search, reader.initial, reader.display] == ["c", "c", "c", "d"])
        try check(Readers()) { readers in
            let json = #"{"first": "a", "last": "b", "display": "d"}"#
            (readers.reader, readers.hooked) = (try? Reader(json: json), try? HookedReader(json: json))
            readers.byName["a"] = readers.reader?.copy()
        }
        // A payload has other keys.
        let other = try type.init(json: #"{"name": "c"}"#)
        #expect([other.name, other.search, other.initial, other.display] == ["", "c", "c", "c"])
    }
}
