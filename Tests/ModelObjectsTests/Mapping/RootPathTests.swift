import Foundation
import ModelObjects
import Testing

/// Paths start at the payload's root, not at the object's, through every entry point.
struct RootPathTests {
    class Node: ModelObject {
        var remoteID = 0
        var name = ""
        var inner: Node?
    }

    final class HookedNode: Node {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    final class WilledNode: Node {
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { dictionary }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let json: String
        let root: String
        let paths: [String]
        var testDescription: String { "\(root) of \(json)" }
        init(_ json: String, _ root: String, _ paths: String...) {
            (self.json, self.root, self.paths) = (json, root, paths)
        }
    }

    private static let rows: [Row] = [
        Row(#"{"data":{"remoteID":"x"}}"#, "data", "$.data.remoteID"),
        Row(#"{"DATA":{"remote_id":"x"}}"#, "data", "$.DATA.remote_id"),
        Row(
            #"{"Data":{"Items":[{"remoteID":"x","inner":{"remoteID":[],"zz":1}}]}}"#, "data.items.0",
            "$.Data.Items[0].inner.remoteID", "$.Data.Items[0].inner.zz", "$.Data.Items[0].remoteID"),
        Row(#"{"data":{"zz":1}}"#, "data", "$.data.zz"),
        // The root itself.
        Row(#"{"Data":{"Items":[5]}}"#, "data.items.0", "$.Data.Items[0]"),
        Row(#"{"Data":{"Items":{"0":5}}}"#, "data.items.0", "$.Data.Items.0"),
        Row(#"{"Data":{"Items":[{}]}}"#, "data.items.7", "$.Data.Items[7]"),
        Row(#"{"Data":{"Items":[{}]}}"#, "data.items.7.a.1", "$.Data.Items[7].a.1"),
        Row(#"{"Data":{"Items":[{}]}}"#, "data.items.x", "$.Data.Items.x"),
        Row(#"{"Data":{"Items":[{}]}}"#, "data.items.-1", #"$.Data.Items["-1"]"#),
        Row(#"{"Data":{"Items":[{}]}}"#, "data.items.+0", #"$.Data.Items["+0"]"#),
        Row(#"{"Data":{"Items":{}}}"#, "data.items.7", "$.Data.Items.7"),
        Row(#"{"Data":5}"#, "data.items.7", "$.Data.items.7"),
        Row(#"{}"#, "data", "$.data"),
    ]

    @Test(arguments: rows) func pathsBeginAtTheRoot(_ row: Row) throws {
        var options = MappingOptions.strict
        options.rootPath = row.root
        for type in [Node.self, HookedNode.self, WilledNode.self] as [ModelObject.Type] {
            for (way, call) in ways(row.json, type) {
                let error = try #require(throws: ModelError.self) { try call(options) }
                let paths = error.problems.isEmpty ? [error.path] : error.problems.map(\.path)
                #expect(paths.sorted() == row.paths, "\(type) \(way)")
                #expect(paths.contains(error.path))
            }
        }
    }

    /// An array index has one spelling, while keys have several.
    @Test(arguments: ["items.-1", "items.1_", "items.0-1", "items.00", "items.+1"])
    func anIndexHasOneSpelling(path: String) throws {
        final class Element: ModelObject { var n = 0 }
        let options = MappingOptions(rootPath: path)
        #expect(throws: ModelError.self) {
            try Element(json: #"{"items": [{"n": 1}, {"n": 2}]}"#, options: options)
        }
        #expect(throws: ModelError.self) {
            try Element(dictionary: ["items": [["n": 1], ["n": 2]]], options: options)
        }
        final class Ruled: ModelObject {
            var n = 0
            override class var propertyRules: [String: PropertyRule] { ["n": .key("a.-1.b")] }
        }
        #expect(try Ruled(json: #"{"a": [{"b": 1}, {"b": 2}]}"#).n == 0)
    }

    /// A decoder ranks the keys on the path in the same order.
    @Test func decodersFollowTheSameRootPath() throws {
        final class Fuzzy: ModelObject {
            var n = 0
            override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "data") }
        }
        final class Exact: ModelObject {
            var n = 0
            override class var mappingOptions: MappingOptions {
                MappingOptions(keyMatching: .exact, rootPath: "data")
            }
        }
        let json = #"{"D-ATA": {"n": 1}, "DATA": {"n": 2}}"#
        #expect(try Fuzzy(json: json).n == 2)
        #expect(try JSONDecoder().decode(Fuzzy.self, from: Data(json.utf8)).n == 2)
        #expect(throws: ModelError.self) { try Exact(json: json) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Exact.self, from: Data(json.utf8)) }
    }

    /// Keys of separators alone would otherwise all match each other.
    @Test func aKeyWithoutLettersHasOneSpelling() throws {
        let json = #"{"_": {"remoteID": 1}, "-": {"remoteID": 2}}"#
        for (path, expected) in [("_", 1), ("-", 2)] {
            #expect(try Node(json: json, options: MappingOptions(rootPath: path)).remoteID == expected)
        }
        #expect(throws: ModelError.self) { try Node(json: json, options: MappingOptions(rootPath: "--")) }
    }

    /// Of several keys that match, the best rank wins, then the spelling that sorts first; of equal keys, the last one.
    @Test(arguments: [
        #"{"DATA": {"name": "b"}, "data": {"name": "a"}}"#,
        #"{"data": {"name": "a"}, "DATA": {"name": "b"}}"#,
        #"{"DaTa": {"name": "b"}, "DATA": {"name": "a"}}"#,
        #"{"DATA": {"name": "a"}, "DaTa": {"name": "b"}}"#,
        #"{"data": {"name": "b"}, "data": {"name": "a"}}"#,
    ])
    func theBestKeyLeadsToTheRoot(json: String) throws {
        #expect(try Node(json: json, options: MappingOptions(rootPath: "data")).name == "a")
    }

    @Test func whitespaceMayPrecedeTheRoot() throws {
        let options = MappingOptions(rootPath: "data.0")
        for space in ["", " \n\t"] {
            let node = try Node(json: space + #"{"data": [{"remoteID": 7}]}"#, options: options)
            #expect(node.remoteID == 7)
            let error = try #require(throws: ModelError.self) {
                try Node(json: space + "[1]", options: MappingOptions(rootPath: "5"))
            }
            #expect(error.path == "$[5]", "\(space.count)")
        }
    }

    @Test func pathsInReportsBeginAtTheRoot() {
        let json = #"{"Data": [0, {"remoteID": "5", "name": [], "nmae": 1}]}"#
        for report in reports(json, Node.self, MappingOptions(rootPath: "data.1")) {
            #expect(report.problems.map(\.path) == ["$.Data[1].name"])
            #expect(report.unmatchedKeys.map(\.path) == ["$.Data[1].nmae"])
            #expect(report.conversions.map(\.path) == ["$.Data[1].remoteID"])
        }
    }

    @Test func membersOfTextAndOfADictionaryAreMappedEqually() throws {
        let json = #"{"data": {"byID": {"a": {"remoteID": 1}, "b": {"remoteID": "x", "zz": 2}, "c": 7}}}"#
        let values = try #require(ReferenceReader.read(json).swift as? [String: Any])
        let path = "data.by_id"
        for options in [
            MappingOptions(rootPath: path), MappingOptions(elements: .reject, rootPath: path),
            MappingOptions(unknownKeys: .reject, rootPath: path), MappingOptions(rootPath: "data.by_id.c"),
            MappingOptions(rootPath: "none"), MappingOptions(limits: MappingLimits(depth: 2)),
            MappingOptions(limits: MappingLimits(elements: 2)), MappingOptions(),
        ] {
            let (fromText, ofText) = Node.inspectDictionary(json: json, options: options)
            let (fromValues, ofValues) = Node.inspectDictionary(json: values, options: options)
            #expect(fromText == fromValues)
            #expect(ofText.problems.map(\.path) == ofValues.problems.map(\.path))
            #expect(ofText.unmatchedKeys.map(\.path) == ofValues.unmatchedKeys.map(\.path))
            let errors = [ofText, ofValues].map { $0.error as? ModelError }
            #expect(errors[0]?.code == errors[1]?.code && errors[0]?.path == errors[1]?.path)
            let made = try? Node.dictionary(json: values, options: options)
            #expect(made == (ofValues.error == nil ? fromValues : nil))
        }
    }

    @Test func pathsInUpdatesBeginAtTheRoot() throws {
        let node = Node()
        var options = MappingOptions.strict
        options.rootPath = "data"
        let error = try #require(throws: ModelError.self) {
            try node.update(dictionary: ["Data": ["remoteID": "x"]], options: options)
        }
        #expect(error.path == "$.Data.remoteID")
    }

    @Test func theDepthLimitAppliesWithARootPath() throws {
        let options = MappingOptions(rootPath: "data", limits: MappingLimits(depth: 2))
        let deep: [String: Any] = ["data": ["inner": ["inner": ["a": 1]]]]
        let error = try #require(throws: ModelError.self) { try Node(dictionary: deep, options: options) }
        #expect(error.code == .limitExceeded)
    }

    @Test func theDepthLimitAppliesAroundAnArrayAtARootPath() throws {
        let array: [Any] = [[[[1]]], [["remoteID": 7]]]
        func nodes(depth: Int) throws -> [Node] {
            let options = MappingOptions(rootPath: "1", limits: MappingLimits(depth: depth))
            return try Node.array(json: array, options: options)
        }
        #expect(try nodes(depth: 4).map(\.remoteID) == [7])
        let error = try #require(throws: ModelError.self) { try nodes(depth: 3) }
        #expect(error.code == .limitExceeded && error.path == "$[0][0][0]")
    }
}
