import Foundation
import Testing

@testable import ModelObjects

/// Values of `ModelValue` types whose exported values are of such types again.
@Suite struct CustomConverterTests {
    struct Wrapped: ModelValue {
        var cents = 5
        static func modelValue(from value: Any) -> Self? { (value as? Int).map { Self(cents: $0) } }
        var exportedValue: Any { cents }
    }

    struct Wrapping: ModelValue {
        var inner = Wrapped()
        static func modelValue(from value: Any) -> Self? {
            Wrapped.modelValue(from: value).map { Self(inner: $0) }
        }
        var exportedValue: Any { inner }
    }

    struct Endless: ModelValue {
        var name = ""
        static func modelValue(from value: Any) -> Self? { (value as? String).map { Self(name: $0) } }
        var exportedValue: Any { self }
    }

    final class Prices: ModelObject {
        var wrapping: Wrapping?
        var any: Any?
    }

    final class Loops: ModelObject {
        var loop: Endless?
        var loops: [String: Endless] = [:]
        var any: Any?
    }

    @Test func aValueCanExportAnotherModelValue() throws {
        let prices = try Prices(json: #"{"wrapping": 7}"#)
        prices.any = Wrapping(inner: Wrapped(cents: 8))
        #expect(try prices.jsonString() == #"{"wrapping":7,"any":8}"#)
        #expect(prices == prices.copy() && prices.hashValue == prices.copy().hashValue)
    }

    @Test func aValueThatExportsItselfIsRejected() throws {
        let (one, other) = try (Loops(json: #"{"loop": "a"}"#), Loops(json: #"{"loop": "a"}"#))
        for object in [one, other] {
            object.any = Endless(name: "b")
            object.loops = ["c": Endless(name: "c")]
        }
        for export in [
            { _ = try one.jsonData() }, { _ = try one.jsonObject() }, { _ = try JSONEncoder().encode(one) },
            { _ = try one.jsonPatchData(since: Loops()) },
        ] as [() throws -> Void] {
            let error = onSmallStack { #expect(throws: (any Error).self) { try export() } }
            var modelError = error as? ModelError
            if case EncodingError.invalidValue(_, let context)? = error {
                modelError = context.underlyingError as? ModelError
            }
            #expect(modelError?.code == .limitExceeded, "\(error as Any)")
        }
        onSmallStack {
            #expect(one.hashValue == other.hashValue)
            _ = one == other
            _ = one.changes(since: other)
            _ = "\(one)"
        }
    }
}
