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
    func measure(_ arguments: Arguments) throws -> (payload: Data, measurements: [Measurement]) {
        let payload = try payload(arguments)
        var measurements: [Measurement] = []
        var prepared: [(index: Int, contender: Contender.Prepared)] = []
        var reference: (name: String, lines: [String])?
        for (index, contender) in contenders(payload).enumerated() {
            var measurement = Measurement(name: contender.name)
            do {
                let ready = try contender.prepare()
                let lines = try ready.outcome()
                if let reference, let difference = firstDifference(reference.lines, lines) {
                    throw ComparisonError(description: "not as \(reference.name): \(difference)")
                }
                reference = reference ?? (contender.name, lines)
                prepared.append((index, ready))
            } catch {
                guard toleratesFailures else {
                    throw ComparisonError(description: "\(title), \(contender.name): \(error)")
                }
                measurement.failure = "\(error)"
            }
            measurements.append(measurement)
        }
        let times = try timeInTurns(
            prepared.map(\.contender.run), rounds: min(arguments.rounds, mostRounds),
            sample: arguments.sampleTime)
        for (position, entry) in prepared.enumerated() {
            measurements[entry.index].nanoseconds = times[position].map { $0 / Double(itemsPerPass) }
        }
        if measuresMemory, arguments.measuresMemory {
            try measurePeaks(of: &measurements, payload: payload, arguments)
        }
        return (payload, measurements)
    }

    private func measurePeaks(of measurements: inout [Measurement], payload: Data, _ arguments: Arguments)
        throws
    {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("benchmark-\(ProcessInfo.processInfo.processIdentifier).json")
        try payload.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for index in measurements.indices where measurements[index].failure == nil {
            let answer = try ChildProcess(["--child-memory", title, measurements[index].name, file.path])
                .wait()
            measurements[index].peakMemory = Int(answer)
        }
    }
}
