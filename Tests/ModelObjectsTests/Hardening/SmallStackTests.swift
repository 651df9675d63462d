import Foundation
import ModelObjects
import Testing

/// A recursion that doesn't fit on a thread's stack ends with an error.
struct SmallStackTests {
    /// The operations that recurse as deep as their input.
    enum Step: CaseIterable {
        case bytes, hookedBytes, inspection, untyped, dictionary, hookedDictionary, untypedDictionary,
            decoder, links
        case linksFromDecoder, linksFromDictionary, string, object, hookedObject, jsonEncoder, linksToString
        case linksToEncoder, archive, unarchive, archivedStruct, unarchivedStruct, identity
        case mergePatch, jsonPatch, mergePatched, jsonPatched, mergePatchedInside, jsonPatchedInside

        /// Returns the operation, with its input created beforehand on a stack that is large enough.
        func work(_ depth: Int) throws -> @Sendable () throws -> Void {
            func nested(_ opening: String, _ closing: String) -> String {
                String(repeating: opening, count: depth) + "{}" + String(repeating: closing, count: depth)
            }
            let chain = nested(#"{"next":"#, "}")
            let links = nested(#"{"link":{"to":"#, "}}")
            let arrays = #"{"any":\#(nested("[", "]"))}"#
            let objects = #"{"any":\#(nested(#"{"a":"#, "}"))}"#
            let innermost = String(repeating: "/a", count: depth)
            func dictionary(_ json: String) throws -> [String: Any] {
                try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
            }
            nonisolated(unsafe) let dictionaries = try (
                dictionary(chain), dictionary(links), dictionary(arrays)
            )
            nonisolated(unsafe) let node = try DeepLink(json: chain)
            nonisolated(unsafe) let hooked = try HookedDeepLink(json: chain)
            nonisolated(unsafe) let linked = LinkedNode.chain(depth)
            nonisolated(unsafe) let holder = try UntypedHolder(json: arrays)
            nonisolated(unsafe) let patched = try UntypedHolder(json: objects)
            nonisolated(unsafe) let list = NestedListHolder()
            list.list = NestedList(depth: depth)
            let archive = try self == .unarchive ? holder.archivedData() : list.archivedData()
            return {
                switch self {
                case .bytes: _ = try DeepLink(json: chain)
                case .hookedBytes: _ = try HookedDeepLink(json: chain)
                case .inspection: if let error = DeepLink.inspect(json: chain).report.error { throw error }
                case .untyped: _ = try UntypedHolder(json: arrays)
                case .dictionary: _ = try DeepLink(dictionary: dictionaries.0)
                case .hookedDictionary: _ = try HookedDeepLink(dictionary: dictionaries.0)
                case .untypedDictionary: _ = try UntypedHolder(dictionary: dictionaries.2)
                case .decoder: _ = try JSONDecoder().decode(DeepLink.self, from: Data(chain.utf8))
                case .links: _ = try LinkedNode(json: links)
                case .linksFromDecoder: _ = try JSONDecoder().decode(LinkedNode.self, from: Data(links.utf8))
                case .linksFromDictionary: _ = try LinkedNode(dictionary: dictionaries.1)
                case .string: _ = try node.jsonString()
                case .object: _ = try node.jsonObject()
                case .hookedObject: _ = try hooked.jsonObject()
                case .jsonEncoder: _ = try JSONEncoder().encode(node)
                case .linksToString: _ = try linked.jsonString()
                case .linksToEncoder: _ = try JSONEncoder().encode(linked)
                case .archive: _ = try holder.archivedData()
                case .unarchive: _ = try UntypedHolder.unarchive(data: archive)
                case .archivedStruct: _ = try list.archivedData()
                case .unarchivedStruct: _ = try NestedListHolder.unarchive(data: archive)
                case .identity:
                    #expect(linked == linked.copy() && linked.changes(since: linked.copy()).isEmpty)
                    #expect(!linked.debugDescription.isEmpty && linked.hashValue == linked.copy().hashValue)
                case .mergePatch: _ = try node.mergePatch(since: DeepLink())
                case .jsonPatch: _ = try node.jsonPatch(since: DeepLink())
                case .mergePatched: try patched.apply(mergePatch: #"{"any":{"b":1}}"#)
                case .jsonPatched: try patched.apply(jsonPatch: "[]")
                case .mergePatchedInside: try patched.apply(mergePatch: objects)
                case .jsonPatchedInside:
                    // A value that is always another one.
                    let value = Int.random(in: 0..<1 << 30)
                    try patched.apply(
                        jsonPatch: #"[{"op":"add","path":"/any\#(innermost)/b","value":\#(value)}]"#)
                }
            }
        }

        /// Whether Foundation reads the whole text first, with a recursion that doesn't check the stack.
        var startsInFoundation: Bool { self == .decoder || self == .linksFromDecoder }

        /// The ModelError of a step, either thrown directly or inside a coder's error.
        static func modelError(_ error: any Error) -> ModelError? {
            switch error {
            case DecodingError.dataCorrupted(let context): context.underlyingError as? ModelError
            case EncodingError.invalidValue(_, let context): context.underlyingError as? ModelError
            default: error as? ModelError
            }
        }
    }

    @Test(
        .disabled(if: Sanitizer.isOn, "Between two checks, a sanitizer's frames take more than the reserve."),
        arguments: Step.allCases)
    func everyStepSucceedsOrReportsTheLimit(step: Step) throws {
        let depths = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 15, 16, 17, 18, 24, 40, 60, 90, 118]
        for depth in Effort.some(of: depths, atLeast: 4) {
            let work = try onLargeStack { Result { try step.work(depth) } }.get()
            for kilobytes in [64, 128, 256, 512] where !step.startsInFoundation || depth < kilobytes / 2 {
                let error = onStack(kilobytes: kilobytes) { () -> (any Error)? in
                    do {
                        try work()
                        return nil
                    } catch {
                        return error
                    }
                }
                guard let error else { continue }
                let modelError = Step.modelError(error)
                #expect(modelError?.code == .limitExceeded, "\(step), \(depth) levels, \(kilobytes) KB")
                #expect(
                    modelError?.description.contains("stack of this thread") == true
                        && modelError?.description.contains("than 0") == false, "\(modelError as Any)")
            }
            #expect(throws: Never.self, "\(step), \(depth) levels") {
                try onLargeStack { Result { try work() } }.get()
            }
        }
    }

