import Foundation

/// Times every piece of work once in each round, so that whatever slows the machine meets all of them.
///
/// - Parameters:
///   - work: Each does its job as many times as it is told.
///   - rounds: How often each is timed. Every round starts with another one.
///   - sample: How long one timing should take at least; work that is shorter is repeated.
/// - Returns: For each piece of work, the nanoseconds of one pass, by round.
func timeInTurns(
    _ work: [(_ passes: Int) throws -> Void], rounds: Int, sample: Duration
) throws -> [[Double]] {
    let passes = try work.map { try passesFilling(sample, $0) }
    var times = [[Double]](repeating: [], count: work.count)
    for round in 0..<rounds {
        for turn in work.indices {
            let index = (turn + round) % work.count
            let elapsed = try ContinuousClock().measure { try work[index](passes[index]) }
            times[index].append(elapsed.nanoseconds / Double(passes[index]))
        }
    }
    return times
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
