import Foundation
import Testing

@testable import ModelObjects

/// The kind of an object is determined once for each class, and does not depend on how an Any was made.
struct FoundationKindTests {
    /// The kind and the content, as text.
    private static func description(_ value: Any) -> String {
        switch JSONValue(value) {
        case .null: "null"
        case .bool(let bool): "bool \(bool)"
        case .integer(let number): "integer \(number)"
        case .unsigned(let number): "unsigned \(number)"
        case .double(let number): "double \(number)"
        case .decimal(let number): "decimal \(number)"
        case .string(let text): "string \(text)"
        case .array(let array): "array \(array.count)"
        case .object(let object): "object \(object.count)"
        case .other: "other"
        }
    }

    private static let rows: [(object: @Sendable () -> NSObject, expected: String)] = [
        ({ NSString(string: "é") }, "string é"), ({ NSMutableString(string: "m") }, "string m"),
        ({ NSNumber(value: 5) }, "integer 5"), ({ NSNumber(value: 0.5) }, "double 0.5"),
        ({ NSNumber(value: true) }, "bool true"), ({ NSNumber(value: UInt64.max) }, "unsigned \(UInt64.max)"),
        ({ NSDecimalNumber(string: "1.50") }, "double 1.5"), ({ NSDecimalNumber(string: "7") }, "integer 7"),
        ({ NSDecimalNumber(string: "0.12345678901234567") }, "decimal 0.12345678901234567"),
        ({ NSNull() }, "null"), ({ NSArray(array: [1, 2]) }, "array 2"),
        ({ NSDictionary(dictionary: ["a": 1]) }, "object 1"), ({ NSObject() }, "other"),
    ]

    /// Tests each object before and after its class is cached; as an NSObject, the type of the Any gives no hint.
    @Test func objectsHaveTheKindOfTheirContent() {
        for _ in 0..<2 {
            for row in Self.rows {
                let object = row.object()
                #expect(Self.description(object) == row.expected)
                #expect(Self.description(object as AnyObject) == row.expected)
                #expect(Self.description(object as Any) == row.expected)
            }
        }
    }

    /// Generic code puts an object into an Any as `AnyObject`, as the cast of an NSDictionary to `[String: Any]` does on
    /// Darwin.
    @Test func objectsInAnAnyAsAnyObjectHaveTheirClass() throws {
        for row in Self.rows {
            let object = row.object()
            let value = try #require(Self.cast(object as AnyObject, to: Any.self))
            #expect(ObjectIdentifier(openedType(of: value)) == ObjectIdentifier(AnyObject.self))
            let type = LentValue.lend(value) { $0.objectType.map { ObjectIdentifier($0) } }
            let expected = ObjectIdentifier(Swift.type(of: object))
            #expect(type == (RuntimeShortcuts.enabled.contains(.layout) ? expected : nil))
            #expect(Self.description(value) == row.expected)
        }
        for value in [1, "a", NSNull(), [1], NSNumber(value: 1) as NSObject] as [Any] {
            let (type, boxed) = LentValue.lend(value) { ($0.objectType, $0.boxedType) }
            #expect(type == boxed)
        }
    }

    @inline(never)
    private static func cast<Value, Target>(_ value: Value, to: Target.Type) -> Target? { value as? Target }

    /// An Any made of an NSNumber may hold an NSDecimalNumber.
    @Test func decimalsTypedAsNSNumberKeepTheirDigits() {
        let plain: NSNumber = NSNumber(value: 5)
        let decimal: NSNumber = NSDecimalNumber(string: "12345678901234567890.5")
        for _ in 0..<2 {
            #expect(Self.description(plain) == "integer 5")
            #expect(Self.description(decimal) == "decimal 12345678901234567890.5")
        }
    }

    @Test func onlyUnambiguousTypesAreCached() {
        _ = Self.description(NSMutableString(string: "m"))
        _ = Self.description(NSNull() as NSObject)
        _ = Self.description(NSNumber(value: 1) as NSNumber)
        #expect(FoundationKind.known(boxedAs: NSMutableString.self) == .string)
        #expect(FoundationKind.known(boxedAs: NSObject.self) == nil)
        #expect(FoundationKind.known(boxedAs: NSNumber.self) == nil)
        #expect(FoundationKind.known(boxedAs: String.self) == nil)
    }

    @Test func knownClassesAddNothing() {
        let values: [Any] = [
            NSString(string: "a"), NSDecimalNumber(string: "7.5"), NSArray(array: [1]), NSDictionary(),
        ]
        let count = ImmortalMemory.count
        for _ in 0..<500 {
            for value in values { _ = JSONValue(value) }
        }
        // Other tests can make classes on several threads meanwhile.
        #expect(ImmortalMemory.count - count < 1_000)
    }
}
