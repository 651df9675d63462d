import Foundation

/// A range of inputs of an entry point, checked in this process.
struct Part {
    let way: Way
    let seed: UInt64
    let indices: Range<Int>

    /// One input of some kilobytes takes this long only if it hangs, even under valgrind.
    private static let patience: TimeInterval = 60

    /// The input that is being checked, for the watchdog, which only checks whether it has changed.
    nonisolated(unsafe) private static var current = -1

    func check() throws {
        let watchdog = startedWatchdog()
        defer { watchdog.cancel() }
        let groups = Groups()
        for index in indices {
            Self.current = index
            do {
                try way.check(index, seed: seed, groups)
            } catch {
                throw Failure(description: "\(name(of: index)): \(error)\n\(advice(for: index))")
            }
        }
    }

    /// Ends the process if an input hangs.
    private func startedWatchdog() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        var last = -1
        timer.setEventHandler {
            let index = Self.current
            if index == last {
                Failure(description: "\(name(of: index)) does not end\n\(advice(for: index))").endProcess()
            }
            last = index
        }
        timer.schedule(deadline: .now() + Self.patience, repeating: Self.patience)
        timer.resume()
        return timer
    }

    private func name(of index: Int) -> String { "\(way) \(index) of seed \(seed)" }

    func advice(for index: Int) -> String {
        """
        To see it again:
        swift run --package-path Samples/Fuzz -c release Fuzz \(way) --part \(index) 1 \(seed)
        """
    }
}
