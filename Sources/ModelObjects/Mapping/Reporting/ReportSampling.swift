import Foundation

/// Makes the reports of sampled calls: of every n-th call of a thread, if a monitor is set.
enum ReportSampling {
    typealias Handler = @Sendable (MappingReport) -> Void

    /// A struct, because the closure in an optional tuple is wrapped once more each time it is read or set.
    struct Sampler {
        let interval: Int
        let handler: Handler
    }

    private final class State: @unchecked Sendable {  // `stored` is guarded by `lock`.
        private let lock = NSLock()
        private var stored: Sampler?

        var current: Sampler? {
            get { lock.withLock { stored } }
            set {
                var value = newValue
                lock.withLock {
                    swap(&stored, &value)
                    CallSampler.interval = newValue?.interval ?? 0
                }
                // The old closure is released here, without the lock: what it holds may use models when it is freed.
            }
        }
    }

    private static let state = State()
    /// Whether this thread is calling the handler, whose own calls are not sampled.
    private static let isDelivering = ThreadFlag()

    /// Starts sampling, or stops it.
    ///
    /// - Parameter interval: One of this many calls of each thread is sampled.
    static func start(interval: Int, _ handler: @escaping Handler) {
        state.current = Sampler(interval: interval, handler: handler)
    }

    static func stop() { state.current = nil }

    static var current: Sampler? { state.current }

    /// The builder of the report of a call that starts now; nil if the call is not sampled.
    @inline(__always)
    static func builder(for type: any Any.Type) -> ReportBuilder? {
        CallSampler.picksCall() ? sampledBuilder(type) : nil
    }

    @inline(never)
    private static func sampledBuilder(_ type: any Any.Type) -> ReportBuilder? {
        // Copied under the lock, and called without it.
        guard !isDelivering.isSet, let handler = current?.handler else { return nil }
        return ReportBuilder(type) { report in
            guard report.hasFindings else { return }
            isDelivering.whileSet { handler(report) }
        }
    }
}
