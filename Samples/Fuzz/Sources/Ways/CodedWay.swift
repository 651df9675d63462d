import Foundation
import ModelObjects

extension Way {
    /// Checks one claim about a graph of models that refer to each other through Codable structs.
    func checkCoded(_ random: inout Random) throws {
        try Linked.madeBy {
            let graph = RandomTies(&random)
            let claims = MappingClaims { graph.description }
            switch random.below(6) {
            case 0, 1: try claims.isExported(graph, isText: random.oneIn(2))
            case 2: try claims.isEncoded(graph)
            case 3: try claims.isArchived(graph)
            case 4: try claims.isComparedAndCopied(graph)
            default: _ = graph.root.debugDescription
            }
        }.takeApart()
    }
}

extension MappingClaims {
    /// The maximum number of nested values for each model on the path to a model.
    private static let valuesPerModel = 4
    private static let maxDepth = 512

    fileprivate func isExported(_ graph: RandomTies, isText: Bool) throws {
        do {
            if isText { _ = try graph.root.jsonString() } else { _ = try graph.root.jsonObject() }
        } catch let error as ModelError {
            return try isAnEnd(error, of: graph)
        }
        try claim(!graph.isCyclic, "a cycle was exported", input: input())
        try claim(graph.depth <= Self.maxDepth, "a graph too deep was exported", input: input())
        if graph.depth < Self.maxDepth / Self.valuesPerModel { try comesBack(graph.root) }
    }

    private func isAnEnd(_ error: ModelError, of graph: RandomTies) throws {
        let isExpected =
            graph.isCyclic
            ? error.code == .cycle || error.code == .limitExceeded
            : error.code == .limitExceeded && graph.depth * Self.valuesPerModel > Self.maxDepth
        try claim(isExpected, "\(error)", input: input())
    }

    fileprivate func isEncoded(_ graph: RandomTies) throws {
        let data: Data
        do {
            data = try JSONEncoder().encode(graph.root)
        } catch {
            let mayFail = graph.isCyclic || graph.depth * Self.valuesPerModel > Self.maxDepth
            return try claim(mayFail, "JSONEncoder: \(error)", input: input())
        }
        try claim(!graph.isCyclic, "a cycle was encoded", input: input())
        guard graph.depth < Self.maxDepth / Self.valuesPerModel else { return }
        let back = try JSONDecoder().decode(Tie.self, from: data)
        try same(graph.root, back, "JSONDecoder gives another object")
    }

    fileprivate func isArchived(_ graph: RandomTies) throws {
        let data: Data
        do {
            data = try graph.root.archivedData()
        } catch {
            // An archive stores a struct in its Codable form, with its content, which may be a cycle or too deep.
            let mayFail = graph.isCyclic || graph.depth * Self.valuesPerModel > 128
            return try claim(mayFail, "\(error)", input: input())
        }
        let back = try Tie.unarchive(data: data)
        try same(graph.root, back, "another graph came back")
    }

    fileprivate func isComparedAndCopied(_ graph: RandomTies) throws {
        let copy = graph.root.copy()
        try same(graph.root, copy, "a copy is unequal")
        try claim(graph.root.hashValue == copy.hashValue, "a copy has another hash", input: input())
        let changes = copy.changes(since: graph.root)
        try claim(changes.isEmpty, "a copy has changes: \(changes.map(\.path))", input: input())
        copy.name = "other"
        try claim(graph.root != copy, "models with other names are equal", input: input())
        try claim(!copy.changes(since: graph.root).isEmpty, "another name is no change", input: input())
    }
}
