import Foundation

/// A row group of the report: one payload, and the contenders that do the same job with it.
struct Comparison: Sendable {
    let title: String
    /// The contenders whose time the others are given as multiples of; a column each.
    let baselines: [String]
    let measuresMemory: Bool
    let payload: @Sendable (_ arguments: Arguments) throws -> Data
    let contenders: @Sendable (_ payload: Data) -> [Contender]
    /// Whether a contender may fail or give another result: true for files, which this program did not make.
    var toleratesFailures = false
    /// How many items a pass handles, where the time of one is of interest.
    var itemsPerPass = 1
    /// At most so many rounds, for a comparison of which one contender takes seconds.
    var mostRounds = Int.max
    /// Whether it has a panel in the chart.
    var isCharted = false
}

/// What was measured of one contender.
struct Measurement {
    let name: String
    /// Of each round, the nanoseconds that one item of a pass took.
    ///
    /// Empty where the contender failed.
    var nanoseconds: [Double] = []
    /// Why it was not timed.
    var failure: String?
    /// Peak memory over what was in use before the work began, in bytes.
    var peakMemory: Int?
}

/// A comparison that could not be made: a contender failed, or two of them do not agree.
struct ComparisonError: Error, CustomStringConvertible {
    let description: String
}

extension Comparison {
    /// Compares what the contenders give, then times them in turns.
    ///
    /// Each time in a new process. In one that several share, the allocator's free lists and the caches are what
    /// the others have left of them, and who makes many objects pays for that most. And of one contender each
    /// process has other addresses, of which some suit the processor's caches and predictors better than others:
    /// a process that was unlucky takes up to a third longer from its first to its last pass.
    func measure(_ arguments: Arguments) throws -> (payload: Data, measurements: [Measurement]) {
        let payload = try payload(arguments)
        var measurements = try compareOutcomes(payload)
        let file = try TemporaryPayload(payload)
        let timed = measurements.indices.filter { measurements[$0].failure == nil }
        let names = timed.map { measurements[$0].name }
        let samples = try inTurns(
            names.map { name in { try sample(of: name, file.url, arguments) } },
            rounds: min(arguments.rounds, mostRounds))
        for (index, samples) in zip(timed, samples) {
            measurements[index].nanoseconds = samples.map { $0.nanoseconds / Double(itemsPerPass) }
            measurements[index].peakMemory = samples.compactMap(\.peakMemory).max()
        }
        withExtendedLifetime(file) {}
        return (payload, measurements)
    }

    /// Has every contender do its work once.
    private func compareOutcomes(_ payload: Data) throws -> [Measurement] {
        var reference: (name: String, lines: [String])?
        return try contenders(payload).map { contender in
            do {
                let lines = try contender.prepare().outcome()
                if let reference, let difference = firstDifference(reference.lines, lines) {
                    throw ComparisonError(description: "not as \(reference.name): \(difference)")
                }
                reference = reference ?? (contender.name, lines)
                return Measurement(name: contender.name)
            } catch {
                guard toleratesFailures else {
                    throw ComparisonError(description: "\(title), \(contender.name): \(error)")
                }
                return Measurement(name: contender.name, failure: "\(error)")
            }
        }
    }
}
