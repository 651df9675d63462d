import Foundation
import Testing

@testable import ModelObjects

/// Limits apply to the whole payload, through every entry point and whichever parts of it are read.
struct LimitsTests {
    /// Payloads with a nested value that is used, that isn't read, or that loses to a better match.
    private static let nesting: [(name: String, json: @Sendable (String) -> String)] = [
        ("an Any", { #"{"any": \#($0)}"# }), ("an unknown key", { #"{"unknown": \#($0)}"# }),
        ("another type", { #"{"number": \#($0)}"# }), ("an ignored property", { #"{"ignored": \#($0)}"# }),
        ("a better spelling", { #"{"any": 1, "ANY": \#($0)}"# }),
        ("a worse spelling first", { #"{"A_N_Y": \#($0), "any": 1}"# }),
        ("a path", { #"{"meta": \#($0)}"# }), ("a nested model", { #"{"next": {"unknown": \#($0)}}"# }),
    ]

    @Test(arguments: [Int.min, -1, 0])
    func aNegativeNumberOfElementsCountsAsZero(elements: Int) throws {
        let options = MappingOptions(limits: MappingLimits(elements: elements))
        #expect(try LimitedModel(json: "{}", options: options).any == nil)
        for call in [
            { try LimitedModel(json: #"{"any": 1}"#, options: options) },
            { try LimitedModel(dictionary: ["any": 1], options: options) },
        ] {
            #expect(throws: ModelError.self) { try call() }
        }
    }

    /// Arrays that share their contents have more paths than memory can hold.
    ///
    /// By default, the limit is smaller: a debug build takes ten seconds to count to the real one.
    @Test func sharedContainersExceedTheLimit() {
        var value: [Any] = []
        for _ in 0..<100 { value = [value, value] }
        let maximum = Effort.count(16_777_216, byDefault: 1 << 17)
        let error = #expect(throws: ModelError.self) {
            guard maximum < ObjectMapper.maximumContainers else {
                _ = try LimitedModel(dictionary: ["unknown": value])
                return
            }
            let call = MappingCall(options: nil, type: LimitedModel.self)
            try call.mapUntyped { mapper in try mapper.checkDepth(of: ["unknown": value], maximum: maximum) }
        }
        #expect(error?.description == "The input has more than \(maximum) objects and arrays.")
        #expect(ObjectMapper.maximumContainers == 16_777_216)
    }

    /// A value that is too deep, beside shared containers: whichever is found first, the search ends.
    @Test func sharedContainersBesideADeepValueExceedTheLimit() {
        var shared: [String: Any] = [:]
        for _ in 0..<60 { shared = ["l": shared, "r": shared] }
        var deep: Any = 1
        for _ in 0..<600 { deep = [deep] }
        let call = MappingCall(options: nil, type: LimitedModel.self)
        for (first, last) in [("a", "z"), ("z", "a")] {
            // Dictionaries with equal keys have different orders, depending on their capacity.
            for capacity in [2, 20, 200, 2_000] {
                var payload = [String: Any](minimumCapacity: capacity)
                (payload[first], payload[last]) = (shared, deep)
                let error = #expect(throws: ModelError.self) {
                    try call.mapUntyped { mapper in try mapper.checkDepth(of: payload, maximum: 10_000) }
                }
                #expect(error?.code == .limitExceeded)
            }
        }
    }

    /// The last container that the limit allows may be too deep: the error names it.
    @Test func aDeepValueThatReachesTheLimitIsNamed() {
        let options = MappingOptions(limits: MappingLimits(depth: 2))
        let call = MappingCall(options: options, type: LimitedModel.self)
        for (maximum, path) in [(3, "$.a[0]"), (2, "$")] {
            let error = #expect(throws: ModelError.self) {
                try call.mapUntyped { mapper in try mapper.checkDepth(of: ["a": [[1]]], maximum: maximum) }
            }
            #expect(error?.code == .limitExceeded && error?.path == path)
        }
    }

    /// The order of dictionaries differs between processes, and no entry point may depend on it.
    @Test(arguments: nesting.indices) func bytesAndDictionariesHaveTheSameDepth(index: Int) throws {
        let (name, json) = Self.nesting[index]
        for depth in Effort.some(of: 1...7, atLeast: 3) {
            for value in [
                String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth),
                String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth),
            ] {
                let text = json(value)
                let dictionary = try #require(
                    JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
                let plain = ReferenceReader.read(text).swift as? [String: Any] ?? [:]
                for limit in 1...8 {
                    let options = MappingOptions(limits: MappingLimits(depth: limit))
                    let outcomes = [
                        outcome { try LimitedModel(json: text, options: options) },
                        outcome { try LimitedModel(dictionary: dictionary, options: options) },
                        outcome { try LimitedModel(dictionary: plain, options: options) },
                        outcome { try LimitedModel().update(dictionary: plain, options: options) },
                        outcome { try HookedLimitedModel(json: text, options: options) },
                        outcome { try HookedLimitedModel(dictionary: plain, options: options) },
                        outcome { _ = try LimitedModel.model(dictionary: plain, options: options) },
                    ]
                    #expect(Set(outcomes).count == 1, "\(name), \(text), depth \(limit): \(outcomes)")
                    #expect(
                        (LimitedModel.inspect(dictionary: plain, options: options).object == nil)
                            == (outcomes[0] != "made"), "\(name), \(text), depth \(limit)")
                }
            }
        }
    }

    /// The objects of a path count, whatever the payload is read from.
    @Test(arguments: 2...5)
    func embeddedJSONAtAPathIsPartOfTheDepth(limit: Int) throws {
        let text = #"{"c": {"d": {"lists": "[[1]]"}}}"#
        let dictionary = ReferenceReader.read(text).swift as? [String: Any] ?? [:]
        let options = MappingOptions(limits: MappingLimits(depth: limit))
        func isMade(_ make: () throws -> EmbeddedLists) throws -> Bool {
            do {
                return try make().lists == [[1]]
            } catch {
                #expect("\(error)".hasPrefix("Nested deeper than \(limit) levels at $.c.d"), "\(error)")
                return false
            }
        }
        for type in [EmbeddedLists.self, HookedEmbeddedLists.self] {
            #expect(try isMade { try type.init(json: text, options: options) } == (limit == 5))
            #expect(try isMade { try type.init(dictionary: dictionary, options: options) } == (limit == 5))
            let patched = type.init()
            #expect(
                try isMade {
                    try patched.apply(mergePatch: text, options: options)
                    return patched
                } == (limit == 5))
        }
    }

    /// The levels inside embedded JSON count from the root of the payload.
    @Test(arguments: ["embedded", "embeddedAny", "embeddedText"])
    func embeddedJSONIsPartOfTheDepth(key: String) throws {
        func objects(_ count: Int, key: String, around inner: String) -> String {
            String(repeating: #"{"\#(key)":"#, count: count) + inner + String(repeating: "}", count: count)
        }
        for (outer, inner) in [(0, 1), (0, 3), (1, 1), (1, 2), (2, 2), (3, 1)] {
            let escaped = objects(inner, key: "any", around: "1").replacingOccurrences(of: "\"", with: "\\\"")
            let text = objects(outer, key: "next", around: #"{"\#(key)":"\#(escaped)"}"#)
            let dictionary = ReferenceReader.read(text).swift as? [String: Any] ?? [:]
            for limit in 1...8 {
                let options = MappingOptions(limits: MappingLimits(depth: limit))
                let outcomes = [
                    outcome { try LimitedModel(json: text, options: options) },
                    outcome { try LimitedModel(dictionary: dictionary, options: options) },
                    outcome { try HookedLimitedModel(json: text, options: options) },
                    outcome { try HookedLimitedModel(dictionary: dictionary, options: options) },
                ]
                #expect(Set(outcomes).count == 1, "\(text), depth \(limit): \(outcomes)")
                let depth = outer + 1 + (key == "embeddedText" ? 0 : inner)
                #expect((outcomes[0] == "made") == (limit >= depth), "\(text), depth \(limit)")
            }
        }
    }

    /// "made", or the sentence that names the exceeded limit.
    private func outcome(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "made"
        } catch {
            // Without the position in the text, which a dictionary doesn't have.
            let sentence = "\(error)".prefix { $0 != "(" }
            return sentence.trimmingCharacters(in: [" ", "."])
        }
    }

    private func outcome(_ make: () throws -> LimitedModel) -> String {
        outcome { _ = try make() }
    }

    /// The array is left at the key that competes, and the object is read again.
    @Test func competingKeysInArraysDoNotChangeTheDepth() throws {
        final class Reading: ModelObject {
            var first = 0
            override class var propertyRules: [String: PropertyRule] {
                ["first": .keys("values.0", "value")]
            }
        }
        let json = "[" + repeatElement(#"{"value": 5, "values": [1]}"#, count: 4).joined(separator: ",") + "]"
        let options = MappingOptions(limits: MappingLimits(depth: 3))
        #expect(try Reading.array(json: json, options: options).map(\.first) == [1, 1, 1, 1])
    }

    @Test func byteAndElementLimitsAreExact() throws {
        let text = #"{"any": [1, {"a": 2}], "unknown": [3, 4]}"#
        let dictionary = ReferenceReader.read(text).swift as? [String: Any] ?? [:]
        for elements in 0...8 {
            let options = MappingOptions(limits: MappingLimits(elements: elements))
            let bytes = outcome { try LimitedModel(json: text, options: options) }
            #expect(bytes == outcome { try LimitedModel(dictionary: dictionary, options: options) })
            // Two members, two elements, one member, two elements.
            #expect((bytes == "made") == (elements >= 7))
        }
        for count in [text.utf8.count - 1, text.utf8.count] {
            let options = MappingOptions(limits: MappingLimits(bytes: count))
            let made = outcome { try LimitedModel(json: Data(text.utf8), options: options) } == "made"
            #expect(made == (count == text.utf8.count))
        }
    }

    /// Counting the values neither hides where the nesting is too deep, nor depends on the order of the keys.
    @Test func theDepthIsReportedWithItsPlace() {
        let options = MappingOptions(limits: MappingLimits(depth: 4, elements: 20))
        func error(_ dictionary: [String: Any]) -> String? {
            #expect(throws: ModelError.self) { try LimitedModel(dictionary: dictionary, options: options) }?
                .description
        }
        let deep: Any = [[[[[1]]]]]
        #expect(error(["any": deep]) == "Nested deeper than 4 levels at $.any[0][0][0].")
        #expect(
            error(["any": deep, "b": Array(repeating: 1, count: 30)])
                == "The input has more than 20 values.")
    }
}

class LimitedModel: ModelObject {
    var any: Any?
    var number = 7
    var ignored = 7
    var deep: Int?
    var next: LimitedModel?
    var embedded: LimitedModel?
    var embeddedAny: Any?
    var embeddedText: String?

    override class var propertyRules: [String: PropertyRule] {
        [
            "ignored": .ignored, "deep": .key("meta.a.b"),
            "embedded": .embeddedJSON, "embeddedAny": .embeddedJSON,
        ]
    }
}

final class HookedLimitedModel: LimitedModel {
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}

class EmbeddedLists: ModelObject {
    var lists: [[Int]] = []
    override class var propertyRules: [String: PropertyRule] {
        ["lists": .keys("c.d.lists", "other").embeddedJSON]
    }
}

final class HookedEmbeddedLists: EmbeddedLists {
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}
