import Foundation
import Testing

@testable import ModelObjects

struct ExportLimitsTests {
    @Test func cycleErrorsNameThePath() {
        let root = chain(3)
        root.next?.next?.next = root.next
        for export in [{ try root.jsonObject() as Any }, { try root.jsonData() as Any }] {
            let error = exportError(export)
            #expect(error?.code == .cycle)
            #expect(error?.path == "$.next.next.next")
            #expect(
                error?.description
                    == "Cannot export a cycle: ExportedNode refers to itself at $.next.next.next."
            )
        }
        root.next?.next?.next = nil
    }

    @Test(arguments: ["self", "children", "byName", "any", "array"])
    func cyclesAreFoundInEveryContainer(way: String) {
        let node = ExportedNode()
        defer {
            node.next = nil
            node.children = []
            node.byName = [:]
            node.any = nil
        }
        let path: String
        switch way {
        case "children": (node.children, path) = ([ExportedNode(), node], "$.children[1]")
        case "byName": (node.byName, path) = (["a b": node], #"$.byName["a b"]"#)
        case "any": (node.any, path) = ([["k": node]], "$.any[0].k")
        default: (node.next, path) = (node, "$.next")
        }
        if way == "array" {
            #expect(exportError { try ExportedNode.jsonData([ExportedNode(), node]) }?.path == "$[1].next")
            #expect(exportError { try ExportedNode.jsonObject([ExportedNode(), node]) }?.path == "$[1].next")
            return
        }
        #expect(exportError { try node.jsonData() }?.path == path)
        #expect(exportError { try node.jsonObject() }?.path == path)
        #expect(exportError { try node.jsonObject() }?.code == .cycle)
    }

    @Test(
        .hasSmallFrames,
        arguments: [
            (1, 1, true), (2, 1, false), (512, 512, true), (513, 512, false), (1024, 5000, true),
            (1025, 5000, false),
        ])
    func depthCountsObjects(count: Int, maxDepth: Int, fits: Bool) {
        final class Link: ModelObject { var next: Link? }
        let root = Link()
        var last = root
        for _ in 1..<count {
            let link = Link()
            last.next = link
            last = link
        }
        let options = options { $0.maxDepth = maxDepth }
        for export in [
            { try root.jsonObject(options: options) as Any },
            { try root.jsonString(options: options) as Any },
        ] {
            let error = exportError(export)
            #expect((error == nil) == fits)
            if !fits { #expect(error?.code == .limitExceeded) }
        }
    }

    @Test func depthLimitErrorsNameThePath() {
        let error = exportError { try chain(3).jsonData(options: options { $0.maxDepth = 2 }) }
        #expect(error?.description == "Nested deeper than 2 levels at $.next.next.")
    }

    @Test func untypedValuesCountTowardTheDepthLimit() {
        let node = ExportedNode()
        node.any = (0..<600).reduce(1 as Any) { value, _ in [value] }
        #expect(exportError { try node.jsonData() }?.code == .limitExceeded)
        #expect(exportError { try node.jsonObject() }?.code == .limitExceeded)
    }

    /// A thread of an Apple thread pool has a stack of 512 KB.
    @Test(
        .disabled(if: Sanitizer.isThread, "Recorded allocation stacks 1,000 levels deep take 24 GB."),
        arguments: [512, 16 << 10])
    func deepGraphsDoNotOverflowASmallStack(kilobytes: Int) async {
        let outcomes = await onThread(stackSize: (kilobytes << 10) * Sanitizer.stackFactor) {
            DeepGraph.allCases.flatMap { kind in
                // Each level takes at least a kilobyte of stack, so 500 levels do not fit the small one.
                let root = kind.make(levels: Effort.count(1_000, atLeast: kilobytes > 512 ? 150 : 500))
                let options = options { $0.maxDepth = 5000 }
                return [
                    exportError { try root.jsonData(options: options) }?.code,
                    exportError { try root.jsonObject(options: options) }?.code,
                ]
            }
        }
        for outcome in outcomes { #expect(outcome == nil || outcome == .limitExceeded) }
        if kilobytes >= 16 << 10 { #expect(outcomes.allSatisfy { $0 == nil }) }
    }

    private func onThread<Result: Sendable>(
        stackSize: Int, _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: body()) }
            thread.stackSize = stackSize
            thread.start()
        }
    }

    // MARK: Values that cannot be exported

    /// A hook's result takes the place of its object, so the next property starts at the same level.
    @Test(arguments: [(3, "$.next[0][0]"), (4, "$.next[0][0][0]"), (5, nil)])
    func objectsWithAnExportHookLeaveTheirLevel(maxDepth: Int, path: String?) {
        final class Hooked: ModelObject {
            var id = 1
            override func didExport(_ dictionary: inout [String: Any]) { dictionary["more"] = 2 }
        }
        final class Holder: ModelObject {
            var hooked = (0..<5).map { _ in Hooked() }
            var next = [[[[1]]]]
        }
        let options = ExportOptions(maxDepth: maxDepth)
        #expect(exportError { try Holder().jsonData(options: options) }?.path == path)
        #expect(exportError { try Holder().jsonObject(options: options) }?.path == path)
    }

    /// An object or array that a path makes is a level only for what it contains, not for the members after it.
    @Test func objectsAndArraysOfPathsLeaveTheirLevel() throws {
        final class Page: ModelObject {
            var author = "a"
            var first = 1
            var title = "t"
            override class var propertyRules: [String: PropertyRule] {
                ["author": .key("meta.author"), "first": .key("list.0"), "title": .key("info.title")]
            }
        }
        let json = #"{"meta":{"author":"a"},"list":[1],"info":{"title":"t"}}"#
        #expect(try Page().jsonString(options: ExportOptions(maxDepth: 2)) == json)
        #expect(exportError { try Page().jsonString(options: ExportOptions(maxDepth: 1)) } != nil)
    }

    /// Exports to text and to dictionaries have the same limit.
    @Test func codableValuesCountTowardTheDepthLimit() {
        struct Part: Codable {
            var rows = [[1, 2]]
            var text = "[[[[\"{"
        }
        final class Holder: ModelObject {
            var part = Part()
            var list: [Part] = []
        }
        let holder = Holder()
        for (depth, path) in [(1, "$.part"), (2, "$.part.rows"), (3, "$.part.rows[0]"), (4, nil)] {
            let options = ExportOptions(maxDepth: depth)
            for error in [
                exportError { try holder.jsonObject(options: options) },
                exportError { try holder.jsonData(options: options) },
                exportError { try Holder.jsonData([holder], options: ExportOptions(maxDepth: depth + 1)) },
            ] {
                #expect((error?.code == .limitExceeded) == (path != nil), "\(depth)")
                if let path { #expect(error?.path.hasSuffix(path.dropFirst()) == true, "\(depth)") }
            }
        }
        holder.list = [Part()]
        let options = ExportOptions(except: ["part"], maxDepth: 4)
        #expect(exportError { try holder.jsonData(options: options) }?.path == "$.list[0].rows[0]")
    }

    @Test func unexportableValuesGiveErrorsWithTheirPath() {
        struct ReadOnly: Decodable { var x = 1 }
        final class Holder: ModelObject {
            var list: [ReadOnly] = []
            var date = Date(timeIntervalSince1970: 0)
            var point: [ExportedPoint] = []
        }
        let holder = Holder()
        holder.list = [ReadOnly()]
        #expect(
            exportError { try holder.jsonData() }?.description
                == "Cannot export ReadOnly at $.list[0]: it is Decodable, but not Encodable.")
        holder.list = []
        holder.date = .distantFuture.addingTimeInterval(1e14)
        #expect(exportError { try holder.jsonData() }?.code == .notExportable)
        #expect(exportError { try holder.jsonObject() }?.path == "$.date")
        holder.date = Date(timeIntervalSince1970: .nan)
        #expect(exportError { try holder.jsonData() }?.code == .notFinite)
        #expect(throws: Never.self) { try holder.jsonData(options: options { $0.notFinite = .omit }) }
        holder.date = Date(timeIntervalSince1970: 0)
        holder.point = [ExportedPoint(x: .nan)]
        #expect(exportError { try holder.jsonData() }?.code == .notFinite)
        #expect(exportError { try holder.jsonData() }?.path == "$.point[0].x")
    }

    final class Ratios: ModelObject {
        var byName: [String: Double] = [:]
        var nested: [String: [String: Double]] = [:]
    }

    /// Of several values that can't be exported, that of the first key is named.
    @Test func errorsInDictionariesNameTheFirstKey() {
        let ratios = Ratios()
        ratios.byName = ["c": 1, "z": .nan, "b": .infinity, "f": .nan, "a": 2, "é": .nan]
        #expect(exportError { try ratios.jsonData() }?.path == "$.byName.b")
        #expect(exportError { try ratios.jsonObject() }?.path == "$.byName.b")
        (ratios.byName, ratios.nested) = (
            [:], ["z": ["a": .nan], "m": ["n": .nan, "b": .nan], "c": ["d": 1]]
        )
        #expect(exportError { try ratios.jsonData() }?.path == "$.nested.m.b")
    }

    /// If each level looked for its own first error in all of the levels below, these would take years.
    @Test func errorsInDeepDictionariesTakeLittleTime() {
        let last = Tree()
        last.any = Double.nan
        let (byName, groups) = (0..<100).reduce((last, last)) { inner, _ in
            let (byName, groups) = (Tree(), Tree())
            byName.byName = ["a": inner.0, "b": inner.0]
            groups.groups = ["a": [inner.1], "b": [inner.1]]
            return (byName, groups)
        }
        #expect(exportError { try byName.jsonData() }?.code == .notFinite)
        #expect(exportError { try groups.jsonData() }?.code == .notFinite)
        #expect(exportError { try groups.jsonObject() }?.code == .notFinite)
    }

    private final class Trees: ModelObject {
        var byName: [String: Tree] = [:]
        var optionals: [String: Tree?] = [:]
    }

    /// Other members hold the same model, which is no cycle.
    @Test func errorsInDictionariesOfModelsNameTheFirstKey() {
        let tree = Tree()
        tree.any = Double.nan
        let trees = Trees()
        for number in 0..<20 {
            let outer = Tree()
            outer.next = tree
            trees.byName["b\(number)"] = outer
        }
        trees.byName["a"] = tree
        #expect(exportError { try trees.jsonData() }?.path == "$.byName.a.any")
        #expect(exportError { try trees.jsonObject() }?.path == "$.byName.a.any")
        (trees.optionals, trees.byName) = (trees.byName, [:])
        #expect(exportError { try trees.jsonData() }?.path == "$.optionals.a.any")
        #expect(exportError { try trees.jsonObject() }?.path == "$.optionals.a.any")
    }
}

private class Tree: ModelObject {
    var next: Tree?
    var nodes: [Tree] = []
    var byName: [String: Tree] = [:]
    var groups: [String: [Tree]] = [:]
    var any: Any?
}

private final class HookedTree: Tree {
    override func exportedValue(_ value: Any, property: String) -> Any? { value }
}

/// The kinds of deep graphs.
private enum DeepGraph: CaseIterable {
    case next, nodes, byName, any, anyArray, hooked, hookedArray

    func make(levels: Int) -> Tree {
        let root = self == .hooked || self == .hookedArray ? HookedTree() : Tree()
        var last = root
        var level = 2
        while level < levels {
            let tree = type(of: root).init()
            level += 1
            switch self {
            case .next, .hooked: last.next = tree
            case .any: last.any = tree
            case .nodes, .hookedArray: last.nodes = [tree]
            case .byName: last.byName = ["k": tree]
            case .anyArray: last.any = [tree]
            }
            if last.next == nil, self != .any { level += 1 }
            last = tree
        }
        return root
    }
}
