import Foundation

/// Makes the reports of sampled calls: of every n-th call of a thread, if a monitor is set.
enum ReportSampling {
    final class State: @unchecked Sendable {  // `stored` is guarded by `lock`.
        private let lock = NSLock()
        private var stored: MappingMonitor?

        var monitor: MappingMonitor? {
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

    static let state = State()
    /// Whether this thread is calling the handler, whose own calls are not sampled.
    private static let isDelivering = ThreadFlag()

    /// The builder of the report of a call that starts now; nil if the call is not sampled.
    @inline(__always)
    static func builder(for type: any Any.Type) -> ReportBuilder? {
        CallSampler.picksCall() ? sampledBuilder(type) : nil
    }

    @inline(never)
    private static func sampledBuilder(_ type: any Any.Type) -> ReportBuilder? {
        // Copied under the lock, and called without it.
        guard !isDelivering.isSet, let handler = state.monitor?.body else { return nil }
        return ReportBuilder(type) { report in
            guard report.hasFindings else { return }
            isDelivering.whileSet { CallSampler.keepingCount { handler(report) } }
        }
    }
}
