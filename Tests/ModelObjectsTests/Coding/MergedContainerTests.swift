import Foundation
import ModelObjects
import Testing

/// Values that several containers, or several values in the same place, make up: the parts are merged, as JSONEncoder
/// merges them.
struct MergedContainerTests {
    struct Key: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringLiteral: String) { stringValue = stringLiteral }
        init?(stringValue: String) { self.init(stringLiteral: stringValue) }
        init?(intValue: Int) { nil }
    }

    /// A way to encode something. (It isn't Encodable: Swift Testing encodes such arguments with JSONEncoder.)
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What JSONEncoder makes of it. (It merges only at the root; elsewhere it ends the process.)
        let json: String
        private let body: @Sendable (any Encoder) throws -> Void

        init(_ name: String, _ json: String = "", _ body: @escaping @Sendable (any Encoder) throws -> Void) {
            (testDescription, self.json, self.body) = (name, json, body)
        }
        var value: Value { Value(body: body) }
    }

    struct Value: Codable {
        let body: (any Encoder) throws -> Void
        init(body: @escaping (any Encoder) throws -> Void) { self.body = body }
        init(from decoder: any Decoder) throws { self.init { _ in } }
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    struct Point: Codable, Equatable { var x = 1 }
    final class User: ModelObject { var name = "ada" }

    static func keyed(_ encoder: any Encoder, _ value: some Encodable = "point", _ key: Key = "type")
        throws
    {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value, forKey: key)
    }

    static func single(_ encoder: any Encoder, _ value: some Encodable) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    static let merged = [
        Way("an object and a struct", #"{"type":"point","x":1}"#) {
            try keyed($0); try single($0, Point())
        },
        Way("a struct and an object", #"{"type":"point","x":1}"#) {
            try single($0, Point()); try keyed($0)
        },
        Way("a struct and an object, inside other objects", #"{"a":{"b":{"type":"point","x":1}},"c":1}"#) {
            let value = Value {
                try single($0, Point()); try keyed($0)
            }
            try keyed($0, 1, "c")
            try keyed($0, Value { try keyed($0, value, "b") }, "a")
        },
        Way("an object and a dictionary", #"{"a":1,"type":"point"}"#) {
            try keyed($0); try single($0, ["a": 1])
        },
        Way("a dictionary and an object", #"{"a":1,"type":"point"}"#) {
            try single($0, ["a": 1]); try keyed($0)
        },
        Way("an empty dictionary and an object", #"{"type":"point"}"#) {
            try single($0, [String: Int]()); try keyed($0)
        },
        Way("an object and nil", #"{"type":"point"}"#) {
            try keyed($0); try single($0, Int?.none)
        },
        Way("an array and nil", #"[1]"#) { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            try single(encoder, Int?.none)
        },
        Way("the same key in both", #"{"x":1}"#) {
            try keyed($0, 7, "x"); try single($0, Point())
        },
        Way("two arrays", #"[1,2,3]"#) { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            try single(encoder, [2, 3])
        },
        Way("an object and a struct in the encoder of a superclass", #"{"place":{"type":"point","x":1}}"#) {
            encoder in
            var container = encoder.container(keyedBy: Key.self)
            let inner = container.superEncoder(forKey: "place")
            try keyed(inner)
            try single(inner, Point())
        },
        Way("a nested container twice", #"{"meta":{"a":1,"b":2,"c":3}}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedContainer(keyedBy: Key.self, forKey: "meta")
            var second = container.nestedContainer(keyedBy: Key.self, forKey: "meta")
            try first.encode(1, forKey: "a")
            try second.encode(2, forKey: "b")
            try first.encode(3, forKey: "c")
        },
        Way("a nested container of two containers", #"{"meta":{"a":1,"b":1}}"#) { encoder in
            for key: Key in ["a", "b"] {
                var container = encoder.container(keyedBy: Key.self)
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: "meta")
                try nested.encode(1, forKey: key)
            }
        },
        Way("a nested array twice", #"{"list":[1,2]}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedUnkeyedContainer(forKey: "list")
            try first.encode(1)
            var second = container.nestedUnkeyedContainer(forKey: "list")
            try second.encode(2)
        },
        Way("a nested container, then another value with its key", #"{"meta":2}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: "meta")
            try nested.encode(1, forKey: "a")
            try container.encode(2, forKey: "meta")
        },
        Way("a struct, then a nested container with its key", #"{"meta":{"x":1,"y":2}}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(Point(), forKey: "meta")
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: "meta")
            try nested.encode(2, forKey: "y")
        },
        Way("an array, then a nested one with its key", #"{"list":[1,2,3,4]}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode([1, 2], forKey: "list")
            var nested = container.nestedUnkeyedContainer(forKey: "list")
            try nested.encode(contentsOf: [3, 4])
        },
        Way("a superclass, then nested containers", #"{"super":{"in":{"x":1,"y":2},"z":3}}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try keyed(container.superEncoder(), Point(), "in")
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: "super")
            try nested.encode(3, forKey: "z")
            var inner = nested.nestedContainer(keyedBy: Key.self, forKey: "in")
            try inner.encode(2, forKey: "y")
        },
        Way("a superclass between two nested arrays", #"{"list":[2,3]}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedUnkeyedContainer(forKey: "list")
            try first.encode(1)
            try [2].encode(to: container.superEncoder(forKey: "list"))
            var last = container.nestedUnkeyedContainer(forKey: "list")
            try last.encode(3)
        },
        Way("a nested container around a value that fails", #"{"meta":{"y":2,"z":1}}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            for (key, value) in [("y", 2), ("z", 1)] as [(Key, Int)] {
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: "meta")
                try nested.encode(value, forKey: key)
                try? container.encode(Value { _ in throw CancellationError() }, forKey: "meta")
            }
        },
        Way("a value, then a nested container with its key", #"{"meta":{"y":2}}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode([1], forKey: "meta")
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: "meta")
            try nested.encode(2, forKey: "y")
        },
        Way("an object and an Optional struct in a wrapper", #"{"type":"point","x":1}"#) {
            try keyed($0); try single($0, Value { try single($0, Point() as Point??) })
        },
        Way("an array and one in a wrapper", #"[1,2,3]"#) { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            try single(encoder, Value { try single($0, [2, 3]) })
        },
        Way("a superclass twice: the last one counts", #"{"super":{"y":2}}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try Point().encode(to: container.superEncoder())
            try ["y": 2].encode(to: container.superEncoder())
        },
    ]

    /// Containers that are requested while another member is being encoded.
    static let late = [
        Way("an array of the outer object", #"{"data":{"id":1},"included":["x"],"z":5}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            let outer = container
            let inner = Value { inner in
                try keyed(inner, 1, "id")
                var outer = outer
                var included = outer.nestedUnkeyedContainer(forKey: "included")
                try included.encode("x")
            }
            try container.encode(inner, forKey: "data")
            try container.encode(5, forKey: "z")
        },
        Way("an object of the outer object, at its end", #"{"data":{"id":1},"included":{"y":"x"}}"#) {
            encoder in
            var container = encoder.container(keyedBy: Key.self)
            let outer = container
            try container.encode(
                Value { inner in
                    try keyed(inner, 1, "id")
                    var outer = outer
                    var included = outer.nestedContainer(keyedBy: Key.self, forKey: "included")
                    try included.encode("x", forKey: "y")
                }, forKey: "data")
        },
    ]

    @Test(arguments: merged + late + failing)
    func theResultIsThatOfJSONEncoder(_ way: Way) throws {
        let encoder = ModelEncoder(options: ExportOptions(sortedKeys: true))
        #expect(try String(decoding: encoder.encode(way.value), as: UTF8.self) == way.json)
        #expect(
            try String(decoding: encoder.encode([way.value, way.value]), as: UTF8.self)
                == "[\(way.json),\(way.json)]")
        let carrier = Carrier()
        carrier.value = way.value
        #expect(try carrier.jsonString() == #"{"value":\#(way.json)}"#)
        carrier.values = [way.value]
        #expect(
            try carrier.jsonString(options: ExportOptions(only: ["values"])) == #"{"values":[\#(way.json)]}"#)
        let tree = try JSONSerialization.jsonObject(with: Data(carrier.jsonData())) as? [String: Any]
        #expect(
            try NSDictionary(dictionary: carrier.jsonObject()) == NSDictionary(dictionary: #require(tree)))
    }

    final class Carrier: ModelObject {
        var value: Value?
        var values: [Value]?
    }

    @Test func aModelIsMergedWithOtherMembers() throws {
        let encoder = ModelEncoder(options: ExportOptions(sortedKeys: true))
        let ways = [
            Way("before") {
                try Self.keyed($0); try Self.single($0, User())
            },
            Way("after") {
                try Self.single($0, User()); try Self.keyed($0)
            },
        ]
        for way in ways {
            #expect(
                try String(decoding: encoder.encode(way.value), as: UTF8.self)
                    == #"{"name":"ada","type":"point"}"#)
        }
    }

    /// JSONEncoder ends the process for most of these, and ignores the others.
    @Test(arguments: [
        Way("two numbers") {
            try single($0, 1); try single($0, 2)
        },
        Way("a number and an object") {
            try single($0, 1); try keyed($0)
        },
        Way("an object and a number") {
            try keyed($0); try single($0, 1)
        },
        Way("an object and a date") {
            try keyed($0); try single($0, Date())
        },
        Way("an object and an array") {
            try keyed($0); try single($0, [1])
        },
        Way("an object and a container of elements") {
            try keyed($0); _ = $0.unkeyedContainer()
        },
        Way("nil and an object") {
            try single($0, Int?.none); try keyed($0)
        },
        Way("an array of the outer array") { encoder in
            var container = encoder.unkeyedContainer()
            let outer = container
            try container.encode(
                Value { _ in
                    var outer = outer
                    var nested = outer.nestedUnkeyedContainer()
                    try nested.encode("x")
                })
        },
        Way("a number of the outer value") { encoder in
            try single(encoder, Value { _ in try single(encoder, 1) })
        },
    ])
    func whatCannotBeMergedIsAnError(_ way: Way) {
        #expect(throws: EncodingError.self) { try ModelEncoder().encode(way.value) }
        #expect(throws: EncodingError.self) { try ModelEncoder().encode([way.value]) }
        let carrier = Carrier()
        carrier.values = [way.value]
        let error = #expect(throws: ModelError.self) { try carrier.jsonData() }
        #expect(error?.code == .notExportable && error?.path.hasPrefix("$.values[0]") == true)
    }
}
