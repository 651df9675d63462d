/// Reports on a fraction of all mappings of the process, to detect that payloads have changed.
///
/// ```swift
/// ModelObject.monitor = MappingMonitor(oneIn: 1_000) { report in
///     logger.warning("\(report.type): \(report)")
/// }
/// ```
///
/// A sampled call also creates a report, as `inspect` does. The closure gets the report if it has findings:
/// see ``MappingReport/hasFindings``. The text of the report contains no values of the payload, unless
/// ``MappingOptions/includeValues`` is set.
///
/// Calls are the initializers, `model`, `array`, `dictionary`, `update` and `apply` of a model class, the
/// calls of ``ModelDecoder``, and each model that another decoder decodes. Calls of `inspect`,
/// `update(partial:)` and `forEach`, streams, and keyed archives aren't sampled. A call that fails before it maps
/// anything gives no report, for example if a file can't be read.
public struct MappingMonitor: Sendable {
    /// The sampling interval: one of this many calls of each thread is sampled.
    public let interval: Int
    /// Called with the report of a call that was sampled.
    public let body: @Sendable (MappingReport) -> Void

    /// Creates a monitor; to start it, set ``ModelObject/monitor``.
    ///
    /// - Parameters:
    ///   - interval: 1 samples every call, 1,000 every thousandth call of each thread. Any value below 1
    ///     traps.
    ///   - body: Called on the thread of the call, before the call returns or throws. Calls inside the
    ///     closure are not sampled. Several threads can call the closure at the same time.
    public init(oneIn interval: Int, _ body: @escaping @Sendable (MappingReport) -> Void) {
        guard interval >= 1 else {
            fatalError("MappingMonitor(oneIn: \(interval)): the interval must be at least 1.")
        }
        self.interval = interval
        self.body = body
    }
}

extension ModelObject {
    /// The monitor of all mappings of the process.
    ///
    /// All classes share it: setting `User.monitor` sets `ModelObject.monitor`. To watch one class, check
    /// ``MappingReport/type`` in the closure.
    ///
    /// You can set it at any time, on any thread. Calls in progress may still use the previous monitor. A
    /// call that isn't sampled takes no lock and allocates nothing for the monitor. Default: nil.
    public static var monitor: MappingMonitor? {
        get { ReportSampling.state.monitor }
        set { ReportSampling.state.monitor = newValue }
    }
}
