import Foundation
import ModelObjects

extension MergedContainerTests {
    /// Values with parts that fail: nothing remains of these.
    static let failing = [
        Way("a new member that fails", #"{"z":1}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(halfObject, forKey: "a")
            try? container.encode([halfObject], forKey: "b")
            try? container.encode(["k": halfObject], forKey: "c")
            try container.encode(1, forKey: "z")
        },
        Way("a member that fails keeps its last value", #"{"a":{"x":1},"b":[2]}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(Point(), forKey: "a")
            try container.encode([2], forKey: "b")
            for key: Key in ["a", "b"] { try? container.encode(halfArray, forKey: key) }
        },
        Way("elements that fail", #"{"list":[1,[2],{"x":1}]}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var list = container.nestedUnkeyedContainer(forKey: "list")
            try? list.encode(halfObject)
            try list.encode(1)
            try? list.encode(halfArray)
            try list.encode([2])
            try? list.encode(Value { try single($0, halfObject) })
            try list.encode(Point())
        },
        Way("a text for an object that fails", #""text""#) { encoder in
            var container = encoder.singleValueContainer()
            do { try container.encode(halfObject) } catch { try container.encode("text") }
        },
        Way("an array for a wrapped object that fails", "[1]") { encoder in
            do { try single(encoder, Value { try single($0, halfObject) }) } catch {
                try single(encoder, [1])
            }
        },
        Way("members of an object that fail", #"{"x":1,"z":2}"#) { encoder in
            try keyed(encoder, 1, "x")
            try? single(
                encoder,
                Value { inner in
                    try keyed(inner, 7, "x"); try keyed(inner, 8, "y")
                    throw CancellationError()
                })
            try keyed(encoder, 2, "z")
        },
        Way("elements of an array that fail", "[1,2,3]") { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            try? single(encoder, halfArray)
            try single(encoder, [2])
            try container.encode(container.count + 1)
        },
        Way("a Set, then a nested array with its key", #"{"list":[1,2]}"#) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(Set([1]), forKey: "list")
            var nested = container.nestedUnkeyedContainer(forKey: "list")
            try nested.encode(2)
        },
    ]

    private static var halfObject: Value {
        Value { encoder in
            try keyed(encoder, 1, "half")
            throw CancellationError()
        }
    }

    private static var halfArray: Value {
        Value { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            var nested = container.nestedUnkeyedContainer()
            try nested.encode(2)
            throw CancellationError()
        }
    }
}
