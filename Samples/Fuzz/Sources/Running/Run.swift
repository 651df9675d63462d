import Foundation

/// Checks many inputs of an entry point in child processes; an input that crashes is found by bisection.
struct Run {
    let way: Way
    let seed: UInt64

    private static let partSize = 20_000

    func all(count: Int) throws {
        let start = Date()
        var next = 0
        while next < count {
            let end = min(next + Self.partSize, count)
            try verify(next..<end)
            next = end
            if next % (10 * Self.partSize) == 0 || next == count {
                show("\(way): \(next) inputs of seed \(seed), \(Int(-start.timeIntervalSinceNow)) s")
            }
        }
    }

    private func verify(_ indices: Range<Int>) throws {
        guard var signal = try ending(of: indices) else { return }
        var culprits = indices
        while culprits.count > 1 {
            let middle = culprits.lowerBound + culprits.count / 2
            let lower = culprits.lowerBound..<middle
            if let first = try ending(of: lower) {
                (culprits, signal) = (lower, first)
            } else {
                culprits = middle..<culprits.upperBound
            }
        }
        let part = Part(way: way, seed: seed, indices: culprits)
        throw Failure(
            description: """
                \(way) \(culprits.lowerBound) of seed \(seed) ended the process by signal \(signal)
                \(part.advice(for: culprits.lowerBound))
                """)
    }

    /// The signal that ended a child process for these inputs; nil if the child found no violation.
    ///
    /// - Throws: If the child reported a violation.
    private func ending(of indices: Range<Int>) throws -> Int32? {
        let child = Process()
        child.executableURL = Bundle.main.executableURL
        child.arguments = [
            way.rawValue, "--part", "\(indices.lowerBound)", "\(indices.count)", "\(seed)",
        ]
        // Makes the order of sets and dictionaries the same in each run.
        child.environment = ProcessInfo.processInfo.environment.merging(
            ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
        try child.run()
        child.waitUntilExit()
        switch (child.terminationReason, child.terminationStatus) {
        case (.exit, 0): return nil
        case (.exit, _): throw Failure(description: "\(way) ends here, of \(indices)")
        case (_, let signal): return signal
        }
    }
}
