import Foundation

/// A row group of the report: one payload, and the contenders that do the same task with it.
struct Comparison: Sendable {
    let title: String
    /// The contenders of this library that the others' times are divided by; each has a column.
    let baselines: [String]
    let measuresMemory: Bool
    let payload: @Sendable (_ arguments: Arguments) throws -> Data
    let contenders: @Sendable (_ payload: Data) -> [Contender]
    /// Whether a contender may fail or give a different result: true for files, which this program did not create.
    var toleratesFailures = false
    /// The number of items in a pass, if the time per item is of interest.
    var itemsPerPass = 1
    /// The maximum number of rounds, for a comparison in which one contender takes seconds.
    var maximumRounds = Int.max
    /// Whether the first pass of each process is timed, instead of those after a warm-up.
    var timesFirstPass = false
    /// Whether it has a panel in the chart.
    var isCharted = false
}

/// The measurements of one contender.
struct Measurement {
    let name: String
    /// The nanoseconds per item of a pass, by round.
    ///
    /// Empty if the contender failed.
    var nanoseconds: [Double] = []
    /// The reason that it was not timed.
    var failure: String?
    /// Peak memory above the memory in use before the work began, in bytes.
    var peakMemory: Int?
}

/// An invalid comparison: a contender failed, or two of them disagree.
struct ComparisonError: Error, CustomStringConvertible {
    let description: String
}

extension Comparison {
    /// Compares the results of the contenders, then times them in turns.
    ///
    /// Each timing runs in a new process. In a shared process, a contender depends on the allocator's free lists and
    /// on the caches that the others left, which affects contenders with many objects most. Each process of one
    /// contender also has different addresses, some of which suit the processor's caches and predictors better than
    /// others. An unlucky process is up to a third slower from its first to its last pass.
    func measure(_ arguments: Arguments) throws -> (payload: Data, measurements: [Measurement]) {
        let payload = try payload(arguments)
        var measurements = try compareOutcomes(payload)
        let file = try TemporaryPayload(payload)
        let timed = measurements.indices.filter { measurements[$0].failure == nil }
        let names = timed.map { measurements[$0].name }
        let samples = try inTurns(
            names.map { name in { try sample(of: name, file.url, arguments) } },
            rounds: min(arguments.rounds, maximumRounds))
        for (index, samples) in zip(timed, samples) {
            measurements[index].nanoseconds = samples.map { $0.nanoseconds / Double(itemsPerPass) }
            measurements[index].peakMemory = samples.compactMap(\.peakMemory).max()
        }
        withExtendedLifetime(file) {}
        return (payload, measurements)
    }

    /// Runs the work of every contender once.
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