    /// The path leads to the rejected value.
    @Test(.disabled(if: Sanitizer.isOn, "A sanitizer keeps variables elsewhere."))
    func aDeepDictionaryIsRejectedWithItsPath() throws {
        nonisolated(unsafe) var value: Any = 1
        for _ in 0..<500 { value = ["a": value] }
        let error = onStack(left: 48) {
            #expect(throws: ModelError.self) { try UntypedHolder(dictionary: ["any": value]) }
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.path.hasPrefix("$.any.a.a") == true)
        let levels = error?.codingPath.count ?? 0
        #expect(error?.expected == "a depth for which the stack of this thread has room")
        let start =
            "Nested deeper than \(levels) levels, too deep for the stack of this thread, at $.any.a.a."
        #expect(error?.description.hasPrefix(start) == true)
        #expect(error?.description.hasSuffix(".a.a.") == true && error?.description.contains(".a….a") == true)
    }
}

/// A Codable value of any depth.
struct NestedList: Codable {
    var inner: [NestedList] = []

    init(depth: Int) {
        // An array and an object for each level.
        for _ in 0..<(depth / 2) { self = NestedList(inner: [self]) }
    }

    private init(inner: [NestedList]) { self.inner = inner }
}

final class NestedListHolder: ModelObject {
    var list: NestedList?
}
