import Foundation

/// Many inputs of a way, in child processes: one that crashes is found by halving, and shown.
struct Run {
    let way: Way
    let seed: UInt64

    private static let partSize = 20_000
    /// Only an endless loop takes that long for one part.
    private static let patience: TimeInterval = 600

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
        guard let ending = try ending(of: indices) else { return }
        var culprits = indices
        while culprits.count > 1 {
            let middle = culprits.lowerBound + culprits.count / 2
            let lower = culprits.lowerBound..<middle
            culprits = try self.ending(of: lower, isQuiet: true) != nil ? lower : middle..<culprits.upperBound
        }
        throw Failure(
            description: """
                \(way) \(culprits.lowerBound) of seed \(seed) \(ending). To see it again:
                swift run -c release Fuzz \(way) --part \(culprits.lowerBound) 1 \(seed)
                """)
    }

    /// How a child ended that checked these inputs.
    ///
    /// Nil where it found nothing wrong.
    private func ending(of indices: Range<Int>, isQuiet: Bool = false) throws -> String? {
        let child = Process()
        child.executableURL = Bundle.main.executableURL
        child.arguments = [
            way.rawValue, "--part", "\(indices.lowerBound)", "\(indices.count)", "\(seed)",
        ]
        // Sets and dictionaries in the same order each time.
        child.environment = ProcessInfo.processInfo.environment.merging(
            ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
        if isQuiet { child.standardError = FileHandle.nullDevice }
        try child.run()
        let watchdog = DispatchWorkItem { [pid = child.processIdentifier] in kill(pid, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: watchdog)
        child.waitUntilExit()
        watchdog.cancel()
        switch (child.terminationReason, child.terminationStatus) {
        case (.exit, 0): return nil
        case (.exit, _): return "broke a promise"
        case (_, let signal): return "ended the process by signal \(signal)"
        }
    }
}
