import Foundation

/// What a process of its own measured of a contender.
struct ContenderSample {
    /// Of one pass.
    let nanoseconds: Double
    /// Of the first pass, over what was in use before; nil where nobody asked.
    let peakMemory: Int?
}

extension Comparison {
    /// Has a new process get a contender ready, and time it once.
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

/// A child's job: gets one contender ready, times it once, and prints that and the peak of memory.
///
/// The payload comes from a file, since making it takes memory too.
func printSampleOfContender(_ name: String, in title: String, file: String, sample: Duration) throws {
    let url = URL(fileURLWithPath: file)
    let comparison = try allComparisons.first { $0.title == title } ?? fileComparison(url)
    guard let contender = comparison.contenders(try Data(contentsOf: url)).first(where: { $0.name == name })
    else {
        throw ComparisonError(description: "no contender \(name)")
    }
    guard comparison.measuresMemory else {
        return print(try stopwatch(sample: sample, contender.prepare().run)())
    }
    let (work, peak) = try prepareMeasuringPeak(contender)
    print(try stopwatch(sample: sample, work.run)(), peak)
}
