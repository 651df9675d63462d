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
}
