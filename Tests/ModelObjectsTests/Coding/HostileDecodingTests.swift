import Foundation
import ModelObjects
import Testing

/// Large and deep texts, and types that decode in unusual orders, in `ModelDecoder`.
struct HostileDecodingTests {
    private let decoder = ModelDecoder()

    @Test func keysAreFoundInConstantTime() throws {
        struct Sorted: Decodable {
            var sum = 0

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: FreeKey.self)
                for key in container.allKeys.sorted(by: { $0.stringValue > $1.stringValue }) {
                    sum += try container.decode(Int.self, forKey: key)
                }
            }
        }
        let members = (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        #expect(try decoder.decode(Sorted.self, from: "{\(members)}").sum == 20_000)
    }

    @Test func nestedValuesAreReadInLinearTime() throws {
        struct Node: Decodable {
            var name: String?
            var child: [Node]?
        }
        var json = "{}"
        for _ in 0..<250 {
            json = #"{"child":[\#(json)],"x":\#(String(repeating: " ", count: 2_000))1,"name":"n"}"#
        }
        var node: Node? = try decoder.decode(Node.self, from: json)
        var depth = 0
        while let next = node {
            depth += 1
            node = next.child?.first
        }
        #expect(depth == 251)
    }

    @Test func theRestOfAnArrayIsReadAfterItsType() throws {
        struct First: Decodable {
            let number: Int
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                number = try container.decode(Int.self)
            }
        }
        #expect(try decoder.decode(First.self, from: "[1, [2], {}]").number == 1)
        let list = try decoder.decode([First].self, from: "[[1, [2]], [3], [4, {}]]")
        #expect(list.map(\.number) == [1, 3, 4])
        for text in ["[1, [2}]", "[1, 2", "[1 2]", "[1,]"] {
            #expect(throws: JSONSyntaxError.self, "\(text)") { try decoder.decode(First.self, from: text) }
            #expect(throws: JSONSyntaxError.self, "\(text)") {
                try decoder.decode([First].self, from: "[\(text), [3]]")
            }
        }
    }

    @Test func textThatIsNotJSONIsAnErrorEvenIfATypeCatchesIt() {
        struct Caught<Value: Decodable>: Decodable {
            init(from decoder: any Decoder) throws { _ = try? Value(from: decoder) }
        }
        for text in ["tru", "-x", "1.", "01", #""\x""#, #""\uD800""#, "[1 2]", "[1,]"] {
            for type in [
                Bool.self, Int.self, Double.self, String.self, Date.self, [Int8].self, Caught<Bool>.self,
                Caught<Int>.self, Caught<Double>.self, Caught<String>.self, Caught<Date>.self,
                Caught<[Int8]>.self,
            ] as [any Decodable.Type] {
                #expect(throws: JSONSyntaxError.self, "\(type) \(text)") {
                    _ = try decoder.decode(type, from: text)
                }
            }
        }
    }

    @Test func manyTypesCanDecodeOneValue() throws {
        struct Wrapped<Value: Decodable>: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.singleValueContainer().decode(Value.self)
            }
        }
        func decode<Value: Decodable>(_ type: Value.Type, in wrappers: Int) throws {
            if wrappers > 0 { return try decode(Wrapped<Value>.self, in: wrappers - 1) }
            _ = try decoder.decode(type, from: "7")
        }
        try onLargeStack { Result { try decode(Int.self, in: 40) } }.get()
    }

    @Test func manyCaughtErrorsTakeLinearTime() throws {
        struct Lossy: Decodable {
            var bad = 0

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                while !container.isAtEnd {
                    do { _ = try container.decode(DecodedUser.self) } catch {
                        bad += 1
                        _ = try container.superDecoder()
                    }
                }
            }
        }
        let count = Effort.count(20_000)
        let json = "[" + repeatElement("{\"age\":1}", count: count).joined(separator: ",\n") + "]"
        #expect(try decoder.decode(Lossy.self, from: json).bad == count)
    }

    @Test func trialAndErrorDecodingTakesLinearTime() throws {
        indirect enum Tried: Decodable {
            case scalar
            case list([Tried])
            case members([String: Tried])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if (try? container.decode(Int.self)) != nil || (try? container.decode(Date.self)) != nil
                    || (try? container.decode(String.self)) != nil
                    || (try? container.decode(Bool.self)) != nil
                {
                    self = .scalar
                } else if let list = try? container.decode([Tried].self) {
                    self = .list(list)
                } else {
                    self = .members(try container.decode([String: Tried].self))
                }
            }
        }
        var json = "[" + String(repeating: "1,", count: 30_000) + "1]"
        for level in 0..<200 { json = level % 2 == 0 ? "[\(json)]" : "{\"k\":\(json)}" }
        _ = try decoder.decode(Tried.self, from: json)
    }

    @Test func readingCountRepeatedlyTakesLinearTime() throws {
        struct Counted: Decodable {
            var sum = 0

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                while container.currentIndex < container.count ?? 0 { sum += try container.decode(Int.self) }
            }
        }
        let json = "[" + String(repeating: "1,", count: 30_000) + "1]"
        #expect(try decoder.decode(Counted.self, from: json).sum == 30_001)
    }

    @Test func deepCallsOnASmallStackDoNotOverflow() {
        indirect enum Tree: Codable {
            case list([Tree])

            init(from decoder: any Decoder) throws {
                self = .list(try decoder.singleValueContainer().decode([Tree].self))
            }

            func encode(to encoder: any Encoder) throws {
                guard case .list(let list) = self else { return }
                var container = encoder.singleValueContainer()
                try container.encode(list)
            }
        }
        let json = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
        let results = onSmallStack { () -> [Bool] in
            let decoder = ModelDecoder(options: MappingOptions(limits: MappingLimits(depth: 1_024)))
            var isRefused: [Bool] = []
            do { _ = try decoder.decode(Tree.self, from: json) } catch {
                isRefused.append((error as? ModelError)?.code == .limitExceeded)
            }
            var tree = Tree.list([])
            for _ in 0..<1_000 { tree = .list([tree]) }
            do { _ = try ModelEncoder(options: ExportOptions(maxDepth: 1_024)).encode(tree) } catch {
                isRefused.append(error is EncodingError)
            }
            return isRefused
        }
        #expect(results.allSatisfy { $0 })
    }

    /// Values that encode and decode themselves as themselves.
    final class Loop: Codable {
        init() {}
        init(from decoder: any Decoder) throws {
            _ = try decoder.singleValueContainer().decode(Loop.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        }
    }
    final class LoopHolder: ModelObject {
        var loop: Loop?
        override class var archiveName: String { "LoopHolder" }
    }
    final class NumberHolder: ModelObject {
        var loop = 1
        override class var archiveName: String { "LoopHolder" }
    }
    final class HookedLoopHolder: ModelObject {
        var loop: Loop?
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    struct LateLoop: Decodable {
        init(from decoder: any Decoder) throws {
            let missing = try decoder.container(keyedBy: FreeKey.self).superDecoder(forKey: FreeKey("a"))
            _ = try missing.singleValueContainer().decode(Loop.self)
        }
    }

    @Test(.disabled(if: Sanitizer.isOn, "A sanitizer keeps variables elsewhere."))
    func endlessRecursionsEndWithAnError() {
        let holder = LoopHolder()
        holder.loop = Loop()
        let calls: [(name: String, call: () throws -> Void)] = [
            ("decoder", { _ = try ModelDecoder().decode(Loop.self, from: "5") }),
            ("element", { _ = try ModelDecoder().decode([Loop].self, from: "[{}]") }),
            ("missing value", { _ = try ModelDecoder().decode(LateLoop.self, from: "{}") }),
            ("bytes", { _ = try LoopHolder(json: #"{"loop": 5}"#) }),
            ("dictionary", { _ = try LoopHolder(dictionary: ["loop": 5]) }),
            ("hook", { _ = try HookedLoopHolder(json: #"{"loop": [5]}"#) }),
            ("encoder", { _ = try ModelEncoder().encode(Loop()) }),
            ("member", { _ = try ModelEncoder().encode(["a": [Loop()]]) }),
            ("text", { _ = try holder.jsonString() }), ("object", { _ = try holder.jsonObject() }),
            ("model", { _ = try ModelEncoder().encode([holder]) }),
            ("archived value", { _ = try LoopHolder.unarchive(data: NumberHolder().archivedData()) }),
            ("patch", { _ = try holder.mergePatch(since: LoopHolder()) }),
        ]
        for (name, call) in calls {
            let error = onSmallStack { #expect(throws: (any Error).self, "\(name)") { try call() } }
            let modelError = error.flatMap { SmallStackTests.Step.modelError($0) }
            #expect(modelError?.code == .limitExceeded, "\(name): \(error as Any)")
            #expect(modelError?.description.contains("stack of this thread") == true, "\(name)")
        }
    }

    /// The first of two errors that a type catches ends the call.
    @Test(.disabled(if: Sanitizer.isOn, "A sanitizer keeps variables elsewhere."))
    func theFirstCaughtErrorEndsTheCall() {
        struct Caught: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: FreeKey.self)
                _ = try? container.decode(Loop.self, forKey: FreeKey("loop"))
                _ = try? container.decode(Int.self, forKey: FreeKey("number"))
            }
        }
        let error = onSmallStack {
            #expect(throws: ModelError.self) {
                try ModelDecoder().decode(Caught.self, from: #"{"loop": 5, "number": ?}"#)
            }
        }
        #expect(error?.code == .limitExceeded)
        struct CaughtBackwards: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: FreeKey.self)
                _ = try? container.decode(Int.self, forKey: FreeKey("number"))
                _ = try? container.decode(Loop.self, forKey: FreeKey("loop"))
            }
        }
        onSmallStack {
            _ = #expect(throws: JSONSyntaxError.self) {
                try ModelDecoder().decode(CaughtBackwards.self, from: #"{"loop": 5, "number": 01}"#)
            }
        }
    }

    @Test func excessivelyDeepTextIsRejected() {
        indirect enum Tree: Decodable {
            case list([Tree])
            init(from decoder: any Decoder) throws {
                self = .list(try decoder.singleValueContainer().decode([Tree].self))
            }
        }
        for depth in [513, 100_000] {
            let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let errors = [
                #expect(throws: ModelError.self) { try decoder.decode(Tree.self, from: json) },
                #expect(throws: ModelError.self) { try decoder.decode([Int].self, from: json) },
            ]
            #expect(errors.allSatisfy { $0?.code == .limitExceeded })
        }
    }
}
