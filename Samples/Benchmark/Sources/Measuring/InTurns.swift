import Foundation

/// Times a sample of some work: each call returns the nanoseconds of one pass.
typealias Stopwatch = () throws -> Double

/// Runs each job once in every round, so that anything that slows the machine affects all of them.
///
/// Every round starts with a different job.
///
/// - Returns: For each job, its results by round.
func inTurns<Result>(_ jobs: [() throws -> Result], rounds: Int) throws -> [[Result]] {
    var results = [[Result]](repeating: [], count: jobs.count)
    for round in 0..<rounds {
        for turn in jobs.indices {
            let index = (turn + round) % jobs.count
            results[index].append(try jobs[index]())
        }
    }
    return results
}

/// A stopwatch for work in this process, which it warms up first.
///
/// - Parameters:
///   - sample: The minimum duration of one timing; shorter work is repeated.
///   - work: Does its job as many times as `passes` says.
func stopwatch(sample: Duration, _ work: @escaping (_ passes: Int) throws -> Void) throws -> Stopwatch {
    let passes = try passesFilling(sample, work)
    return { try ContinuousClock().measure { try work(passes) }.nanoseconds / Double(passes) }
}

/// Finds how many passes take as long as `sample`; this is also the warm-up.
private func passesFilling(_ sample: Duration, _ work: (_ passes: Int) throws -> Void) throws -> Int {
    var passes = 1
    while true {
        let elapsed = try ContinuousClock().measure { try work(passes) }
        if elapsed >= sample {
            return passes
        }
        let wanted = sample.nanoseconds / max(elapsed.nanoseconds, 1) * Double(passes)
        passes = min(passes * 10, max(passes + 1, Int(wanted * 1.1)))
    }
}

extension Duration {
    var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    }
}
