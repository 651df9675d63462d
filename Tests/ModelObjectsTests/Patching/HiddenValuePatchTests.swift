import Foundation
import ModelObjects
import Testing

/// Patches of values that an export leaves out, or has null for.
struct HiddenValuePatchTests {
    class Leaf: ModelObject {
        var x: Double? = 1
        var n = 0
        var list: [Int?] = [nil]
    }
    class Root: ModelObject {
        var x: Double?
        var y = Double.nan
        var date: Date? = .distantPast
        var any: Any?
        var presence: Presence<Double> = .value(.infinity)
        var first: Double? = .nan
        var second: Double? = .nan
        var leaf: Leaf? = Leaf()
        var leaves: [Leaf] = [Leaf(), Leaf()]
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        override class var propertyRules: [String: PropertyRule] {
            ["first": .key("p.0"), "second": .key("p.1")]
        }
        static func made() throws -> Self {
            let root = try self.init(json: #"{"zz": 1}"#)
            (root.x, root.any) = (.nan, NSObject())
            root.leaf?.x = .nan
            for leaf in root.leaves { leaf.x = .nan }
            return root
        }
    }
    final class HookedRoot: Root {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class ExportingRoot: Root {
        override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["extra"] = 1 }
    }

    private static let types: [Root.Type] = [Root.self, HookedRoot.self, ExportingRoot.self]

    @Test(arguments: types)
    func nullReplacesAValueThatCannotBeExported(type: Root.Type) throws {
        let root = try type.made()
        try root.apply(
            jsonPatch: #"""
                [{"op":"replace","path":"/x","value":null},{"op":"add","path":"/date","value":null},
                 {"op":"remove","path":"/any"},{"op":"add","path":"/any","value":null},
                 {"op":"replace","path":"/presence","value":null},{"op":"replace","path":"/p/1","value":null}]
                """#)
        #expect(root.x == nil && root.date == nil && root.any == nil && root.presence == .null)
        #expect(root.first?.isNaN == true && root.second == nil && root.leaf?.x?.isNaN == true)
    }

    /// Whether or not anything else in the object changes.
    @Test(arguments: types, [0, 5])
    func nullInANewObjectDoesToo(type: Root.Type, number: Int) throws {
        let root = try type.made()
        let (leaf, leaves) = (root.leaf, root.leaves)
        try root.apply(
            jsonPatch: """
                [{"op":"replace","path":"/leaf","value":{"x":null,"n":\(number),"list":[null]}},
                 {"op":"replace","path":"/leaves/1/x","value":null},
                 {"op":"replace","path":"/p","value":[null,\(number)]}]
                """)
        #expect(root.leaf === leaf && leaf?.x == nil && leaf?.n == number)
        #expect(root.leaves[0].x?.isNaN == true && root.leaves[1].x == nil && root.leaves[1] === leaves[1])
        #expect(root.first == nil && root.second == Double(number) && root.x?.isNaN == true)
    }

    @Test func nullMustFit() throws {
        let root = try Root.made()
        let error = #expect(throws: ModelError.self) {
            try root.apply(jsonPatch: #"[{"op":"replace","path":"/y","value":null}]"#)
        }
        #expect(error?.code == .patchFailed && root.y.isNaN)
    }

    @Test func aKeptUnknownValueIsReplacedToo() throws {
        final class Keeper: ModelObject {
            var number = 0
            override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        }
        let keeper = try Keeper(dictionary: ["zz": NSObject()])
        try keeper.apply(jsonPatch: #"[{"op":"replace","path":"/number","value":5}]"#)
        #expect(throws: ModelError.self) { try keeper.jsonString() }
        try keeper.apply(jsonPatch: #"[{"op":"replace","path":"/zz","value":null}]"#)
        #expect(try keeper.jsonString() == #"{"number":5}"#)
    }

    @Test func aMovedModelKeepsItsValues() throws {
        let root = try Root.made()
        let leaf = try #require(root.leaf)
        try root.apply(
            jsonPatch: #"""
                [{"op":"move","from":"/leaf","path":"/leaves/0"},{"op":"replace","path":"/leaves/0/n","value":7},
                 {"op":"replace","path":"/x","value":null}]
                """#)
        #expect(root.leaves[0] === leaf && leaf.n == 7 && leaf.x?.isNaN == true && root.x == nil)
    }

    /// Its export has null for it.
    @Test func aHookMayHideAValue() throws {
        final class Hiding: ModelObject {
            var password = "secret"
            var n = 0
            override func didExport(_ dictionary: inout [String: Any]) throws {
                dictionary["password"] = NSNull()
            }
        }
        let hiding = Hiding()
        try hiding.apply(jsonPatch: #"[{"op":"replace","path":"","value":{"password":null,"n":5}}]"#)
        #expect(hiding.password == "secret" && hiding.n == 5)
    }
}
