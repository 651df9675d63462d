import Foundation
import Testing

@testable import ModelObjects

@Suite(.enabled(if: RuntimeShortcuts.enabled.contains(.layout), "Only a Mirror takes structs apart."))
struct StructPartsTests {
    private struct Plain {
        var number = 7
        var flag = true
        var text = "a text that is too long for its own words"
        var any: Any = 1
        var list = [1, 2]
        var optional: Double?
    }

    private struct Generic<Value> {
        var first: Value
        var second: (Value, Int)
    }

    private struct Empty {}
    private struct WithClosure { var action: () -> Void = {} }
    private struct WithMetatype { var type: Int.Type = Int.self }
    private struct WithWeak { weak var object: NSObject? }
    private enum Choice { case number(Int) }

    @Test func partsWithEqualBitsAreLeftOut() {
        let plain = Plain()
        // An Any and a nil have bits without meaning, which a copy may not share.
        let unknown = StructParts.differing(plain, plain)
        #expect(unknown?.allSatisfy { exactly($0.left, as: Int.self) == 1 || isNil($0.left) } == true)
        var other = plain
        (other.flag, other.any, other.optional) = (false, "b", 2)
        let parts = StructParts.differing(plain, other)
        #expect(parts?.map { exactly($0.left, as: Bool.self) } == [true, nil, nil])
        #expect(parts?.map { exactly($0.right, as: Bool.self) } == [false, nil, nil])
        #expect(parts?.map { exactly($0.right, as: String.self) } == [nil, "b", nil])
        #expect(parts?.map { exactly($0.left, as: Int.self) } == [nil, 1, nil])
        #expect(parts?.last.flatMap { exactly($0.right, as: Double?.self) } == .some(2))
    }

    private func isNil(_ value: Any) -> Bool { exactly(value, as: Double?.self) == .some(nil) }

    @Test func partsOfGenericStructsHaveTheirOwnTypes() {
        let parts = StructParts.differing(
            Generic(first: "a", second: ("b", 1)), Generic(first: "a", second: ("c", 1)))
        #expect(parts?.count == 1 && parts?.first?.right is (String, Int))
        let numbers = StructParts.differing(
            Generic(first: 1, second: (2, 3)), Generic(first: 2, second: (2, 3)))
        #expect(numbers?.map { $0.left as? Int } == [1])
    }

    @Test func otherValuesAreLeftToTheMirror() {
        let values: [(Any, Any)] = [
            (Empty(), Empty()), (WithClosure(), WithClosure()), (WithMetatype(), WithMetatype()),
            (WithWeak(), WithWeak()), (Choice.number(1), Choice.number(2)), (NSObject(), NSObject()),
            (Plain(), Empty()), ((1, 2), (1, 3)),
        ]
        for (left, right) in values {
            #expect(StructParts.differing(left, right) == nil, "\(left)")
        }
    }
}
