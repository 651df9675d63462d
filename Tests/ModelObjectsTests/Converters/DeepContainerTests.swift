import Foundation
import ModelObjects
import Testing

/// Containers that a loop opens inside each other, which needs no recursion of the type.
struct DeepContainerTests {
    enum Way: String, CaseIterable, Sendable {
        case lists, objects, objectsTwice, superEncoders, superEncodersOfLists, continued
    }

    /// A value that opens containers and keeps the encoder of the innermost one.
    final class Deep: Codable {
        var way = Way.lists
        var depth = 0
        var kept: [Any] = []

        init(_ way: Way, depth: Int) { (self.way, self.depth) = (way, depth) }
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            depth = 1
            while !list.isAtEnd {
                list = try list.nestedUnkeyedContainer()
                depth += 1
            }
            kept = [list]
        }

        func encode(to encoder: any Encoder) throws {
            var encoder = encoder
            switch way {
            case .lists:
                var list = encoder.unkeyedContainer()
                for _ in 1..<depth { list = list.nestedUnkeyedContainer() }
                kept = [list]
            case .objects, .objectsTwice, .continued:
                var object = encoder.container(keyedBy: FreeKey.self)
                for level in 1..<depth {
                    var next = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("a"))
                    if way == .objectsTwice {
                        next = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("a"))
                    } else if way == .continued {
                        try object.encode(level, forKey: FreeKey("a"))
                        next = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("a"))
                    }
                    object = next
                }
                kept = [object]
            case .superEncoders:
                for _ in 1..<depth {
                    var object = encoder.container(keyedBy: FreeKey.self)
                    encoder = object.superEncoder(forKey: FreeKey("a"))
                }
                kept = [encoder.container(keyedBy: FreeKey.self)]
            case .superEncodersOfLists:
                for _ in 1..<depth {
                    var list = encoder.unkeyedContainer()
                    encoder = list.superEncoder()
                }
                kept = [encoder.unkeyedContainer()]
            }
        }
    }

    final class Holder: ModelObject { var value: Deep? }

    /// The encoders are released during the call, or after it because the value keeps the innermost one.
    @Test(arguments: Effort.some(of: Way.allCases, atLeast: 3))
    func releasingThemDoesNotOverflowASmallStack(way: Way) {
        for depth in [1_000, 5_000] {
            let isEnded = onSmallStack {
                let options = ExportOptions(maxDepth: 1_024)
                for keeps in [false, true] {
                    let holder = Holder()
                    let value = Deep(way, depth: depth)
                    holder.value = value
                    _ = try? ModelEncoder(options: options).encode(value)
                    if !keeps { value.kept = [] }
                    _ = try? holder.jsonString(options: options)
                    if !keeps { value.kept = [] }
                    _ = try? holder.archivedData()
                    value.kept = []
                }
                return true
            }
            #expect(isEnded)
        }
    }

    @Test(arguments: Way.allCases) func oneLimitHolds(way: Way) throws {
        func isAllowed(_ value: some Encodable, _ maxDepth: Int) -> Bool {
            (try? ModelEncoder(options: ExportOptions(maxDepth: maxDepth)).encode(value)) != nil
        }
        for depth in [1, 2, 3, 20] {
            #expect(
                isAllowed(Deep(way, depth: depth), depth) && !isAllowed(Deep(way, depth: depth), depth - 1))
        }
    }

    private struct Empty: Codable {}

    private struct Unused: Encodable {
        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            _ = list.superEncoder()
        }
    }

    @Test func aValueThatEncodesNothingIsALevel() {
        func isAllowed(_ value: some Encodable, _ maxDepth: Int) -> Bool {
            (try? ModelEncoder(options: ExportOptions(maxDepth: maxDepth)).encode(value)) != nil
        }
        #expect(isAllowed([[Empty()]], 3) && !isAllowed([[Empty()]], 2))
        #expect(isAllowed(Unused(), 2) && !isAllowed(Unused(), 1))
    }

    /// Writes a dictionary as its single value, and then adds a member to it.
    private struct Extended: Encodable {
        let more: [[Int]]

        enum CodingKeys: CodingKey { case more }

        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            try single.encode(["first": 1])
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(more, forKey: .more)
        }
    }

    @Test func anObjectThatIsOpenedAgainIsALevel() throws {
        func isAllowed(_ value: some Encodable, _ maxDepth: Int) -> Bool {
            (try? ModelEncoder(options: ExportOptions(maxDepth: maxDepth)).encode(value)) != nil
        }
        let value = Extended(more: [[1]])
        #expect(
            try String(decoding: ModelEncoder().encode(value), as: UTF8.self) == #"{"first":1,"more":[[1]]}"#)
        #expect(isAllowed(value, 3) && !isAllowed(value, 2))
        #expect(isAllowed([value, value], 4) && !isAllowed([value, value], 3))
    }

    @Test(arguments: Way.allCases) func archivesLimitThem(way: Way) throws {
        func error(depth: Int) -> ModelError? {
            let holder = Holder()
            holder.value = Deep(way, depth: depth)
            do {
                _ = try holder.archivedData()
                return nil
            } catch {
                return error as? ModelError
            }
        }
        #expect(error(depth: 100) == nil)
        for depth in [200, 5_000] {
            let error = error(depth: depth)
            #expect(error?.code == .limitExceeded && error?.path == "$.objects[0].value")
        }
    }

    @Test(arguments: [128, 512]) func releasingDecodersDoesNotOverflowASmallStack(kilobytes: Int) throws {
        let json = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
        let decoder = ModelDecoder(options: MappingOptions(limits: MappingLimits(depth: 1_024)))
        let value = try onLargeStack { Result { try decoder.decode(Deep.self, from: json) } }.get()
        #expect(value.depth == 1_000)
        let isEnded = onStack(kilobytes: kilobytes) {
            value.kept = []
            return true
        }
        #expect(isEnded)
    }
}
