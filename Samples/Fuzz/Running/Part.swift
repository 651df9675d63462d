import Foundation

/// Some inputs of a way, checked in this process.
struct Part {
    let way: Way
    let seed: UInt64
    let indices: Range<Int>

    /// Longer than that is a hang, for inputs of some kilobytes, even under valgrind.
    private static let patience: Duration = .seconds(60)

    func check() throws {
        let clock = ContinuousClock()
        let groups = Groups()
        for index in indices {
            let start = clock.now
            do {
                try way.check(index, seed: seed, groups)
            } catch {
                throw Failure(description: "\(way) \(index) of seed \(seed): \(error)")
            }
            if clock.now - start > Self.patience {
                throw Failure(description: "\(way) \(index) of seed \(seed): took \(clock.now - start)")
            }
        }
    }
}
