import Foundation

/// The measurements of a contender in one process.
struct ContenderSample {
    /// The time of one pass.
    let nanoseconds: Double
    /// The peak memory of the first pass, above the memory in use before; nil if it was not requested.
    let peakMemory: Int?
}

extension Comparison {
    /// Prepares a contender in a new process, and times it once.
    func sample(of name: String, _ payload: URL, _ arguments: Arguments) throws -> ContenderSample {
        let answer = try ChildProcess([
            "--child-contender", title, name, payload.path, String(arguments.sampleTime.nanoseconds),
        ]).wait().split(separator: " ")
        guard let time = answer.first.flatMap({ Double($0) }) else {
            throw ComparisonError(description: "\(name) gave no time")
        }
        return ContenderSample(nanoseconds: time, peakMemory: answer.dropFirst().first.flatMap { Int($0) })
    }
}

/// Runs in a child process: prepares one contender, times it once, and prints its time and its peak memory.
///
/// The payload is read from a file, since generating it takes memory too.
func printSampleOfContender(_ name: String, in title: String, file: String, sample: Duration) throws {
    let url = URL(fileURLWithPath: file)
    let comparison = try allComparisons.first { $0.title == title } ?? fileComparison(url)
    guard let contender = comparison.contenders(try Data(contentsOf: url)).first(where: { $0.name == name })
    else {
        throw ComparisonError(description: "no contender \(name)")
    }
    if comparison.timesFirstPass {
        let work = try contender.prepare()
        return print(try ContinuousClock().measure { try work.run(1) }.nanoseconds)
    }
    guard comparison.measuresMemory else {
        return print(try stopwatch(sample: sample, contender.prepare().run)())
    }
    let (work, peak) = try prepareMeasuringPeak(contender)
    print(try stopwatch(sample: sample, work.run)(), peak)
}
