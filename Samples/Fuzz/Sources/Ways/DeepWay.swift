import Foundation
import ModelObjects

extension Way {
    /// Checks a document with many levels for one of the classes that look ahead in it.
    func checkDeep(_ random: inout Random) throws {
        let input = DeepTrees(&random)
        switch random.below(5) {
        case 0: try check(input, &random, Nest.self)
        case 1: try check(input, &random, PathNest.self)
        case 2: try check(input, &random, KindNest.self)
        case 3: try check(input, &random, ChosenNest.self)
        default: try check(input, &random, HookedNest.self)
        }
    }

    private func check<Model: Nesting>(_ input: DeepTrees, _ random: inout Random, _ type: Model.Type) throws
    {
        let claims = MappingClaims { "\(type): \(input.description)" }
        let data = Data(input.tree.bytes)
        let question = random.below(6)
        try claims.takesTimeInProportion(to: data.count) {
            let plain = try? Model.model(json: data)
            switch question {
            case 0:
                let (inspected, report) = Model.inspect(json: data)
                try claims.same(plain, inspected, "inspect made something else")
                return report.description.utf8.count
            case 1:
                let strict = try? Model.model(json: data, options: .strict)
                let (inspected, report) = Model.inspect(json: data, options: .strict)
                try claims.same(strict, inspected, "inspect made something else in strict mode")
                return report.description.utf8.count
            case 2:
                let model = Model()
                do {
                    try model.update(json: data, options: .strict)
                } catch {
                    try claims.same(model, Model(), "a failed update changed something")
                }
            case 3:
                guard !input.tree.repeatsKeys, let dictionary = input.tree.swift as? [String: Any] else {
                    break
                }
                try claims.same(
                    plain, try? Model.model(dictionary: dictionary), "the dictionary gives something else")
            case 4:
                if Model.comesBack, let plain { try claims.comesBack(plain) }
            default:
                let array = try? Model.array(json: Data("[".utf8) + data + Data("]".utf8))
                try claims.same(plain, array?.first, "an element is another object")
            }
            return 0
        }
    }
}

extension MappingClaims {
    /// The processor time is bounded by the size of the input and of the step's output.
    ///
    /// A report names each key by its path, so the report of a deep document is longer than the document. The bound
    /// is about fifty times the cost of a few passes, so it also holds on a busy machine. Work that grows with the
    /// square of the size, or with size times depth, exceeds it for large inputs.
    ///
    /// - Parameter step: Returns the number of bytes that it output.
    fileprivate func takesTimeInProportion(to bytes: Int, _ step: () throws -> Int) throws {
        let start = clock()
        let output = try step()
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        let bound = 0.05 + 1e-6 * Double(bytes + output)
        try claim(seconds < bound, "\(seconds) s for \(bytes) bytes, more than \(bound)", input: input())
    }
}
