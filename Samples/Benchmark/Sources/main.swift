// Measures this library and Foundation on the same tasks. See Arguments.help.

import Foundation

func run(_ arguments: Arguments) throws {
    switch arguments.mode {
    case .comparisons: try printComparisons(arguments)
    case .profile: try profile(arguments)
    case .scale: try printScale(arguments)
    case .threads: try printThreads(arguments)
    case .footprint: try printFootprint(arguments)
    case .streams: try printStreams(arguments)
    case .conformances: try printConformances(arguments)
    }
}

/// Does a job for another process of this program, and prints the result for it.
func runChild(_ job: String, _ parameters: [String]) throws {
    switch (job, parameters.count) {
    case ("--child-contender", 4):
        guard let sample = Double(parameters[3]) else { fallthrough }
        try printSampleOfContender(
            parameters[1], in: parameters[0], file: parameters[2], sample: .nanoseconds(Int64(sample)))
    case ("--child-scale", 4):
        guard let count = Int(parameters[2]), let rounds = Int(parameters[3]) else { fallthrough }
        try printScaleOfOne(name: parameters[0], file: parameters[1], count: count, rounds: rounds)
    case ("--child-archive-peak", 2):
        guard let count = Int(parameters[1]) else { fallthrough }
        try printArchivePeak(job: parameters[0], count: count)
    case ("--child-threads", 2):
        guard let milliseconds = Int(parameters[1]) else { fallthrough }
        try printThreadsOfOne(name: parameters[0], milliseconds: milliseconds)
    case ("--child-stream", 3):
        guard let repetitions = Int(parameters[2]) else { fallthrough }
        try printStreamOfOne(name: parameters[0], folder: parameters[1], repetitions: repetitions)
    default:
        throw ComparisonError(description: "\(job) is this program's own affair")
    }
}

let words = Array(CommandLine.arguments.dropFirst())
if words.contains("--help") {
    print(Arguments.help)
} else {
    do {
        if let job = words.first, job.hasPrefix("--child-") {
            try runChild(job, Array(words.dropFirst()))
        } else {
            try run(Arguments(words))
        }
    } catch {
        FileHandle.standardError.write(Data("Benchmark: \(error)\n".utf8))
        exit(1)
    }
}
