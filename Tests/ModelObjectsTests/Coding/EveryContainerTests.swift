import Foundation
import ModelObjects
import Testing

/// Codable types that use every kind of container give the same values in the library's coders, in Foundation's, and in
/// archives.
struct EveryContainerTests {
    private struct Keyed: Codable, Equatable {
        var inner = ["a": 1]
        var list = [[1, 2], []]
        var missing: Double?
        var present: Double? = 0.5

        private enum Keys: String, CodingKey { case inner, list, null, missing, present, owner }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let nested = try container.nestedContainer(keyedBy: TextKey.self, forKey: .inner)
            inner = [:]
            for key in nested.allKeys { inner[key.stringValue] = try nested.decode(Int.self, forKey: key) }
            list = []
            var lists = try container.nestedUnkeyedContainer(forKey: .list)
            while !lists.isAtEnd {
                var numbers = try lists.nestedUnkeyedContainer()
                list.append([])
                while !numbers.isAtEnd { list[list.count - 1].append(try numbers.decode(Int.self)) }
                #expect(throws: DecodingError.self) { try numbers.decode(Int.self) }
                #expect(throws: DecodingError.self) { try numbers.decodeNil() }
            }
            #expect(lists.currentIndex == list.count && lists.count == list.count)
            #expect(try container.contains(.null) && container.decodeNil(forKey: .null))
            #expect(!container.contains(.missing))
            #expect(throws: DecodingError.self) { try container.decode(Double.self, forKey: .missing) }
            missing = try container.decodeIfPresent(Double.self, forKey: .missing)
            present = try container.decodeIfPresent(Double.self, forKey: .present)
            #expect(try Double(from: container.superDecoder()) == 1)
            #expect(try Double(from: container.superDecoder(forKey: .owner)) == 2)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var nested = container.nestedContainer(keyedBy: TextKey.self, forKey: .inner)
            for (key, value) in inner { try nested.encode(value, forKey: TextKey(stringValue: key)) }
            var lists = container.nestedUnkeyedContainer(forKey: .list)
            for numbers in list {
                var inner = lists.nestedUnkeyedContainer()
                for number in numbers { try inner.encode(number) }
            }
            try container.encodeNil(forKey: .null)
            try container.encodeIfPresent(missing, forKey: .missing)
            try container.encodeIfPresent(present, forKey: .present)
            try 1.0.encode(to: container.superEncoder())
            try 2.0.encode(to: container.superEncoder(forKey: .owner))
        }
    }

    private struct Unkeyed: Codable, Equatable {
        var keyed = ["a": 1]
        var number = 3

        init() {}

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            #expect(try !container.decodeNil() && container.currentIndex == 0)
            let nested = try container.nestedContainer(keyedBy: TextKey.self)
            keyed = [:]
            for key in nested.allKeys { keyed[key.stringValue] = try nested.decode(Int.self, forKey: key) }
            #expect(try container.decodeNil())
            number = try Int(from: container.superDecoder())
            #expect(container.isAtEnd && container.codingPath.count == decoder.codingPath.count)
            #expect(throws: DecodingError.self) { try container.superDecoder() }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            var nested = container.nestedContainer(keyedBy: TextKey.self)
            for (key, value) in keyed { try nested.encode(value, forKey: TextKey(stringValue: key)) }
            try container.encodeNil()
            try number.encode(to: container.superEncoder())
            #expect(container.count == 3)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private struct Wide: Codable, Equatable {
        var signed = Int128.min
        var unsigned = UInt128.max

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: TextKey.self)
            signed = try container.decode(Int128.self, forKey: TextKey(stringValue: "signed"))
            var list = try container.nestedUnkeyedContainer(forKey: TextKey(stringValue: "list"))
            unsigned = try list.decode(UInt128.self)
            #expect(try list.decode(Int128.self) == 1)
            let single = try container.superDecoder().singleValueContainer()
            #expect(try single.decode(UInt128.self) == 2 && single.decode(Int128.self) == 2)
            #expect(try container.decode(UInt128.self, forKey: TextKey(stringValue: "super")) == 2)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TextKey.self)
            try container.encode(signed, forKey: TextKey(stringValue: "signed"))
            var list = container.nestedUnkeyedContainer(forKey: TextKey(stringValue: "list"))
            try list.encode(unsigned)
            try list.encode(1 as Int128)
            var single = container.superEncoder().singleValueContainer()
            try single.encode(2 as UInt128)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private struct Single: Codable, Equatable {
        var signed = Int128.min

        init() {}

        init(from decoder: any Decoder) throws {
            signed = try decoder.singleValueContainer().decode(Int128.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(signed)
        }
    }

    private struct TextKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private final class Holder<Value: Codable>: ModelObject {
        var value: Value?
        var values: [Value] = []
    }

    private func check<Value: Codable & Equatable>(_ value: Value, isForFoundation: Bool = true) throws {
        let text = try ModelEncoder().encode(value)
        #expect(try ModelDecoder().decode(Value.self, from: text) == value)
        let spaced = String(decoding: text, as: UTF8.self).replacingOccurrences(of: ",", with: " ,\n ")
        #expect(try ModelDecoder().decode(Value.self, from: spaced) == value)
        if isForFoundation {
            #expect(try JSONDecoder().decode(Value.self, from: text) == value)
            #expect(try ModelDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
        }
        let holder = Holder<Value>()
        (holder.value, holder.values) = (value, [value, value])
        for data in [try holder.archivedData(), try holder.archivedData(format: .xml)] {
            let copy = try Holder<Value>.unarchive(data: data)
            #expect(copy.value == value && copy.values == [value, value])
        }
        let copy = try Holder<Value>(json: holder.jsonData(options: .init()))
        #expect(copy.value == value && copy.values == [value, value])
    }

    @Test func everyTypePassesThroughKeyedContainers() throws { try check(Keyed()) }

    @Test func everyTypePassesThroughUnkeyedContainers() throws { try check(Unkeyed()) }

    @Test func integersOf128Bits() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try check(Wide(), isForFoundation: false)
        try check(Single(), isForFoundation: false)
    }
}
