/// A problem as the mapper notes it: its path is computed on demand.
///
/// A class, so that "no problem", the result for nearly every object, is a null reference.
final class ProblemRecord: Sendable {
    /// The maximum number of problems that a call keeps, unless it is for an audit; the rest are counted.
    static let limit = 100

    /// The problem without its path and its position.
    let problem: MappingProblem
    let location: PayloadLocation
    let rejects: Bool
    /// The further reasons for which the same object is rejected.
    ///
    /// `ObjectMapper.add` records them after this one.
    let others: [ProblemRecord]

    init(
        _ problem: MappingProblem, at location: PayloadLocation, rejects: Bool = false,
        others: [ProblemRecord] = []
    ) {
        (self.problem, self.location, self.rejects, self.others) = (problem, location, rejects, others)
    }

    // Never inlined: problems are rare, and recorded in many places.
    @inline(never)
    convenience init(
        code: ModelError.Code, location: PayloadLocation, expected: String, found: String,
        value: String? = nil, action: MappingProblem.Action, rejects: Bool = false,
        underlyingError: (any Error)? = nil, headline: Headline? = nil
    ) {
        let problem = MappingProblem(
            code: code, expected: expected, found: found, value: value, action: action, line: nil,
            column: nil, underlyingError: underlyingError, components: [], headline: headline)
        self.init(problem, at: location, rejects: rejects)
    }
}

/// A converter threw an error, so the object with the value is rejected.
struct ConverterFailure: Error {
    let problem: ProblemRecord
}

extension ProblemRecord {
    /// This problem and the further reasons for which the same object is rejected.
    var all: [ProblemRecord] { [self] + others }

    func rejecting(_ rejects: Bool) -> ProblemRecord {
        ProblemRecord(
            problem, at: location, rejects: rejects, others: others.map { $0.rejecting(rejects) })
    }

    /// The problem alone, at another location.
    func copy(at location: PayloadLocation, rejects: Bool) -> ProblemRecord {
        ProblemRecord(problem, at: location, rejects: rejects)
    }

    /// The problems as one, the first with the others; nil if there are none.
    static func joined(_ problems: [ProblemRecord]) -> ProblemRecord? {
        guard problems.count > 1, let first = problems.first else { return problems.first }
        return ProblemRecord(
            first.problem, at: first.location, rejects: first.rejects, others: Array(problems.dropFirst()))
    }
}
