import Foundation

/// A contender at work in a process of its own, which times a sample whenever it is told to.
struct ContenderProcess {
    private let name: String
    private let child: ChildProcess
    /// Peak memory of its first pass, over what was in use before; nil where nobody asked.
    let peakMemory: Int?

    /// Starts it, and waits until it is warm.
    init(_ name: String, in comparison: Comparison, _ payload: URL, _ arguments: Arguments) throws {
        self.name = name
        child = try ChildProcess([
            "--child-contender", comparison.title, name, payload.path,
            String(arguments.sampleTime.nanoseconds),
        ])
        guard let ready = child.line() else {
            throw ComparisonError(description: "\(name) did not get ready")
        }
        peakMemory = Int(ready)
    }

    /// The nanoseconds of one pass.
    func time() throws -> Double {
        try child.go()
        guard let time = child.line().flatMap({ Double($0) }) else {
            throw ComparisonError(description: "\(name) gave no time")
        }
        return time
    }

    func end() throws { try child.wait() }
}

/// A child's job: gets one contender ready, then times a sample for every line that comes in.
///
/// The payload comes from a file, since making it takes memory too.
func serveAsContender(_ name: String, in title: String, file: String, sample: Duration) throws {
    let url = URL(fileURLWithPath: file)
    let comparison = try allComparisons.first { $0.title == title } ?? fileComparison(url)
    guard let contender = comparison.contenders(try Data(contentsOf: url)).first(where: { $0.name == name })
    else {
        throw ComparisonError(description: "no contender \(name)")
    }
    let work: Contender.Prepared
    var ready = "ready"
    if comparison.measuresMemory {
        let (measured, peak) = try prepareMeasuringPeak(contender)
        work = measured
        ready = String(peak)
    } else {
        work = try contender.prepare()
    }
    let stopwatch = try stopwatch(sample: sample, work.run)
    say(ready)
    while readLine() != nil { say(String(try stopwatch())) }
}
