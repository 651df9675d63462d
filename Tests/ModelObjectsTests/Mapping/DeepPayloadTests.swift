import Foundation
import Testing

@testable import ModelObjects

/// The thread's stack limits the nesting depth as well as the option does.
struct DeepPayloadTests {
    /// An array of dictionaries has the same depth limit as its text, even in the value of an unknown key.
    @Test(arguments: 0...6)
    func arraysAndTextHaveTheSameDepthLimit(depth: Int) throws {
        final class Item: ModelObject { var name = "" }
        let options = MappingOptions(limits: MappingLimits(depth: depth))
        for element in [
            #"{"name": "b"}"#, #"{"name": "b", "x": [[1]]}"#, "[[]]", #"{"x": {"y": {"z": [1]}}}"#, "1",
        ] {
            let json = #"[{"name": "a"}, \#(element), {"name": "c"}]"#
            let array = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [Any])
            let text = Result { try Item.array(json: json, options: options).map(\.name) }
            switch text {
            case .success(let names):
                #expect(try Item.array(json: array, options: options).map(\.name) == names, "\(json)")
            case .failure(let error):
                let error = try #require(error as? ModelError)
                let other = try #require(throws: ModelError.self) {
                    try Item.array(json: array, options: options)
                }
                #expect(other.code == error.code && other.path == error.path, "\(error) and \(other)")
            }
        }
    }

    @Test(arguments: [512, 8192])
    func aDeepPayloadIsMappedOrRejectedOnAnyStack(kilobytes: Int) async {
        let outcome = await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: Self.outcomes()) }
            thread.stackSize = (kilobytes << 10) * Sanitizer.stackFactor
            thread.start()
        }
        for (way, code) in outcome {
            #expect(code == nil || code == .limitExceeded, "\(way)")
        }
        if kilobytes == 8192 { #expect(outcome.filter { $0.1 != nil }.map(\.0).isEmpty) }
    }

    /// Also while the values are counted, which is before their depth is checked.
    @Test func aDeepDictionaryIsRejectedOnAFullStack() {
        var nested: [String: Any] = [:]
        for _ in 0..<MappingLimits.maximumDepth { nested = ["next": nested] }
        let limits = MappingLimits(depth: MappingLimits.maximumDepth, elements: 1_000_000)
        let code = onStack(left: 4) {
            Self.code { _ = try DeepLink(dictionary: nested, options: MappingOptions(limits: limits)) }
        }
        #expect(code == .limitExceeded)
    }

    /// The result of each entry point for 500 levels: nil if they are mapped, otherwise the error's code.
    private static func outcomes() -> [(String, ModelError.Code?)] {
        let depth = 500
        let chain =
            String(repeating: #"{"next":"#, count: depth) + "{}" + String(repeating: "}", count: depth)
        let lists =
            String(repeating: #"{"all":["#, count: depth / 2) + "{}"
            + String(repeating: "]}", count: depth / 2)
        let arrays =
            #"{"any":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        let unknown =
            #"{"other":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        var nested: [String: Any] = [:]
        for _ in 0..<depth { nested = ["next": nested] }
        return [
            ("chain", code { _ = try DeepLink(json: chain) }),
            ("lists", code { _ = try DeepLink(json: lists) }),
            ("Any", code { _ = try DeepLink(json: arrays) }),
            ("passed over", code { _ = try DeepLink(json: unknown) }),
            ("dictionary", code { _ = try DeepLink(dictionary: nested) }),
            ("hook", code { _ = try HookedDeepLink(json: chain) }),
        ]
    }

    private static func code(_ body: () throws -> Void) -> ModelError.Code? {
        do {
            try body()
            return nil
        } catch let error as ModelError {
            return error.code
        } catch {
            return .invalidRoot
        }
    }
}

class DeepLink: ModelObject {
    var next: DeepLink?
    var all: [DeepLink] = []
    var any: Any?
}

final class HookedDeepLink: DeepLink {
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}
