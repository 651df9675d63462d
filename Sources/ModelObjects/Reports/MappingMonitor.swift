/// Watches a fraction of all mappings of the process, to notice that payloads have changed.
///
/// ```swift
/// ModelObject.monitor = MappingMonitor(oneIn: 1_000) { report in
///     logger.warning("\(report.type): \(report)")
/// }
/// ```
///
/// A call that is picked is mapped as `inspect` maps it, and its report is handed to the closure if it has a finding: a
/// problem, a key without a property, a converted value, or an error. Properties without a key, and properties that
/// aren't mapped, don't count as findings. The report contains no values of the payload, unless
/// ``MappingOptions/includeValues`` is set.
///
/// Calls are the initializers, `model`, `array`, `dictionary`, `update` and `apply` of a model class, and those of
/// ``ModelDecoder``. A model that another decoder decodes is a call, too. Calls of `inspect`, and updates with text that
/// is still arriving, aren't picked. A call that fails before it maps anything gives no report: a file that can't be
/// read, or a JSON patch with an operation that can't be applied.
public struct MappingMonitor: Sendable {
    /// The number of a thread's calls for each that is picked.
    public let interval: Int
    /// Called with the report of a call that was picked.
    public let body: @Sendable (MappingReport) -> Void

    /// Makes a monitor; to start it, set ``ModelObject/monitor``.
    ///
    /// - Parameters:
    ///   - interval: 1 picks every call; 1,000 every thousandth call of each thread; each thread counts separately. It
    ///     must be at least 1.
    ///   - body: Called on the thread of the call, when the call has ended, before it returns or throws. Calls that it
    ///     makes itself are not picked. It can be called by several threads at the same time.
    public init(oneIn interval: Int, _ body: @escaping @Sendable (MappingReport) -> Void) {
        precondition(interval >= 1, "MappingMonitor(oneIn: \(interval)): the interval must be at least 1.")
        self.interval = interval
        self.body = body
    }
}

extension ModelObject {
    /// The monitor of all mappings of the process; nil, the default, if there is none.
    ///
    /// It can be set at any time, by any thread. Calls that run at that moment may still use the one before. A call
    /// that is not picked takes no lock and allocates nothing for it.
    public static var monitor: MappingMonitor? {
        get { ReportSampling.current.map { MappingMonitor(oneIn: $0.interval, $0.handler) } }
        set {
            if let newValue {
                ReportSampling.start(interval: newValue.interval, newValue.body)
            } else {
                ReportSampling.stop()
            }
        }
    }
}
