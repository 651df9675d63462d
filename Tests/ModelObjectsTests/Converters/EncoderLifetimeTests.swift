import Foundation
import ModelObjects
import Testing

/// Encoders are released when the value has been written, or when that failed.
struct EncoderLifetimeTests {
    private final class Encoders: @unchecked Sendable {  // Used by one test.
        private struct Reference {
            weak var encoder: AnyObject?
        }

        private var references: [Reference] = []
        var count: Int { references.count }
        var living: Int { references.count { $0.encoder != nil } }

        func add(_ encoder: any Encoder) { references.append(Reference(encoder: encoder as AnyObject)) }
    }

    private struct Value: Codable {
        var encoders: Encoders?
        var fails = false
        enum CodingKeys: String, CodingKey { case inner, list, base, one, two }

        init(_ encoders: Encoders, fails: Bool) { (self.encoders, self.fails) = (encoders, fails) }
        init(from decoder: any Decoder) throws {}

        func encode(to encoder: any Encoder) throws {
            encoders?.add(encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
            var list = inner.nestedUnkeyedContainer(forKey: .list)
            var innermost = list.nestedContainer(keyedBy: CodingKeys.self)
            try innermost.encode(1, forKey: .one)
            let base = inner.superEncoder(forKey: .base)
            encoders?.add(base)
            try [1].encode(to: base)
            encoders?.add(list.superEncoder())
            encoders?.add(container.superEncoder())
            if fails { throw CancellationError() }
        }
    }

    private final class Holder: ModelObject {
        var value: Value?
        var text = "a"
    }

    @Test(arguments: [false, true]) func encodersWithNestedContainersAreReleased(fails: Bool) throws {
        let encoders = Encoders()
        let value = Value(encoders, fails: fails)
        let holder = Holder()
        holder.value = value
        let text = #"{"inner":{"list":[{"one":1},{}],"base":[1]},"super":{}}"#
        func check(_ export: () throws -> String?, _ expected: String?) throws {
            if fails {
                #expect(throws: (any Error).self) { try export() }
            } else {
                #expect(try export() == expected)
            }
        }
        let sorted = #"{"inner":{"base":[1],"list":[{"one":1},{}]},"super":{}}"#
        try check({ try holder.jsonString() }, #"{"value":\#(sorted),"text":"a"}"#)
        try check({ String(decoding: try ModelEncoder().encode(value), as: UTF8.self) }, text)
        try check({ "\(try holder.jsonObject().count)" }, "2")
        #expect(encoders.count == 12 && encoders.living == 0)
    }

    private struct Deep: Encodable {
        let depth: Int

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            for _ in 0..<depth { list = list.nestedUnkeyedContainer() }
            try list.encode(1)
        }
    }

    /// 500 levels may be too many for the stack of a debug build.
    @Test(arguments: [100, 500, 5_000]) func deepNestedContainersDoNotOverflowASmallStack(depth: Int) {
        let count = onSmallStack { try? ModelEncoder().encode(Deep(depth: depth)).count }
        #expect(depth == 100 ? count == 203 : depth == 500 ? count == nil || count == 1_003 : count == nil)
    }

    /// A stack that the encoders' frames would overflow.
    @Test(.disabled(if: Sanitizer.isOn, "A sanitizer keeps variables elsewhere."))
    func nestedContainersThatAStackHasNoRoomForAreAnError() {
        let error = onStack(kilobytes: 64) {
            #expect(throws: EncodingError.self) { try ModelEncoder().encode(Deep(depth: 500)) }
        }
        let modelError = error.flatMap { SmallStackTests.Step.modelError($0) }
        #expect(modelError?.code == .limitExceeded)
    }

    private struct Keeping: Codable {
        private enum Key: String, CodingKey { case outer, inner, number }
        private final class Kept: @unchecked Sendable {  // Used by one test.
            var container: KeyedEncodingContainer<Key>?
        }

        private let kept = Kept()

        init() {}
        init(from decoder: any Decoder) throws {}

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            kept.container = container.nestedContainer(keyedBy: Key.self, forKey: .outer)
            try encode(1)
        }

        func encode(_ number: Int) throws {
            var inner = kept.container?.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try inner?.encode(number, forKey: .number)
        }
    }

    /// What it encodes then is lost, as with JSONEncoder.
    @Test func aContainerOfAnArchiveCanBeUsedAfterTheEnd() throws {
        final class Keeper: ModelObject { var value: Keeping? }
        let keeper = Keeper()
        keeper.value = Keeping()
        let data = try keeper.archivedData()
        try keeper.value?.encode(2)
        #expect(try keeper.archivedData() == data)
    }
}
