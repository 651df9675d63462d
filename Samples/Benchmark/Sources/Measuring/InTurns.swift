import Foundation

/// Times a sample of some work: each call gives the nanoseconds of one pass.
typealias Stopwatch = () throws -> Double

/// Has each job done once in every round, so that whatever slows the machine meets all of them.
///
/// Every round starts with another one.
///
/// - Returns: For each job, what it gave, by round.
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

/// A stopwatch for work in this process, which is warmed up here.
///
/// - Parameters:
///   - sample: How long one timing should take at least; work that is shorter is repeated.
///   - work: Does its job as many times as it is told.
func stopwatch(sample: Duration, _ work: @escaping (_ passes: Int) throws -> Void) throws -> Stopwatch {
    let passes = try passesFilling(sample, work)
    return { try ContinuousClock().measure { try work(passes) }.nanoseconds / Double(passes) }
}

/// Finds how many passes take as long as `sample`; this is the warm-up too.
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
