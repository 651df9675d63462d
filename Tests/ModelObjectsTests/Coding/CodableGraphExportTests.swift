import Foundation
import ModelObjects
import Testing

/// Every encoder detects cycles and excessive depth through Codable structs.
struct CodableGraphExportTests {
    enum Output: CaseIterable {
        case string, object, pretty, jsonEncoder, propertyListEncoder

        func make(_ node: LinkedNode) throws {
            switch self {
            case .string: _ = try node.jsonString()
            case .object: _ = try node.jsonObject()
            case .pretty: _ = try node.jsonString(options: options { $0.pretty = true })
            case .jsonEncoder: _ = try JSONEncoder().encode(node)
            case .propertyListEncoder: _ = try PropertyListEncoder().encode(node)
            }
        }

        /// The error that the output throws, or the ModelError inside an EncodingError.
        func error(_ node: LinkedNode) -> ModelError? {
            do {
                try make(node)
                return nil
            } catch EncodingError.invalidValue(_, var context) {
                #expect(self == .jsonEncoder || self == .propertyListEncoder)
                // PropertyListEncoder wraps errors that it did not throw itself.
                if case .invalidValue(_, let inner)? = context.underlyingError as? EncodingError {
                    context = inner
                }
                let error = context.underlyingError as? ModelError
                // If Foundation itself rejects the value, there is no ModelError.
                #expect(
                    error == nil
                        || context.codingPath.map(\.stringValue) == error?.codingPath.map(\.stringValue))
                return error
            } catch {
                #expect(self != .jsonEncoder && self != .propertyListEncoder)
                return error as? ModelError
            }
        }
    }

    @Test(arguments: Output.allCases, LinkedNode.Place.allCases)
    func cycleErrorsNameThePath(output: Output, place: LinkedNode.Place) {
        for type in [LinkedNode.self, HookedLinkedNode.self] {
            let node = type.init()
            defer { node.unlink() }
            node.hold(node, in: place)
            let error = output.error(node)
            #expect(error?.code == .cycle)
            #expect(error?.path == place.path)
            #expect(
                error?.description
                    == "Cannot export a cycle: \(type) refers to itself at \(place.path)."
            )
        }
    }

    @Test(arguments: Output.allCases) func aCycleOfSeveralObjectsIsFound(output: Output) {
        let (first, second, third) = (LinkedNode(), LinkedNode(), LinkedNode())
        defer { third.unlink() }
        first.hold(second, in: .links)
        second.hold(third, in: .link)
        third.hold(second, in: .byKey)
        let error = output.error(first)
        #expect(error?.code == .cycle)
        #expect(error?.path == "$.links[0].to.link.to.byKey.k.to")
    }

    /// The root is a Codable value, so the encoder starts before the first model.
    @Test func aCycleBelowACodableRootIsFound() {
        let node = LinkedNode()
        defer { node.unlink() }
        node.hold(node, in: .link)
        let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode([NodeLink(to: node)]) }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect((context.underlyingError as? ModelError)?.code == .cycle)
        #expect((context.underlyingError as? ModelError)?.path == "$[0].to.link.to")
    }

    @Test(arguments: Output.allCases, LinkedNode.Place.allCases)
    func overlongChainsAreRejected(output: Output, place: LinkedNode.Place) {
        let node = LinkedNode.chain(Effort.count(2_000, atLeast: 260), in: place)
        #expect(onLargeStack { output.error(node)?.code } == .limitExceeded)
    }

    /// Every level counts, including those of structs: 256 nodes with their links are 511 levels.
    @Test(arguments: [(255, true), (256, true), (257, false)])
    func structsCountAsLevels(count: Int, fits: Bool) {
        let node = LinkedNode.chain(count)
        for output in Output.allCases {
            let code = onLargeStack { output.error(node)?.code }
            #expect(code == (fits ? nil : .limitExceeded), "\(output)")
            // The limit of Foundation's JSONEncoder is one level lower.
            guard fits, count < 256 || output != .jsonEncoder else { continue }
            let result = onLargeStack { Result { try output.make(node) } }
            #expect(throws: Never.self, "\(output)") { try result.get() }
        }
    }

    @Test(arguments: Output.allCases) func smallStacksDoNotOverflow(output: Output) {
        for place in LinkedNode.Place.allCases {
            let node = LinkedNode.chain(250, in: place)
            let code = onSmallStack { output.error(node)?.code }
            #expect(code == nil || code == .limitExceeded, "\(place)")
        }
    }

    @Test(arguments: Output.allCases) func aSharedObjectIsNotACycle(output: Output) {
        let (root, shared) = (LinkedNode(), LinkedNode())
        shared.name = "shared"
        root.links = [NodeLink(to: shared), NodeLink(to: shared)]
        root.link = NodeLink(to: shared)
        #expect(throws: Never.self) { try output.make(root) }
    }

    /// An export that a struct's `encode(to:)` starts is a separate export.
    @Test func exportsInsideEncodeAreIndependent() throws {
        struct Summary: Codable {
            unowned let owner: SummaryNode
            init(owner: SummaryNode) { self.owner = owner }
            init(from decoder: any Decoder) throws { throw CancellationError() }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(owner.jsonString(options: options { $0.only = ["name"] }))
            }
        }
        final class SummaryNode: ModelObject {
            var name = "a"
            var summary: Summary?
        }
        let node = SummaryNode()
        node.summary = Summary(owner: node)
        #expect(try node.jsonString() == #"{"name":"a","summary":"{\"name\":\"a\"}"}"#)
    }

    /// A struct that passes its encoder to a model.
    @Test func aStructCanPassItsEncoderToAModel() throws {
        struct Wrapper: Codable {
            let node: WrappedNode
            init(_ node: WrappedNode) { self.node = node }
            init(from decoder: any Decoder) throws { node = try WrappedNode(from: decoder) }
            func encode(to encoder: any Encoder) throws { try node.encode(to: encoder) }
        }
        final class WrappedNode: ModelObject {
            var name = "a"
            var wrapper: Wrapper?
        }
        let node = WrappedNode()
        node.wrapper = Wrapper(WrappedNode())
        #expect(try node.jsonString() == #"{"name":"a","wrapper":{"name":"a"}}"#)
        #expect(throws: Never.self) { try node.archivedData() }
        node.wrapper = Wrapper(node)
        defer { node.wrapper = nil }
        for make in [{ try node.jsonString() as Any }, { try node.archivedData() as Any }] {
            let error = #expect(throws: ModelError.self) { try make() }
            #expect(error?.code == .cycle)
        }
    }
}
