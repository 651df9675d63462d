import Foundation
import Testing

@testable import ModelObjects

/// A container recognized by the words that describe it is the one that the runtime recognizes.
struct ContainerTypeTests {
    private class Node: ModelObject {}
    private final class Leaf<Value>: Node {}
    private struct Box<Value> {}
    private enum Choice<Value> { case none, some(Value) }

    private static let types: [any Any.Type] = [
        Int.self, Int?.self, Int??.self, [Int].self, [Int]?.self, [Int?].self, [[Int]].self,
        [[String: Int?]?].self,
        String.self, [String: Int].self, [String: Int]?.self, [Int: Int].self, [UUID: [Node]].self,
        [AnyHashable: Any].self, [Substring: Node?].self, Set<Int>.self, Set<String>?.self,
        Set<AnyHashable>.self,
        Presence<Int>.self, Presence<[Node]>?.self, Presence<String?>.self,
        Any.self, Any?.self, [Any].self, [Any?].self, [String: Any].self, AnyObject.self, AnyObject?.self,
        (any Error).self, (any Error)?.self, [any Error].self, Any.Type.self, Int.Type.self, Node.Type.self,
        Node.self, Node?.self, [Node].self, [String: Node?].self, Leaf<Int>.self, Leaf<[Int]>?.self,
        [Leaf<Node>].self,
        Void.self, (Int, Int).self, (Int, Int)?.self, [(a: Int, b: String)].self, (() -> Void).self,
        (() -> Void)?.self,
        [@Sendable (Int) -> Int].self, ContiguousArray<Int>.self, ArraySlice<Int>.self,
        ContiguousArray<Int>?.self,
        Range<Int>.self, ClosedRange<Date>?.self, KeyValuePairs<String, Int>.self,
        Result<Int, any Error>.self,
        Box<Int>.self, Box<Int?>?.self, Choice<Int>.self, Choice<[Int]>?.self, Never.self, Never?.self,
        Data.self, Date?.self, URL?.self, Decimal.self, NSNumber.self, NSArray.self, NSDictionary?.self,
        [NSNull].self,
        Unmanaged<Node>.self, UnsafePointer<Int>?.self, Character.self, Duration?.self,
    ]

    @Test(arguments: types.indices) func containerTypesMatchTheRuntime(index: Int) {
        let type = Self.types[index]
        let (found, expected) = (containerType(type), type as? any ContainerType.Type)
        #expect(found.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init), "\(type)")
        #expect(
            found.map { "\($0.contentTypes) \($0.isOptional)" }
                == expected.map { "\($0.contentTypes) \($0.isOptional)" })
    }
}
