import Foundation
import Testing

@testable import ModelObjects

/// Patches of models inside a class that overrides `serializeValue`.
struct HookedModelPatchTests {
    final class Inner: ModelObject {
        var any: Any?
        var count = 0
        static let seen = LockedList<String>()
        override func serializeValue(_ value: Any, key: String) {
            if let elements = value as? [Any] {
                for element in elements { Self.seen.append("\(type(of: element))") }
            }
            super.serializeValue(value, key: key)
        }
    }

    class Plain: ModelObject {
        var models: [String: Inner] = [:]
        var list: [Inner] = []
    }

    final class Hooked: Plain {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    static let json = #"{"models": {"k": {"count": 1}}, "list": [{"count": 2}]}"#

    @Test(arguments: [Plain.self, Hooked.self])
    func numbersThatAreNotFiniteAreLeftOut(type: Plain.Type) throws {
        let options = MappingOptions(mismatches: .keepValue, elements: .skipBad)
        let object = try type.init(json: Self.json)
        try object.apply(mergePatch: #"{"models": {"k": {"any": [1, 1e400]}}}"#, options: options)
        #expect(object.models["k"]?.any as? [Int] == [1])
        try object.apply(
            jsonPatch: #"[{"op": "add", "path": "/list/0/any", "value": [2, 1e400]}]"#, options: options)
        #expect(object.list.first?.any as? [Int] == [2])
        #expect(throws: Never.self) { try object.jsonString() }
    }

    @Test(arguments: [Plain.self, Hooked.self])
    func innerHooksGetSwiftValues(type: Plain.Type) throws {
        let value = try JSONSerialization.jsonObject(with: Data("[1, true]".utf8))
        let object = try type.init(json: Self.json)
        try object.apply(mergePatch: ["models": ["k": ["any": value]]])
        try object.apply(jsonPatch: [["op": "add", "path": "/list/0/any", "value": value]])
        #expect(Inner.seen.all.allSatisfy { ["Int", "Bool", "Double"].contains($0) }, "\(Inner.seen.all)")
        #expect(!Inner.seen.all.isEmpty)
    }
}
